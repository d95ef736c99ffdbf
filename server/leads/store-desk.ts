/** The desk's queries for leads. Every list is bounded by an index. */
import { sql } from 'kysely';
import type { LeadStatus, SameReason } from '#contract/desk/leads.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { Reader } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { newestFirst, oldestFirst, type Position } from '#server/paging.ts';
import type { Matching } from '#server/search/service.ts';
import type { LeadRow } from './store-work.ts';

/** Which leads a list shows. */
export interface LeadFilter {
  readonly status?: LeadStatus | undefined;
  readonly form?: LeadKind | undefined;
  readonly ownerId?: string | undefined;
  /** Only those that are due at this time. */
  readonly dueBy?: Iso | undefined;
  readonly flagged?: boolean | undefined;
  readonly matching?: Matching | undefined;
}

/** The leads that a filter lets through, without the forms that are joined to another one. */
function shown(db: Reader, { status, form, ownerId, dueBy, flagged = false, matching }: LeadFilter) {
  let query = db.selectFrom('leads').selectAll().where('joined_into_id', 'is', null);
  if (status !== undefined) query = query.where('status', '=', status);
  if (form !== undefined) query = query.where('kind', '=', form);
  if (ownerId !== undefined) query = query.where('owner_id', '=', ownerId);
  if (dueBy !== undefined) query = query.where('due_at', '<=', dueBy);
  // The value is in the SQL text, because a partial index is used only when the query repeats its condition word by word.
  if (flagged) query = query.where(sql<boolean>`flags <> '[]'`);
  return matching ? query.where(matching('leads.id')) : query;
}

/** Open leads after a position, the earliest due first. */
const open = (db: Reader, filter: LeadFilter, after: Position | undefined, limit: number) =>
  shown(db, filter)
    .where('closed_at', 'is', null)
    .$call(oldestFirst(['leads.due_at', 'leads.id'], after, limit));

/** Closed leads after a position, those that were closed last first. */
const closed = (db: Reader, filter: LeadFilter, after: Position | undefined, limit: number) =>
  shown(db, filter)
    .where('closed_at', 'is not', null)
    .$call(newestFirst(['leads.closed_at', 'leads.id'], after, limit));

/** Reads a part of the list: at most `limit` leads after a position. */
export type ReadLeads = (
  db: Reader,
  filter: LeadFilter,
  after: Position | undefined,
  limit: number,
) => Promise<LeadRow[]>;

export const openLeads: ReadLeads = (...part) => open(...part).execute();

export const closedLeads: ReadLeads = (...part) => closed(...part).execute();

/**
 * Open leads after a position, and then closed ones from the first on. One statement reads both, so a lead that is closed or opened again
 * at this moment is there once. Both engines read the second part only as far as the first one leaves room.
 */
export const openThenClosedLeads: ReadLeads = (db, filter, after, limit) =>
  db
    .selectFrom(open(db, filter, after, limit).as('open'))
    .selectAll('open')
    .unionAll(db.selectFrom(closed(db, filter, undefined, limit).as('closed')).selectAll('closed'))
    .limit(limit)
    .execute();

/** Leads after a position, open, closed or both, the newest first. No change of a lead moves it in this order. */
export const arrivedLeads = (
  db: Reader,
  { isOpen, ...filter }: LeadFilter & { readonly isOpen: boolean | undefined },
  after: Position | undefined,
  limit: number,
): Promise<LeadRow[]> =>
  shown(db, filter)
    .$if(isOpen !== undefined, (query) => query.where('closed_at', isOpen ? 'is' : 'is not', null))
    .$call(newestFirst(['leads.created_at', 'leads.id'], after, limit))
    .execute();

/**
 * The leads with a reference, each as the lead that it is shown under. Two leads may have the same reference by chance. One statement reads
 * them, so a form that is joined or parted at this moment is found once.
 */
export const leadsByReference = (db: Reader, reference: string): Promise<LeadRow[]> =>
  db
    .selectFrom('leads')
    .selectAll()
    .where('leads.id', 'in', (query) =>
      query
        .selectFrom('leads as named')
        .select(({ fn }) => fn.coalesce('named.joined_into_id', 'named.id').as('id'))
        .where('named.reference', '=', reference),
    )
    .execute();

export const leadsByIds = (db: Reader, ids: readonly string[]): Promise<LeadRow[]> =>
  db.selectFrom('leads').selectAll().where('id', 'in', ids).execute();

/** How many forms are joined to each of these leads; a lead without any has no entry. */
export async function countJoined(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('leads')
    .select(({ fn }) => ['joined_into_id' as const, fn.countAll<number>().as('count')])
    .where('joined_into_id', 'in', ids)
    .groupBy('joined_into_id')
    .execute();
  return new Map(rows.map(({ joined_into_id, count }) => [joined_into_id ?? '', Number(count)]));
}

/** For a query of `lead_keys` as `mine` and `theirs`: finds a row when somebody said that the two forms are not of the same people. */
const saidApart = sql`(select 1 from leads_apart
  where leads_apart.lead_id = mine.lead_id and leads_apart.other_id = theirs.lead_id)`;

/** For each of these leads, one reason why another lead may be of the same people. A lead without any has no entry. */
export async function similarityOf(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, SameReason>> {
  const rows = await db
    .selectFrom('leads')
    .select('leads.id')
    .select((eb) =>
      eb
        .selectFrom('lead_keys as mine')
        .innerJoin('lead_keys as theirs', (join) =>
          join
            .onRef('theirs.value', '=', 'mine.value')
            .onRef('theirs.kind', '=', 'mine.kind')
            .onRef('theirs.lead_id', '<>', 'mine.lead_id'),
        )
        .innerJoin('leads as other', 'other.id', 'theirs.lead_id')
        .whereRef('mine.lead_id', '=', 'leads.id')
        .where((where) =>
          where.or([
            where('other.joined_into_id', 'is', null),
            where('other.joined_into_id', '<>', where.ref('leads.id')),
          ]),
        )
        .where((where) => where.not(where.exists(saidApart)))
        .select('mine.kind')
        .limit(1)
        .as('reason'),
    )
    .where('leads.id', 'in', ids)
    .execute();
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])));
}

/** Forms that share a key with one of these forms, with the kind of that key. */
export const formsLike = (db: Reader, ids: readonly string[], limit: number) =>
  db
    .selectFrom('lead_keys as mine')
    .innerJoin('lead_keys as theirs', (join) =>
      join.onRef('theirs.value', '=', 'mine.value').onRef('theirs.kind', '=', 'mine.kind'),
    )
    .innerJoin('leads as other', 'other.id', 'theirs.lead_id')
    .where('mine.lead_id', 'in', ids)
    .where('theirs.lead_id', 'not in', ids)
    .where((where) => where.not(where.exists(saidApart)))
    .select(['theirs.kind', 'other.id', 'other.joined_into_id'])
    .limit(limit)
    .execute();

/** Forms that somebody said are not of the same people as one of these, the latest first. */
export const formsApart = (db: Reader, ids: readonly string[], limit: number) =>
  db
    .selectFrom('leads_apart')
    .innerJoin('leads as other', 'other.id', 'leads_apart.other_id')
    .where('leads_apart.lead_id', 'in', ids)
    .where('leads_apart.other_id', 'not in', ids)
    .select(['other.id', 'other.joined_into_id', 'leads_apart.at', 'leads_apart.by_id'])
    .orderBy('leads_apart.at', 'desc')
    .limit(limit)
    .execute();

export type SubmissionRow = Awaited<ReturnType<typeof submissionsOf>>[number];

/** The submissions of these forms, the oldest first. */
export const submissionsOf = (db: Reader, leadIds: readonly string[]) =>
  db
    .selectFrom('submissions')
    .select(['id', 'lead_id', 'answers', 'created_at', 'submitted_date', 'superseded_at', 'replaced_by'])
    .where('lead_id', 'in', leadIds)
    .orderBy('created_at')
    .execute();
