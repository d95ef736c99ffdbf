/**
 * Keeps what was counted of days that are over, so that the next look counts today alone. It holds for the very facts that it was counted
 * of: a day that was read anew (`days.ts`) is another one, and everything is counted again.
 */
import type { DayFacts } from './count.ts';

interface Kept<Value> {
  readonly about: string;
  readonly days: readonly DayFacts[];
  readonly value: Value;
}

/** Looks that are kept: a console or two with filters of their own. */
const mostKept = 4;

const isSame = (one: DayFacts, other: DayFacts | undefined): boolean =>
  one.requests === other?.requests && one.calls === other.calls && one.presence === other.presence;

export function createSettled<Value>() {
  /** The one that was used last is the last. */
  let kept: readonly Kept<Value>[] = [];

  return {
    /**
     * What was counted of these days, or is counted now.
     *
     * @param about whatever else the count depends on
     */
    async of(about: string, days: readonly DayFacts[], count: () => Promise<Value>): Promise<Value> {
      const known = kept.find(
        (one) =>
          one.about === about && one.days.length === days.length && one.days.every((day, at) => isSame(day, days[at])),
      );
      const one = known ?? { about, days, value: await count() };
      kept = [...kept.filter((other) => other !== known), one].slice(-mostKept);
      return one.value;
    },
  };
}

export type Settled<Value> = ReturnType<typeof createSettled<Value>>;
