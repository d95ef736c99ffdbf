/** Whether the database takes a write. Many may ask; a write is tried only once in a while. */

export interface WriteProbeOptions {
  /** Writes something to the disk. */
  readonly write: () => Promise<void>;
  /** How long a result is reused, in milliseconds. */
  readonly everyMs?: number;
  /** How long a caller waits for a result, in milliseconds. */
  readonly withinMs?: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs?: () => number;
}

/** A write that was begun has not ended in time. */
export class WriteTooSlowError extends Error {
  override name = 'WriteTooSlowError';
}

/**
 * Returns a function that resolves when a recent write succeeded, and rejects with the error of one that failed. At most one
 * write runs at a time.
 */
export function createWriteProbe({
  write,
  everyMs = 5000,
  withinMs = 2000,
  clockMs = () => performance.now(),
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
      // A caller that stopped waiting does not need the error.
      last.catch(() => undefined);
    }
    let timer: NodeJS.Timeout | undefined;
    const tooSlow = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new WriteTooSlowError(`No write within ${withinMs} ms`)), withinMs);
    });
    await Promise.race([last, tooSlow]).finally(() => clearTimeout(timer));
  };
}
