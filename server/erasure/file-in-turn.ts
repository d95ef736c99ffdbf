/**
 * Uses the erasures file for a few seconds at most. The file may be on a share that hangs. A use of it then keeps a thread of the process
 * until the share is back, and a transaction that waits for it holds up everybody who writes.
 */
import type { KeyedHash } from '#server/keyed-hash.ts';
import { within } from '#server/within.ts';
import { appendErasure, ErasuresFileError, hasErasures, readErasures } from './erasures-file.ts';

type Append = typeof appendErasure;

export interface FileInTurnOptions {
  /** Appends a line or a note. A test may replace it, to simulate a full disk or a share that hangs. */
  readonly append?: Append;
  /** Reads the file. A test may replace it too. */
  readonly read?: typeof readErasures;
  /** How long each use waits, in milliseconds. */
  readonly fileWithinMs?: number;
}

export type FileInTurn = ReturnType<typeof createFileInTurn>;

/** @param path the path of the erasures file */
export function createFileInTurn(
  path: string,
  keyed: KeyedHash,
  { append = appendErasure, read = readErasures, fileWithinMs = 5000 }: FileInTurnOptions,
) {
  let last: Promise<unknown> = Promise.resolve();

  /**
   * One use follows another. So at most one thread waits for the share, and a line that comes late is never written among those of a
   * later use. What has not begun in time is not done any more.
   *
   * @throws ErasuresFileError when the file does not answer in time
   */
  function inTurn<Result>(use: () => Promise<Result>): Promise<Result> {
    let isOver = false;
    const end = (): never => {
      isOver = true;
      throw new ErasuresFileError(
        `The file of erasures, ${path}, did not answer in time. Look whether its share is there, then try again.`,
      );
    };
    const mine = last.then(() => (isOver ? end() : use()));
    last = mine.catch(() => undefined);
    return within(fileWithinMs, mine, end);
  }

  return {
    isThere: () => inTurn(() => hasErasures(path)),
    read: () => inTurn(() => read(path, keyed)),
    append: (before: Parameters<Append>[1], next: Parameters<Append>[2]) => inTurn(() => append(path, before, next)),
  };
}
