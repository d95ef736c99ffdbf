import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/**
 * Consent to texts moves from the lead, where a later submission overwrote it, to the submission that gave it. What was
 * overwritten before is lost: a box that was ticked without a wording that can be named is no consent. Each submission
 * also says which one took its place, so that exactly one of a lead holds.
 */
export async function up(db: Kysely<unknown>, { time }: EngineDialect): Promise<void> {
  for (const [name, type] of [
    ['replaced_by', 'text'],
    ['sms_consent_at', time],
    ['sms_consent_version', 'text'],
    ['sms_consent_wording', 'text'],
  ] as const) {
    await db.schema.alterTable('submissions').addColumn(name, type).execute();
  }

  // In the order in which they held: what was out of date on arrival first, the one whose answers the lead has last.
  await sql`
    update submissions set replaced_by = ordered.next
    from (
      select s.id, lead(s.id) over (
        partition by s.lead_id
        order by case when s.superseded_at is null then 1 else 0 end,
          case when s.answers = l.answers then 1 else 0 end, s.received_at, s.id
      ) as next
      from submissions s join leads l on l.id = s.lead_id
    ) as ordered
    where ordered.id = submissions.id and ordered.next is not null`.execute(db);
  await sql`
    update submissions set sms_consent_at = l.sms_consent_at, sms_consent_version = l.sms_consent_version
    from leads l
    where l.id = submissions.lead_id and submissions.replaced_by is null and l.sms_consent_at is not null`.execute(db);
  await db.schema.alterTable('leads').dropColumn('sms_consent_at').execute();
  await db.schema.alterTable('leads').dropColumn('sms_consent_version').execute();

  await db.schema
    .createIndex('submissions_that_hold')
    .unique()
    .on('submissions')
    .column('lead_id')
    .where(sql.ref('replaced_by'), 'is', null)
    .execute();
  await db.schema
    .createIndex('submissions_by_consent')
    .on('submissions')
    .column('sms_consent_version')
    .where(sql.ref('sms_consent_version'), 'is not', null)
    .execute();
}
