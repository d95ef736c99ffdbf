export interface Burst {
  /** It happened once more. */
  happened(): void;
  /** Whether it happened `times` times within the span that ends now. */
  readonly isOn: boolean;
}

/** Tells whether something happens often just now: who has time waits until it is over. */
export function createBurst({
  times,
  withinMs,
  clockMs = () => performance.now(),
}: {
  readonly times: number;
  readonly withinMs: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs?: () => number;
}): Burst {
  /** When it happened the last times. The next one takes the place of the first of them. */
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
