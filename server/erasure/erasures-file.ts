/**
 * The erasures file: the ids of everything that was erased, outside the database. A database that is restored from a backup does
 * not know what was erased since, but this file does. Records are only appended, one per line, and a line is on disk before its
 * transaction commits.
 *
 * The first line has the file's own id. Each later line has a keyed seal over itself and the seal of the line before, so nobody
 * without the key can change, add or remove a line unnoticed. Only the newest lines can be cut off, and the head in the database
 * reveals that. An incomplete line, left by a full disk or a power cut, is skipped. So is a mark (`lackingMark`).
 *
 * Between the lines are notes, which are sealed as well: that an erasure is finished, so somebody may have been told of it, or that it
 * failed and was given up (docs/decisions/0201).
 */
import { randomUUID } from 'node:crypto';
import { constants, readFileSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { erasableKinds, erasureReasonNames } from '#contract/desk/person-request.ts';
import { makeFileOnce, makeFolder, replaceFile } from '#server/durable-files.ts';
import { parseJson } from '#server/json.ts';
import { isSame, type KeyedHash } from '#server/keyed-hash.ts';

const text = z.string().check(z.maxLength(100));
const header = z.object({ file: text, made: z.iso.datetime() });
const line = z.object({
  seq: z.int().check(z.positive()),
  id: text,
  at: z.iso.datetime(),
  by: z.nullable(text),
  reason: z.enum(erasureReasonNames),
  items: z.array(z.tuple([z.enum(erasableKinds), text])),
  seal: text,
});

const note = z.object({
  note: z.enum(['finished', 'given-up']),
  seq: z.int().check(z.positive()),
  of: text,
  seal: text,
});

/** What became of the erasure of a line, which is named by its number and its seal. */
type ErasureNote = Readonly<z.infer<typeof note>>;

/** An erasure as a line of the file. */
export type ErasureLine = Readonly<z.infer<typeof line>>;
export type NewErasureLine = Omit<ErasureLine, 'seq' | 'seal'>;

/** The number and the seal of the file's last line. Without lines they are 0 and empty. */
export type FileHead = Pick<ErasureLine, 'seq' | 'seal'>;

export interface FileRead {
  readonly fileId: string;
  /** In order, numbered from 1 without a gap, without those that were given up. */
  readonly lines: readonly ErasureLine[];
  /** The number of the last line that is noted as finished, as are all lines before it; 0 when none is. */
  readonly finished: number;
  readonly head: FileHead;
  /** In bytes. */
  readonly size: number;
  /** Whether the last byte ends a line. */
  readonly isWhole: boolean;
}

/** The file cannot be read or written, is not an erasures file, or was changed. The message is for the operator. */
export class ErasuresFileError extends Error {
  override name = 'ErasuresFileError';
}

export const emptyHead: FileHead = { seq: 0, seal: '' };

function sealOf(
  keyed: KeyedHash,
  fileId: string,
  { seq, id, at, by, reason, items }: Omit<ErasureLine, 'seal'>,
  before: string,
) {
  return keyed.of('erasures-file', JSON.stringify([fileId, before, seq, id, at, by, reason, items]));
}

const sealOfNote = (keyed: KeyedHash, fileId: string, { note: what, seq, of }: Omit<ErasureNote, 'seal'>) =>
  keyed.of('erasures-file-note', JSON.stringify([fileId, what, seq, of]));

/** The system does not let this user read the file. */
function unreadable(path: string, { code }: NodeJS.ErrnoException): ErasuresFileError {
  if (code === 'EISDIR') return new ErasuresFileError(`${path} is a folder. Name a file in ERASURES_FILE.`);
  const todo = 'Fix its permissions or its disk, or name another file in ERASURES_FILE.';
  return new ErasuresFileError(`The file of erasures, ${path}, cannot be read (${code}). ${todo}`);
}

/** The file was sealed with another key, or somebody changed it. */
export class ErasuresSealError extends ErasuresFileError {
  override name = 'ErasuresSealError';
}

/** The id in the first line of a file; undefined when the text is no file of erasures. */
export const fileIdOf = (content: string): string | undefined => {
  const read = header.safeParse(parseJson(content.split('\n', 1)[0] ?? ''));
  return read.success ? read.data.file : undefined;
};

/** The lines in sequence, and how many are finished. Without a key, seals are not checked. */
function readLines(path: string, keyed: KeyedHash | undefined, fileId: string, rows: readonly string[]) {
  const lines: ErasureLine[] = [];
  let finished = 0;
  const sealBefore = (seq: number): string => lines[seq - 2]?.seal ?? '';
  const refuse = (at: number) => {
    throw new ErasuresSealError(
      `Line ${at + 2} of ${path} was changed, or lines before it are missing, or it was written with another key (SECRET_KEY). ` +
        'Put the file back as it was: the newest backup has a copy.',
    );
  };
  function follow({ note: what, seq, of }: ErasureNote): void {
    // Another line has this number since, or a process that stood still wrote the note.
    if (lines[seq - 1]?.seal !== of) return;
    if (what === 'finished') finished = Math.max(finished, seq);
    else if (seq === lines.length && seq > finished) lines.pop();
  }
  for (const [at, row] of rows.entries()) {
    const json = parseJson(row);
    const noted = note.safeParse(json);
    if (noted.success) {
      if (keyed && !isSame(sealOfNote(keyed, fileId, noted.data), noted.data.seal)) refuse(at);
      follow(noted.data);
      continue;
    }
    const read = line.safeParse(json);
    // An incomplete line: its erasure failed.
    if (!read.success) continue;
    const next = read.data;
    const mayFollow = next.seq <= lines.length + 1;
    const isSealed = !keyed || isSame(sealOf(keyed, fileId, next, sealBefore(next.seq)), next.seal);
    if (!mayFollow || !isSealed) refuse(at);
    // A process that was frozen wrote this line after another process had gone on. Its own transaction failed.
    if (next.seq <= lines.length) continue;
    lines.push(next);
  }
  return { lines, finished };
}

/**
 * Reads a whole erasures file. It grows by one line for each erasure.
 *
 * @param keyed undefined to read the file without checking who wrote it
 * @throws ErasuresFileError when the file is missing, cannot be read, or is not an erasures file
 * @throws ErasuresSealError when a line was changed or sealed with another key
 */
export async function readErasures(path: string, keyed: KeyedHash | undefined): Promise<FileRead> {
  let content: Buffer;
  try {
    content = await readFile(path);
  } catch (error) {
    const refused = error as NodeJS.ErrnoException;
    if (refused.code !== 'ENOENT') throw unreadable(path, refused);
    throw new ErasuresFileError(`The file of erasures, ${path}, is not there.`);
  }
  const whole = content.toString('utf8');
  const fileId = fileIdOf(whole);
  if (fileId === undefined) {
    const todo =
      'Put it back: the newest backup has a copy. If ERASURES_FILE names the wrong file, name the right one.';
    throw new ErasuresFileError(`${path} is no file of erasures, or is damaged. ${todo}`);
  }
  const [, ...rows] = whole.split('\n');
  const { lines, finished } = readLines(
    path,
    keyed,
    fileId,
    rows.filter((row) => row !== ''),
  );
  const last = lines.at(-1);
  return {
    fileId,
    lines,
    finished,
    head: last ? { seq: last.seq, seal: last.seal } : emptyHead,
    size: content.byteLength,
    isWhole: content.at(-1) === 0x0a,
  };
}

/** @throws ErasuresFileError when the system does not let this user look */
export async function hasErasures(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    const refused = error as NodeJS.ErrnoException;
    // As with `isAt`, which stops the whole process while a share hangs.
    if (refused.code === 'ENOENT' || refused.code === 'ENOTDIR') return false;
    throw unreadable(path, refused);
  }
}

/**
 * The mark in a file that may lack erasures: its restore did not know what was erased since its backup, or another file goes on in its
 * place. No restore takes it for a whole one. Whoever reads the erasures skips it.
 */
export const lackingMark = `${JSON.stringify({ lacking: 'what was erased since the backup' })}\n`;

/** How many marks a file's text has. */
export const marksIn = (text: string): number => text.split(lackingMark).length - 1;

const headerOf = (fileId: string, now: Date): string =>
  `${JSON.stringify({ file: fileId, made: now.toISOString() })}\n`;

/**
 * Makes a file without erasures, unless there is a file already.
 *
 * @throws ErasuresFileError when the system refuses it
 */
export function makeErasures(path: string, now: Date, fileId: string = randomUUID()): void {
  try {
    makeFolder(dirname(path));
    makeFileOnce(path, headerOf(fileId, now));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ErasuresFileError(
      `The file of erasures, ${path}, cannot be made (${code ?? message}). Fix its folder, or name another file in ERASURES_FILE.`,
    );
  }
}

/**
 * Replaces a file by one with these lines and its marks, and keeps the old file beside it, marked as one that does not go on.
 *
 * @returns the path of the old file; undefined when there was none
 */
export async function replaceErasures(
  path: string,
  now: Date,
  fileId: string,
  lines: readonly ErasureLine[],
): Promise<string | undefined> {
  makeFolder(dirname(path));
  const kept = (await hasErasures(path)) ? readFileSync(path, 'utf8') : undefined;
  const earlier = kept === undefined ? undefined : `${path}.before-${now.getTime()}`;
  if (earlier) makeFileOnce(earlier, `${kept}${kept?.endsWith('\n') ? '' : '\n'}${lackingMark}`);
  const rows = lines.map((one) => `${JSON.stringify(one)}\n`).join('');
  replaceFile(path, headerOf(fileId, now) + rows + lackingMark.repeat(marksIn(kept ?? '')));
  return earlier;
}

/** The line that adds an erasure after what was read. */
export function nextLine(
  keyed: KeyedHash,
  { fileId, head }: Pick<FileRead, 'fileId' | 'head'>,
  erasure: NewErasureLine,
): ErasureLine {
  const numbered = { seq: head.seq + 1, ...erasure };
  return { ...numbered, seal: sealOf(keyed, fileId, numbered, head.seal) };
}

/** The note about a line. It says nothing but this, so two processes write the same bytes. */
export function noteAbout(
  keyed: KeyedHash,
  { fileId }: Pick<FileRead, 'fileId'>,
  { seq, seal }: FileHead,
  what: ErasureNote['note'],
): ErasureNote {
  const about = { note: what, seq, of: seal };
  return { ...about, seal: sealOfNote(keyed, fileId, about) };
}

/**
 * Appends lines and notes after what was read. When it resolves, they are on disk.
 *
 * @throws ErasuresFileError when they could not be written whole, or somebody else wrote meanwhile
 */
export async function appendErasure(
  path: string,
  { size, isWhole }: Pick<FileRead, 'size' | 'isWhole'>,
  next: readonly (ErasureLine | ErasureNote)[],
): Promise<void> {
  const rows = next.map((one) => `${JSON.stringify(one)}\n`).join('');
  const bytes = Buffer.from(`${isWhole ? '' : '\n'}${rows}`);
  try {
    const file = await open(path, constants.O_WRONLY | constants.O_APPEND);
    try {
      await file.appendFile(bytes);
      await file.sync();
      const { size: after } = await file.stat();
      if (after === size + bytes.byteLength) return;
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ErasuresFileError(
      `The file of erasures, ${path}, could not be written (${code ?? message}). Nothing was erased.`,
    );
  }
  throw new ErasuresFileError(`Somebody else wrote into ${path} at the same time. Nothing was erased.`);
}
