/** Makes the erasures file and the database agree: at the start, before an erasure, and after a restore. */
import type { Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { isCertified, lineOf } from './certificate.ts';
import type { Erase } from './erase.ts';
import {
  type ErasureLine,
  ErasuresFileError,
  ErasuresSealError,
  type FileRead,
  makeErasures,
  noteAbout,
} from './erasures-file.ts';
import type { FileInTurn } from './file-in-turn.ts';
import { type ErasureHead, erasuresAfter, lockErasures, nameErasuresFile, readErasureHead } from './store.ts';

interface ReconcilerOptions extends Pick<Environment, 'storage' | 'now' | 'keyed'> {
  /** The path of the erasures file. */
  readonly file: string;
  readonly inTurn: FileInTurn;
  readonly eraseLine: Erase['eraseLine'];
  /** Is told that the file could not be written to note that an erasure is finished. The next look notes it. */
  readonly onUnnoted: (error: unknown) => void;
}

const newFile = 'npm run records -- new-file';
const lostKey =
  'If the key that was used before is lost for good, docs/operating.md says what to do under "When the key is lost for good".';

export type Reconciler = ReturnType<typeof createReconciler>;

export function createReconciler({ storage, keyed, now, file, inTurn, eraseLine, onUnnoted }: ReconcilerOptions) {
  /** Whether all certificates in the database were made with this key. */
  const areCertificatesOurs = async (trx: Trx): Promise<boolean> =>
    (await erasuresAfter(trx, 0)).every((erasure) => isCertified(keyed, erasure));

  /** Reads this database's file. Makes a new file when the database has never had one. */
  async function openFile(trx: Trx, head: ErasureHead): Promise<FileRead> {
    if (!(await inTurn.isThere())) {
      if (head.file_id !== null) {
        throw new ErasuresFileError(
          `The file of erasures, ${file}, is not there. Put it back: the newest backup has a copy. If it is lost, ` +
            `${newFile} writes it anew from the database; what was erased since the backup that the database comes from is not in it.`,
        );
      }
      makeErasures(file, now());
    }
    const read = await inTurn.read();
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

  /** Notes that the last erasure of the file is finished: the database has committed it. */
  async function noteFinished(read: FileRead): Promise<FileRead> {
    if (read.finished === read.head.seq) return read;
    await inTurn.append(read, [noteAbout(keyed, read, read.head, 'finished')]);
    return inTurn.read();
  }

  /** Appends the lines that the file lacks, for example after an older copy of it was put back. */
  async function fillFile(trx: Trx, read: FileRead, head: ErasureHead): Promise<FileRead> {
    const known = await erasuresAfter(trx, read.head.seq - 1);
    if (read.head.seq > 0 && known[0]?.seal !== read.head.seal) throw apart(read.head.seq);
    const missing = known.filter(({ seq }) => seq > read.head.seq).map(lineOf);
    const last = missing.at(-1);
    // In one write: no statement keeps the transaction's connection alive meanwhile. The note counts for all lines before it.
    if (last) await inTurn.append(read, [...missing, noteAbout(keyed, read, last, 'finished')]);
    const filled = await inTurn.read();
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

  /**
   * Erases what a line names that only the file has, or notes that it was given up. Only the last line can be of an unfinished erasure: a
   * line is written only when the database has committed all before it.
   */
  async function settle(trx: Trx, read: FileRead, line: ErasureLine): Promise<boolean> {
    const isErased = await eraseLine(trx, line, line.seq <= read.finished || line.seq < read.head.seq);
    if (!isErased) await inTurn.append(read, [noteAbout(keyed, read, line, 'given-up')]);
    return isErased;
  }

  /** Notes that what the database has committed is finished. */
  const finish = (): Promise<void> =>
    storage
      .transaction((trx) =>
        inTurn.together(async () => {
          const { read, unknown } = await compare(trx, await lockErasures(trx));
          if (unknown.length === 0) await noteFinished(read);
        }),
      )
      .catch(onUnnoted);

  return {
    finish,

    /** Erases what only the file has, or gives it up, then returns the file. The head must be locked. */
    async catchUp(trx: Trx, head: ErasureHead): Promise<{ read: FileRead; wasBehind: boolean }> {
      const { read, unknown } = await compare(trx, head);
      if (unknown.length === 0) return { read: await noteFinished(read), wasBehind: false };
      for (const line of unknown) await settle(trx, read, line);
      return { read: await inTurn.read(), wasBehind: true };
    },

    /**
     * Makes both agree at the start, before anything listens. One erasure that only the file has is done again here: a server died
     * before its commit. More than one mean that the database was restored by hand, so the start is refused.
     *
     * @returns how many were erased again
     * @throws ErasuresFileError with what the operator has to do
     */
    async agree(): Promise<number> {
      await inTurn.wait();
      const count = await storage.transaction(async (trx) => {
        const head = await lockErasures(trx);
        const { unknown } = await compare(trx, head).catch(async (error: unknown) => {
          if (!(error instanceof ErasuresFileError)) throw error;
          const isOfOtherKey = error instanceof ErasuresSealError || !(await areCertificatesOurs(trx));
          throw isOfOtherKey ? new ErasuresFileError(`${error.message} ${lostKey}`) : error;
        });
        if (unknown.length > 1) {
          throw new ErasuresFileError(
            `${unknown.length} erasures in ${file} are not in this database, because it was restored from an earlier backup. ` +
              'Run npm run records -- erase-again, which erases them again, and then start the server.',
          );
        }
        const [line] = unknown;
        return line && (await settle(trx, await inTurn.read(), line)) ? 1 : 0;
      });
      await finish();
      return count;
    },

    /**
     * Whether the file has erasures that the database lacks or that are not noted as finished, or is another database's. Locks
     * nothing while the file is read.
     */
    async isBehind(): Promise<boolean> {
      const read = await inTurn.read();
      const head = await readErasureHead(storage.db);
      return read.head.seq > head.seq || read.head.seq > read.finished || read.fileId !== head.file_id;
    },

    /** Erases again everything that the file has and a restored database does not, or gives it up. @returns how many were erased */
    eraseAgain: async (): Promise<number> => {
      let count = 0;
      for (let left = true; left; ) {
        const isErased = await storage.transaction((trx) =>
          inTurn.together(async () => {
            const { read, unknown } = await compare(trx, await lockErasures(trx));
            return unknown[0] && settle(trx, read, unknown[0]);
          }),
        );
        left = isErased !== undefined;
        if (isErased) count += 1;
      }
      await finish();
      return count;
    },

    /** Writes a lost file again from the certificates of the database. @returns how many erasures it has */
    async writeAnew(): Promise<number> {
      return storage.transaction(async (trx) => {
        const head = await lockErasures(trx);
        if (await inTurn.isThere()) throw new ErasuresFileError(`${file} is there. Nothing was written.`);
        makeErasures(file, now(), head.file_id ?? undefined);
        const read = await inTurn.read();
        if (head.file_id === null) await nameErasuresFile(trx, read.fileId);
        await fillFile(trx, read, head);
        return head.seq;
      });
    },
  };
}
