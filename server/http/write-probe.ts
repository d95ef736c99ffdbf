/** Finds out whether the database takes a write. However many callers ask, a write is tried only once in a while. */
import { machineClocks } from '#server/clock.ts';
import { within } from '#server/within.ts';

interface WriteProbeOptions {
  /** Writes something to the disk. */
  readonly write: () => Promise<void>;
  /** How long a result is reused, in milliseconds. */
  readonly everyMs?: number;
  /** How long a caller waits for a result, in milliseconds. */
  readonly withinMs?: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs?: () => number;
}

/** A write was begun and has not ended in time. */
export class WriteTooSlowError extends Error {
  override name = 'WriteTooSlowError';
}

/**
 * Returns a function that resolves when the most recent write succeeded, and rejects with its error when it failed. At most one
 * write runs at a time.
 *
 * @throws WriteTooSlowError (the returned function) when there is no result within `withinMs`
 */
export function createWriteProbe({
  write,
  everyMs = 5000,
  withinMs = 2000,
  clockMs = machineClocks.clockMs,
}: WriteProbeOptions): () => Promise<void> {
  let last: Promise<void> | undefined;
  let beganMs = 0;
  let ended = true;

  return async function probe(): Promise<void> {
    if (!last || (ended && clockMs() - beganMs >= everyMs)) {
      beganMs = clockMs();
      ended = false;
      last = write().finally(() => {
        ended = true;
      });
      // The caller may have stopped waiting, and must not get an unhandled rejection.
      last.catch(() => undefined);
    }
    await within(withinMs, last, () => {
      throw new WriteTooSlowError(`No write within ${withinMs} ms`);
    });
  };
}
