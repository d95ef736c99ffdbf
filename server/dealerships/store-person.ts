/** What finds and erases the contacts of a person, as rows. */
import type { Transaction } from 'kysely';
import type { Reader, Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { WholeDealership } from './store.ts';

export const dealershipsByIds = (db: Reader, ids: readonly string[]): Promise<WholeDealership[]> =>
  db.selectFrom('dealerships').selectAll().where('id', 'in', ids).orderBy('created_at').orderBy('id').execute();

export const idsOfContacts = (db: Reader, dealershipIds: readonly string[]) =>
  db.selectFrom('dealership_contacts').select('id').where('dealership_id', 'in', dealershipIds).execute();

/** Contacts with what their dealership says of them. */
export const contactsByIds = (db: Reader, ids: readonly string[]) =>
  db
    .selectFrom('dealership_contacts')
    .innerJoin('dealerships', 'dealerships.id', 'dealership_contacts.dealership_id')
    .selectAll('dealership_contacts')
    .select(['dealerships.name as dealership_name', 'dealerships.created_at', 'dealerships.hold_id'])
    .where('dealership_contacts.id', 'in', ids)
    .orderBy('dealership_contacts.id')
    .execute();

/** Locks dealerships, one after the other, so that two who lock several of them take one order. */
export const keepDealerships = (
  trx: Transaction<Tables>,
  { dialect }: Pick<Storage, 'dialect'>,
  ids: readonly string[],
) => dialect.keepRows(trx.selectFrom('dealerships').select('id').where('id', 'in', ids).orderBy('id')).execute();

export const deleteContacts = (trx: Transaction<Tables>, ids: readonly string[]) =>
  trx.deleteFrom('dealership_contacts').where('id', 'in', ids).execute();

export const sheetsOf = async (db: Reader, dealershipIds: readonly string[]) =>
  dealershipIds.length === 0
    ? []
    : db
        .selectFrom('store_sheets')
        .selectAll()
        .where('dealership_id', 'in', dealershipIds)
        .orderBy('dealership_id')
        .execute();

/** Every store sheet with the name of its dealership. They are as few as the dealerships. */
export const everySheet = (db: Reader) =>
  db
    .selectFrom('store_sheets')
    .innerJoin('dealerships', 'dealerships.id', 'store_sheets.dealership_id')
    .select(['dealerships.name', 'store_sheets.fields'])
    .orderBy('dealerships.name')
    .orderBy('dealerships.id')
    .execute();
