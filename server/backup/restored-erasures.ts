/**
 * The file of erasures of a restored database. It is worked on beside its place and put there once the database has erased what it
 * names: a file that a failed restore left there would count, in the next one, as one that knows what was erased since.
 */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAt, makeFileOnce, makeFolder, syncFile, syncFolder } from '#server/durable-files.ts';
import { BackupError } from './manifest.ts';

export interface RestoredErasures {
  /** The file to erase by; undefined when there is none at all. */
  readonly file: string | undefined;
  /** Where it was read; what an operator is told names this one. */
  readonly source: string | undefined;
  /** Whether it may know what was erased after the backup. */
  readonly knowsErasures: boolean;
  /** Puts it at its place. Before that nothing has changed there. */
  place(): void;
  /** Removes what was not put at its place. */
  drop(): void;
}

const read = (file: string): string => readFileSync(file, 'utf8');

/** The lines that were written whole, which is what a copy from another moment has too. */
const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1);

const longestFirst = (one: { text: string }, other: { text: string }) => other.text.length - one.text.length;

/**
 * Chooses, of the file at its place, those that the operator named and the backup's, the one that knows the most.
 *
 * @throws BackupError when the file at its place and a longer one are not copies of one file
 */
export function chooseErasures(place: string, named: readonly string[], ofBackup: string): RestoredErasures {
  const isThere = isAt(place);
  const known = named.filter((file) => isAt(file));
  const copies = [...known, ofBackup]
    .filter((file) => isAt(file))
    .map((file) => ({ file, text: read(file) }))
    // It is only appended to, so of several copies of one file the longest knows the most.
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
  const draft = `${place}.restoring-${process.pid}`;
  rmSync(draft, { force: true });
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
