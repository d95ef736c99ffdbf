/** Finds and erases the rows of contacts and store sheets for a person's request. */
import type { Reader, Trx } from '#server/database/open.ts';
import type { WholeDealership } from './store.ts';

export const dealershipsByIds = (db: Reader, ids: readonly string[]): Promise<WholeDealership[]> =>
  db.selectFrom('dealerships').selectAll().where('id', 'in', ids).orderBy('created_at').orderBy('id').execute();

export const idsOfContacts = (db: Reader, dealershipIds: readonly string[]) =>
  db.selectFrom('dealership_contacts').select('id').where('dealership_id', 'in', dealershipIds).execute();

/** Contacts, each with its dealership's name, hold and time of creation. */
export const contactsByIds = (db: Reader, ids: readonly string[]) =>
  db
    .selectFrom('dealership_contacts')
    .innerJoin('dealerships', 'dealerships.id', 'dealership_contacts.dealership_id')
    .selectAll('dealership_contacts')
    .select(['dealerships.name as dealership_name', 'dealerships.created_at', 'dealerships.hold_id'])
    .where('dealership_contacts.id', 'in', ids)
    .orderBy('dealership_contacts.id')
    .execute();

export const deleteContacts = (trx: Trx, ids: readonly string[]) =>
  trx.deleteFrom('dealership_contacts').where('id', 'in', ids).execute();

export const sheetsOf = (db: Reader, dealershipIds: readonly string[]) =>
  db
    .selectFrom('store_sheets')
    .selectAll()
    .where('dealership_id', 'in', dealershipIds)
    .orderBy('dealership_id')
    .execute();

/** Every store sheet with the name of its dealership. There are at most as many as dealerships. */
export const everySheet = (db: Reader) =>
  db
    .selectFrom('store_sheets')
    .innerJoin('dealerships', 'dealerships.id', 'store_sheets.dealership_id')
    .select(['dealerships.name', 'store_sheets.fields'])
    .orderBy('dealerships.name')
    .orderBy('dealerships.id')
    .execute();
