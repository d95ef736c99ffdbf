/** The changes that an edit makes to a dealership. */
import type { Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import type { ReadContact, ReadFields } from './fields.ts';
import type { WholeDealership } from './store.ts';
import { contactsOf, replaceContacts } from './store-records.ts';

/**
 * Replaces the contacts. A contact that stays keeps the reference to the submission that gave consent. Another number ends the
 * consent, because the consent holds only for its number.
 */
export async function writeContacts(trx: Trx, id: string, contacts: readonly ReadContact[], at: Iso) {
  const before = new Map((await contactsOf(trx, id)).map((contact) => [contact.id, contact]));
  const rows = contacts.map((contact, place) => {
    const { consent_submission_id = null, consent_phone = null } = before.get(contact.id) ?? {};
    return { ...contact, dealership_id: id, place, consent_submission_id, consent_phone };
  });
  await replaceContacts(trx, id, rows, at);
}

/** The names of the fields that a patch changes, as the history shows them. */
export async function namesChanged(trx: Trx, dealership: WholeDealership, { columns, contacts }: ReadFields) {
  const named = Object.entries(columns).filter(([name]) => name !== 'name_key');
  // PostgreSQL writes a JSON document with its own spaces.
  const plain = (name: string, value: unknown) =>
    name === 'hours' && typeof value === 'string' ? JSON.stringify(JSON.parse(value)) : value;
  const names = named
    .filter(([name, value]) => plain(name, value) !== plain(name, dealership[name as keyof WholeDealership]))
    .map(([name]) => name);
  if (contacts === undefined) return names;
  const shown = ({ id, name, role, phone, mail }: ReadContact) => [id, name, role, phone, mail];
  const before = (await contactsOf(trx, dealership.id)).map(shown);
  return JSON.stringify(before) === JSON.stringify(contacts.map(shown)) ? names : [...names, 'contacts'];
}
