import type { Insertable, Transaction } from 'kysely';
import type { Storage } from '#server/storage/open.ts';
import type { Iso, LeadTable, SubmissionTable, Tables } from '#server/storage/schema.ts';

type Reader = Storage['db'] | Transaction<Tables>;

/** The submission of this id, if it was received. */
export const findSubmission = (db: Reader, id: string) =>
  db
    .selectFrom('submissions')
    .innerJoin('leads', 'leads.id', 'submissions.lead_id')
    .select(['submissions.id', 'submissions.lead_id', 'submissions.kind', 'submissions.fingerprint', 'leads.reference'])
    .where('submissions.id', '=', id)
    .executeTakeFirst();

/** The newest submission with these answers since `since`, if there is one. */
export const findSameAnswers = (db: Reader, fingerprint: string, since: Iso) =>
  db
    .selectFrom('submissions')
    .innerJoin('leads', 'leads.id', 'submissions.lead_id')
    .select(['submissions.id', 'submissions.lead_id', 'leads.reference'])
    .where('submissions.fingerprint', '=', fingerprint)
    .where('submissions.received_at', '>=', since)
    .orderBy('submissions.received_at', 'desc')
    .executeTakeFirst();

export const findLead = (db: Reader, id: string) =>
  db.selectFrom('leads').select(['id', 'kind', 'reference', 'answers']).where('id', '=', id).executeTakeFirst();

export const insertLead = (trx: Transaction<Tables>, lead: Insertable<LeadTable>) =>
  trx.insertInto('leads').values(lead).execute();

export const insertSubmission = (trx: Transaction<Tables>, submission: Insertable<SubmissionTable>) =>
  trx.insertInto('submissions').values(submission).execute();

/** Puts newer answers in the place of the lead's. */
export const amendLead = (
  trx: Transaction<Tables>,
  id: string,
  change: Pick<LeadTable, 'answers' | 'flags' | 'search'> & {
    amended_at: Iso;
    sms_consent_at: Iso | null;
    sms_consent_version: string | null;
  },
) => trx.updateTable('leads').set(change).where('id', '=', id).execute();
