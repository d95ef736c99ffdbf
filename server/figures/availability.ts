/** Computes who was available when, from a day's presence facts. Pure. */
import type { HourSpan } from '#server/calendar.ts';
import type { PresenceFacts } from './facts.ts';

/** Makes a function that says who is available at a moment. The moments of its calls must never go back. */
export function availabilityOver({ start, changes }: PresenceFacts) {
  const available = new Set(start);
  let next = 0;
  return {
    /** The people available at a moment of the day, after the changes at that moment. */
    at(atMs: number): ReadonlySet<string> {
      for (; ; next += 1) {
        const change = changes[next];
        if (change === undefined || change[0] > atMs) return available;
        if (change[2] === 1) available.add(change[1]);
        else available.delete(change[1]);
      }
    },
  };
}

/** The spans, in milliseconds of the day, in which at least one person was available, from the beginning of the day to `toMs`. */
export function someoneAvailable(facts: PresenceFacts, toMs: number): [fromMs: number, toMs: number][] {
  const people = availabilityOver(facts);
  const cuts = [0, ...new Set(facts.changes.map(([atMs]) => atMs).filter((atMs) => atMs > 0 && atMs < toMs))];
  return cuts.flatMap((from, at): [number, number][] =>
    people.at(from).size > 0 && from < toMs ? [[from, cuts[at + 1] ?? toMs]] : [],
  );
}

/**
 * For each hour of a day, the sum of the times that people were available in it, in milliseconds: two people for the whole hour are
 * two hours.
 *
 * @param counts which people count
 * @param fromMs the beginning of what is known, with `toMs` its end; time outside counts as zero
 */
export function availableMsByHour(
  facts: PresenceFacts,
  hours: readonly HourSpan[],
  {
    fromMs,
    toMs,
    counts,
  }: { readonly fromMs: number; readonly toMs: number; readonly counts: (id: string) => boolean },
): number[] {
  const people = availabilityOver(facts);
  const moments = [...new Set(facts.changes.map(([atMs]) => atMs))];
  return hours.map((hour) => {
    const [begin, end] = [Math.max(hour.fromMs, fromMs), Math.min(hour.toMs, toMs)];
    if (begin >= end) return 0;
    const cuts = [begin, ...moments.filter((atMs) => atMs > begin && atMs < end)];
    return cuts.reduce((sum, from, at) => {
      const there = [...people.at(from)].filter(counts).length;
      return sum + there * ((cuts[at + 1] ?? end) - from);
    }, 0);
  });
}
