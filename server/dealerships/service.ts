/** The dealerships that may ask for an agent. They are the operator's data; the brand's are samples for a new database. */
import type { Transaction } from 'kysely';
import { dealerships as sampleDealerships } from '#brand/dealerships.ts';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { nameKeyOf } from './name.ts';
import {
  active,
  activeNamed,
  type Dealership,
  findDealership,
  hasDealerships,
  insertDealerships,
  type ListedDealership,
  listDealerships,
  type Reader,
  updateDealership,
} from './store.ts';

export { isTimeZone, nameKeyOf } from './name.ts';
export {
  allDealerships,
  dealershipOf,
  dealershipsLike,
  findDealership,
  type ListedDealership,
  namesOf,
  zonesOf,
} from './store.ts';
export { changeSheet, findSheet, type SheetChange, type SheetOutcome } from './store-sheet.ts';

export type StoredDealership = Dealership;

export interface NewDealership {
  readonly name: string;
  /** As people write it; null for none. */
  readonly phone: string | null;
  /** Of the IANA database; null for the brand's. */
  readonly zone: string | null;
}

/** The dealerships of a name, whatever its case and spacing. */
export const dealershipsNamed = (db: Reader, name: string): Promise<StoredDealership[]> =>
  activeNamed(db, nameKeyOf(name));

export interface DealershipsOptions {
  readonly storage: Pick<Storage, 'db' | 'transaction' | 'dialect'>;
  readonly now: () => Date;
  /** Ends the codes that are a dealership's own, with their sessions. */
  readonly revokeCodes: (trx: Transaction<Tables>, dealershipId: string, at: Iso) => Promise<unknown>;
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

  async function removeEach(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
    const at = now().toISOString();
    for (const id of ids) {
      await updateDealership(trx, id, { removed_at: at });
      await revokeCodes(trx, id, at);
    }
  }

  return {
    /** Every dealership, also the removed ones, by name. */
    list: (): Promise<ListedDealership[]> => listDealerships(db),

    /** Adds one, whatever others are called. Its id. */
    async add(dealership: NewDealership): Promise<string> {
      const row = rowOf(dealership, now().toISOString());
      await insertDealerships(db, [row]);
      return row.id;
    },

    /** Gives one another name. A sample with a name of the operator's is a sample no more. */
    rename: (id: string, name: string): Promise<boolean> =>
      updateDealership(db, id, { name: name.trim(), name_key: nameKeyOf(name), sample_at: null }),
    setPhone: (id: string, phone: string | null): Promise<boolean> => updateDealership(db, id, { phone }),
    setZone: (id: string, zone: string | null): Promise<boolean> => updateDealership(db, id, { zone }),

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
        if (await hasDealerships(trx)) return;
        const at = now().toISOString();
        const rows = sampleDealerships.map(({ name, phone }) => ({
          ...rowOf({ name, phone: phone || null, zone: null }, at),
          sample_at: at,
        }));
        if (rows.length > 0) await insertDealerships(trx, rows);
      }),
  };
}
