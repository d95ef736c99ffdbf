/** The queries that end leads: which are due, which a legal hold keeps, and what is blanked. */
import { sql } from 'kysely';
import { dialectOf, isOneOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { oldestFirst, type Position } from '#server/paging.ts';
import { distinct, idsOf, valuesBy } from '#server/rows.ts';
import type { LeadRow } from './store-work.ts';

/** Leads without a dealership and a hold in which nothing happened since a time. Conditions are written as the partial index has them. */
const endingLeads = (db: Reader, before: Iso) =>
  db
    .selectFrom('leads')
    .where('leads.erased_at', 'is', null)
    .where('leads.hold_id', 'is', null)
    .where('leads.dealership_id', 'is', null)
    .where('leads.joined_into_id', 'is', null)
    .where('leads.created_at', '<', before)
    .where(({ or, eb }) => or([eb('leads.amended_at', 'is', null), eb('leads.amended_at', '<', before)]))
    .where(({ or, eb }) => or([eb('leads.closed_at', 'is', null), eb('leads.closed_at', '<', before)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('lead_events')
            .select('lead_events.id')
            .whereRef('lead_events.lead_id', '=', 'leads.id')
            .where('lead_events.at', '>=', before),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('leads as joined')
            .select('joined.id')
            .whereRef('joined.joined_into_id', '=', 'leads.id')
            .where(({ or, eb }) => or([eb('joined.created_at', '>=', before), eb('joined.amended_at', '>=', before)])),
        ),
      ),
    );

/** The oldest leads after a position that have neither a dealership nor a hold and in which nothing happened since a time. */
export const dueLeads = (db: Reader, before: Iso, limit: number, after?: Position): Promise<Position[]> =>
  endingLeads(db, before)
    .select(['leads.id', 'leads.created_at as at'])
    .$call(oldestFirst(['leads.created_at', 'leads.id'], after, limit))
    .execute();

/** The ids of those leads that are still due to be erased. */
export const stillDue = async (db: Reader, ids: readonly string[], before: Iso): Promise<string[]> =>
  idsOf(await endingLeads(db, before).select('leads.id').where('leads.id', 'in', ids).execute());

/** The ids of leads and of the forms that are joined to them. */
export async function formsOf(db: Reader, ids: readonly string[]): Promise<string[]> {
  const joined = await db.selectFrom('leads').select('id').where('joined_into_id', 'in', ids).execute();
  return [...new Set([...idsOf(joined), ...ids])];
}

/** The leads that joined forms are shown under, with the hold and the dealership that may keep them. */
export const shownOf = (db: Reader, forms: readonly Pick<LeadRow, 'joined_into_id'>[]) =>
  db
    .selectFrom('leads')
    .select(['id', 'joined_into_id', 'hold_id', 'dealership_id'])
    .where(isOneOf(db, 'id', distinct(forms, 'joined_into_id')))
    .execute();

/**
 * Locks leads with the forms that are joined to them and the leads that they are shown under: joined forms before other leads, each by
 * id, as `lockUnindexed` does. Code that writes what follows from a form locks only the lead that the form is shown under, so that lead
 * is locked here too.
 *
 * @returns the ids of the leads that are not erased. `held`: a hold keeps the lead, one of its forms, or the lead that it is shown under.
 */
export async function lockByHold(
  trx: Trx,
  ids: readonly string[],
): Promise<{ readonly free: readonly string[]; readonly held: readonly string[] }> {
  // Which lead a form is joined to stays, because whoever asks has locked `joining`.
  const shown = distinct(
    await trx.selectFrom('leads').select('joined_into_id').where('id', 'in', ids).execute(),
    'joined_into_id',
  );
  const these = trx
    .selectFrom('leads')
    .select(['id', 'joined_into_id', 'hold_id', 'erased_at'])
    .where(({ or, eb }) => or([eb('id', 'in', [...ids, ...shown]), eb('joined_into_id', 'in', ids)]));
  const joinedFirst = these.orderBy((lead) => lead('joined_into_id', 'is', null)).orderBy('id');
  const all = await dialectOf(trx).lockRows(joinedFirst).execute();
  const wanted = new Set(ids);
  const leads = all.filter(({ id }) => wanted.has(id));
  const held = new Set(
    all.filter(({ hold_id }) => hold_id !== null).map(({ id, joined_into_id }) => joined_into_id ?? id),
  );
  const there = leads.filter(({ erased_at }) => erased_at === null);
  const isHeld = ({ id, joined_into_id }: (typeof there)[number]) => held.has(joined_into_id ?? id);
  return { free: idsOf(there.filter((lead) => !isHeld(lead))), held: idsOf(there.filter(isHeld)) };
}

/** Locks every form that a hold keeps, a form before the lead that it is joined to. */
export async function lockHeldForms(trx: Trx, holdId: string): Promise<void> {
  const held = trx.selectFrom('leads').select('id').where('hold_id', '=', holdId).orderBy('id');
  await dialectOf(trx)
    .lockRows(held.where('joined_into_id', 'is not', null))
    .execute();
  await dialectOf(trx)
    .lockRows(held.where('joined_into_id', 'is', null))
    .execute();
}

/** The ids of all submissions of these leads. */
export const submissionIdsOf = async (db: Reader, leadIds: readonly string[]): Promise<string[]> =>
  idsOf(await db.selectFrom('submissions').select('id').where('lead_id', 'in', leadIds).execute());

/** Blanks these forms. Kind, reference, status and times stay for the figures. An open one becomes lost, so that it is never late. */
export async function blankLeads(trx: Trx, ids: readonly string[], at: Iso): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('lead_keys').where('lead_id', 'in', ids).execute();
  await trx.deleteFrom('lead_events').where('lead_id', 'in', ids).execute();
  await trx
    .updateTable('submissions')
    .set({ answers: '{}', fingerprint: 'erased', submitted_date: '' })
    .where('lead_id', 'in', ids)
    .execute();
  await trx
    .updateTable('leads')
    .set(({ eb, fn, ref }) => ({
      answers: '{}',
      flags: '[]',
      erased_at: at,
      keyed_at: at,
      status: sql<'lost'>`case when closed_at is null then 'lost' else status end`,
      closed_at: fn.coalesce(ref('closed_at'), sql<string>`${at}`),
      follow_up_at: null,
      version: eb('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute();
}

/** The ids of the leads that these forms are shown under and that still have a form which is not erased. */
export async function shownWithRest(db: Reader, forms: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('leads').select(['id', 'joined_into_id']).where('id', 'in', forms).execute();
  const shown = [...new Set(rows.map(({ id, joined_into_id }) => joined_into_id ?? id))];
  const rest = await db
    .selectFrom('leads')
    .select(['id', 'joined_into_id'])
    .where(({ or, eb }) => or([eb('id', 'in', shown), eb('joined_into_id', 'in', shown)]))
    .where('erased_at', 'is', null)
    .execute();
  return [...new Set(rest.map(({ id, joined_into_id }) => joined_into_id ?? id))];
}

/** The ids of the leads that dealerships were made of. */
export async function leadIdsOfDealerships(db: Reader, dealershipIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('leads')
    .select('id')
    .where('dealership_id', 'in', dealershipIds)
    .where('joined_into_id', 'is', null)
    .execute();
  return idsOf(rows);
}

/** The ids of the leads that these submissions are shown under, by the submissions' ids. */
export async function leadsOfThese(db: Reader, submissionIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('leads', 'leads.id', 'submissions.lead_id')
    .select(['submissions.id', 'submissions.lead_id', 'leads.joined_into_id'])
    .where('submissions.id', 'in', submissionIds)
    .execute();
  return new Map(rows.map(({ id, lead_id, joined_into_id }) => [id, joined_into_id ?? lead_id]));
}

/** The ids of the dealerships that were made of each of these leads or of the lead that it is shown under. A lead without one has no entry. */
export async function dealershipsOfLeads(
  db: Reader,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const columns = ['id', 'joined_into_id', 'dealership_id'] as const;
  const rows = await db.selectFrom('leads').select(columns).where('id', 'in', leadIds).execute();
  const shown = new Map((await shownOf(db, rows)).map((lead) => [lead.id, lead.dealership_id]));
  return new Map(
    rows.flatMap(({ id, joined_into_id, dealership_id }) => {
      const made = [dealership_id, shown.get(joined_into_id ?? '') ?? null].filter((one) => one !== null);
      return made.length === 0 ? [] : [[id, made]];
    }),
  );
}

/** Puts a lead and the forms that are joined to it under a hold. */
export const setHold = (trx: Trx, id: string, holdId: string) =>
  trx
    .updateTable('leads')
    .set(({ eb }) => ({ hold_id: holdId, version: eb('version', '+', 1) }))
    .where(({ or, eb }) => or([eb('id', '=', id), eb('joined_into_id', '=', id)]))
    .where('hold_id', 'is', null)
    .execute();

/** The ids of the holds on these leads and on the forms that are joined to them. */
export async function holdIdsOf(db: Reader, leadIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('leads')
    .select('hold_id')
    .where(({ or, eb }) => or([eb('id', 'in', leadIds), eb('joined_into_id', 'in', leadIds)]))
    .where('hold_id', 'is not', null)
    .execute();
  return distinct(rows, 'hold_id');
}

/** Takes a hold off every form that has it. */
export const clearHold = (trx: Trx, holdId: string) =>
  trx
    .updateTable('leads')
    .set(({ eb }) => ({ hold_id: null, version: eb('version', '+', 1) }))
    .where('hold_id', '=', holdId)
    .execute();

/** The references of leads, by their ids. */
export const referencesOfLeads = async (db: Reader, ids: readonly string[]): Promise<Map<string, string>> =>
  valuesBy(
    await db.selectFrom('leads').select(['id', 'reference']).where('id', 'in', ids).execute(),
    'id',
    'reference',
  );

/** Which of these forms were erased. */
export const erasedLeads = (db: Reader, ids: readonly string[]) =>
  db
    .selectFrom('leads')
    .select(['id', 'reference'])
    .where('id', 'in', ids)
    .where('erased_at', 'is not', null)
    .execute();
