/** Whether the database takes a write, asked as often as anybody likes and tried rarely. */

export interface WriteProbeOptions {
  /** Writes something to the disk. */
  readonly write: () => Promise<void>;
  /** How long a result holds, in milliseconds: whoever asks meanwhile costs the database nothing. */
  readonly everyMs?: number;
  /** How long anybody waits for a result, in milliseconds. */
  readonly withinMs?: number;
}

/** A write that was begun has not ended in time. */
export class WriteTooSlowError extends Error {
  override name = 'WriteTooSlowError';
}

/**
 * Returns a function that resolves when a write came through lately, and rejects with what was in its way. One write is under
 * way at most.
 */
export function createWriteProbe({ write, everyMs = 5000, withinMs = 2000 }: WriteProbeOptions): () => Promise<void> {
  let last: Promise<void> | undefined;
  let beganMs = 0;
  let ended = true;

  return async function probe(): Promise<void> {
    if (!last || (ended && performance.now() - beganMs >= everyMs)) {
      beganMs = performance.now();
      ended = false;
      last = write().finally(() => {
        ended = true;
      });
      // Whoever has stopped waiting needs to hear of it no more.
      last.catch(() => undefined);
    }
    let timer: NodeJS.Timeout | undefined;
    const tooSlow = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new WriteTooSlowError(`No write within ${withinMs} ms`)), withinMs);
    });
    await Promise.race([last, tooSlow]).finally(() => clearTimeout(timer));
  };
}
