/**
 * The figures of the desk: requests, calls and leads of a period, counted as `contract/desk/figures.ts` says. The features that own
 * the rows read them, a day at a time (`days.ts`). Counting is pure.
 */
import { usualWeeks } from '#contract/desk/figures.ts';
import type { Figures, FiguresQuery } from '#contract/desk/figures-endpoints.ts';
import { addDays, type Day, dayAt, daysOf, spanOf } from '#server/calendar.ts';
import type { Storage } from '#server/database/open.ts';
import { namesOf } from '#server/dealerships/service.ts';
import type { Environment } from '#server/environment.ts';
import { everybody } from '#server/people/service.ts';
import { presenceKnownSince } from '#server/presence/service.ts';
import { operatorsLink } from '#server/requests/service.ts';
import { distinct, fieldsOf } from '#server/rows.ts';
import { earliest, nextHour } from '#server/times.ts';
import { countPeriod, countTotals, type DayFacts, isSameDay, type SettledPeriod } from './count.ts';
import { createDayReader } from './days.ts';
import type { RequestFact } from './facts.ts';
import { fallenOf } from './fallen.ts';
import { leadFiguresOf, type SettledLeads } from './leads.ts';
import { type Period, periodOf, rowsOf } from './period.ts';
import { createSettled } from './settled.ts';
import { callSource, type LeadFact, leadSource, presenceSource, requestSource } from './sources.ts';
import { isTest, type SettledTally } from './tally.ts';
import { timesOf } from './times.ts';
import { createTouchedReader } from './touched.ts';

interface FiguresOptions extends Pick<Environment, 'now' | 'clockMs'> {
  readonly storage: Pick<Storage, 'db' | 'reads'>;
  /** The IANA time zone of the desk, in which days and hours are counted. */
  readonly zone: string;
  /** Whether past days are kept for the next look; true by default. */
  readonly keeps?: boolean;
  /** Is told of a day that could not be kept. */
  readonly onError: (error: unknown) => void;
}

/** The most dealerships, and the most missed requests, that the screen shows. The CSV has all of them. */
const mostShown = 100;
const daysOfWeek = 7;
const noPresence = { start: [], changes: [] };
const noLeads: readonly LeadFact[] = [];

export { figuresExporter } from './export.ts';
export type { DayTimes, Times } from './times.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface DaysToRead {
  readonly judgedFrom: Day;
  readonly today: Day;
  readonly people: Parameters<typeof presenceSource>[1];
  readonly personId: string | undefined;
}

const byName = (one: Named, other: Named) => (one.name < other.name ? -1 : 1);

/** The first and last day of the judged week and the eight weeks before it. The judged week ends with the period, or yesterday. */
function judgedWeeksOf(period: Period, today: Day): { readonly first: Day; readonly last: Day } {
  const last = period.to < today ? period.to : addDays(today, -1);
  return { first: addDays(last, 1 - daysOfWeek * (usualWeeks + 1)), last };
}

/** The facts of a day from before a moment. Returns the same list when all of them are. */
function factsBefore<Fact>(
  until: Date,
  { span }: DayFacts,
  facts: readonly Fact[],
  atMsOf: (fact: Fact) => number,
): readonly Fact[] {
  if (Date.parse(span.until) <= until.getTime()) return facts;
  const untilMs = until.getTime() - Date.parse(span.since);
  return facts.filter((fact) => atMsOf(fact) < untilMs);
}

export type FiguresService = ReturnType<typeof createFigures>;

export function createFigures({ storage, zone, now, clockMs, keeps = true, onError }: FiguresOptions) {
  const { reads } = storage;
  const days = createDayReader({ storage, zone, touched: createTouchedReader(storage, clockMs), keeps, onError });
  const settledPeriods = createSettled<DayFacts, SettledPeriod>(isSameDay);
  const settledTotals = createSettled<DayFacts, SettledTally>(isSameDay);
  const settledLeads = createSettled<readonly LeadFact[], SettledLeads>(Object.is);
  const [requests, calls, leads] = [requestSource(reads), callSource(reads), leadSource(reads)];

  /** The dealerships that asked on each day, for as long as the day's facts are in memory. */
  const asking = new WeakMap<readonly RequestFact[], readonly string[]>();
  const askedIn = (facts: readonly RequestFact[]) =>
    asking.getOrInsertComputed(facts, () => distinct(facts, 'dealershipId'));

  /** Judges the last week by the eight before it. Test requests do not count. */
  function judge(
    factsOf: (day: Day) => readonly RequestFact[],
    {
      first,
      last,
      dealershipId,
    }: { readonly first: Day; readonly last: Day; readonly dealershipId: string | undefined },
  ) {
    const weeks = new Map<string, number[]>();
    daysOf(first, last).forEach((day, at) => {
      for (const request of factsOf(day)) {
        const { dealershipId: id } = request;
        if (id === null || isTest(request) || (dealershipId !== undefined && id !== dealershipId)) continue;
        const counts = weeks.getOrInsertComputed(id, () => Array.from({ length: usualWeeks + 1 }, () => 0));
        const week = Math.floor(at / daysOfWeek);
        counts[week] = (counts[week] ?? 0) + 1;
      }
    });
    return fallenOf(weeks);
  }

  /** Reads what is needed before the days: the people, the names, and when presence was first recorded. */
  async function readKnown() {
    const [people, presenceSince, dealerships] = [
      await everybody(reads),
      await presenceKnownSince(reads),
      await namesOf(reads),
    ];
    const names = new Map([
      ...people.map(({ id, name }) => [id, name] as const),
      [operatorsLink, 'The operator’s link'],
    ]);
    return {
      people,
      presenceSince,
      personOf: (id: string): Named => ({ id, name: names.get(id) ?? 'Somebody' }),
      dealershipOf: (id: string | null): Named =>
        id === null ? { id: '', name: 'Not certain which' } : { id, name: dealerships.get(id) ?? 'A dealership' },
    };
  }

  /** Reads the facts of a period's days, of the period before, and of the judged weeks. */
  async function readDays(period: Period, { judgedFrom, today, people, personId }: DaysToRead) {
    const [first = period.from] = [period.before.from, judgedFrom].sort();
    // The presence of the period before is needed only for the figures of one person.
    const presenceFrom = personId === undefined ? period.from : period.before.from;
    const withBefore = daysOf(period.before.from, period.to);
    const asOf = { today, look: await days.look() };
    // The kinds are read one after another, so that a lead that is posted meanwhile waits for the rows of one kind only.
    const requestsByDay = await days.read(requests, daysOf(first, period.to), asOf);
    const callsByDay = await days.read(calls, withBefore, asOf);
    const presenceByDay = await days.read(presenceSource(reads, people), daysOf(presenceFrom, period.to), asOf);
    const leadsByDay = await days.read(leads, withBefore, asOf);
    const requestsOf = (day: Day) => requestsByDay.get(day) ?? [];
    return {
      requestsOf,
      leadsOf: (day: Day) => leadsByDay.get(day) ?? noLeads,
      factsOf: (day: Day): DayFacts => ({
        span: spanOf(day, zone),
        requests: requestsOf(day),
        calls: callsByDay.get(day) ?? [],
        presence: presenceByDay.get(day) ?? noPresence,
      }),
      /** The dealerships that asked on any of these days. */
      asked: new Set([...requestsByDay.values()].flatMap(askedIn)),
    };
  }

  /** The totals and the leads of the period before, up to the moment that is compared with. */
  async function countBefore(
    { before: { from, to }, beforeUntil: until }: Period,
    { dealership: dealershipId, person: personId }: FiguresQuery,
    { factsOf, leadsOf }: Pick<Awaited<ReturnType<typeof readDays>>, 'factsOf' | 'leadsOf'>,
  ) {
    const daysBefore = daysOf(from, to).map(factsOf);
    const totals = await countTotals({
      dealershipId,
      personId,
      until,
      settled: settledTotals,
      days: daysBefore.map((day) => {
        const some = factsBefore(until, day, day.requests, ({ atMs }) => atMs);
        const someCalls = factsBefore(until, day, day.calls, ([atMs]) => atMs);
        return some === day.requests && someCalls === day.calls ? day : { ...day, requests: some, calls: someCalls };
      }),
    });
    const leadsOfDay = (day: DayFacts) => factsBefore(until, day, leadsOf(day.span.day), ([atMs]) => atMs);
    return { totals, leads: daysBefore.reduce((sum, day) => sum + leadsOfDay(day).length, 0) };
  }

  async function figuresOf(period: Period, query: FiguresQuery, at: Date, mostRows: number): Promise<Figures> {
    const today = dayAt(at, zone);
    const { dealership: dealershipId, person: personId } = query;
    const { people, presenceSince, personOf, dealershipOf } = await readKnown();
    const weeks = judgedWeeksOf(period, today);
    const read = await readDays(period, { judgedFrom: weeks.first, today, people, personId });
    const daysOfPeriod = daysOf(period.from, period.to);
    const counted = await countPeriod({
      zone,
      now: at,
      dealershipId,
      personId,
      presenceSince,
      settled: settledPeriods,
      days: daysOfPeriod.map(read.factsOf),
      rows: rowsOf(period),
    });
    const before = await countBefore(period, query, read);
    const { judged, fallen } = judge(read.requestsOf, { ...weeks, dealershipId });
    const leadsOfDays = daysOfPeriod.map((day) => ({
      leads: read.leadsOf(day),
      beganBeforeMs: at.getTime() - Date.parse(spanOf(day, zone).since),
    }));
    const dealerships = counted.byDealership
      .map(([id, totals]) => ({ ...dealershipOf(id), totals }))
      .sort((one, other) => other.totals.requests - one.totals.requests || byName(one, other));
    return {
      period: { kind: period.kind, from: period.from, to: period.to, running: period.running, before: period.before },
      zone,
      today,
      dealership: dealershipId === undefined ? null : dealershipOf(dealershipId),
      person: personId === undefined ? null : personOf(personId),
      ...fieldsOf(counted, 'totals', 'time', 'hours', 'endings', 'products'),
      before: before.totals,
      step: period.step,
      missed: counted.missed
        .slice(0, mostRows)
        .map(({ dealershipId: id, ...rest }) => ({ ...rest, dealership: dealershipOf(id).name })),
      missedLeftOut: Math.max(0, counted.missed.length - mostRows),
      missedKnown: counted.missed.filter(({ people: there }) => there !== null).length,
      missedAlone: counted.missed.filter(({ people: there }) => there === 0).length,
      dealerships: dealerships.slice(0, mostRows),
      dealershipsLeftOut: Math.max(0, dealerships.length - mostRows),
      people: counted.byPerson
        .map(([id, totals]) => ({ ...personOf(id), totals }))
        .sort((one, other) => other.totals.requests - one.totals.requests || byName(one, other)),
      fallen: {
        week: { from: addDays(weeks.last, 1 - daysOfWeek), to: weeks.last },
        judged,
        dealerships: fallen.map(({ id, ...rest }) => ({ ...dealershipOf(id), ...rest })),
      },
      leads: await leadFiguresOf(leadsOfDays, settledLeads),
      leadsBefore: before.leads,
      choices: {
        dealerships: [...new Set([...read.asked, ...(dealershipId ? [dealershipId] : [])])]
          .map(dealershipOf)
          .sort(byName),
        people: people
          .filter(({ id, removed_at, role }) => id === personId || (removed_at === null && role !== 'viewer'))
          .map(({ id, name }) => ({ id, name }))
          .sort(byName),
      },
      changesAt: earliest(nextHour(at), spanOf(today, zone).until),
      serverNow: at.toISOString(),
    };
  }

  return {
    /** The figures of a query; undefined when its period is invalid. */
    async view(query: FiguresQuery, mostRows: number = mostShown): Promise<Figures | undefined> {
      const at = now();
      const period = periodOf(query, at, zone);
      return period && figuresOf(period, query, at, mostRows);
    },

    /**
     * The times of requests and of availability from one day to another, both included, as far as they were known at a moment. Also
     * when availability was first recorded.
     */
    async times(first: Day, last: Day, until: Date) {
      const some = daysOf(first, last);
      const [people, presenceSince] = [await everybody(reads), await presenceKnownSince(reads)];
      const asOf = { today: last, look: await days.look() };
      const kept = await days.read(requests, some, asOf);
      const presences = await days.read(presenceSource(reads, people), some, asOf);
      const facts = some.map((day) => ({
        span: spanOf(day, zone),
        requests: kept.get(day) ?? [],
        calls: [],
        presence: presences.get(day) ?? noPresence,
      }));
      return { presenceSince, ...timesOf(facts, until) };
    },

    isPeriod: (query: FiguresQuery): boolean => periodOf(query, now(), zone) !== undefined,

    /** Resolves when every day that was made is kept. */
    kept: days.kept,

    /** Stops keeping days. Call it before the database is closed. */
    stop: days.stop,
  };
}
