/** Who was available when, from the facts of presence. Pure. */
import type { HourSpan } from '#server/calendar.ts';
import type { PresenceFacts } from './facts.ts';

/** Says who is available at one moment after another: the moments that are asked for never go back. */
export function availabilityOver({ start, changes }: PresenceFacts) {
  const available = new Set(start);
  let next = 0;
  return {
    /** Those who are available at a moment of the day, with the changes of that very moment. */
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

/** When at least one person was available, from the beginning of a day to a moment of it, in milliseconds of that day. */
export function someoneAvailable(facts: PresenceFacts, toMs: number): [fromMs: number, toMs: number][] {
  const people = availabilityOver(facts);
  const cuts = [0, ...new Set(facts.changes.map(([atMs]) => atMs).filter((atMs) => atMs > 0 && atMs < toMs))];
  return cuts.flatMap((from, at): [number, number][] =>
    people.at(from).size > 0 && from < toMs ? [[from, cuts[at + 1] ?? toMs]] : [],
  );
}

/**
 * For each hour of a day, how long people were available in it together, in milliseconds: two for the whole hour are two hours.
 *
 * @param counts whom it counts
 * @param fromMs from when on anything is known, and until when it is; what is outside counts for nothing
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
