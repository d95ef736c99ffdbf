/**
 * Slows down and reports guessing of access codes, passwords and second factors. It does not keep a guesser out: the secrets are
 * long enough for that, and tests compute the odds from these constants (`server/access/tries.test.ts`,
 * `server/sign-in/odds.test.ts`). Everything is kept in this process's memory and measured by a clock that only goes forward, so
 * nothing that one network does, and no change of the wall clock, keeps another network out.
 */
import { createBurst } from '#server/burst.ts';
import { createMemoryWindows } from '#server/http/windows.ts';
import { putNewest } from '#server/put-newest.ts';

/** The most tries that one `createTries` evaluates in any second, from all addresses, unless the caller sets another number. */
export const mostTriesPerSecond = 10_000;

/** How many wrong tries an address has without a delay, so that a person who mistypes is not slowed down. */
const freeTries = 3;
const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** How long after its last wrong try an address's failures are forgotten. */
const forgetAfterMs = 15 * 60_000;

/** The most addresses remembered. Beyond that, the one that failed longest ago is forgotten. */
const mostAddresses = 20_000;

/** More wrong or refused tries than mistyping explains. The operator gets an alert, at most once an hour. */
export const unusualTries = { times: 200, withinMs: 10 * 60_000, againAfterMs: 60 * 60_000 } as const;

/** The outcome of a try. `wait`: the try was not evaluated, or it was wrong and came too early to be told so. */
export type TryOutcome<T> =
  | { readonly kind: 'right'; readonly found: T }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly retryAfterMs: number };

export interface TriesOptions {
  /** Milliseconds of a clock that only goes forward, from any beginning. */
  readonly clockMs: () => number;
  /** Is told of an unusual rate, with the number of wrong and refused tries within `unusualTries.withinMs`. */
  readonly onUnusual?: (tries: number) => void;
  readonly mostAddresses?: number;
  readonly mostPerSecond?: number;
  /**
   * Lets a right try in although its address has to wait. Many people share an address, and one of them who guesses without a pause
   * would otherwise keep all others out for good. Only for secrets so long that the odds of guessing do not depend on the waits.
   */
  readonly onlyWrongOnesWait?: boolean;
}

/** The delay after so many wrong tries, in milliseconds. */
export const delayMsAfter = (failures: number): number =>
  failures <= freeTries ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - freeTries - 1));

/** Counts the failures of each address, and computes the delay that they cost. */
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
      putNewest(known, address, { count, lastMs: clockMs() }, most);
    },
    size: () => known.size,
  };
}

/** Reports too many failures within `withinMs`, at most once in `againAfterMs`. */
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
  /** The tries of the last second. The limit holds for every second, and not only for those that begin at a full one. */
  const evaluated = createBurst({ times: most.mostPerSecond ?? mostTriesPerSecond, withinMs: 1000, clockMs });
  const watch = createWatch(clockMs, onUnusual);
  /** The last try of each address that has one under way. */
  const underWay = new Map<string, Promise<unknown>>();

  async function evaluateNext<T>(address: string, evaluate: () => Promise<T | undefined>): Promise<TryOutcome<T>> {
    const waitMs = delays.waitMs(address);
    const retryAfterMs = (!onlyWrongOnesWait && waitMs) || evaluated.leftMs();
    if (retryAfterMs === 0) evaluated.happened();
    const found = retryAfterMs === 0 ? await evaluate() : undefined;
    if (found !== undefined) return { kind: 'right', found };
    watch.failed();
    if (retryAfterMs > 0 || waitMs > 0) return { kind: 'wait', retryAfterMs: retryAfterMs || waitMs };
    delays.failed(address);
    return { kind: 'wrong' };
  }

  return {
    /**
     * Evaluates a try, unless its address or the process has to wait first. The tries of one address are evaluated one after
     * another, so each meets the delay that the earlier ones cost, even when many arrive at the same moment. A dealership whose
     * people all type the right code at once is not taken for a guesser.
     *
     * @param address a key for the network address
     * @param evaluate resolves with what the try opens; undefined when it is wrong. A try whose evaluation throws is not counted
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

    /** How many addresses are remembered. */
    size: () => delays.size(),
  };
}
