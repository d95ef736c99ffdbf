/** Reads requests and logged calls for the figures, in slices, in the order in which they were made. */
import { sql } from 'kysely';
import type { Product } from '#contract/desk/board.ts';
import type { Ending } from '#contract/desk/figures.ts';
import { dayStatesOf, inSlices, type NamedSpan, type Storage } from '#server/database/open.ts';
import { createdPosition, oldestFirst, type Position } from '#server/paging.ts';
import { talkedUntil } from './conditions.ts';

type Reads = Storage['reads'];
type Span = Pick<NamedSpan, 'since' | 'until'>;

/** Stands for a person's id when a request was accepted by an operator's link, which belongs to no person. */
export const operatorsLink = 'operator';

/** A request as the figures count it. What has not happened is null. */
export interface CountedRequest {
  readonly id: string;
  /** Grows with each change of the request. */
  readonly version: number;
  readonly askedAt: string;
  /** Null when two dealerships have the name and it is not known which one asks. */
  readonly dealershipId: string | null;
  /** Milliseconds from the press to the first acceptance. */
  readonly acceptMs: number | null;
  /** Who accepted first: a person's id, or `operatorsLink`. */
  readonly acceptedBy: string | null;
  /** Milliseconds from the press to the first Connected that was not taken back. */
  readonly waitMs: number | null;
  /** Who has the request now, or had it at its end: a person's id, or `operatorsLink`. */
  readonly agent: string | null;
  readonly ending: Ending;
  readonly missed: boolean;
  readonly reopened: boolean;
  readonly minutes: number | null;
  readonly products: readonly Product[];
  readonly notBilled: boolean;
}

const sliceRows = 500;

const slice = (db: Reads, { since, until }: Span, rows: number, after: Position | undefined) =>
  db
    .selectFrom('agent_requests as request')
    .leftJoin('agent_links as first', 'first.id', 'request.first_accepted_link_id')
    .leftJoin('agent_links as last', 'last.id', 'request.accepted_link_id')
    .leftJoin('request_deals as deal', 'deal.request_id', 'request.id')
    .select(['request.id', 'request.version', 'request.created_at', 'request.dealership_id', 'request.same_named'])
    .select(['request.first_accepted_at', 'request.first_accepted_link_id', 'first.person_id as first_person_id'])
    .select(['request.first_connected_at', 'request.accepted_link_id', 'last.person_id as last_person_id'])
    .select([
      'request.missed_at',
      'request.reopened_at',
      'request.connected_at',
      'request.talked_ms',
      'request.closing_at',
    ])
    .select(['request.ended_at', 'request.outcome', 'request.disposition'])
    .select(['deal.minutes', 'deal.products', 'deal.not_billed_reason'])
    .where('request.created_at', '>=', since)
    .where('request.created_at', '<', until)
    .$call(oldestFirst(['request.created_at', 'request.id'], after, rows))
    .execute();

type Row = Awaited<ReturnType<typeof slice>>[number];

/** The milliseconds between two times. Null as well when a clock was put back between them: then nobody knows. */
const between = (from: string, to: string | null): number | null =>
  to === null || to <= from ? null : Date.parse(to) - Date.parse(from);

function endingOf({ ended_at, outcome, disposition, missed_at, reopened_at }: Row): Ending {
  if (ended_at === null || outcome === null) return 'open';
  if (outcome === 'done') return disposition ?? 'unsaid';
  return missed_at !== null && reopened_at === null ? 'missed' : outcome;
}

/** The minutes that were written into the deal. Without them, for a request that is done: those that its agents talked. */
function minutesOf(row: Row): number | null {
  if (row.minutes !== null || row.outcome !== 'done') return row.minutes;
  return Math.round(talkedUntil(row, row.closing_at) / 60_000);
}

const whose = (linkId: string | null, personId: string | null): string | null =>
  linkId === null ? null : (personId ?? operatorsLink);

const counted = (row: Row): CountedRequest => ({
  id: row.id,
  version: row.version,
  askedAt: row.created_at,
  dealershipId: row.same_named === null ? row.dealership_id : null,
  acceptMs: between(row.created_at, row.first_accepted_at),
  acceptedBy: whose(row.first_accepted_link_id, row.first_person_id),
  waitMs: between(row.created_at, row.first_connected_at),
  agent: whose(row.accepted_link_id, row.last_person_id),
  ending: endingOf(row),
  missed: row.missed_at !== null,
  reopened: row.reopened_at !== null,
  minutes: minutesOf(row),
  products: row.products === null ? [] : (JSON.parse(row.products) as Product[]),
  notBilled: row.not_billed_reason !== null,
});

/** The requests that were made in a span, the oldest first. */
export async function* countedRequests(db: Reads, span: Span): AsyncGenerator<CountedRequest> {
  const requests = inSlices<Row>(Infinity, (rows, last) => slice(db, span, rows, createdPosition(last)), sliceRows);
  for await (const row of requests) yield counted(row);
}

/** The state of the requests of each day, to see whether one changed. Each change of a request gives it a higher version. */
export const requestStates = dayStatesOf<CountedRequest>(
  { table: 'agent_requests', time: 'created_at', state: sql`sum(rows.version)` },
  ({ version }) => version,
);

/** A call as the figures count it. */
export interface CountedCall {
  readonly dealershipId: string;
  readonly personId: string;
  readonly minutes: number;
  readonly isTest: boolean;
  readonly loggedAt: string;
}

const sliceOfCalls = (db: Reads, { since, until }: Span, rows: number, after: Position | undefined) =>
  db
    .selectFrom('calls')
    .select(['id', 'dealership_id', 'person_id', 'minutes', 'disposition', 'created_at'])
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .$call(oldestFirst(['created_at', 'id'], after, rows))
    .execute();

type CallRow = Awaited<ReturnType<typeof sliceOfCalls>>[number];

/** The calls that were logged in a span, the oldest first. */
export async function* countedCalls(db: Reads, span: Span): AsyncGenerator<CountedCall> {
  const calls = inSlices<CallRow>(
    Infinity,
    (rows, last) => sliceOfCalls(db, span, rows, createdPosition(last)),
    sliceRows,
  );
  for await (const row of calls) {
    yield {
      dealershipId: row.dealership_id,
      personId: row.person_id,
      minutes: row.minutes ?? 0,
      isTest: row.disposition === 'test',
      loggedAt: row.created_at,
    };
  }
}

/** The state of the calls of each day, to see whether one was added. What the figures count of a call never changes. */
export const callStates = dayStatesOf<CountedCall>({ table: 'calls', time: 'created_at', state: sql`0` }, () => 0);
