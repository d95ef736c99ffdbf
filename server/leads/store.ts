import type { Insertable, Transaction } from 'kysely';
import type { LeadKind } from '#contract/pages.ts';
import type { Storage } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import type { LeadTable, SubmissionTable } from './tables.ts';

type Reader = Storage['db'] | Transaction<Tables>;

/** The submission of this id, if it was received. */
export const findSubmission = (db: Reader, id: string) =>
  db
    .selectFrom('submissions')
    .innerJoin('leads', 'leads.id', 'submissions.lead_id')
    .select(['submissions.id', 'submissions.lead_id', 'submissions.kind', 'submissions.fingerprint', 'leads.reference'])
    .where('submissions.id', '=', id)
    .executeTakeFirst();

/** Whether there is a lead of this kind under this reference. */
export const hasReference = async (db: Reader, kind: LeadKind, reference: string): Promise<boolean> =>
  (await db
    .selectFrom('leads')
    .select('id')
    .where('reference', '=', reference)
    .where('kind', '=', kind)
    .executeTakeFirst()) !== undefined;

/** The newest submission with these answers between two times, if there is one. */
export const findSameAnswers = (db: Reader, fingerprint: string, since: Iso, until: Iso) =>
  db
    .selectFrom('submissions')
    .innerJoin('leads', 'leads.id', 'submissions.lead_id')
    .select(['submissions.id', 'submissions.lead_id', 'leads.reference'])
    .where('submissions.fingerprint', '=', fingerprint)
    .where('submissions.created_at', '>=', since)
    .where('submissions.created_at', '<', until)
    .orderBy('submissions.created_at', 'desc')
    .executeTakeFirst();

const leadById = (db: Reader, id: string) =>
  db.selectFrom('leads').select(['id', 'kind', 'reference', 'answers']).where('id', '=', id);

export const findLead = (db: Reader, id: string) => leadById(db, id).executeTakeFirst();

/** The lead as it stands, kept for this transaction: whoever else would amend it waits. */
export const keepLead = (trx: Transaction<Tables>, { dialect }: Pick<Storage, 'dialect'>, id: string) =>
  dialect.keepRows(leadById(trx, id)).executeTakeFirst();

export const insertLead = (trx: Transaction<Tables>, lead: Insertable<LeadTable>) =>
  trx.insertInto('leads').values(lead).execute();

export const insertSubmission = (trx: Transaction<Tables>, submission: Insertable<SubmissionTable>) =>
  trx.insertInto('submissions').values(submission).execute();

/** The submission of a lead whose answers hold. */
export const findHolding = (trx: Transaction<Tables>, leadId: string) =>
  trx
    .selectFrom('submissions')
    .select('id')
    .where('lead_id', '=', leadId)
    .where('replaced_by', 'is', null)
    .executeTakeFirstOrThrow();

/** Lets another submission take the place of the one that holds. */
export const replaceHolding = (trx: Transaction<Tables>, leadId: string, by: string) =>
  trx
    .updateTable('submissions')
    .set({ replaced_by: by })
    .where('lead_id', '=', leadId)
    .where('replaced_by', 'is', null)
    .execute();

/** Puts newer answers in the place of the lead's. */
export const amendLead = (
  trx: Transaction<Tables>,
  id: string,
  change: Pick<LeadTable, 'answers' | 'flags' | 'search'> & { amended_at: Iso },
) => trx.updateTable('leads').set(change).where('id', '=', id).execute();
