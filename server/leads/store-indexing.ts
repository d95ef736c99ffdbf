/** The queries for writing the index of leads. Each takes a few statements, however many leads there are. */
import { dialectOf, isOneOf, type Reader, type Trx } from '#server/database/open.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Iso } from '#server/database/tables.ts';
import { idsOf } from '#server/rows.ts';
import type { LeadRow } from './store-work.ts';

/** The most ids that are read at once. */
export const mostIds = 200;

// Prepared, because everybody who looks at leads runs it.
const unindexed = prepared((db) =>
  db.selectFrom('leads').select('id').where('keyed_at', 'is', null).orderBy('id').limit(mostIds),
);

/** The ids of leads that wait to be indexed, at most `mostIds`. */
export const findUnindexed = async (db: Reader): Promise<string[]> => idsOf(await unindexed(db));

/**
 * Locks those of these leads that still wait to be indexed, a form before the lead that it is joined to. It waits while another
 * transaction has locked one of them.
 */
export function lockUnindexed(trx: Trx, ids: readonly string[]): Promise<LeadRow[]> {
  const waiting = trx.selectFrom('leads').selectAll().where('keyed_at', 'is', null);
  const joinedFirst = waiting.orderBy((lead) => lead('joined_into_id', 'is', null)).orderBy('id');
  return dialectOf(trx)
    .lockRows(joinedFirst.where(isOneOf(trx, 'id', ids)))
    .execute();
}

export const markIndexed = (trx: Trx, { ids, at }: { readonly ids: readonly string[]; readonly at: Iso }) =>
  trx
    .updateTable('leads')
    .set({ keyed_at: at })
    .where(isOneOf(trx, 'id', ids))
    .execute();
