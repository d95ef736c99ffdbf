/**
 * Keeps the counts of finished days, so that the next look counts only today. The counts are valid only for the same fact objects:
 * after a day was read again (`days.ts`), everything is counted again.
 */

interface Kept<Facts, Value> {
  readonly about: string;
  readonly days: readonly Facts[];
  readonly value: Value;
}

/** The most counts that are kept: enough for a console or two with different filters. */
const mostKept = 4;

/** @param isSame whether two days hold the same fact objects */
export function createSettled<Facts, Value>(isSame: (one: Facts, other: Facts) => boolean) {
  /** The counts, the last used one at the end. */
  let kept: readonly Kept<Facts, Value>[] = [];

  return {
    /**
     * The kept count of these days, or a new count.
     *
     * @param about everything else that the count depends on
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
