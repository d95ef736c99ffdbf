import type { Insertable, Selectable, Transaction, UpdateObject } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { DealershipTable } from './tables.ts';

export type Reader = Storage['db'] | Transaction<Tables>;
export type Dealership = Pick<Selectable<DealershipTable>, 'id' | 'name' | 'phone' | 'zone'>;
export type ListedDealership = Dealership &
  Pick<Selectable<DealershipTable>, 'sample_at' | 'removed_at' | 'created_at'>;

const columns = ['id', 'name', 'phone', 'zone'] as const;

/** Those that were not removed. */
export const active = (db: Reader) => db.selectFrom('dealerships').select(columns).where('removed_at', 'is', null);

/** Every dealership that was not removed, by name. */
export const allDealerships = (db: Reader): Promise<Dealership[]> => active(db).orderBy('name').orderBy('id').execute();

export const activeNamed = (db: Reader, nameKey: string): Promise<Dealership[]> =>
  active(db).where('name_key', '=', nameKey).orderBy('created_at').orderBy('id').execute();

export const findDealership = (db: Reader, id: string): Promise<Dealership | undefined> =>
  active(db).where('id', '=', id).executeTakeFirst();

/** One of this id, also when it was removed: what refers to it keeps its name. */
export const dealershipOf = (db: Reader, id: string): Promise<Dealership | undefined> =>
  db.selectFrom('dealerships').select(columns).where('id', '=', id).executeTakeFirst();

/** The names of dealerships by their ids, also of those that were removed. */
export async function namesOf(db: Reader): Promise<Map<string, string>> {
  const rows = await db.selectFrom('dealerships').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Every dealership, also the removed ones, by name. */
export const listDealerships = (db: Reader): Promise<ListedDealership[]> =>
  db
    .selectFrom('dealerships')
    .select([...columns, 'sample_at', 'removed_at', 'created_at'])
    .orderBy('name')
    .orderBy('id')
    .execute();

export const hasDealerships = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('dealerships').select('id').limit(1).executeTakeFirst()) !== undefined;

export const insertDealerships = (db: Reader, rows: readonly Insertable<DealershipTable>[]) =>
  db.insertInto('dealerships').values(rows).execute();

/** Changes one that was not removed. False when there is none of this id. */
export async function updateDealership(
  db: Reader,
  id: string,
  values: UpdateObject<Tables, 'dealerships'>,
): Promise<boolean> {
  const one = db.updateTable('dealerships').set(values).where('id', '=', id).where('removed_at', 'is', null);
  return (await one.executeTakeFirst()).numUpdatedRows > 0n;
}
