/** Counts requests and calls. What each count means is in `contract/desk/figures.ts`. Pure. */
import { dispositions } from '#contract/agent-request.ts';
import { contractedAs, type Ending, endings, undecidedAs } from '#contract/desk/figures.ts';
import type { Spread, Totals } from '#contract/desk/figures-endpoints.ts';
import type { RequestFact } from './facts.ts';

/**
 * Partly sorts the numbers from index `from` on (Hoare's selection). Then the number at `index` is the one of a full sort, no larger
 * number is before it and no smaller one after it. A full sort of a year's times would be slow, and only two are needed.
 */
function select(numbers: Float64Array, index: number, from: number): void {
  for (let [low, high] = [from, numbers.length - 1]; low < high; ) {
    const pivot = numbers[(low + high) >> 1] ?? 0;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((numbers[left] ?? 0) < pivot) left += 1;
      while ((numbers[right] ?? 0) > pivot) right -= 1;
      if (left > right) break;
      const moved = numbers[left] ?? 0;
      numbers[left] = numbers[right] ?? 0;
      numbers[right] = moved;
      left += 1;
      right -= 1;
    }
    if (index <= right) high = right;
    else if (index >= left) low = left;
    else return;
  }
}

const noTimes = new Float64Array();

/** The number at an index of two sorted lists merged into one. */
function atIndex(one: Float64Array, other: Float64Array, index: number): number {
  // A binary search for how many numbers of `one` come before the index. The rest before it are of `other`.
  let [low, high] = [Math.max(0, index - other.length), Math.min(index, one.length)];
  while (low < high) {
    const taken = (low + high) >> 1;
    if ((one[taken] ?? Number.POSITIVE_INFINITY) < (other[index - taken - 1] ?? Number.NEGATIVE_INFINITY))
      low = taken + 1;
    else high = taken;
  }
  return Math.min(one[low] ?? Number.POSITIVE_INFINITY, other[index - low] ?? Number.POSITIVE_INFINITY);
}

/**
 * The median and the 90th percentile, by nearest rank.
 *
 * @param sorted further times, in ascending order
 */
export function spreadOf(times: readonly number[], sorted: Float64Array = noTimes): Spread {
  const count = times.length + sorted.length;
  if (count === 0) return { count, medianMs: null, nineOfTenMs: null };
  const numbers = new Float64Array(times);
  const [median, nineOfTen] = [Math.ceil(0.5 * count) - 1, Math.ceil(0.9 * count) - 1];
  if (sorted.length > 0) {
    numbers.sort();
    const [medianMs, nineOfTenMs] = [median, nineOfTen].map((index) => atIndex(sorted, numbers, index));
    return { count, medianMs: medianMs ?? null, nineOfTenMs: nineOfTenMs ?? null };
  }
  select(numbers, median, 0);
  select(numbers, nineOfTen, median);
  return { count, medianMs: numbers[median] ?? null, nineOfTenMs: numbers[nineOfTen] ?? null };
}

const isContracted = (ending: Ending) => (contractedAs as readonly string[]).includes(ending);
const isDecided = (ending: Ending) => ending in dispositions && !(undecidedAs as readonly string[]).includes(ending);

export const isTest = ({ ending }: Pick<RequestFact, 'ending'>): boolean => ending === 'test';

/** How a request counts for a person: they have the deal, accepted it first, or were available when it was missed. */
export interface Counts {
  readonly held: boolean;
  readonly accepted: boolean;
  readonly missed: boolean;
}

export const countsFully: Counts = { held: true, accepted: true, missed: true };

const nothing = {
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

/** The counts of finished days, with sorted times. Later days are counted on top of them. */
export interface SettledTally {
  readonly totals: Totals;
  readonly times: Readonly<Record<'accept' | 'connect' | 'wait', Float64Array>>;
}

/** @param settled the counts to begin with */
export function createTally(settled?: SettledTally) {
  const times = { accept: [] as number[], connect: [] as number[], wait: [] as number[] };
  const counts = { ...nothing };
  if (settled) for (const name of Object.keys(nothing) as (keyof typeof nothing)[]) counts[name] = settled.totals[name];
  const spread = (name: keyof typeof times) => spreadOf(times[name], settled?.times[name]);
  const totals = (): Totals => ({
    ...counts,
    accept: spread('accept'),
    connect: spread('connect'),
    wait: spread('wait'),
  });
  const sorted = (name: keyof typeof times) =>
    new Float64Array([...(settled?.times[name] ?? []), ...times[name]]).sort();

  function addHeld({ acceptMs, waitMs, ending, products, minutes, notBilled }: RequestFact): void {
    counts.requests += 1;
    if (waitMs !== null) times.wait.push(waitMs);
    // Equal times were put back together by a clock that was ahead.
    if (waitMs !== null && acceptMs !== null && waitMs > acceptMs) times.connect.push(waitMs - acceptMs);
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

    totals,

    settle: (): SettledTally => ({
      totals: totals(),
      times: { accept: sorted('accept'), connect: sorted('connect'), wait: sorted('wait') },
    }),
  };
}

type Tally = ReturnType<typeof createTally>;

/**
 * Makes tallies by key, each when it is first asked for.
 *
 * @param settled the counts to begin with, by key
 */
export function createTallies<Key>(settled: ReadonlyMap<Key, SettledTally> = new Map()) {
  const tallies = new Map<Key, Tally>();
  const untouched = () => [...settled].filter(([key]) => !tallies.has(key));
  return {
    of: (key: Key): Tally => tallies.getOrInsertComputed(key, () => createTally(settled.get(key))),
    all: (): [Key, Totals][] => [
      ...untouched().map(([key, { totals }]): [Key, Totals] => [key, totals]),
      ...[...tallies].map(([key, tally]): [Key, Totals] => [key, tally.totals()]),
    ],
    settle: (): ReadonlyMap<Key, SettledTally> =>
      new Map([...untouched(), ...[...tallies].map(([key, tally]): [Key, SettledTally] => [key, tally.settle()])]),
  };
}

/** The number of requests for each ending, in the order of `endings`. Endings without a request are left out. */
export function endingsOf(counts: ReadonlyMap<Ending, number>): { ending: Ending; requests: number }[] {
  return (Object.keys(endings) as Ending[]).flatMap((ending) => {
    const requests = counts.get(ending) ?? 0;
    return requests === 0 ? [] : [{ ending, requests }];
  });
}
