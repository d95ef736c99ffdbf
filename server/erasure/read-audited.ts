/** Shows a record only once its reading is in the audit log, so that everybody who read an erased record can be told of the erasure. */
import type { Kysely } from 'kysely';
import type { Trx } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { readErasureHead } from './store.ts';

/** Something was erased for a person after something was read. */
class ErasedSinceError extends Error {
  override name = 'ErasedSinceError';
}

/** Rejects when something was erased since the reading. Call it in the transaction of the note, once the audit log is locked. */
export type CheckCurrent = (trx: Trx) => Promise<void>;

/**
 * Reads, notes the reading in the audit log, and then returns what was read. The note may have to wait. If something was erased before the
 * note was written, everything is read again.
 *
 * @param db a reader that sees only what is committed
 * @param note may throw instead, and then nothing is shown
 */
export async function readAudited<Read>(
  db: Kysely<Tables>,
  read: () => Promise<Read>,
  note: (read: Read, checkCurrent: CheckCurrent) => Promise<void>,
): Promise<Read> {
  for (;;) {
    const { seq: erased } = await readErasureHead(db);
    const found = await read();
    try {
      await note(found, async (trx) => {
        if ((await readErasureHead(trx)).seq !== erased) throw new ErasedSinceError();
      });
      return found;
    } catch (error) {
      if (!(error instanceof ErasedSinceError)) throw error;
    }
  }
}
