/** One reading for many readers: hundreds of consoles ask for the board at the same moment, and all of them get one answer. */

export interface SharedReadOptions<T> {
  readonly read: () => Promise<T>;
  /** From the start of a reading to the start of the next, at least, in milliseconds. */
  readonly everyMs: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
  /** Calls back after so many milliseconds. */
  readonly later?: (work: () => void, ms: number) => unknown;
}

/**
 * Reads for whoever asks. A reading that began before somebody asked may miss what they were told of, so they get the next one;
 * everybody who asks while it is awaited shares it. Readings do not overlap, and no two begin within `everyMs`, so that the
 * database sees few of them however many ask. Nothing is kept: a value is never older than the question.
 */
export function createSharedRead<T>({ read, everyMs, clockMs, later = setTimeout }: SharedReadOptions<T>) {
  let lastStartMs = Number.NEGATIVE_INFINITY;
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;

  async function begin(): Promise<T> {
    await running;
    const waitMs = lastStartMs + everyMs - clockMs();
    if (waitMs > 0) await new Promise<void>((resolve) => later(resolve, waitMs));
    lastStartMs = clockMs();
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
