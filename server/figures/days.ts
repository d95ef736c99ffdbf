/**
 * Reads the facts of days. Those of a day that is over are kept with the state of the rows of which they were made, so they are
 * made again only when one of these rows has changed. The state is asked first: a change that came before the question is never
 * missed, whatever is kept.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, type Day, type DaySpan, spanOf } from '#server/calendar.ts';
import type { Storage } from '#server/database/open.ts';
import { type KeptDay, keepDay, keptDays } from './store.ts';

/** What can be read a day at a time. */
export interface DaySource<Facts> {
  /** Its name in the table, with a number that grows when the form of its facts changes. */
  readonly kind: string;
  /** How the rows of each day stand. Equal states are equal rows. */
  readonly states: (spans: readonly DaySpan[]) => Promise<ReadonlyMap<Day, string>>;
  /** The facts of a day with the state of the very rows that they were made of. */
  readonly read: (span: DaySpan) => Promise<{ readonly state: string; readonly facts: Facts }>;
}

/** So many days are read at once: their rows hold up nobody. */
const daysAtOnce = 31;
/** So many days of all kinds are kept in memory as well, a few MB: what an open screen reads again and again. */
const mostRemembered = 400;

export interface DayReaderOptions {
  readonly storage: Pick<Storage, 'db' | 'reads'>;
  readonly zone: string;
  /** Whether it keeps what it made. A command that looks once writes nothing. */
  readonly keeps: boolean;
  /** Hears of a day that could not be kept: it is made again when somebody asks. */
  readonly onError: (error: unknown) => void;
}

export function createDayReader({ storage, zone, keeps, onError }: DayReaderOptions) {
  let keeping: Promise<unknown> = Promise.resolve();
  /** Days that are over, by kind and day, with their state; the one that was used last is the last. */
  const remembered = new Map<string, { readonly state: string; readonly facts: unknown }>();

  function remember(key: string, state: string, facts: unknown): void {
    remembered.delete(key);
    remembered.set(key, { state, facts });
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
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

  async function readSome<Facts>(source: DaySource<Facts>, days: readonly Day[], today: Day): Promise<[Day, Facts][]> {
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
      if (row?.state === state) remember(keyOf(day), state, JSON.parse(row.facts));
      const known = remembered.get(keyOf(day));
      if (known?.state === state) {
        remember(keyOf(day), state, known.facts);
        facts.push([day, known.facts as Facts]);
        continue;
      }
      const made = await source.read(span);
      facts.push([day, made.facts]);
      // Of today there is more to come.
      if (day >= today) continue;
      remember(keyOf(day), made.state, made.facts);
      if (keeps) keepLater({ kind: source.kind, day, zone, state: made.state, facts: JSON.stringify(made.facts) });
    }
    return facts;
  }

  return {
    /** The facts of these days, which follow one another. A day after today is empty and is not read. */
    async read<Facts>(source: DaySource<Facts>, days: readonly Day[], today: Day): Promise<Map<Day, Facts>> {
      const known = new Map<Day, Facts>();
      const past = days.filter((day) => day < addDays(today, 2));
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

export type DayReader = ReturnType<typeof createDayReader>;
