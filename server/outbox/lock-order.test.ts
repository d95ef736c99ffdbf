/** Whoever changes many messages at once takes them in the order of their ids (`server/database/tables.ts`). */
import { sql } from 'kysely';
import { it, vi } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { watchOrder } from '../../tests/support/ran-again.ts';
import { whileHeld } from '../../tests/support/while-held.ts';
import { deleteMessages, deleteMessagesOf } from './store.ts';
import { markTold } from './store-failures.ts';

vi.setConfig({ testTimeout: 120_000 });

const at = '2026-11-21T21:06:00.000Z';

onPostgres((under) => {
  /** A database that reads by its indexes, as it does when its tables are long. Each index has another order than the ids. */
  async function open(): Promise<Storage> {
    const place = await under.newPlace();
    const before = await under.openStorage(place);
    for (const setting of ['enable_seqscan', 'enable_bitmapscan']) {
      const always = sql`select format('alter database %I set %I = off', current_database(), ${setting}::text) as line`;
      const { rows } = await always.execute(before.db);
      await sql.raw((rows as { line: string }[])[0]?.line ?? '').execute(before.db);
    }
    return under.openStorage(place);
  }

  /** Stores failed messages about as many subjects. Their ids and those of their subjects are in opposite orders. */
  async function addFailed({ db }: Storage, count = 5) {
    const mint = () => Array.from({ length: count }, mintId).sort();
    const [ids, subjects] = [mint(), mint().reverse()];
    const rows = ids.map((id, n) => ({ id, subject_id: subjects[n] ?? '', created_at: at, due_at: at, failed_at: at }));
    const common = { kind: 'alert', channel: 'mail', recipient: '', state: 'failed' } as const;
    await db
      .insertInto('messages')
      .values(rows.map((row) => ({ ...common, ...row })))
      .execute();
    return { ids, subjects, middle: ids[Math.floor(count / 2)] ?? '' };
  }

  it.each(['an erasure', 'the sweep'] as const)(
    'R710 an alert counts the messages that need a person while they are deleted by %s',
    async (by) => {
      const storage = await open();
      const play = watchOrder(storage);
      await play(10, async () => {
        const { ids, subjects, middle } = await addFailed(storage);
        const failed = ids.toReversed().map((id) => ({ id }));
        return whileHeld<unknown>(
          storage,
          (trx) => trx.updateTable('messages').set({ attempts: 1 }).where('id', '=', middle).execute(),
          [
            () => storage.transaction((trx) => markTold(trx, failed, at)),
            () =>
              storage.transaction(async (trx) => {
                if (by === 'an erasure') await deleteMessagesOf(trx, subjects);
                else await deleteMessages(trx, 'id', ids.toReversed());
              }),
          ],
        );
      });
    },
  );
});
