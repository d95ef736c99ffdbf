import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { Storage } from '#server/storage/open.ts';
import type {
  AccessCodeTable,
  DealershipTable,
  Iso,
  PortalSessionTable,
  SettingName,
  Tables,
} from '#server/storage/schema.ts';
import { type Budget, placesPerCode } from './budget.ts';

export type Reader = Storage['db'] | Transaction<Tables>;
export type AccessCode = Selectable<AccessCodeTable>;
export type StoredDealership = Pick<Selectable<DealershipTable>, 'id' | 'name' | 'phone'>;

export const findCode = (db: Reader, selector: string) =>
  db.selectFrom('access_codes').selectAll().where('selector', '=', selector).executeTakeFirst();

/** Whether any code was ever made, also in a database that is yet to get its table. */
export async function hasCodes(db: Storage['db']): Promise<boolean> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'access_codes')) return false;
  return (await db.selectFrom('access_codes').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The places that a code was used from last, newest first. */
export const placesOf = (db: Reader, selector: string) =>
  db
    .selectFrom('code_places')
    .innerJoin('access_codes', 'access_codes.id', 'code_places.code_id')
    .select(['code_places.place', 'code_places.paid_until_ms'])
    .where('access_codes.selector', '=', selector)
    .orderBy('code_places.last_at', 'desc')
    .limit(placesPerCode)
    .execute();

/** Until when the wrong tries with a selector are paid for. */
export async function paidUntilMs(db: Reader, selector: string): Promise<number> {
  const row = await db
    .selectFrom('code_tries')
    .select('paid_until_ms')
    .where('selector', '=', selector)
    .executeTakeFirst();
  return row?.paid_until_ms ?? 0;
}

const paidFrom = (table: 'code_tries' | 'code_places', nowMs: number, { refillMs }: Budget) => {
  const paid = sql.ref(`${table}.paid_until_ms`);
  const now = sql<number>`cast(${nowMs} as bigint)`;
  return sql<number>`case when ${paid} > ${now} then ${paid} else ${now} end + ${refillMs}`;
};

/** Pays for a wrong try from the selector's budget, whether or not there is such a code. */
export const payForSelector = (trx: Transaction<Tables>, selector: string, nowMs: number, budget: Budget) =>
  trx
    .insertInto('code_tries')
    .values({ selector, paid_until_ms: nowMs + budget.refillMs })
    .onConflict((conflict) =>
      conflict.column('selector').doUpdateSet({ paid_until_ms: paidFrom('code_tries', nowMs, budget) }),
    )
    .execute();

/** Pays for a wrong try from the place's budget, if the code has such a place. */
export const payForPlace = (trx: Transaction<Tables>, codeId: string, place: string, nowMs: number, budget: Budget) =>
  trx
    .updateTable('code_places')
    .set({ paid_until_ms: paidFrom('code_places', nowMs, budget) })
    .where('code_id', '=', codeId)
    .where('place', '=', place)
    .execute();

/** Remembers that a code was used rightly from a place, and forgets the places before the last few. */
export async function rememberPlace(trx: Transaction<Tables>, codeId: string, place: string, at: Iso): Promise<void> {
  await trx
    .insertInto('code_places')
    .values({ code_id: codeId, place, last_at: at, paid_until_ms: 0 })
    .onConflict((conflict) => conflict.columns(['code_id', 'place']).doUpdateSet({ last_at: at }))
    .execute();
  const kept = trx
    .selectFrom('code_places')
    .select('place')
    .where('code_id', '=', codeId)
    .orderBy('last_at', 'desc')
    .limit(placesPerCode);
  await trx.deleteFrom('code_places').where('code_id', '=', codeId).where('place', 'not in', kept).execute();
}

/** Forgets the places that have not used their code since a time. */
export const forgetPlaces = (db: Reader, before: Iso) =>
  db.deleteFrom('code_places').where('last_at', '<', before).execute();

export const insertSession = (trx: Transaction<Tables>, session: Insertable<PortalSessionTable>) =>
  trx.insertInto('portal_sessions').values(session).execute();

/** Sessions that have neither ended nor run out, of codes that still hold. */
export const liveSessions = (db: Reader, at: Iso) =>
  db
    .selectFrom('portal_sessions')
    .innerJoin('access_codes', 'access_codes.id', 'portal_sessions.code_id')
    .leftJoin('dealerships', 'dealerships.id', 'access_codes.dealership_id')
    .select([
      'portal_sessions.id',
      'portal_sessions.code_id',
      'portal_sessions.expires_at',
      'dealerships.id as dealership_id',
      'dealerships.name as dealership_name',
      'dealerships.phone as dealership_phone',
    ])
    .where('portal_sessions.ended_at', 'is', null)
    .where('portal_sessions.expires_at', '>', at)
    .where('access_codes.revoked_at', 'is', null)
    .where(({ or, eb }) => or([eb('access_codes.expires_at', 'is', null), eb('access_codes.expires_at', '>', at)]));

export const endSession = (db: Reader, id: string, at: Iso) =>
  db.updateTable('portal_sessions').set({ ended_at: at }).where('id', '=', id).where('ended_at', 'is', null).execute();

/** Forgets the sessions that could last until a time and no longer. */
export const forgetSessions = (db: Reader, before: Iso) =>
  db.deleteFrom('portal_sessions').where('expires_at', '<', before).execute();

/** Which of these codes still hold. */
export async function liveCodes(db: Reader, ids: readonly string[], at: Iso): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('access_codes')
    .select('id')
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export const allDealerships = (db: Reader): Promise<StoredDealership[]> =>
  db.selectFrom('dealerships').select(['id', 'name', 'phone']).orderBy('name').execute();

export async function settingOf(db: Reader, name: SettingName): Promise<string | undefined> {
  return (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

export const writeSetting = (db: Reader, name: SettingName, value: string, at: Iso) =>
  db
    .insertInto('settings')
    .values({ name, value, changed_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changed_at: at }))
    .execute();
