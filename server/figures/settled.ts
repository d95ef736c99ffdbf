/**
 * Keeps what was counted of days that are over, so that the next look counts today alone. It holds for the very facts that it was counted
 * of: a day that was read anew (`days.ts`) is another one, and everything is counted again.
 */

interface Kept<Facts, Value> {
  readonly about: string;
  readonly days: readonly Facts[];
  readonly value: Value;
}

/** Looks that are kept: a console or two with filters of their own. */
const mostKept = 4;

/** @param isSame whether the facts of two days are the very same ones */
export function createSettled<Facts, Value>(isSame: (one: Facts, other: Facts) => boolean) {
  /** The one that was used last is the last. */
  let kept: readonly Kept<Facts, Value>[] = [];

  return {
    /**
     * What was counted of these days, or is counted now.
     *
     * @param about whatever else the count depends on
     */
    async of(about: string, days: readonly Facts[], count: () => Promise<Value>): Promise<Value> {
      const known = kept.find(
        (one) =>
          one.about === about &&
          one.days.length === days.length &&
          days.every((day, at) => isSame(day, one.days[at] as Facts)),
      );
      const one = known ?? { about, days, value: await count() };
      kept = [...kept.filter((other) => other !== known), one].slice(-mostKept);
      return one.value;
    },
  };
}

export type Settled<Facts, Value> = ReturnType<typeof createSettled<Facts, Value>>;
