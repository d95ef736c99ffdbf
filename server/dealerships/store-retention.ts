/** The rows of ending accounts: which are past their time, which a legal hold keeps, and what is left after an erasure. */
import { sql } from 'kysely';
import { erasedWord } from '#contract/record-classes.ts';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { oldestFirst, type Position } from '#server/paging.ts';
import { distinct, idsOf } from '#server/rows.ts';
import { nameKeyOf } from './name.ts';
import { noteEnded } from './store-records.ts';

/** When an account ended. The index uses the same expression. */
const endOf = sql<string>`coalesce(closed_at, removed_at)`;

/** The accounts that ended before a time, the oldest first. */
export const dueAccounts = (db: Reader, before: Iso, limit: number, after?: Position): Promise<Position[]> =>
  db
    .selectFrom('dealerships')
    .select(['id', endOf.as('at')])
    .where('erased_at', 'is', null)
    .where('hold_id', 'is', null)
    .where(endOf, 'is not', null)
    .where(endOf, '<', before)
    .$call(oldestFirst([endOf, 'id'], after, limit))
    .execute();

/**
 * Locks dealerships, in the order of their ids, so that two transactions that lock several never deadlock. Reads their holds, erasures and
 * ends.
 */
export async function lockForEnd(trx: Trx, ids: readonly string[]) {
  const rows = trx
    .selectFrom('dealerships')
    .select(['id', 'hold_id', 'erased_at', 'closed_at', 'removed_at'])
    .where('id', 'in', ids)
    .orderBy('id');
  return dialectOf(trx).lockRows(rows).execute();
}

/**
 * Deletes the contacts and store sheets of these dealerships, and blanks their names, numbers, addresses, websites and hours. Ids,
 * dates, zones and versions stay, for counts.
 */
export async function blankDealerships(trx: Trx, ids: readonly string[], at: Iso): Promise<void> {
  const contacts = await trx
    .deleteFrom('dealership_contacts')
    .where('dealership_id', 'in', ids)
    .returning('id')
    .execute();
  await noteEnded(trx, idsOf(contacts), at);
  await trx.deleteFrom('store_sheets').where('dealership_id', 'in', ids).execute();
  await trx
    .updateTable('dealerships')
    .set(({ eb }) => ({
      name: erasedWord,
      name_key: nameKeyOf(erasedWord),
      phone: null,
      address: null,
      website: null,
      hours: null,
      erased_at: at,
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute();
}

export const setHold = (trx: Trx, id: string, holdId: string) =>
  trx
    .updateTable('dealerships')
    .set(({ eb }) => ({ hold_id: holdId, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** The ids of the holds that were set on these dealerships. */
export async function holdIdsOn(db: Reader, ids: readonly string[]): Promise<string[]> {
  const held = db.selectFrom('dealerships').select('hold_id').where('hold_id', 'is not', null);
  return distinct(await held.where('id', 'in', ids).execute(), 'hold_id');
}

export const clearHold = (trx: Trx, id: string, holdId: string) =>
  trx
    .updateTable('dealerships')
    .set(({ eb }) => ({ hold_id: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('hold_id', '=', holdId)
    .execute();

/** Which of these dealerships were erased. */
export const erasedDealerships = (db: Reader, ids: readonly string[]) =>
  db.selectFrom('dealerships').select('id').where('id', 'in', ids).where('erased_at', 'is not', null).execute();
