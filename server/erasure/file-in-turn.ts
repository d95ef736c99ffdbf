/**
 * Uses the erasures file for a few seconds at most. The file may be on a share that hangs. A use of it then keeps a thread of the process
 * until the share is back, and a transaction that waits for it holds up everybody who writes.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { within } from '#server/within.ts';
import { appendErasure, ErasuresFileError, hasErasures, readErasures } from './erasures-file.ts';

type Append = typeof appendErasure;

/** How long a start waits for a share that is slow to answer, such as one that is mounted when it is used. Nothing is locked meanwhile. */
const startWaitsMs = 60_000;

export interface FileInTurnOptions {
  /** Appends lines and notes. A test may replace it, to simulate a full disk or a share that hangs. */
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
  /** The time that is left to the uses of one piece of work. */
  const shared = new AsyncLocalStorage<{ leftMs: number }>();

  /**
   * One use follows another. So at most one thread waits for the share, and a line that comes late is never written among those of a
   * later use. What has not begun in time is not done any more.
   *
   * @throws ErasuresFileError when the file does not answer in time
   */
  function inTurn<Result>(use: () => Promise<Result>, mostMs = fileWithinMs): Promise<Result> {
    const time = shared.getStore() ?? { leftMs: mostMs };
    const beganMs = performance.now();
    let isOver = false;
    const end = (): never => {
      isOver = true;
      throw new ErasuresFileError(
        `The file of erasures, ${path}, did not answer in time. Look whether its share is there, then try again.`,
      );
    };
    const mine = last.then(() => (isOver ? end() : use()));
    last = mine.catch(() => undefined);
    return within(Math.max(0, time.leftMs), mine, end).finally(() => {
      time.leftMs -= performance.now() - beganMs;
    });
  }

  return {
    /** Gives all uses that a transaction makes together the time of one, because others wait to write meanwhile. */
    together: <Result>(work: () => Promise<Result>): Promise<Result> => shared.run({ leftMs: fileWithinMs }, work),

    /** Waits at a start, before anything is locked, until the file answers. */
    wait: () => inTurn(() => hasErasures(path), startWaitsMs),
    isThere: () => inTurn(() => hasErasures(path)),
    read: () => inTurn(() => read(path, keyed)),
    append: (before: Parameters<Append>[1], next: Parameters<Append>[2]) => inTurn(() => append(path, before, next)),
  };
}
