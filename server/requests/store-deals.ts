import type { Insertable, Selectable, UpdateObject } from 'kysely';
import type { Reader, Trx } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { valuesBy } from '#server/rows.ts';
import type { RequestDealTable, RequestHandOffTable, RequestTickTable } from './tables.ts';

export type RequestDeal = Selectable<RequestDealTable>;
export type RequestTick = Selectable<RequestTickTable>;
export type RequestHandOff = Selectable<RequestHandOffTable>;

export const findDeal = (db: Reader, requestId: string): Promise<RequestDeal | undefined> =>
  db.selectFrom('request_deals').selectAll().where('request_id', '=', requestId).executeTakeFirst();

export const insertDeal = (trx: Trx, deal: Insertable<RequestDealTable>) =>
  trx.insertInto('request_deals').values(deal).execute();

export const updateDeal = (trx: Trx, requestId: string, values: UpdateObject<Tables, 'request_deals'>) =>
  trx.updateTable('request_deals').set(values).where('request_id', '=', requestId).execute();

/** The minutes that were written into the deals of these requests, by the requests' ids. A request without a deal has no entry. */
export async function minutesOf(db: Reader, requestIds: readonly string[]): Promise<Map<string, number | null>> {
  const deals = db.selectFrom('request_deals').select(['request_id', 'minutes']);
  return valuesBy(await deals.where('request_id', 'in', requestIds).execute(), 'request_id', 'minutes');
}

export const insertHandOff = (trx: Trx, handOff: Insertable<RequestHandOffTable>) =>
  trx.insertInto('request_hand_offs').values(handOff).execute();

const handOffs = (db: Reader, requestId: string) =>
  db.selectFrom('request_hand_offs').selectAll().where('request_id', '=', requestId);

/** The hand-offs of a request, the earliest first. */
export const handOffsOf = (db: Reader, requestId: string): Promise<RequestHandOff[]> =>
  handOffs(db, requestId).orderBy('at').orderBy('id').execute();

/**
 * The last hand-off of a request. The order of its history tells which one that is: a clock may have been put back between two of
 * them. A hand-off and its event have the same time, because one step writes both.
 */
export const lastHandOff = (db: Reader, requestId: string): Promise<RequestHandOff | undefined> =>
  handOffs(db, requestId)
    .where('at', '=', (eb) =>
      eb
        .selectFrom('request_events')
        .select('at')
        .where('request_id', '=', requestId)
        .where('kind', '=', 'handed-off')
        .orderBy('seq', 'desc')
        .limit(1),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export const ticksOf = (db: Reader, requestId: string): Promise<RequestTick[]> =>
  db
    .selectFrom('request_ticks')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('ticked_at')
    .orderBy('item')
    .execute();

export const insertTick = (trx: Trx, tick: Insertable<RequestTickTable>) =>
  trx.insertInto('request_ticks').values(tick).execute();

export const deleteTick = (trx: Trx, requestId: string, item: string) =>
  trx.deleteFrom('request_ticks').where('request_id', '=', requestId).where('item', '=', item).execute();
