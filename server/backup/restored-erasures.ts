/**
 * The file of erasures of a restored database. It is written beside its place, and moved there only after the restored database has
 * repeated its erasures. Otherwise a restore that failed would leave its file there, and the next restore would take that file for one
 * with every erasure since the backup.
 */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isAt, makeFileOnce, makeFolder, syncFile, syncFolder } from '#server/durable-files.ts';
import { draftOf, dropDeadDrafts } from './drafts.ts';
import { BackupError } from './manifest.ts';

interface RestoredErasures {
  /** The file to erase by; undefined when there is none. */
  readonly file: string | undefined;
  /** The file it was copied from, which messages to the operator name. */
  readonly source: string | undefined;
  /** Whether it may have the erasures since the backup. */
  readonly knowsErasures: boolean;
  /** Puts the file at its place. Until then nothing changes there. */
  place(): void;
  /** Removes the file when it was not put at its place. */
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
  const asItIs = { knowsErasures, place: () => {}, drop: () => {} };
  if (longest === undefined)
    return { ...asItIs, ...(isThere ? { file: place, source: place } : { file: undefined, source: undefined }) };
  if (isThere && wholeLines(longest.text).length <= there.length) return { ...asItIs, file: place, source: place };
  if (!longest.text.startsWith(there)) {
    throw new BackupError(
      `${place} and ${longest.file} are not copies of one file of erasures. Name the file of this installation in ERASURES_FILE. ` +
        'Nothing was restored.',
    );
  }
  makeFolder(dirname(place));
  dropDeadDrafts(dirname(place), basename(place));
  const draft = draftOf(place);
  makeFileOnce(draft, longest.text);
  return {
    file: draft,
    source: longest.file,
    knowsErasures,
    place() {
      syncFile(draft);
      renameSync(draft, place);
      syncFolder(dirname(place));
    },
    drop: () => rmSync(draft, { force: true }),
  };
}
