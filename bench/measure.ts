/** Measures how often and how fast a number of callers can do something at the same time. */

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const warmUpShare = 0.25;

/** @param sorted from the smallest to the largest */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/**
 * Lets `callers` do `once` again and again for about `forMs`. The first quarter warms up and does not count.
 *
 * @param once gets the number of its caller
 */
export async function measure(callers: number, forMs: number, once: (caller: number) => Promise<void> | void) {
  const begin = performance.now();
  const countFrom = begin + forMs * warmUpShare;
  const end = begin + forMs;
  const times: number[] = [];
  let lastEnd = countFrom;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let startedAt = performance.now(); startedAt < end; ) {
        await once(caller);
        const endedAt = performance.now();
        if (startedAt >= countFrom) {
          times.push(endedAt - startedAt);
          lastEnd = endedAt;
        }
        startedAt = endedAt;
      }
    }),
  );
  times.sort((a, b) => a - b);
  const measured: Measured = {
    perSecond: times.length / ((lastEnd - countFrom) / 1000),
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
  return measured;
}
