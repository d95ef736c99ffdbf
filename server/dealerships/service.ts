/** The dealerships that may ask for an agent. They are the operator's data; the brand's are samples for a new database. */
import type { Selectable, Transaction } from 'kysely';
import { brand } from '#brand/brand.ts';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { nameKeyOf } from './name.ts';
import type { DealershipTable } from './tables.ts';

export { isTimeZone, nameKeyOf } from './name.ts';

type Reader = Storage['db'] | Transaction<Tables>;

export type StoredDealership = Pick<Selectable<DealershipTable>, 'id' | 'name' | 'phone' | 'zone'>;
export type ListedDealership = StoredDealership &
  Pick<Selectable<DealershipTable>, 'sample_at' | 'removed_at' | 'created_at'>;

export interface NewDealership {
  readonly name: string;
  /** As people write it; null for none. */
  readonly phone: string | null;
  /** Of the IANA database; null for the brand's. */
  readonly zone: string | null;
}

const active = (db: Reader) =>
  db.selectFrom('dealerships').select(['id', 'name', 'phone', 'zone']).where('removed_at', 'is', null);

/** Every dealership that was not removed, by name. */
export const allDealerships = (db: Reader): Promise<StoredDealership[]> =>
  active(db).orderBy('name').orderBy('id').execute();

export const findDealership = (db: Reader, id: string): Promise<StoredDealership | undefined> =>
  active(db).where('id', '=', id).executeTakeFirst();

/** One of this id, also when it was removed: what refers to it keeps its name. */
export const dealershipOf = (db: Reader, id: string): Promise<StoredDealership | undefined> =>
  db.selectFrom('dealerships').select(['id', 'name', 'phone', 'zone']).where('id', '=', id).executeTakeFirst();

/** The dealerships of a name, whatever its case and spacing. */
export const dealershipsNamed = (db: Reader, name: string): Promise<StoredDealership[]> =>
  active(db).where('name_key', '=', nameKeyOf(name)).orderBy('created_at').orderBy('id').execute();

export interface DealershipsOptions {
  readonly storage: Pick<Storage, 'db' | 'transaction' | 'dialect'>;
  readonly now: () => Date;
  /** Ends the codes that are a dealership's own, with their sessions. */
  readonly revokeCodes: (trx: Transaction<Tables>, dealershipId: string, at: Iso) => Promise<void>;
}

export type Dealerships = ReturnType<typeof createDealerships>;

export function createDealerships({ storage, now, revokeCodes }: DealershipsOptions) {
  const { db } = storage;
  /** Codes change under this lock, so no code is made for a dealership that is being removed. */
  const codesLock = 'access codes';
  const rowOf = ({ name, phone, zone }: NewDealership, at: Iso) => ({
    id: mintId(),
    name: name.trim(),
    name_key: nameKeyOf(name),
    phone,
    zone,
    created_at: at,
  });

  /** Changes one that was not removed. False when there is none of this id. */
  async function change(id: string, values: object): Promise<boolean> {
    const one = db.updateTable('dealerships').set(values).where('id', '=', id).where('removed_at', 'is', null);
    return (await one.executeTakeFirst()).numUpdatedRows > 0n;
  }

  async function removeEach(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
    const at = now().toISOString();
    for (const id of ids) {
      await trx.updateTable('dealerships').set({ removed_at: at }).where('id', '=', id).execute();
      await revokeCodes(trx, id, at);
    }
  }

  return {
    /** Every dealership, also the removed ones, by name. */
    list: (): Promise<ListedDealership[]> =>
      db
        .selectFrom('dealerships')
        .select(['id', 'name', 'phone', 'zone', 'sample_at', 'removed_at', 'created_at'])
        .orderBy('name')
        .orderBy('id')
        .execute(),

    /** Adds one, whatever others are called. Its id. */
    async add(dealership: NewDealership): Promise<string> {
      const row = rowOf(dealership, now().toISOString());
      await db.insertInto('dealerships').values(row).execute();
      return row.id;
    },

    /** Gives one another name. A sample with a name of the operator's is a sample no more. */
    rename: (id: string, name: string): Promise<boolean> =>
      change(id, { name: name.trim(), name_key: nameKeyOf(name), sample_at: null }),
    setPhone: (id: string, phone: string | null): Promise<boolean> => change(id, { phone }),
    setZone: (id: string, zone: string | null): Promise<boolean> => change(id, { zone }),

    /** Takes one off the list and ends its codes. Its requests stay. False when there is none of this id. */
    remove: (id: string): Promise<boolean> =>
      storage.transaction(async (trx) => {
        await storage.dialect.lock(trx, [codesLock]);
        const found = await findDealership(trx, id);
        if (found) await removeEach(trx, [id]);
        return found !== undefined;
      }),

    /** Removes every sample that was not removed. How many. */
    removeSamples: (): Promise<number> =>
      storage.transaction(async (trx) => {
        await storage.dialect.lock(trx, [codesLock]);
        const samples = await active(trx).where('sample_at', 'is not', null).execute();
        await removeEach(
          trx,
          samples.map(({ id }) => id),
        );
        return samples.length;
      }),

    /** Stores the brand's dealerships as samples in a database that has never had one, however many servers start at once. */
    storeSamples: (): Promise<void> =>
      storage.transaction(async (trx) => {
        await storage.dialect.lock(trx, ['sample dealerships']);
        if (await trx.selectFrom('dealerships').select('id').limit(1).executeTakeFirst()) return;
        const at = now().toISOString();
        const rows = brand.dealerships.map(({ name, phone }) => ({
          ...rowOf({ name, phone: phone || null, zone: null }, at),
          sample_at: at,
        }));
        if (rows.length > 0) await trx.insertInto('dealerships').values(rows).execute();
      }),
  };
}
