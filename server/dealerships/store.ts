import type { Insertable, Selectable, UpdateObject } from 'kysely';
import { changesAny, countFound, dialectOf, findsAny, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { idsOf, valuesBy } from '#server/rows.ts';
import type { Matching } from '#server/search/service.ts';
import type { DealershipTable, StoreSheetTable } from './tables.ts';

export type Dealership = Pick<Selectable<DealershipTable>, 'id' | 'name' | 'phone' | 'zone'>;
/** All columns of a dealership's row. */
export type WholeDealership = Selectable<DealershipTable>;
export type ListedDealership = Dealership &
  Pick<WholeDealership, 'sample_at' | 'removed_at' | 'closed_at' | 'agreement_date' | 'created_at'>;

const columns = ['id', 'name', 'phone', 'zone'] as const;

/** The dealerships that may ask for an agent: neither removed nor closed. */
const active = (db: Reader) =>
  db.selectFrom('dealerships').select(columns).where('removed_at', 'is', null).where('closed_at', 'is', null);

export const allDealerships = (db: Reader): Promise<Dealership[]> => active(db).orderBy('name').orderBy('id').execute();

export const activeNamed = (db: Reader, nameKey: string): Promise<Dealership[]> =>
  active(db).where('name_key', '=', nameKey).orderBy('created_at').orderBy('id').execute();

export const findDealership = (db: Reader, id: string): Promise<Dealership | undefined> =>
  active(db).where('id', '=', id).executeTakeFirst();

/** The address of a dealership as people write it; null when it is unknown. */
export async function addressOf(db: Reader, id: string): Promise<string | null> {
  const one = db.selectFrom('dealerships').select('address').where('id', '=', id);
  return (await one.executeTakeFirst())?.address ?? null;
}

/** The dealership of this id, also a removed one, whose name is still shown where something refers to it. */
export const dealershipOf = (
  db: Reader,
  id: string,
): Promise<(Dealership & Pick<WholeDealership, 'closed_at' | 'removed_at'>) | undefined> =>
  db
    .selectFrom('dealerships')
    .select([...columns, 'closed_at', 'removed_at'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The names of all dealerships by id, including removed ones. */
export const namesOf = async (db: Reader): Promise<Map<string, string>> =>
  valuesBy(await db.selectFrom('dealerships').select(['id', 'name']).execute(), 'id', 'name');

/** Every dealership by name, including removed ones. */
export const listDealerships = (db: Reader): Promise<ListedDealership[]> =>
  db
    .selectFrom('dealerships')
    .select([...columns, 'sample_at', 'removed_at', 'closed_at', 'agreement_date', 'created_at'])
    .orderBy('name')
    .orderBy('id')
    .execute();

/** Locks the samples that were not removed, and returns their ids. Somebody who makes one of them their own waits. */
export async function lockSampleIds(trx: Trx): Promise<string[]> {
  const samples = trx.selectFrom('dealerships').select('id').where('sample_at', 'is not', null);
  const locked = dialectOf(trx).lockRows(samples.where('removed_at', 'is', null).orderBy('id'));
  return idsOf(await locked.execute());
}

export const hasDealerships = (db: Reader): Promise<boolean> =>
  db.selectFrom('dealerships').select('id').limit(1).$call(findsAny);

export const insertDealerships = (db: Reader, rows: readonly Insertable<DealershipTable>[]) =>
  db
    .insertInto('dealerships')
    .values(rows.map((row) => ({ updated_at: row.created_at, ...row })))
    .execute();

/** Notes when a dealership changed, for programs that ask what changed since. */
export const markUpdated = (trx: Trx, id: string, at: Iso) =>
  trx.updateTable('dealerships').set({ updated_at: at }).where('id', '=', id).execute();

/** Whether another dealership may be made of the lead of this one: it was removed, and no hold keeps both. */
export const freesLead = (db: Reader, id: string): Promise<boolean> =>
  db
    .selectFrom('dealerships')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .where('hold_id', 'is', null)
    .$call(findsAny);

/** All columns of a dealership that was not removed. */
export const findWhole = (db: Reader, id: string): Promise<WholeDealership | undefined> =>
  db.selectFrom('dealerships').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();

/** The same, and locks the row: others that would change it wait. */
export const lockDealership = (trx: Trx, id: string): Promise<WholeDealership | undefined> =>
  dialectOf(trx)
    .lockRows(trx.selectFrom('dealerships').selectAll().where('id', '=', id).where('removed_at', 'is', null))
    .executeTakeFirst();

/** How many dealerships have this name, without removed ones. */
export const countNamed = (db: Reader, nameKey: string): Promise<number> =>
  db.selectFrom('dealerships').where('name_key', '=', nameKey).where('removed_at', 'is', null).$call(countFound);

/** Changes a dealership that was not removed, and increments its version. False when there is none of this id. */
export const updateDealership = (
  db: Reader,
  id: string,
  values: UpdateObject<Tables, 'dealerships'>,
): Promise<boolean> =>
  db
    .updateTable('dealerships')
    .set((row) => ({ ...values, version: row.eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .$call(changesAny);

/** The ids of dealerships that a search finds, including removed ones, by name. */
export const dealershipsMatching = (db: Reader, found: Matching, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('dealerships')
    .select('id')
    .where(() => found('dealerships.id'))
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute();

/** The time zones of dealerships that have one, by id. */
export async function zonesOf(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('dealerships').select(['id', 'zone']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, zone }) => (zone === null ? [] : [[id, zone]])));
}

export const findSheetRow = (db: Reader, dealershipId: string): Promise<Selectable<StoreSheetTable> | undefined> =>
  db.selectFrom('store_sheets').selectAll().where('dealership_id', '=', dealershipId).executeTakeFirst();

/** Stores the first version of a sheet. False when somebody else stored one meanwhile. */
export const insertSheet = (trx: Trx, sheet: Insertable<StoreSheetTable>): Promise<boolean> =>
  trx
    .insertInto('store_sheets')
    .values(sheet)
    .onConflict((conflict) => conflict.column('dealership_id').doNothing())
    .$call(changesAny);

/** Replaces a version of a sheet. False when the sheet has another version by now. */
export const updateSheet = (
  trx: Trx,
  dealershipId: string,
  version: number,
  next: Pick<Selectable<StoreSheetTable>, 'version' | 'fields'>,
): Promise<boolean> =>
  trx
    .updateTable('store_sheets')
    .set(next)
    .where('dealership_id', '=', dealershipId)
    .where('version', '=', version)
    .$call(changesAny);
