import { machineClocks } from '#server/clock.ts';

/** Tells whether something happens often at the moment, so that other work, or the next time, can wait. */
export function createBurst({
  times,
  withinMs,
  clockMs = machineClocks.clockMs,
}: {
  readonly times: number;
  readonly withinMs: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs?: () => number;
}) {
  /** The times of the last `times` occurrences, as a ring: the next one replaces the oldest. */
  const lastMs = new Float64Array(times).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  const leftMs = () => Math.max(0, (lastMs[next] ?? 0) + withinMs - clockMs());

  return {
    /** Notes that it happened once more. */
    happened() {
      lastMs[next] = clockMs();
      next = (next + 1) % times;
    },
    /** Whether it happened at least `times` times within the last `withinMs`. */
    get isOn() {
      return leftMs() > 0;
    },
    /** The milliseconds until that is over, if it does not happen again; 0 when it is not so. */
    leftMs,
  };
}
