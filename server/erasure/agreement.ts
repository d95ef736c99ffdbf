/** Makes the erasures file and the database agree: at the start, before an erasure, and after a restore. */
import type { Storage, Trx } from '#server/database/open.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { isCertified, lineOf } from './certificate.ts';
import type { Erase } from './erase.ts';
import {
  appendErasure,
  type ErasureLine,
  ErasuresFileError,
  ErasuresSealError,
  type FileRead,
  hasErasures,
  makeErasures,
  readErasures,
} from './erasures-file.ts';
import { type ErasureHead, erasuresAfter, lockErasures, nameErasuresFile, readErasureHead } from './store.ts';

interface AgreementOptions {
  readonly storage: Storage;
  readonly keyed: KeyedHash;
  readonly now: () => Date;
  readonly file: string;
  readonly eraseLine: Erase['eraseLine'];
}

const newFile = 'npm run records -- new-file';
const lostKey =
  'If the key that was used before is lost for good, docs/operating.md says what to do under "When the key is lost for good".';

export type Agreement = ReturnType<typeof createAgreement>;

export function createAgreement({ storage, keyed, now, file, eraseLine }: AgreementOptions) {
  /** Whether all certificates in the database were made with this key. */
  const holdCertificates = async (trx: Trx): Promise<boolean> =>
    (await erasuresAfter(trx, 0)).every((erasure) => isCertified(keyed, erasure));

  /** Reads this database's file. Makes a new file when the database has never had one. */
  async function openFile(trx: Trx, head: ErasureHead): Promise<FileRead> {
    if (!hasErasures(file)) {
      if (head.file_id !== null) {
        throw new ErasuresFileError(
          `The file of erasures, ${file}, is not there. Put it back: the newest backup has a copy. If it is lost, ` +
            `${newFile} writes it anew from the database; what was erased since the backup that the database comes from is not in it.`,
        );
      }
      makeErasures(file, now());
    }
    const read = await readErasures(file, keyed);
    if (head.file_id === null) await nameErasuresFile(trx, read.fileId);
    else if (head.file_id !== read.fileId) {
      throw new ErasuresFileError(
        `${file} is the file of erasures of another database. Name the one of this database in ERASURES_FILE.`,
      );
    }
    return read;
  }

  const apart = (seq: number) =>
    new ErasuresFileError(
      `The database and the file of erasures, ${file}, differ from erasure ${seq} on: each has some that the other does not know. ` +
        'Put the file back that belongs to this database.',
    );

  /** Appends the lines that the file lacks, such as after an older copy of it was put back. */
  async function fillFile(trx: Trx, read: FileRead, head: ErasureHead): Promise<FileRead> {
    const [first, ...others] = await erasuresAfter(trx, read.head.seq - 1);
    const missing = read.head.seq === 0 ? [first, ...others] : others;
    if (read.head.seq > 0 && first?.seal !== read.head.seal) throw apart(read.head.seq);
    for (const erasure of missing) {
      if (erasure) await appendErasure(file, await readErasures(file, keyed), lineOf(erasure));
    }
    const filled = await readErasures(file, keyed);
    if (filled.head.seal !== head.seal) throw apart(head.seq);
    return filled;
  }

  /** Returns the file's erasures that the database does not know. When the database has more than the file, fills the file. */
  async function compare(trx: Trx, head: ErasureHead): Promise<{ read: FileRead; unknown: readonly ErasureLine[] }> {
    const read = await openFile(trx, head);
    if (read.head.seq < head.seq) return { read: await fillFile(trx, read, head), unknown: [] };
    if (head.seq > 0 && read.lines[head.seq - 1]?.seal !== head.seal) throw apart(head.seq);
    return { read, unknown: read.lines.slice(head.seq) };
  }

  return {
    /** Erases what only the file has, then returns the file. The head must be locked. */
    async catchUp(trx: Trx, head: ErasureHead): Promise<FileRead> {
      const { read, unknown } = await compare(trx, head);
      for (const line of unknown) await eraseLine(trx, line);
      return read;
    },

    /**
     * Makes both agree at the start, before anything listens. One erasure that only the file has is done again here: a server died
     * before its commit. More than one mean that the database was restored by hand, so the start is refused.
     *
     * @returns how many were erased again
     * @throws ErasuresFileError with what the operator has to do
     */
    agree: (): Promise<number> =>
      storage.transaction(async (trx) => {
        const head = await lockErasures(trx);
        const { unknown } = await compare(trx, head).catch(async (error: unknown) => {
          if (!(error instanceof ErasuresFileError)) throw error;
          const isOfOtherKey = error instanceof ErasuresSealError || !(await holdCertificates(trx));
          throw isOfOtherKey ? new ErasuresFileError(`${error.message} ${lostKey}`) : error;
        });
        if (unknown.length > 1) {
          throw new ErasuresFileError(
            `${unknown.length} erasures in ${file} are not in this database, because it was restored from an earlier backup. ` +
              'Run npm run records -- erase-again, which erases them again, and then start the server.',
          );
        }
        for (const line of unknown) await eraseLine(trx, line);
        return unknown.length;
      }),

    /** Whether the file has erasures that the database lacks, or is another database's. Locks nothing while the file is read. */
    async isBehind(): Promise<boolean> {
      const read = await readErasures(file, keyed);
      const head = await readErasureHead(storage.db);
      return read.head.seq > head.seq || read.fileId !== head.file_id;
    },

    /** Erases again everything that the file has and a restored database does not. @returns how many */
    eraseAgain: async (): Promise<number> => {
      let count = 0;
      for (let left = true; left; ) {
        left = await storage.transaction(async (trx) => {
          const { unknown } = await compare(trx, await lockErasures(trx));
          const [next] = unknown;
          if (next) await eraseLine(trx, next);
          return next !== undefined;
        });
        if (left) count += 1;
      }
      return count;
    },

    /** Writes a lost file again from the certificates of the database. @returns how many erasures it has */
    async writeAnew(): Promise<number> {
      return storage.transaction(async (trx) => {
        const head = await lockErasures(trx);
        if (hasErasures(file)) throw new ErasuresFileError(`${file} is there. Nothing was written.`);
        makeErasures(file, now(), head.file_id ?? undefined);
        const read = await readErasures(file, keyed);
        if (head.file_id === null) await nameErasuresFile(trx, read.fileId);
        await fillFile(trx, read, head);
        return head.seq;
      });
    },
  };
}
