/**
 * Reads the facts of days. Those of a day that is over are kept with the state of the rows of which they were made, so they are
 * made again only when one of these rows has changed. The state is asked first: a change that came before the question is never
 * missed, whatever is kept.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, type Day, type DaySpan, spanOf } from '#server/calendar.ts';
import type { Storage } from '#server/database/open.ts';
import { type KeptDay, keepDay, keptDays } from './store.ts';

/** What can be read a day at a time: facts, and the form in which they are kept. */
export interface DaySource<Facts, Kept = Facts> {
  /** Its name in the table, with a number that grows when the form of its facts changes. */
  readonly kind: string;
  /** How the rows of each day stand. Equal states are equal rows. */
  readonly states: (spans: readonly DaySpan[]) => Promise<ReadonlyMap<Day, string>>;
  /** What is kept of a day, with the state of the very rows that it was made of. */
  readonly read: (span: DaySpan) => Promise<{ readonly state: string; readonly kept: Kept }>;
  /** The facts of what is kept. */
  readonly open: (kept: Kept) => Facts;
  /** How many things they are about. */
  readonly size: (facts: Facts) => number;
}

/** So many days are read at once: their rows hold up nobody. */
const daysAtOnce = 124;
/**
 * Days of all kinds are kept in memory as well, the last that were used: what an open screen reads again and again. So many
 * facts are some tens of MB. A day without any counts as some.
 */
const mostRemembered = 300_000;
const sizeOfDay = 4;

export interface DayReaderOptions {
  readonly storage: Pick<Storage, 'db' | 'reads'>;
  readonly zone: string;
  /** Whether it keeps what it made. A command that looks once writes nothing. */
  readonly keeps: boolean;
  /** Hears of a day that could not be kept: it is made again when somebody asks. */
  readonly onError: (error: unknown) => void;
}

interface Remembered {
  readonly state: string;
  readonly facts: unknown;
  readonly size: number;
}

export function createDayReader({ storage, zone, keeps, onError }: DayReaderOptions) {
  let keeping: Promise<unknown> = Promise.resolve();
  /** Days that are over, by kind and day, with their state; the one that was used last is the last. */
  const remembered = new Map<string, Remembered>();
  let size = 0;

  function forget(key: string): void {
    size -= remembered.get(key)?.size ?? 0;
    remembered.delete(key);
  }

  function remember(key: string, day: Remembered): void {
    forget(key);
    remembered.set(key, day);
    size += day.size;
    for (const [oldest] of remembered) {
      if (size <= mostRemembered) break;
      forget(oldest);
    }
  }

  /** Keeps a day after everything before it, while nobody waits. */
  function keepLater(row: Parameters<typeof keepDay>[1]): void {
    keeping = keeping.then(() => keepDay(storage, row)).catch(onError);
  }

  async function keptOf(kind: string, days: readonly Day[]): Promise<ReadonlyMap<Day, KeptDay>> {
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return new Map();
    const rows = await keptDays(storage.reads, { kind, zone, first, last });
    return new Map(rows.map((row) => [row.day, row]));
  }

  async function readSome<Facts, Kept>(
    source: DaySource<Facts, Kept>,
    days: readonly Day[],
    today: Day,
  ): Promise<[Day, Facts][]> {
    const rememberFacts = (day: Day, state: string, dayFacts: Facts) =>
      remember(keyOf(day), { state, facts: dayFacts, size: sizeOfDay + source.size(dayFacts) });
    const spans = days.map((day) => spanOf(day, zone));
    const states = await source.states(spans);
    const keyOf = (day: Day) => `${source.kind} ${day}`;
    const isKnown = (day: Day) => remembered.get(keyOf(day))?.state === states.get(day);
    const unknown = days.filter((day) => !isKnown(day));
    const kept = await keptOf(source.kind, unknown);
    const facts: [Day, Facts][] = [];
    for (const span of spans) {
      const { day } = span;
      const state = states.get(day) ?? '';
      const row = kept.get(day);
      const known = remembered.get(keyOf(day));
      if (known?.state === state) {
        remember(keyOf(day), known);
        facts.push([day, known.facts as Facts]);
        continue;
      }
      if (row?.state === state) {
        const found = source.open(JSON.parse(row.facts) as Kept);
        rememberFacts(day, state, found);
        facts.push([day, found]);
        continue;
      }
      const made = await source.read(span);
      const found = source.open(made.kept);
      facts.push([day, found]);
      // Of today there is more to come.
      if (day >= today) continue;
      rememberFacts(day, made.state, found);
      if (keeps) keepLater({ kind: source.kind, day, zone, state: made.state, facts: JSON.stringify(made.kept) });
    }
    return facts;
  }

  return {
    /** The facts of these days, which follow one another. A day after today is empty and is not read. */
    async read<Facts, Kept>(
      source: DaySource<Facts, Kept>,
      days: readonly Day[],
      today: Day,
    ): Promise<Map<Day, Facts>> {
      const known = new Map<Day, Facts>();
      const tooLate = addDays(today, 2);
      const past = days.filter((day) => day < tooLate);
      for (let at = 0; at < past.length; at += daysAtOnce) {
        for (const [day, facts] of await readSome(source, past.slice(at, at + daysAtOnce), today))
          known.set(day, facts);
        // Whoever asks the public site for something does not wait for a year of facts.
        await nextTurn();
      }
      return known;
    },

    /** Resolves when every day that was made is kept. */
    kept: (): Promise<unknown> => keeping,
  };
}
