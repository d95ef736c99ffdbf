/** Reads a file of erasures that was sealed anew with another key, for a database of the earlier key (docs/decisions/0228). */
import { isSame, type KeyedHash } from '#server/keyed-hash.ts';
import {
  type ErasureLine,
  emptyHead,
  type NewErasureLine,
  nextLine,
  noteAbout,
  readErasures,
} from './erasures-file.ts';

/** A line without its seal, as text to be compared. */
export const saidBy = ({ seq, id, at, by, reason, items }: NewErasureLine & Pick<ErasureLine, 'seq'>): string =>
  JSON.stringify([seq, id, at, by, reason, items]);

/**
 * The lines that a file has beyond an earlier copy, when the file was sealed again with another key. They are returned sealed with the
 * copy's key. Nobody can check who wrote them.
 *
 * @returns undefined when the file holds a line of this key, or says something else than the copy
 */
export async function readResealed(path: string, keyed: KeyedHash, copy: string): Promise<string | undefined> {
  const [read, base] = [await readErasures(path, undefined), await readErasures(copy, keyed)];
  const { fileId, lines } = read;
  const [first] = lines;
  const isCopy =
    fileId === base.fileId && base.lines.every((line, at) => lines[at] && saidBy(lines[at]) === saidBy(line));
  if (!first || !isCopy || isSame(nextLine(keyed, { fileId, head: emptyHead }, first).seal, first.seal))
    return undefined;
  const sealed = [...base.lines];
  for (const { seq: _seq, seal: _seal, ...erasure } of lines.slice(sealed.length))
    sealed.push(nextLine(keyed, { fileId, head: sealed.at(-1) ?? emptyHead }, erasure));
  const finished = sealed[read.finished - 1];
  const notes = finished ? [noteAbout(keyed, base, finished, 'finished')] : [];
  return [...sealed.slice(base.lines.length), ...notes].map((one) => `${JSON.stringify(one)}\n`).join('');
}
