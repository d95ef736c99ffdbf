/** Counts requests and calls. What each count means is in `contract/desk/figures.ts`. Pure. */

import { dispositions } from '#contract/agent-request.ts';
import { contractedAs, type Ending, endings, undecidedAs } from '#contract/desk/figures.ts';
import type { Spread, Totals } from '#contract/desk/figures-endpoints.ts';
import type { RequestFact } from './facts.ts';

/** The median and the 90th percentile, by nearest rank. The times are sorted in place. */
export function spreadOf(times: number[]): Spread {
  times.sort((one, other) => one - other);
  const rank = (share: number) => times[Math.ceil(share * times.length) - 1] ?? null;
  return { count: times.length, medianMs: rank(0.5), nineOfTenMs: rank(0.9) };
}

const isContracted = (ending: Ending) => (contractedAs as readonly string[]).includes(ending);
const isDecided = (ending: Ending) => ending in dispositions && !(undecidedAs as readonly string[]).includes(ending);

export const isTest = ({ ending }: Pick<RequestFact, 'ending'>): boolean => ending === 'test';

/** In what way a request counts for somebody: a person has the deal, accepted it first, was available when it was missed. */
export interface Counts {
  readonly held: boolean;
  readonly accepted: boolean;
  readonly missed: boolean;
}

export const countsFully: Counts = { held: true, accepted: true, missed: true };

export function createTally() {
  const times = { accept: [] as number[], connect: [] as number[], wait: [] as number[] };
  const counts = {
    requests: 0,
    missed: 0,
    missedReopened: 0,
    contracted: 0,
    decided: 0,
    products: 0,
    minutes: 0,
    notBilled: 0,
    notBilledMinutes: 0,
    tests: 0,
    calls: 0,
    callMinutes: 0,
  };

  function addHeld({ acceptMs, waitMs, ending, products, minutes, notBilled }: RequestFact): void {
    counts.requests += 1;
    if (waitMs !== null) times.wait.push(waitMs);
    if (waitMs !== null && acceptMs !== null) times.connect.push(Math.max(0, waitMs - acceptMs));
    if (isDecided(ending)) counts.decided += 1;
    if (isContracted(ending)) {
      counts.contracted += 1;
      counts.products += products.length;
    }
    counts.minutes += minutes ?? 0;
    if (notBilled) {
      counts.notBilled += 1;
      counts.notBilledMinutes += minutes ?? 0;
    }
  }

  return {
    add(request: RequestFact, { held, accepted, missed }: Counts = countsFully): void {
      if (isTest(request)) {
        if (held) counts.tests += 1;
        return;
      }
      if (held) addHeld(request);
      if (accepted && request.acceptMs !== null) times.accept.push(request.acceptMs);
      if (missed && request.missed) {
        counts.missed += 1;
        if (request.reopened) counts.missedReopened += 1;
      }
    },

    addCall(minutes: number): void {
      counts.calls += 1;
      counts.callMinutes += minutes;
    },

    totals: (): Totals => ({
      ...counts,
      accept: spreadOf(times.accept),
      connect: spreadOf(times.connect),
      wait: spreadOf(times.wait),
    }),
  };
}

export type Tally = ReturnType<typeof createTally>;

/** Tallies by a key, made when they are first asked for. */
export function createTallies<Key>() {
  const tallies = new Map<Key, Tally>();
  return {
    of(key: Key): Tally {
      const known = tallies.get(key) ?? createTally();
      tallies.set(key, known);
      return known;
    },
    all: (): [Key, Totals][] => [...tallies].map(([key, tally]) => [key, tally.totals()]),
  };
}

/** How requests ended, in the order in which the endings are listed; those that did not happen are left out. */
export function endingsOf(counts: ReadonlyMap<Ending, number>): { ending: Ending; requests: number }[] {
  return (Object.keys(endings) as Ending[]).flatMap((ending) => {
    const requests = counts.get(ending) ?? 0;
    return requests === 0 ? [] : [{ ending, requests }];
  });
}
