/** The queries for the forms of a person, and of the staff in them. All but `leadsNaming` are bounded by an index. */
import type { SameReason } from '#contract/desk/leads.ts';
import type { Reader } from '#server/database/open.ts';
import type { LeadRow } from './store-work.ts';

/** The forms that have a key. */
export const leadsWithKey = (db: Reader, kind: SameReason, value: string, limit: number) =>
  db
    .selectFrom('lead_keys')
    .select('lead_id as id')
    .where('value', '=', value)
    .where('kind', '=', kind)
    .limit(limit)
    .execute();

export const formsJoinedTo = (db: Reader, ids: readonly string[], limit: number) =>
  db.selectFrom('leads').select('id').where('joined_into_id', 'in', ids).limit(limit).execute();

export const wholeLeads = (db: Reader, ids: readonly string[]): Promise<LeadRow[]> =>
  db.selectFrom('leads').selectAll().where('id', 'in', ids).orderBy('created_at').orderBy('id').execute();

/** The answers of these forms that later answers replaced. */
export const replacedAnswersOf = (db: Reader, leadIds: readonly string[]) =>
  db
    .selectFrom('submissions')
    .select(['lead_id', 'answers'])
    .where('lead_id', 'in', leadIds)
    .where('replaced_by', 'is not', null)
    .execute();

/** The references of leads whose history a person of the staff wrote into, the newest first. Reads the whole table of histories. */
export async function leadsNaming(
  db: Reader,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<string[]> {
  const written = db
    .selectFrom('lead_events')
    .select('lead_id')
    .where(({ or, eb }) => or([eb('by_id', '=', id), eb('by_name', '=', name)]));
  const rows = await db
    .selectFrom('leads')
    .select('reference')
    .where('erased_at', 'is', null)
    .where('id', 'in', written)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ reference }) => reference);
}
