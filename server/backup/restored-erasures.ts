/**
 * The file of erasures of a restored database. It is written beside its place, and moved there as the last step of the restore, when a
 * server may use the database. Otherwise a restore that failed would leave its file there, and the next restore would take that file for
 * one with every erasure since the backup.
 */
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isAt, makeFileOnce, makeFolder, moveOver, readText, syncFile, targetOf } from '#server/durable-files.ts';
import { lackingMark, marksIn, readResealed } from '#server/erasure/service.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { draftOf, draftRemoved, dropDeadDrafts } from './drafts.ts';
import { BackupError, writingFailed } from './manifest.ts';

interface RestoredErasures {
  /** The file to erase by; undefined when there is none. */
  readonly file: string | undefined;
  /** The file it was copied from, which messages to the operator name. */
  readonly source: string | undefined;
  /** Whether it may have the erasures since the backup. */
  readonly knowsErasures: boolean;
  /**
   * Removes what killed restores left, and writes the file beside its place. With PostgreSQL only the restore that has locked the
   * database may do so, because the draft of one that runs elsewhere looks left over.
   */
  prepare(): void;
  /**
   * Puts the file on disk, with a mark when it may lack erasures since the backup.
   *
   * @throws BackupError when another restore has removed it
   */
  keep(): void;
  /**
   * Puts the file at its place. Until then nothing changes there.
   *
   * @returns what a person must do when the system refuses it
   */
  place(): string | undefined;
  /** Removes what is not at its place, unless a person must put it there. */
  drop(): void;
}

interface Copy {
  readonly file: string;
  readonly content: string;
  readonly text: string;
  readonly marks: number;
}

/** The complete lines of a file. Copies of it from other moments begin with the same lines. */
const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1);

/**
 * Reads a file of erasures. `text` is its content without its marks, because copies of one file differ in their marks alone.
 *
 * @param beyond for a file that another key sealed: the lines that it has in addition to those of `base`, sealed with our key
 */
function readCopy(file: string, beyond?: string, base = ''): Copy {
  if (beyond !== undefined) {
    const [begun, { marks }] = [readCopy(base), readCopy(file)];
    const content = wholeLines(begun.content) + beyond + lackingMark.repeat(marks);
    return { file, content, text: wholeLines(begun.text) + beyond, marks: begun.marks + marks };
  }
  const content = readText(file);
  return { file, content, text: content.replaceAll(lackingMark, ''), marks: marksIn(content) };
}

/**
 * The lines that were added since the backup to files that were sealed again with another key, sealed with the backup's key
 * (docs/decisions/0228).
 *
 * @throws BackupError when the file at its place is sealed with another key: a server with that key needs it as it is
 */
export async function sealedSince(
  place: string,
  named: readonly string[],
  ofBackup: string,
  keyed: KeyedHash,
): Promise<ReadonlyMap<string, string>> {
  const since = new Map<string, string>();
  if (!isAt(ofBackup)) return since;
  for (const file of [place, ...named].filter(isAt)) {
    const beyond = await readResealed(file, keyed, ofBackup);
    if (beyond !== undefined) since.set(file, beyond);
  }
  if (!since.has(place)) return since;
  throw new BackupError(
    `${place} is sealed with another key than the backup's, and a server with that key needs it as it is. ` +
      `Name another place in ERASURES_FILE, and this file with --erasures ${place}. Nothing was restored.`,
  );
}

/**
 * Chooses the file with the most entries: the file at its place, one that the operator named, or the backup's.
 *
 * @param since the lines that files of another key have in addition to the backup's (`sealedSince`)
 * @throws BackupError when the file at its place and a longer one are not copies of one file
 */
export function chooseErasures(
  place: string,
  named: readonly string[],
  ofBackup: string,
  since: ReadonlyMap<string, string> = new Map(),
): RestoredErasures {
  const readThere = (...files: string[]) => files.filter(isAt).map((file) => readCopy(file, since.get(file), ofBackup));
  const [there] = readThere(place);
  const known = readThere(...named);
  const backedUp = readThere(ofBackup);
  // Marks that the backup has too are for erasures from before the backup.
  const isWhole = ({ marks }: { marks: number }) => marks <= (backedUp[0]?.marks ?? 0);
  const knowsErasures = [...known, ...(there ? [there] : [])].some(isWhole);
  // The file only grows, so the longest of several copies has the most entries.
  const [longest] = [...known, ...backedUp].sort(
    (one, other) => other.text.length - one.text.length || one.marks - other.marks,
  );
  const target = targetOf(place);
  const folder = dirname(target);
  const dropDead = () => existsSync(folder) && dropDeadDrafts(folder, basename(target));
  const lines = wholeLines(there?.text ?? '');
  const isEnough =
    there && (isWhole(there) || !knowsErasures) && wholeLines(longest?.text ?? '').length <= lines.length;
  if (longest === undefined || isEnough) {
    const asItIs = { prepare: dropDead, keep: () => {}, place: () => undefined, drop: () => {} };
    return { ...asItIs, knowsErasures, file: there?.file, source: there?.file };
  }
  if (!longest.text.startsWith(lines)) {
    throw new BackupError(
      `${place} and ${longest.file} are not copies of one file of erasures. Name the file of this installation in ERASURES_FILE. ` +
        'Nothing was restored.',
    );
  }
  const draft = draftOf(target);
  let isLeft = false;
  const written = (write: () => void) => {
    try {
      write();
    } catch (error) {
      throw writingFailed(error, folder, 'Nothing was restored.');
    }
  };
  return {
    file: draft,
    source: longest.file,
    knowsErasures,
    prepare() {
      dropDead();
      makeFolder(folder);
      written(() => makeFileOnce(draft, longest.content));
    },
    keep() {
      // Where it was removed, repeating the erasures may have made a file without them.
      if (!isAt(draft) || !readText(draft).startsWith(longest.content)) throw draftRemoved(draft);
      written(() => {
        if (!knowsErasures) appendFileSync(draft, lackingMark);
        syncFile(draft);
      });
    },
    place() {
      try {
        moveOver(draft, target);
        return undefined;
      } catch (error) {
        isLeft = true;
        const { code, message } = error as NodeJS.ErrnoException;
        return `The database is restored, but its file of erasures could not be put at ${place} (${code ?? message}). Copy ${draft} there before a server starts, and delete the copied file.`;
      }
    },
    drop: () => isLeft || rmSync(draft, { force: true }),
  };
}
