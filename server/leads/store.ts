import type { Selectable } from 'kysely';
import type { LeadKind } from '#contract/pages.ts';
import { dialectOf, findsAny, type Reader, type Trx } from '#server/database/open.ts';
import { prepared, preparedInsert } from '#server/database/prepared.ts';
import type { Iso } from '#server/database/tables.ts';
import { createdPosition, newestFirst } from '#server/paging.ts';
import { distinct } from '#server/rows.ts';
import type { Matching } from '#server/search/service.ts';
import type { LeadTable, SubmissionTable } from './tables.ts';

const submissionById = prepared((db, { id }: { readonly id: string }) =>
  db
    .selectFrom('submissions')
    .innerJoin('leads', 'leads.id', 'submissions.lead_id')
    .select([
      'submissions.id',
      'submissions.lead_id',
      'submissions.kind',
      'submissions.fingerprint',
      'leads.reference',
      'leads.erased_at',
    ])
    .where('submissions.id', '=', id),
);

/** The submission with this id; undefined when it was not received. */
export const findSubmission = async (db: Reader, id: string) => (await submissionById(db, { id }))[0];

/** Whether a lead has so many attempts, or more. */
export async function hasAttempts(db: Reader, leadId: string, count: number): Promise<boolean> {
  const attempts = db.selectFrom('submissions').select('id').where('lead_id', '=', leadId);
  return (await attempts.limit(count).execute()).length === count;
}

/** Whether there is a lead of this kind with this reference that was not erased. */
export const hasReference = (db: Reader, kind: LeadKind, reference: string): Promise<boolean> =>
  db
    .selectFrom('leads')
    .select('id')
    .where('reference', '=', reference)
    .where('kind', '=', kind)
    .where('erased_at', 'is', null)
    .$call(findsAny);

/** The newest submission with these answers, made between two times, that no later one replaced; undefined when there is none. */
export const findSameAnswers = (db: Reader, fingerprint: string, since: Iso, until: Iso) =>
  db
    .selectFrom('submissions')
    .innerJoin('leads', 'leads.id', 'submissions.lead_id')
    .select(['submissions.id', 'submissions.lead_id', 'leads.reference'])
    .where('submissions.fingerprint', '=', fingerprint)
    .where('submissions.created_at', '>=', since)
    .where('submissions.created_at', '<', until)
    .where('submissions.replaced_by', 'is', null)
    .orderBy('submissions.created_at', 'desc')
    .executeTakeFirst();

const leadById = (db: Reader, id: string) =>
  db.selectFrom('leads').select(['id', 'kind', 'reference', 'answers', 'erased_at']).where('id', '=', id);

const answersToLock = prepared((db, { id }: { readonly id: string }) => dialectOf(db).lockRows(leadById(db, id)));

/** The answers of the form with this id, locked until the transaction ends, so that another attempt to amend it waits. */
export const lockAnswers = async (trx: Trx, id: string) => (await answersToLock(trx, { id }))[0];

export const insertLead = preparedInsert('leads', [
  'id',
  'kind',
  'reference',
  'answers',
  'flags',
  'created_at',
  'due_at',
  'updated_at',
]);

export const insertSubmission = preparedInsert('submissions', [
  'id',
  'lead_id',
  'kind',
  'fingerprint',
  'answers',
  'submitted_date',
  'created_at',
  'superseded_at',
  'replaced_by',
  'sms_consent_at',
  'sms_consent_version',
  'sms_consent_wording',
]);

/** The submission of a lead whose answers hold. */
export const findCurrentSubmission = (trx: Trx, leadId: string) =>
  trx
    .selectFrom('submissions')
    .select('id')
    .where('lead_id', '=', leadId)
    .where('replaced_by', 'is', null)
    .executeTakeFirstOrThrow();

/** Marks the submission whose answers hold as replaced by another one. */
export const replaceCurrentSubmission = (trx: Trx, leadId: string, by: string) =>
  trx
    .updateTable('submissions')
    .set({ replaced_by: by })
    .where('lead_id', '=', leadId)
    .where('replaced_by', 'is', null)
    .execute();

/** Replaces the answers of a lead by newer ones. */
export const amendLead = (
  trx: Trx,
  id: string,
  change: Pick<LeadTable, 'answers' | 'flags'> & { amended_at: Iso; keyed_at: Iso },
) => trx.updateTable('leads').set(change).where('id', '=', id).execute();

/** Writes when a lead last changed, for programs that ask for changes since a time. */
export const markUpdated = (trx: Trx, id: string, at: Iso) =>
  trx.updateTable('leads').set({ updated_at: at }).where('id', '=', id).execute();

/** The columns of a submission that say whether it gave consent and what replaced it. */
export type ConsentRow = Pick<
  Selectable<SubmissionTable>,
  'id' | 'lead_id' | 'created_at' | 'replaced_by' | 'sms_consent_at' | 'sms_consent_version' | 'sms_consent_wording'
>;

/** The submissions of these leads, oldest first. */
export const consentRowsOf = (db: Reader, leadIds: readonly string[]): Promise<ConsentRow[]> =>
  db
    .selectFrom('submissions')
    .select(['id', 'lead_id', 'created_at', 'replaced_by'])
    .select(['sms_consent_at', 'sms_consent_version', 'sms_consent_wording'])
    .where('lead_id', 'in', leadIds)
    .orderBy('created_at')
    .execute();

/** The words of a version of the consent that the pages no longer show, from a submission that agreed to it; null when there is none. */
export async function findWording(db: Reader, version: string): Promise<string | null> {
  const row = await db
    .selectFrom('submissions')
    .select('sms_consent_wording')
    .where('sms_consent_version', '=', version)
    .where('sms_consent_wording', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.sms_consent_wording ?? null;
}

/** Leads with the submission whose answers hold. */
const listing = (db: Reader) =>
  db
    .selectFrom('leads')
    .leftJoin('submissions as holding', (join) =>
      join.onRef('holding.lead_id', '=', 'leads.id').on('holding.replaced_by', 'is', null),
    )
    .selectAll('leads')
    .select(['holding.submitted_date', 'holding.id as holding_id']);

export type ListingRow = Awaited<ReturnType<ReturnType<typeof listing>['execute']>>[number];

/**
 * One slice of the leads, newest first.
 *
 * @param found the condition of a search; undefined for all leads
 * @param last the lead that the slice comes after; undefined for the first slice
 */
export function newestLeads(
  db: Reader,
  limit: number,
  found: Matching | undefined,
  last: Pick<ListingRow, 'created_at' | 'id'> | undefined,
): Promise<ListingRow[]> {
  const slice = listing(db).$call(newestFirst(['leads.created_at', 'leads.id'], createdPosition(last), limit));
  return (found ? slice.where(found('leads.id')) : slice).execute();
}

/** The leads with a reference, newest first. */
export const leadsOfReference = (db: Reader, reference: string): Promise<ListingRow[]> =>
  listing(db)
    .where('leads.reference', '=', reference)
    .orderBy('leads.created_at', 'desc')
    .orderBy('leads.id', 'desc')
    .execute();

/** A submission with its lead, for the mails about it. */
export const findSubmissionWithLead = (db: Reader, submissionId: string) =>
  db
    .selectFrom('submissions')
    .innerJoin('leads', 'leads.id', 'submissions.lead_id')
    .where('submissions.id', '=', submissionId)
    .select(['leads.id as leadId', 'leads.kind', 'leads.reference', 'leads.flags'])
    .select(['submissions.answers', 'submissions.created_at', 'submissions.submitted_date'])
    .executeTakeFirstOrThrow();

/** The answers that a submission replaced; undefined when there are none. Answers that were out of date when they came do not count. */
export async function answersReplacedBy(db: Reader, leadId: string, submissionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('submissions')
    .select('answers')
    .where('lead_id', '=', leadId)
    .where('replaced_by', '=', submissionId)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  return row?.answers;
}

/** The ids of the leads that have these submissions. */
export const leadIdsOfSubmissions = async (db: Reader, ids: readonly string[]): Promise<string[]> =>
  distinct(await db.selectFrom('submissions').select('lead_id').where('id', 'in', ids).execute(), 'lead_id');

/** The leads of submissions, by the submissions' ids. */
export async function leadsOfSubmissions(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, { readonly id: string; readonly reference: string }>> {
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('leads', 'leads.id', 'submissions.lead_id')
    .select(['submissions.id', 'leads.id as leadId', 'leads.reference'])
    .where('submissions.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, leadId, reference }) => [id, { id: leadId, reference }]));
}
