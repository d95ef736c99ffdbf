/**
 * Reads the facts of days. The facts of a past day are stored with the state of the rows that they were made from, and are made again
 * only when that state has changed. The state is always read before stored facts are used, so no earlier change is missed.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, type Day, type DaySpan, dayAt, spanOf } from '#server/calendar.ts';
import type { Storage } from '#server/database/open.ts';
import { createKnownStates, type KnownStatesOptions, type Look, type StateSource } from './known-states.ts';
import { createRememberedDays } from './remembered.ts';
import { type KeptDay, keptDays, storeDay } from './store.ts';

/**
 * A kind of facts that can be read one day at a time, with the form in which they are kept. `kind` is its name in the table; it
 * ends with a number that is raised when the form changes.
 */
export interface DaySource<Facts, Kept = Facts> extends StateSource {
  /** Reads a day in its packed form, with the state of exactly the rows that it was made from. */
  readonly read: (span: DaySpan) => Promise<{ readonly state: string; readonly kept: Kept }>;
  /** Converts the packed form to facts. */
  readonly open: (kept: Kept) => Facts;
  readonly size: (facts: Facts) => number;
}

/** The most days that are read at once, so that reading their rows holds nobody up. */
const daysAtOnce = 124;

interface DayReaderOptions {
  readonly storage: Pick<Storage, 'db' | 'reads'>;
  readonly zone: string;
  /** Reads what has changed since the last call. */
  readonly touched: KnownStatesOptions['touched'];
  /** Whether past days are kept. A command that reads the figures once writes nothing. */
  readonly keeps: boolean;
  /** Is told of a day that could not be kept. It is made again by the next read. */
  readonly onError: (error: unknown) => void;
}

/** The current day, and the look that is running. */
interface At {
  readonly today: Day;
  readonly look: Look;
}

export function createDayReader({ storage, zone, touched, keeps, onError }: DayReaderOptions) {
  let keeping: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const known = createKnownStates({ touched, dayOf: (at) => dayAt(new Date(at), zone) });
  const remembered = createRememberedDays();

  /** Keeps a day in the background, after all days before it. */
  function keepLater(row: Parameters<typeof storeDay>[1]): void {
    keeping = keeping.then(() => (stopped ? undefined : storeDay(storage, row))).catch(onError);
  }

  async function keptOf(kind: string, days: readonly Day[]): Promise<ReadonlyMap<Day, KeptDay>> {
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return new Map();
    const rows = await keptDays(storage.reads, { kind, zone, first, last });
    return new Map(rows.map((row) => [row.day, row]));
  }

  /** Reads these days into `facts`. */
  async function readSome<Facts, Kept>(
    source: DaySource<Facts, Kept>,
    spans: readonly DaySpan[],
    states: ReadonlyMap<Day, string>,
    { today, look }: At,
    facts: Map<Day, Facts>,
  ): Promise<void> {
    const { kind } = source;
    const unknown: DaySpan[] = [];
    for (const span of spans) {
      const found = remembered.find<Facts>(kind, span.day, states.get(span.day) ?? '', look);
      if (found) facts.set(span.day, found.facts);
      else unknown.push(span);
    }
    // Today is never kept.
    const kept = await keptOf(
      kind,
      unknown.map(({ day }) => day).filter((day) => day < today),
    );
    const remember = (day: Day, state: string, of: Facts) =>
      remembered.keep(kind, day, { state, facts: of, count: source.size(of), look });
    for (const span of unknown) {
      const { day } = span;
      const row = kept.get(day);
      if (row && row.state === states.get(day)) {
        const found = source.open(JSON.parse(row.facts) as Kept);
        remember(day, row.state, found);
        facts.set(day, found);
        continue;
      }
      const made = await source.read(span);
      const found = source.open(made.kept);
      facts.set(day, found);
      // Today's facts are not complete yet.
      if (day >= today) continue;
      remember(day, made.state, found);
      if (keeps) keepLater({ kind, day, zone, state: made.state, facts: JSON.stringify(made.kept) });
    }
  }

  return {
    /** Begins a look. What is read at it includes every change that was made before. */
    look: known.look,

    /** The facts of consecutive days. Days after tomorrow are empty and are not read. */
    async read<Facts, Kept>(
      source: DaySource<Facts, Kept>,
      days: readonly Day[],
      at: At,
    ): Promise<ReadonlyMap<Day, Facts>> {
      const facts = new Map<Day, Facts>();
      const tooLate = addDays(at.today, 2);
      const spans = days.filter((day) => day < tooLate).map((day) => spanOf(day, zone));
      const states = await known.of(source, spans, { look: at.look, openFrom: addDays(at.today, -1) });
      for (let first = 0; first < spans.length; first += daysAtOnce) {
        await readSome(source, spans.slice(first, first + daysAtOnce), states, at, facts);
        // Lets requests to the public site run between the parts of a long read.
        await nextTurn();
      }
      return facts;
    },

    /** Resolves when every day that was made is kept. */
    kept: (): Promise<unknown> => keeping,

    /** Keeps no more days: they can be made again. Resolves when the day that is being kept is stored. */
    async stop(): Promise<void> {
      stopped = true;
      await keeping;
    },
  };
}
