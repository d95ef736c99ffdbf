/**
 * What slows down and reports guessing, at access codes and at the desk's sign-in. Nothing here keeps a guesser out: what is
 * guessed has to be long enough for that, and tests compute the odds from these constants (`server/access/tries.test.ts`,
 * `server/sign-in/odds.test.ts`). All of it is in this process's memory and by a clock that only goes forward, so nothing
 * that one network does, and no change of the wall clock, keeps another one out.
 */
import { createMemoryWindows } from '#server/http/windows.ts';

/** Evaluated access codes of one process in any second, whoever makes them. */
export const mostTriesPerSecond = 10_000;

/** How many wrong codes of one address bring no delay: a person who mistypes is not slowed down. */
const freeTries = 3;
const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** How long after its last wrong code the failures of an address are forgotten. */
const forgetAfterMs = 15 * 60_000;

/** Addresses remembered at most; beyond that the one that failed longest ago is forgotten. */
const mostAddresses = 20_000;

/** More wrong or refused tries in a time than people mistype. The operator gets an alert, once an hour at most. */
export const unusualTries = { times: 200, withinMs: 10 * 60_000, againAfterMs: 60 * 60_000 } as const;

/** What a try comes to. `wait`: it was not evaluated, or it was wrong and came too early to be told so. */
export type TryOutcome<T> =
  | { readonly kind: 'right'; readonly found: T }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly retryAfterMs: number };

export interface TriesOptions {
  /** Milliseconds of a clock that only goes forward, from any beginning. */
  readonly clockMs: () => number;
  /** Hears of an unusual rate, with the number of wrong and refused tries within `unusualTries.withinMs`. */
  readonly onUnusual?: (tries: number) => void;
  readonly mostAddresses?: number;
  readonly mostPerSecond?: number;
  /**
   * A right one is let in although its address has to wait. Many people share an address, and one of them who guesses without a
   * pause would keep all others out for good. Only for what is so long that the odds of guessing do not depend on the waits.
   */
  readonly onlyWrongOnesWait?: boolean;
}

/** The delay after so many wrong codes, in milliseconds. */
export const delayMsAfter = (failures: number): number =>
  failures <= freeTries ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - freeTries - 1));

/**
 * Lets at most `most` things happen in any second. It remembers when the last `most` of them happened, so no second is
 * counted by a window that begins in its middle.
 */
function createPace(most: number) {
  const happenedMs = new Float64Array(most).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  return {
    /** 0 when one more may happen now, which counts it; otherwise the milliseconds until then. */
    take(nowMs: number): number {
      const waitMs = (happenedMs[next] ?? 0) + 1000 - nowMs;
      if (waitMs > 0) return waitMs;
      happenedMs[next] = nowMs;
      next = (next + 1) % most;
      return 0;
    },
  };
}

/** Counts failures of addresses, each with the delay that they cost. */
function createDelays(clockMs: () => number, most: number) {
  const known = new Map<string, { readonly count: number; readonly lastMs: number }>();
  const remembered = (address: string) => {
    const failures = known.get(address);
    return failures && clockMs() - failures.lastMs < forgetAfterMs ? failures : undefined;
  };
  return {
    waitMs(address: string): number {
      const failures = remembered(address);
      return failures ? Math.max(0, failures.lastMs + delayMsAfter(failures.count) - clockMs()) : 0;
    },
    failed(address: string): void {
      const count = (remembered(address)?.count ?? 0) + 1;
      // Taken out and put in again, it is the newest; the first of the map is the one that failed longest ago.
      known.delete(address);
      known.set(address, { count, lastMs: clockMs() });
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
    },
    size: () => known.size,
  };
}

/** Says once in `againAfterMs` that there were too many failures within `withinMs`. */
function createWatch(clockMs: () => number, onUnusual: (tries: number) => void) {
  const { times, withinMs, againAfterMs } = unusualTries;
  const failures = createMemoryWindows(withinMs, clockMs);
  const told = createMemoryWindows(againAfterMs, clockMs);
  return {
    failed(): void {
      const { count } = failures.add('all');
      if (count >= times && told.add('all').count === 1) onUnusual(count);
    },
  };
}

export type Tries = ReturnType<typeof createTries>;

export function createTries({ clockMs, onUnusual = () => {}, onlyWrongOnesWait = false, ...most }: TriesOptions) {
  const delays = createDelays(clockMs, most.mostAddresses ?? mostAddresses);
  const pace = createPace(most.mostPerSecond ?? mostTriesPerSecond);
  const watch = createWatch(clockMs, onUnusual);
  /** The last try of each address that has one under way. */
  const underWay = new Map<string, Promise<unknown>>();

  async function evaluateNext<T>(address: string, evaluate: () => Promise<T | undefined>): Promise<TryOutcome<T>> {
    const waitMs = delays.waitMs(address);
    const retryAfterMs = (!onlyWrongOnesWait && waitMs) || pace.take(clockMs());
    const found = retryAfterMs === 0 ? await evaluate() : undefined;
    if (found !== undefined) return { kind: 'right', found };
    watch.failed();
    if (retryAfterMs > 0 || waitMs > 0) return { kind: 'wait', retryAfterMs: retryAfterMs || waitMs };
    delays.failed(address);
    return { kind: 'wrong' };
  }

  return {
    /**
     * Evaluates a try, unless its address or the process has to wait first. The tries of one address are evaluated one
     * after another: each meets the delay that the ones before it cost, however many arrive at the same instant, and a
     * dealership whose people all type the right code at once is not taken for a guesser.
     *
     * @param address what stands for the network address
     * @param evaluate what the code opens; undefined for a wrong one. A try that throws counts as none
     */
    async attempt<T>(address: string, evaluate: () => Promise<T | undefined>): Promise<TryOutcome<T>> {
      const before = underWay.get(address);
      const mine = before ? before.then(() => evaluateNext(address, evaluate)) : evaluateNext(address, evaluate);
      const settled = mine.catch(() => {});
      underWay.set(address, settled);
      try {
        return await mine;
      } finally {
        if (underWay.get(address) === settled) underWay.delete(address);
      }
    },

    /** Addresses remembered. */
    size: () => delays.size(),
  };
}
