import type { Reader } from '#server/database/open.ts';
/** The leads of submissions, as the dealerships that are made from them ask for them. */

export async function leadIdsOfSubmissions(db: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('submissions').select('lead_id').distinct().where('id', 'in', ids).execute();
  return rows.map(({ lead_id }) => lead_id);
}
