/**
 * The file of erasures of a restored database. It is written beside its place, and moved there as the last step of the restore, when a
 * server may use the database. Otherwise a restore that failed would leave its file there, and the next restore would take that file for
 * one with every erasure since the backup.
 */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isAt, makeFileOnce, makeFolder, syncFile, syncFolder } from '#server/durable-files.ts';
import { draftOf, draftRemoved, dropDeadDrafts } from './drafts.ts';
import { BackupError } from './manifest.ts';

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
   * Puts the file on disk.
   *
   * @throws BackupError when another restore has removed it
   */
  keep(): void;
  /**
   * Puts the file at its place. Until then nothing changes there.
   *
   * @throws BackupError when the system refuses it; the file then stays beside its place
   */
  place(): void;
  /** Removes the file when the restore has failed. */
  drop(): void;
}

const read = (file: string): string => readFileSync(file, 'utf8');

/** The complete lines of a file. Copies of it from other moments begin with the same lines. */
const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1);

const longestFirst = (one: { text: string }, other: { text: string }) => other.text.length - one.text.length;

/**
 * Chooses the file with the most entries: the file at its place, one that the operator named, or the backup's.
 *
 * @throws BackupError when the file at its place and a longer one are not copies of one file
 */
export function chooseErasures(place: string, named: readonly string[], ofBackup: string): RestoredErasures {
  const isThere = isAt(place);
  const known = named.filter((file) => isAt(file));
  const copies = [...known, ofBackup]
    .filter((file) => isAt(file))
    .map((file) => ({ file, text: read(file) }))
    // The file only grows, so the longest of several copies has the most entries.
    .sort(longestFirst);
  const [longest] = copies;
  const there = isThere ? wholeLines(read(place)) : '';
  const knowsErasures = isThere || known.length > 0;
  const folder = dirname(place);
  const dropDead = () => existsSync(folder) && dropDeadDrafts(folder, basename(place));
  const asItIs = { knowsErasures, prepare: dropDead, keep: () => {}, place: () => {}, drop: () => {} };
  if (longest === undefined)
    return { ...asItIs, ...(isThere ? { file: place, source: place } : { file: undefined, source: undefined }) };
  if (isThere && wholeLines(longest.text).length <= there.length) return { ...asItIs, file: place, source: place };
  if (!longest.text.startsWith(there)) {
    throw new BackupError(
      `${place} and ${longest.file} are not copies of one file of erasures. Name the file of this installation in ERASURES_FILE. ` +
        'Nothing was restored.',
    );
  }
  const draft = draftOf(place);
  let isNeeded = false;
  return {
    file: draft,
    source: longest.file,
    knowsErasures,
    prepare() {
      dropDead();
      makeFolder(folder);
      makeFileOnce(draft, longest.text);
    },
    keep() {
      // Where it was removed, repeating the erasures may have made a file without them.
      if (!isAt(draft) || !read(draft).startsWith(longest.text)) throw draftRemoved(draft);
      syncFile(draft);
    },
    place() {
      try {
        renameSync(draft, place);
      } catch (error) {
        isNeeded = true;
        const { code, message } = error as NodeJS.ErrnoException;
        throw new BackupError(
          `The database is restored, but its file of erasures could not be put at ${place} (${code ?? message}). Move ${draft} there before a server starts.`,
        );
      }
      syncFolder(folder);
    },
    drop() {
      if (!isNeeded) rmSync(draft, { force: true });
    },
  };
}
