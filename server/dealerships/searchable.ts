/**
 * The text by which a search finds a dealership: its name, telephone, address and website, its contacts, and what was written by
 * hand on its store sheet. A removed dealership keeps its text for a person's request; the desk's list leaves the dealership out.
 */
import type { Trx } from '#server/database/open.ts';
import { removeSearchText, writeSearchText } from '#server/search/service.ts';
import { writtenOn } from './sheet-fields.ts';
import { findSheetRow } from './store.ts';
import { dealershipsByIds } from './store-person.ts';
import { contactsOf } from './store-records.ts';

/** Stores the search text of a dealership, in the transaction that changed the dealership. */
export async function writeSearchable(trx: Trx, id: string): Promise<void> {
  const [dealership] = await dealershipsByIds(trx, [id]);
  if (!dealership || dealership.erased_at !== null) return removeSearchText(trx, 'dealership', id);
  const { name, phone, address, website } = dealership;
  const people = (await contactsOf(trx, id)).flatMap((contact) => [
    contact.name,
    contact.role,
    contact.phone,
    contact.mail,
    contact.consent_phone,
  ]);
  const sheet = writtenOn((await findSheetRow(trx, id))?.fields).map(({ value }) => value);
  const parts = [name, phone, address, website, ...people, ...sheet].flatMap((part) => part ?? []);
  await writeSearchText(trx, 'dealership', id, parts.join('\n'));
}
