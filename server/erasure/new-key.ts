/** Seals the erasures file and the certificates anew after the key that sealed them (`SECRET_KEY`) was lost. */
import { randomUUID } from 'node:crypto';
import type { Trx } from '#server/database/open.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { hashOfCertificate, isCertified, itemsOf, lineOf } from './certificate.ts';
import type { EraseOptions } from './erase.ts';
import {
  type ErasureLine,
  ErasuresFileError,
  ErasuresSealError,
  type FileHead,
  type FileRead,
  hasErasures,
  nextLine,
  readErasures,
  replaceErasures,
} from './erasures-file.ts';
import { saidBy } from './read-resealed.ts';
import {
  type Erasure,
  type ErasureHead,
  erasuresAfter,
  lockErasures,
  moveErasures,
  nameErasuresFile,
  resealErasure,
} from './store.ts';

type NewKeyOptions = Pick<EraseOptions, 'storage' | 'audit' | 'keyed' | 'now'> & { readonly file: string };

interface SealedAnew {
  readonly count: number;
  /** The path of the file that was replaced; undefined when the file was left as it is, or there was none. */
  readonly earlierFile: string | undefined;
}

const nothingChanged = 'Nothing was changed.';

/** The certificates as lines in sequence. */
function linesOf(keyed: KeyedHash, fileId: string, erasures: readonly Erasure[]): ErasureLine[] {
  const lines: ErasureLine[] = [];
  for (const erasure of erasures) {
    const head: FileHead = lines.at(-1) ?? { seq: 0, seal: '' };
    const { id, at, by, reason, items } = lineOf(erasure);
    lines.push(nextLine(keyed, { fileId, head }, { id, at, by, reason, items }));
  }
  return lines;
}

export function createNewKey({ storage, audit, keyed, now, file }: NewKeyOptions) {
  /** Whether the file is already sealed with this key: a process died before its commit, or a backup was put back by hand. */
  async function holdsWithThisKey(): Promise<boolean> {
    try {
      await readErasures(file, keyed);
      return true;
    } catch (error) {
      if (error instanceof ErasuresSealError) return false;
      throw error;
    }
  }

  /**
   * Refuses when a certificate is valid with this key, because the key is then not a new one. Also refuses when certificates are
   * missing, or when the last one is not the head.
   */
  function refuseWrongKey(erasures: readonly Erasure[], { seq, seal }: ErasureHead): void {
    if (erasures.some((erasure) => isCertified(keyed, erasure)))
      throw new ErasuresFileError(
        `Certificates of the database hold with this key, so it is not another one. ${nothingChanged}`,
      );
    const last = erasures.at(-1);
    const isWhole = erasures.every((erasure, at) => erasure.seq === at + 1) && (last?.seq ?? 0) === seq;
    if (!isWhole || (last?.seal ?? '') !== seal)
      throw new ErasuresFileError(`Certificates of the database are missing, or were changed. ${nothingChanged}`);
  }

  /** Refuses a file that names another erasure than the database at a place that both have. */
  function refuseOtherFile(read: FileRead, erasures: readonly Erasure[], head: ErasureHead): void {
    if (head.file_id !== null && read.fileId !== head.file_id)
      throw new ErasuresFileError(`${file} is the file of erasures of another database. ${nothingChanged}`);
    const other = read.lines.find((line, at) => erasures[at] && saidBy(line) !== saidBy(lineOf(erasures[at])));
    if (other)
      throw new ErasuresFileError(
        `Erasure ${other.seq} is another one in ${file} than in the database: somebody changed one of the two. ${nothingChanged}`,
      );
  }

  /** Refuses a file with more erasures than the database: without the old key nobody can tell who wrote them. */
  function refuseUnknown(read: FileRead, erasures: readonly Erasure[]): void {
    const unknown = read.lines.length - erasures.length;
    if (unknown > 0)
      throw new ErasuresFileError(
        `${file} names ${unknown} more erasures than this database knows, and without the old key nobody can tell who wrote them. ` +
          `${nothingChanged} Move the file to another place and run this again. Then erase once more what the last lines of the file name, where somebody is known to have asked for it.`,
      );
  }

  async function seal(trx: Trx, line: ErasureLine, erasure: Erasure | undefined): Promise<void> {
    if (!erasure) throw new Error(`There is no certificate of line ${line.seq}.`);
    const hash = hashOfCertificate(keyed, { ...erasure, seal: line.seal, items: itemsOf(erasure) });
    await resealErasure(trx, { id: erasure.id, seal: line.seal, hash });
    await audit.write(trx, {
      by: null,
      action: 'erasure-sealed-anew',
      about: [{ kind: 'erasure', id: erasure.id }],
      detail: { hash },
    });
  }

  return {
    /**
     * Seals the certificates of the database, and the file with them, with the current key. What was erased, by whom and when stays
     * the same; the audit log notes that each was sealed anew. The file is written before the commit. After a crash between the
     * two, this runs again and leaves the file as it is.
     *
     * @throws ErasuresFileError when a certificate is valid with this key, some are missing, or the file differs from the database
     */
    sealAnew: (): Promise<SealedAnew> =>
      storage.transaction(async (trx) => {
        const head = await lockErasures(trx);
        const erasures = await erasuresAfter(trx, 0);
        refuseWrongKey(erasures, head);
        const read = (await hasErasures(file)) ? await readErasures(file, undefined) : undefined;
        const isSealed = read !== undefined && (await holdsWithThisKey());
        if (read) refuseOtherFile(read, erasures, head);
        if (read && !isSealed) refuseUnknown(read, erasures);
        const fileId = head.file_id ?? read?.fileId ?? randomUUID();
        const lines = linesOf(keyed, fileId, erasures);
        for (const line of lines) await seal(trx, line, erasures[line.seq - 1]);
        await moveErasures(trx, lines.at(-1) ?? { seq: 0, seal: '' });
        await nameErasuresFile(trx, fileId);
        const isComplete = isSealed && read.lines.length >= lines.length;
        const earlierFile = isComplete ? undefined : await replaceErasures(file, now(), fileId, lines);
        return { count: erasures.length, earlierFile };
      }),
  };
}
