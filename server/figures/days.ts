/**
 * Reads the facts of days. The facts of a past day are stored together with the state of the rows that they were made of, and made
 * again only when one of these rows has changed. The state is always read before the stored facts are used, so an earlier change
 * is never missed.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, type Day, type DaySpan, dayAt, spanOf } from '#server/calendar.ts';
import type { Storage } from '#server/database/open.ts';
import { createKnownStates, type KnownStatesOptions, type Look, type StateSource } from './known-states.ts';
import { createRememberedDays } from './remembered.ts';
import { type KeptDay, keepDay, keptDays } from './store.ts';

/**
 * What can be read a day at a time: facts, and the form in which they are kept. Its kind is its name in the table, with a number
 * that grows when the form of its facts changes.
 */
export interface DaySource<Facts, Kept = Facts> extends StateSource {
  /** What is kept of a day, with the state of the very rows that it was made of. */
  readonly read: (span: DaySpan) => Promise<{ readonly state: string; readonly kept: Kept }>;
  /** The facts of what is kept. */
  readonly open: (kept: Kept) => Facts;
  /** How many things they are about. */
  readonly size: (facts: Facts) => number;
}

/** How many days are read at once: not so many that their rows hold anybody up. */
const daysAtOnce = 124;

export interface DayReaderOptions {
  readonly storage: Pick<Storage, 'db' | 'reads'>;
  readonly zone: string;
  /** What has changed since it was asked the last time. */
  readonly touched: KnownStatesOptions['touched'];
  /** Whether it keeps what it made. A command that looks once writes nothing. */
  readonly keeps: boolean;
  /** Hears of a day that could not be kept: it is made again when somebody asks. */
  readonly onError: (error: unknown) => void;
}

/** The day of the look, and the look. */
interface At {
  readonly today: Day;
  readonly look: Look;
}

export function createDayReader({ storage, zone, touched, keeps, onError }: DayReaderOptions) {
  let keeping: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const known = createKnownStates({ touched, dayOf: (at) => dayAt(new Date(at), zone) });
  const remembered = createRememberedDays();

  /** Keeps a day after everything before it, while nobody waits. */
  function keepLater(row: Parameters<typeof keepDay>[1]): void {
    keeping = keeping.then(() => (stopped ? undefined : keepDay(storage, row))).catch(onError);
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
      // Of today there is more to come.
      if (day >= today) continue;
      remember(day, made.state, found);
      if (keeps) keepLater({ kind, day, zone, state: made.state, facts: JSON.stringify(made.kept) });
    }
  }

  return {
    /** Begins a look: what is read at it holds every change that was made before. */
    look: known.look,

    /** The facts of these days, which follow one another. A day after tomorrow is empty and is not read. */
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
        // Whoever asks the public site for something does not wait for a year of facts.
        await nextTurn();
      }
      return facts;
    },

    /** Resolves when every day that was made is kept. */
    kept: (): Promise<unknown> => keeping,

    /** Keeps no more days, because they are made again when somebody asks. Resolves when the one that is being kept is. */
    async stop(): Promise<void> {
      stopped = true;
      await keeping;
    },
  };
}
