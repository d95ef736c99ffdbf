/** Counts everything that the figures show, from the facts of days that the caller passes in. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Product, productNames } from '#contract/desk/board.ts';
import { contractedAs, type Ending } from '#contract/desk/figures.ts';
import type { Figures, HourFigures, Totals } from '#contract/desk/figures-endpoints.ts';
import { type Day, type DaySpan, hoursOf } from '#server/calendar.ts';
import { availabilityOver, availableMsByHour } from './availability.ts';
import type { CallFact, PresenceFacts, RequestFact } from './facts.ts';
import type { Settled } from './settled.ts';
import { type Counts, countsFully, createTallies, createTally, endingsOf, isTest, type SettledTally } from './tally.ts';

/** The facts of one day. */
export interface DayFacts {
  readonly span: DaySpan;
  readonly requests: readonly RequestFact[];
  readonly calls: readonly CallFact[];
  readonly presence: PresenceFacts;
}

/** Whether two days hold the same fact objects. A day that was read again holds new ones. */
export const isSameDay = (one: DayFacts, other: DayFacts): boolean =>
  one.requests === other.requests && one.calls === other.calls && one.presence === other.presence;

interface CountOptions {
  readonly days: readonly DayFacts[];
  readonly rows: readonly { readonly from: Day; readonly to: Day }[];
  readonly zone: string;
  readonly now: Date;
  readonly dealershipId: string | undefined;
  readonly personId: string | undefined;
  /** When presence was first recorded; undefined when it never was. */
  readonly presenceSince: string | undefined;
  readonly settled: Settled<DayFacts, SettledPeriod>;
}

/** The most requests that are counted in one turn of the event loop. The public site is answered between two turns. */
const requestsInTurn = 2000;
const hoursOfClock = 24;

/** Lets other work run between the requests of days. */
function createTurns() {
  let inTurn = 0;
  return {
    async before(requests: number): Promise<void> {
      inTurn += requests;
      if (inTurn <= requestsInTurn) return;
      await nextTurn();
      inTurn = requests;
    },
  };
}

const countsFor = (personId: string, request: RequestFact, available: ReadonlySet<string>): Counts => ({
  held: request.agent === personId,
  accepted: request.acceptedBy === personId,
  missed: request.missed && available.has(personId),
});

/** Everybody for whom a request counts in some way, each once. */
const concerned = ({ agent, acceptedBy, missed }: RequestFact, available: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([agent, acceptedBy, ...(missed ? available : [])].filter((id) => id !== null));

/**
 * The one person for whom a request counts in every way; undefined when it counts for several. Most requests count for one person.
 */
const oneHolder = ({ agent, acceptedBy, missed }: RequestFact): string | undefined =>
  !missed && agent !== null && agent === acceptedBy ? agent : undefined;

type Counted = Pick<Figures, 'totals' | 'time' | 'hours' | 'endings' | 'products'> & {
  readonly missed: readonly { id: string; askedAt: string; dealershipId: string | null; people: number | null }[];
  readonly byDealership: [id: string | null, totals: Totals][];
  readonly byPerson: [id: string, totals: Totals][];
};

/** How many of these days, from the first on, were over at a moment. Their counts are kept until one of them is read again. */
function overAt(days: readonly DayFacts[], atMs: number): number {
  const open = days.findIndex(({ span }) => Date.parse(span.until) > atMs);
  return open < 0 ? days.length : open;
}

interface TotalsOptions extends Pick<CountOptions, 'days' | 'dealershipId' | 'personId'> {
  /** The moment up to which is counted. The caller may have left out later facts of a day that ends after it. */
  readonly until: Date;
  readonly settled: Settled<DayFacts, SettledTally>;
}

/** Only the totals: for the earlier period of a comparison. */
export async function countTotals({ days, dealershipId, personId, until, settled }: TotalsOptions): Promise<Totals> {
  const turns = createTurns();
  async function count(some: readonly DayFacts[], before?: SettledTally) {
    const total = createTally(before);
    for (const { requests, calls, presence } of some) {
      await turns.before(requests.length);
      const people = availabilityOver(presence);
      for (const request of requests) {
        if (dealershipId !== undefined && request.dealershipId !== dealershipId) continue;
        total.add(
          request,
          personId === undefined ? countsFully : countsFor(personId, request, people.at(request.atMs)),
        );
      }
      for (const [, dealership, person, minutes] of calls) {
        if (dealershipId !== undefined && dealership !== dealershipId) continue;
        if (personId === undefined || person === personId) total.addCall(minutes);
      }
    }
    return total;
  }
  const over = overAt(days, until.getTime());
  const before = await settled.of(JSON.stringify([dealershipId, personId]), days.slice(0, over), async () =>
    (await count(days.slice(0, over))).settle(),
  );
  return (await count(days.slice(over), before)).totals();
}

interface HourCounts {
  requests: number;
  missed: number;
  nobodyThere: number;
  availableMs: number;
  knownMs: number;
}

/** The counts of the finished days of a period. */
export interface SettledPeriod {
  readonly total: SettledTally;
  readonly perRow: ReadonlyMap<number, SettledTally>;
  readonly byDealership: ReadonlyMap<string | null, SettledTally>;
  readonly byPerson: ReadonlyMap<string, SettledTally>;
  readonly endings: ReadonlyMap<Ending, number>;
  readonly products: ReadonlyMap<Product, number>;
  readonly missed: Counted['missed'];
  readonly hours: readonly Readonly<HourCounts>[];
}

const noHours: readonly HourCounts[] = Array.from({ length: hoursOfClock }, () => ({
  requests: 0,
  missed: 0,
  nobodyThere: 0,
  availableMs: 0,
  knownMs: 0,
}));

/** Continues a count with further days. */
function createCount(options: Omit<CountOptions, 'days' | 'settled'>, before?: SettledPeriod) {
  const { rows, zone, now, dealershipId, personId, presenceSince } = options;
  const total = createTally(before?.total);
  const perRow = createTallies(before?.perRow);
  const byDealership = createTallies(before?.byDealership);
  const byPerson = createTallies(before?.byPerson);
  const endings = new Map(before?.endings);
  const products = new Map(before?.products);
  const missed = [...(before?.missed ?? [])];
  const hours = (before?.hours ?? noHours).map((hour) => ({ ...hour }));
  const knownFromMs = presenceSince === undefined ? Number.POSITIVE_INFINITY : Date.parse(presenceSince);

  function add({ span, requests, calls, presence }: DayFacts): void {
    const startMs = Date.parse(span.since);
    const row = rows.findIndex(({ from, to }) => from <= span.day && span.day <= to);
    const ofRow = perRow.of(row);
    const clock = hoursOf(span.day, zone);
    const people = availabilityOver(presence);
    for (const request of requests) {
      const available = people.at(request.atMs);
      if (dealershipId !== undefined && request.dealershipId !== dealershipId) continue;
      const counts = personId === undefined ? countsFully : countsFor(personId, request, available);
      total.add(request, counts);
      ofRow.add(request, counts);
      if (counts.held || (counts.missed && request.missed)) byDealership.of(request.dealershipId).add(request, counts);
      const holder = oneHolder(request);
      if (holder !== undefined && personId === undefined) byPerson.of(holder).add(request, countsFully);
      else
        for (const id of concerned(request, available)) {
          if (personId === undefined || id === personId)
            byPerson.of(id).add(request, countsFor(id, request, available));
        }
      if (isTest(request)) continue;
      const isKnown = startMs + request.atMs >= knownFromMs;
      const hour = hours[clock.find(({ toMs }) => request.atMs < toMs)?.hour ?? 0];
      if (hour && counts.held) {
        hour.requests += 1;
        if (isKnown && available.size === 0) hour.nobodyThere += 1;
      }
      if (hour && request.missed && counts.missed) hour.missed += 1;
      if (request.missed && counts.missed) {
        const askedAt = new Date(startMs + request.atMs).toISOString();
        missed.push({
          id: request.id,
          askedAt,
          dealershipId: request.dealershipId,
          people: isKnown ? available.size : null,
        });
      }
      if (!counts.held) continue;
      endings.set(request.ending, (endings.get(request.ending) ?? 0) + 1);
      if ((contractedAs as readonly string[]).includes(request.ending)) {
        for (const product of request.products) products.set(product, (products.get(product) ?? 0) + 1);
      }
    }
    for (const [, dealership, person, minutes] of calls) {
      if (dealershipId !== undefined && dealership !== dealershipId) continue;
      if (personId !== undefined && person !== personId) continue;
      for (const tally of [total, ofRow, byDealership.of(dealership), byPerson.of(person)]) tally.addCall(minutes);
    }
    const [fromMs, toMs] = [knownFromMs - startMs, now.getTime() - startMs];
    const counts = (id: string) => personId === undefined || id === personId;
    availableMsByHour(presence, clock, { fromMs, toMs, counts }).forEach((availableMs, at) => {
      const { hour, fromMs: begin, toMs: end } = clock[at] ?? { hour: 0, fromMs: 0, toMs: 0 };
      const known = hours[hour];
      if (!known) return;
      known.availableMs += availableMs;
      known.knownMs += Math.max(0, Math.min(end, toMs) - Math.max(begin, fromMs));
    });
  }

  const settle = (): SettledPeriod => ({
    total: total.settle(),
    perRow: perRow.settle(),
    byDealership: byDealership.settle(),
    byPerson: byPerson.settle(),
    endings,
    products,
    missed,
    hours,
  });

  function counted(): Counted {
    const totalsOfRow = new Map(perRow.all());
    const noTotals = createTally().totals();
    return {
      totals: total.totals(),
      time: rows.map((row, at) => ({ ...row, totals: totalsOfRow.get(at) ?? noTotals })),
      hours: hours.map(({ requests, missed: lost, nobodyThere, availableMs, knownMs }, hour): HourFigures => {
        const known = knownMs > 0;
        return {
          hour,
          requests,
          missed: lost,
          nobodyThere: known ? nobodyThere : null,
          people: known ? availableMs / knownMs : null,
        };
      }),
      endings: endingsOf(endings),
      products: productNames.map((product) => ({ product, deals: products.get(product) ?? 0 })),
      missed: missed.toReversed(),
      byDealership: byDealership.all(),
      byPerson: byPerson.all(),
    };
  }

  return { add, settle, counted };
}

/** Counts a period: its totals, its rows over time, and its requests by hour, ending, product, dealership and person. */
export async function countPeriod({ days, settled, ...options }: CountOptions): Promise<Counted> {
  const { rows, zone, now, dealershipId, personId, presenceSince } = options;
  const turns = createTurns();
  async function count(some: readonly DayFacts[], before?: SettledPeriod) {
    const counting = createCount(options, before);
    for (const day of some) {
      await turns.before(day.requests.length);
      counting.add(day);
    }
    return counting;
  }
  const over = overAt(days, now.getTime());
  const about = JSON.stringify([rows, zone, dealershipId, personId, presenceSince]);
  const before = await settled.of(about, days.slice(0, over), async () => (await count(days.slice(0, over))).settle());
  return (await count(days.slice(over), before)).counted();
}
