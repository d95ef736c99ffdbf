import type { Limit } from '#server/config.ts';

interface Window {
  count: number;
  readonly endsMs: number;
}

/**
 * Counts keys in the memory of one process: so many times each in a span that begins with the first. The span is reckoned
 * by a clock that only goes forward, not by a timer, which the platform fires at once when it is longer than 24.8 days, and
 * not by the wall clock, which jumps.
 */
export function createMemoryLimiter({ times, perSeconds }: Limit, clockMs: () => number) {
  const windows = new Map<string, Window>();
  return {
    /** 0 when there was room for one more, which is then counted; otherwise the milliseconds until there is. */
    take(key: string): number {
      const nowMs = clockMs();
      // Every span has the same length, so the first of the map ends first.
      for (const [first, { endsMs }] of windows) {
        if (endsMs > nowMs) break;
        windows.delete(first);
      }
      const known = windows.get(key) ?? { count: 0, endsMs: nowMs + perSeconds * 1000 };
      if (known.count >= times) return known.endsMs - nowMs;
      known.count += 1;
      windows.set(key, known);
      return 0;
    },

    /** Keys remembered. */
    size: () => windows.size,
  };
}
