import type { Insertable, Selectable, Transaction, UpdateObject } from 'kysely';
import type { Reader, Storage } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import type { Matching } from '#server/search/service.ts';
import type { DealershipTable, StoreSheetTable } from './tables.ts';

export type Dealership = Pick<Selectable<DealershipTable>, 'id' | 'name' | 'phone' | 'zone'>;
/** Everything of a dealership's row. */
export type WholeDealership = Selectable<DealershipTable>;
export type ListedDealership = Dealership &
  Pick<WholeDealership, 'sample_at' | 'removed_at' | 'closed_at' | 'agreement_date' | 'created_at'>;

const columns = ['id', 'name', 'phone', 'zone'] as const;

/** Those that may ask for an agent: neither removed nor closed. */
export const active = (db: Reader) =>
  db.selectFrom('dealerships').select(columns).where('removed_at', 'is', null).where('closed_at', 'is', null);

/** Every dealership that may ask for an agent, by name. */
export const allDealerships = (db: Reader): Promise<Dealership[]> => active(db).orderBy('name').orderBy('id').execute();

export const activeNamed = (db: Reader, nameKey: string): Promise<Dealership[]> =>
  active(db).where('name_key', '=', nameKey).orderBy('created_at').orderBy('id').execute();

export const findDealership = (db: Reader, id: string): Promise<Dealership | undefined> =>
  active(db).where('id', '=', id).executeTakeFirst();

/** The address of a dealership as people write it; null when nobody knows it. */
export async function addressOf(db: Reader, id: string): Promise<string | null> {
  const one = db.selectFrom('dealerships').select('address').where('id', '=', id);
  return (await one.executeTakeFirst())?.address ?? null;
}

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
    .select([...columns, 'sample_at', 'removed_at', 'closed_at', 'agreement_date', 'created_at'])
    .orderBy('name')
    .orderBy('id')
    .execute();

/** The samples that were not removed, kept for this transaction: whoever would make one their own waits. */
export async function keepSampleIds(
  trx: Transaction<Tables>,
  { dialect }: Pick<Storage, 'dialect'>,
): Promise<string[]> {
  const samples = trx.selectFrom('dealerships').select('id').where('sample_at', 'is not', null);
  const kept = dialect.keepRows(samples.where('removed_at', 'is', null).orderBy('id'));
  return (await kept.execute()).map(({ id }) => id);
}

export const hasDealerships = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('dealerships').select('id').limit(1).executeTakeFirst()) !== undefined;

export const insertDealerships = (db: Reader, rows: readonly Insertable<DealershipTable>[]) =>
  db
    .insertInto('dealerships')
    .values(rows.map((row) => ({ updated_at: row.created_at, ...row })))
    .execute();

/** Notes when one changed, for whoever asks what changed since. */
export const markUpdated = (trx: Transaction<Tables>, id: string, at: Iso) =>
  trx.updateTable('dealerships').set({ updated_at: at }).where('id', '=', id).execute();

/** One that was not removed, with everything. */
export const findWhole = (db: Reader, id: string): Promise<WholeDealership | undefined> =>
  db.selectFrom('dealerships').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();

/** The same, kept for this transaction: whoever else would change it waits. */
export const keepDealership = (
  trx: Transaction<Tables>,
  { dialect }: Pick<Storage, 'dialect'>,
  id: string,
): Promise<WholeDealership | undefined> =>
  dialect
    .keepRows(trx.selectFrom('dealerships').selectAll().where('id', '=', id).where('removed_at', 'is', null))
    .executeTakeFirst();

/** How many that were not removed have a name. */
export async function countNamed(db: Reader, nameKey: string): Promise<number> {
  const row = await db
    .selectFrom('dealerships')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('name_key', '=', nameKey)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Changes one that was not removed, and makes its next version. False when there is none of this id. */
export async function updateDealership(
  db: Reader,
  id: string,
  values: UpdateObject<Tables, 'dealerships'>,
): Promise<boolean> {
  const one = db
    .updateTable('dealerships')
    .set((row) => ({ ...values, version: row.eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('removed_at', 'is', null);
  return (await one.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Dealerships that a search finds, also removed ones, by name. */
export const dealershipsMatching = (db: Reader, found: Matching, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('dealerships')
    .select('id')
    .where(() => found('dealerships.id'))
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute();

/** The time zones of dealerships that have one, by their ids. */
export async function zonesOf(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('dealerships').select(['id', 'zone']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, zone }) => (zone === null ? [] : [[id, zone]])));
}

export const findSheetRow = (db: Reader, dealershipId: string): Promise<Selectable<StoreSheetTable> | undefined> =>
  db.selectFrom('store_sheets').selectAll().where('dealership_id', '=', dealershipId).executeTakeFirst();

/** Stores the first version of a sheet. False when somebody did so meanwhile. */
export async function insertSheet(trx: Transaction<Tables>, sheet: Insertable<StoreSheetTable>): Promise<boolean> {
  const one = trx
    .insertInto('store_sheets')
    .values(sheet)
    .onConflict((conflict) => conflict.column('dealership_id').doNothing());
  return ((await one.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Replaces a version of a sheet. False when it has another one by now. */
export async function updateSheet(
  trx: Transaction<Tables>,
  dealershipId: string,
  version: number,
  next: Pick<Selectable<StoreSheetTable>, 'version' | 'fields'>,
): Promise<boolean> {
  const one = trx
    .updateTable('store_sheets')
    .set(next)
    .where('dealership_id', '=', dealershipId)
    .where('version', '=', version);
  return (await one.executeTakeFirst()).numUpdatedRows > 0n;
}
