/** What a search finds a dealership by: its name, telephone, address and website, and its contacts. */
import type { Transaction } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import { writeSearchText } from '#server/search/service.ts';
import { findWhole } from './store.ts';
import { contactsOf } from './store-records.ts';

/** Stores it as the dealership stands, in the transaction that changed it. */
export async function writeSearchable(trx: Transaction<Tables>, id: string): Promise<void> {
  const dealership = await findWhole(trx, id);
  if (!dealership) return;
  const { name, phone, address, website } = dealership;
  const people = (await contactsOf(trx, id)).flatMap((contact) => [contact.name, contact.phone, contact.mail]);
  const parts = [name, phone, address, website, ...people].flatMap((part) => part ?? []);
  await writeSearchText(trx, 'dealership', id, parts.join('\n'));
}
