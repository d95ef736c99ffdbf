/** One read for many readers: when hundreds of consoles ask for the board at the same moment, all get one result. */

interface SharedReadOptions<T> {
  readonly read: () => Promise<T>;
  /** The least average time from the start of one read to the start of the next, in milliseconds. */
  readonly everyMs: number;
  /** How many reads may start at once after a pause, before `everyMs` applies again. Defaults to 1. */
  readonly burst?: number;
  /** The least time between the starts of two reads, in milliseconds. Others who hear of the same change ask within it. */
  readonly apartMs?: number;
  /** A clock that only goes forward, in milliseconds. */
  readonly clockMs: () => number;
  /** Calls `work` after `ms` milliseconds. */
  readonly later?: (work: () => void, ms: number) => unknown;
}

/**
 * Shares reads between callers. A read that began before a call may miss what the caller was told of, so the call gets the next
 * read; everybody who calls before that one begins shares it. Reads do not overlap, and in any span of time at most `burst` more
 * begin than one each `everyMs`, so that the database sees few of them however many callers there are. A caller who is alone does
 * not wait. Nothing is cached: a result is never older than the call.
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
  /** When the next read is due at the average rate. `burst` allows it to begin earlier. */
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
