/** The file of erasures and the certificates after the key with which they were sealed was lost (`SECRET_KEY`). */
import { randomUUID } from 'node:crypto';
import type { AuditLog } from '#server/audit/service.ts';
import type { Storage } from '#server/database/open.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { hashOfCertificate, isCertified, itemsOf } from './certificate.ts';
import {
  type ErasureLine,
  ErasuresFileError,
  type FileHead,
  hasErasures,
  lastNumberIn,
  nextLine,
  replaceErasures,
} from './erasures-file.ts';
import { type Erasure, erasuresAfter, lockErasures, moveErasures, nameErasuresFile, resealErasure } from './store.ts';

export interface NewKeyOptions {
  readonly storage: Storage;
  readonly audit: AuditLog;
  readonly keyed: KeyedHash;
  readonly now: () => Date;
  readonly file: string;
}

/** An erasure as the line that follows on another one. */
function lineAfter(keyed: KeyedHash, fileId: string, head: FileHead, erasure: Erasure): ErasureLine {
  const { id, at, by_id: by, reason } = erasure;
  const items = itemsOf(erasure).map(({ kind, id: item }): ErasureLine['items'][number] => [kind, item]);
  return nextLine(keyed, { fileId, head }, { id, at, by, reason, items });
}

export function createNewKey({ storage, audit, keyed, now, file }: NewKeyOptions) {
  /** Of what the file names and the database does not have, nobody can tell without the old key who wrote it. */
  async function refuseUnknown(known: number): Promise<void> {
    const unknown = hasErasures(file) ? (await lastNumberIn(file)) - known : 0;
    if (unknown <= 0) return;
    throw new ErasuresFileError(
      `${file} names ${unknown} more erasures than this database knows, and without the old key nobody can tell who wrote them. ` +
        'Nothing was changed. Read its last lines, move the file to another place, run this again, and then erase what they name once more.',
    );
  }

  return {
    /**
     * Seals the certificates of the database, and the file with them, with the key of today. What was erased, by whom and when stays
     * as it is; the audit log says that each was sealed anew. The file comes before the commit: after a crash between the two it is
     * done again.
     *
     * @returns how many erasures there are
     * @throws ErasuresFileError when the certificates hold with this key, or the file names erasures that the database does not have
     */
    sealAnew: (): Promise<number> =>
      storage.transaction(async (trx) => {
        const head = await lockErasures(trx, storage);
        const erasures = await erasuresAfter(trx, 0);
        if (erasures.every((erasure) => isCertified(keyed, erasure)))
          throw new ErasuresFileError('The certificates hold with this key. Nothing was changed.');
        await refuseUnknown(head.seq);
        const fileId = head.file_id ?? randomUUID();
        const lines: ErasureLine[] = [];
        let last: FileHead = { seq: 0, seal: '' };
        for (const erasure of erasures) {
          const line = lineAfter(keyed, fileId, last, erasure);
          const certified = { ...erasure, seal: line.seal, items: itemsOf(erasure) };
          const hash = hashOfCertificate(keyed, certified);
          await resealErasure(trx, { id: line.id, seal: line.seal, hash });
          await audit.write(trx, {
            by: null,
            action: 'erasure-sealed-anew',
            about: [{ kind: 'erasure', id: line.id }],
            detail: { hash },
          });
          lines.push(line);
          last = line;
        }
        await moveErasures(trx, last);
        await nameErasuresFile(trx, fileId);
        replaceErasures(file, now(), fileId, lines);
        return lines.length;
      }),
  };
}
