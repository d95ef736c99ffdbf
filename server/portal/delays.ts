/**
 * Delays that grow with every wrong code from one address, which is a keyed hash here. Kept in memory: they slow down, the
 * budgets bound.
 */

/** Wrong codes that cost nothing: a person who mistypes is not slowed down. */
const freeTries = 3;
const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** An address without a wrong code for so long begins anew. */
const forgetAfterMs = 15 * 60_000;

/** Addresses remembered at most; beyond that the one that failed longest ago is forgotten. */
const mostAddresses = 20_000;

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

export interface Delays {
  /** How long the address has to wait before its next try. */
  waitMs(address: string): number;
  /** Counts a wrong code. */
  failed(address: string): void;
  /** Addresses remembered. */
  size(): number;
}

/** The delay after so many wrong codes, in milliseconds. */
export const delayMsAfter = (failures: number): number =>
  failures <= freeTries ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - freeTries - 1));

export function createDelays(now: () => Date, most = mostAddresses): Delays {
  const known = new Map<string, Failures>();

  function remembered(address: string): Failures | undefined {
    const failures = known.get(address);
    return failures && now().getTime() - failures.lastMs < forgetAfterMs ? failures : undefined;
  }

  return {
    waitMs(address) {
      const failures = remembered(address);
      return failures ? Math.max(0, failures.lastMs + delayMsAfter(failures.count) - now().getTime()) : 0;
    },
    failed(address) {
      const count = (remembered(address)?.count ?? 0) + 1;
      // Taken out and put in again, it is the newest; the first of the map is the one that failed longest ago.
      known.delete(address);
      known.set(address, { count, lastMs: now().getTime() });
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
    },
    size: () => known.size,
  };
}
