import { machineClocks } from '#server/clock.ts';

export interface Burst {
  /** Notes that it happened once more. */
  happened(): void;
  /** Whether it happened at least `times` times within the last `withinMs`. */
  readonly isOn: boolean;
}

/** Tells whether something happens often at the moment, so that other work can wait. */
export function createBurst({
  times,
  withinMs,
  clockMs = machineClocks.clockMs,
}: {
  readonly times: number;
  readonly withinMs: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs?: () => number;
}): Burst {
  /** The times of the last `times` occurrences, as a ring: the next one replaces the oldest. */
  const lastMs = Array<number>(times).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  return {
    happened() {
      lastMs[next] = clockMs();
      next = (next + 1) % times;
    },
    get isOn() {
      return clockMs() - (lastMs[next] ?? 0) < withinMs;
    },
  };
}
