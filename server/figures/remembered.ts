/** Keeps the most recently used facts of days in memory, because an open screen reads them again and again. */
import type { Day } from '#server/calendar.ts';
import type { Look } from './known-states.ts';

/** The most facts kept in memory, over all kinds: some tens of MB. Each day counts `sizeOfDay` more than its facts. */
const mostFacts = 300_000;
const sizeOfDay = 4;
/** The share that is left after the oldest are dropped, so that they need not be dropped again with the next day. */
const shareLeft = 0.9;

interface Remembered {
  readonly state: string;
  readonly facts: unknown;
  readonly size: number;
  lastUsedAt: Look;
}

interface FactsOfDay extends Pick<Remembered, 'state' | 'facts'> {
  readonly count: number;
  readonly look: Look;
}

export function createRememberedDays() {
  const byKind = new Map<string, Map<Day, Remembered>>();
  let size = 0;

  function forgetOldest(): void {
    const all = [...byKind.values()].flatMap((days) => [...days].map(([day, one]) => ({ days, day, ...one })));
    for (const { days, day, size: ofDay } of all.sort((one, other) => one.lastUsedAt - other.lastUsedAt)) {
      if (size <= mostFacts * shareLeft) return;
      days.delete(day);
      size -= ofDay;
    }
  }

  return {
    /** The facts of a day; undefined unless they were made from rows in this state. */
    find<Facts>(kind: string, day: Day, state: string, look: Look): { readonly facts: Facts } | undefined {
      const known = byKind.get(kind)?.get(day);
      if (known?.state !== state) return undefined;
      known.lastUsedAt = look;
      return known as { readonly facts: Facts };
    },

    /** Remembers the facts of a day. `count` is their number. */
    keep(kind: string, day: Day, { state, facts, count, look }: FactsOfDay): void {
      const days = byKind.getOrInsertComputed(kind, () => new Map());
      size -= days.get(day)?.size ?? 0;
      days.set(day, { state, facts, size: sizeOfDay + count, lastUsedAt: look });
      size += sizeOfDay + count;
      if (size > mostFacts) forgetOldest();
    },
  };
}
