/** One reading for many readers: hundreds of consoles ask for the board at the same moment, and all of them get one answer. */

export interface SharedReadOptions<T> {
  readonly read: () => Promise<T>;
  /** The mean time from the start of a reading to the start of the next, at least, in milliseconds. */
  readonly everyMs: number;
  /** How many readings may begin at once after a pause, before `everyMs` counts again; 1 unless it is said. */
  readonly burst?: number;
  /** From the start of any reading to the start of the next, in milliseconds: those who hear of one change ask meanwhile. */
  readonly apartMs?: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
  /** Calls back after so many milliseconds. */
  readonly later?: (work: () => void, ms: number) => unknown;
}

/**
 * Reads for whoever asks. A reading that began before somebody asked may miss what they were told of, so they get the next one;
 * everybody who asks while it is awaited shares it. Readings do not overlap, and in any span of time at most `burst` more begin
 * than one each `everyMs`, so that the database sees few of them however many ask. Somebody who asks alone now and then does not
 * wait. Nothing is kept: a value is never older than the question.
 */
export function createSharedRead<T>({
  read,
  everyMs,
  burst = 1,
  apartMs = 0,
  clockMs,
  later = setTimeout,
}: SharedReadOptions<T>) {
  let lastStartMs = Number.NEGATIVE_INFINITY;
  /** When the next reading is due at the mean rate. It may begin earlier, by the readings that `burst` allows. */
  let dueMs = Number.NEGATIVE_INFINITY;
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;

  async function begin(): Promise<T> {
    await running;
    const waitMs = Math.max(lastStartMs + apartMs, dueMs - (burst - 1) * everyMs) - clockMs();
    if (waitMs > 0) await new Promise<void>((resolve) => later(resolve, waitMs));
    lastStartMs = clockMs();
    dueMs = Math.max(dueMs, lastStartMs) + everyMs;
    next = undefined;
    const reading = read();
    running = reading.catch(() => undefined);
    return reading;
  }

  return (): Promise<T> => {
    next ??= begin();
    return next;
  };
}
