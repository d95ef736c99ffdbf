/** Finds dealerships that ask less often than usual. `definitions.fallen` has the rule in words. Pure. */
import { onceInWeeks, usualWeeks, usualWeeksWithRequests } from '#contract/desk/figures.ts';

/** The probability of at most `count` events when `mean` are usual (Poisson). */
export function chanceOfAtMost(count: number, mean: number): number {
  let sum = 0;
  // Logarithms are used because, for a large mean, the first term is smaller than the smallest number.
  let logTerm = -mean;
  for (let events = 0; events <= count; events++) {
    if (events > 0) logTerm += Math.log(mean / events);
    sum += Math.exp(logTerm);
  }
  return Math.min(1, sum);
}

interface Fallen {
  readonly id: string;
  readonly requests: number;
  /** The usual number in a week. */
  readonly usual: number;
}

/**
 * @param weeks how often each dealership asked in each week: the eight weeks before, then the week that is judged
 * @returns the dealerships that fell, the largest difference from usual first, and how many could be judged
 */
export function fallenOf(weeks: ReadonlyMap<string, readonly number[]>): { judged: number; fallen: Fallen[] } {
  let judged = 0;
  const fallen: Fallen[] = [];
  for (const [id, counts] of weeks) {
    const before = counts.slice(0, usualWeeks);
    if (before.filter((count) => count > 0).length < usualWeeksWithRequests) continue;
    judged += 1;
    const usual = before.reduce((sum, count) => sum + count, 0) / usualWeeks;
    const requests = counts[usualWeeks] ?? 0;
    if (requests < usual && chanceOfAtMost(requests, usual) < 1 / onceInWeeks) fallen.push({ id, requests, usual });
  }
  fallen.sort(
    (one, other) => other.usual - other.requests - (one.usual - one.requests) || (one.id < other.id ? -1 : 1),
  );
  return { judged, fallen };
}
