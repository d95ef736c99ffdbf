/** Contacts of dealerships, and dealerships themselves, that a person is who asks what is kept about them. */
import type { Transaction } from 'kysely';
import { sheetFields } from '#contract/desk/board.ts';
import { changed } from '#server/changes/service.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Labelled, PersonItem, PersonSource } from '#server/person-search.ts';
import { matching } from '#server/search/service.ts';
import { blankTriesAbout } from '#server/webhooks/service.ts';
import { writeSearchable } from './searchable.ts';
import { findSheetRow, type Reader, updateDealership } from './store.ts';
import {
  contactsByIds,
  dealershipsByIds,
  dealershipsMatching,
  deleteContacts,
  idsOfContacts,
  keepDealerships,
} from './store-person.ts';

const written = (values: Readonly<Record<string, string | null>>): Labelled[] =>
  Object.entries(values).flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]));

/** Dealerships that a search finds: by their own names and numbers, and by those of their contacts. */
async function find(db: Reader, typed: string, limit: number): Promise<string[]> {
  const found = await matching(db, 'dealership', typed);
  return found ? (await dealershipsMatching(db, found, limit)).map(({ id }) => id) : [];
}

/** The dealerships, of some, that a legal hold keeps with all that is theirs. */
export async function heldDealershipIds(db: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const dealerships = ids.length === 0 ? [] : await dealershipsByIds(db, ids);
  return new Set(dealerships.flatMap(({ id, hold_id }) => (hold_id === null ? [] : [id])));
}

export const contactPerson: PersonSource = {
  async find(db, { typed }, limit) {
    const ids = await find(db, typed, limit);
    return ids.length === 0 ? [] : (await idsOfContacts(db, ids)).map(({ id }) => id);
  },
  async read(db, ids) {
    const contacts = ids.length === 0 ? [] : await contactsByIds(db, ids);
    return contacts.map(
      (contact): PersonItem => ({
        kind: 'contact',
        id: contact.id,
        reference: '',
        title: `${contact.name}, ${contact.dealership_name}`,
        at: contact.created_at,
        class: 'account',
        about: { kind: 'dealership', id: contact.dealership_id },
        values: written({
          Name: contact.name,
          Role: contact.role,
          Telephone: contact.phone,
          'E-mail': contact.mail,
          'Consent to texts for': contact.consent_phone,
        }),
        kept: contact.hold_id === null ? null : 'held',
      }),
    );
  },
};

/** How a contact is erased by itself: its dealership stays, with a version more. */
export const erasableContacts = ({ dialect }: Pick<Storage, 'dialect'>) => ({
  async take(trx: Transaction<Tables>, ids: readonly string[]): Promise<string[]> {
    const before = await contactsByIds(trx, ids);
    await keepDealerships(trx, { dialect }, [...new Set(before.map(({ dealership_id }) => dealership_id))].sort());
    const contacts = await contactsByIds(trx, ids);
    return contacts.flatMap(({ id, hold_id }) => (hold_id === null ? [id] : []));
  },
  async erase(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
    const contacts = await contactsByIds(trx, ids);
    await deleteContacts(trx, ids);
    for (const id of new Set(contacts.map(({ dealership_id }) => dealership_id))) {
      await updateDealership(trx, id, {});
      await blankTriesAbout(trx, [id]);
      await writeSearchable(trx, id);
      await changed(trx, 'dealerships', id);
    }
  },
});

async function dealershipValues(db: Reader, id: string): Promise<Labelled[]> {
  const fields = JSON.parse((await findSheetRow(db, id))?.fields ?? '{}') as Record<string, { value: string }>;
  const labels: Readonly<Record<string, { label: string }>> = sheetFields;
  return Object.entries(fields).flatMap(([name, { value }]) =>
    value === '' ? [] : [{ label: `Store sheet: ${labels[name]?.label ?? name}`, value }],
  );
}

export const dealershipPerson: PersonSource = {
  find: (db, { typed }, limit) => find(db, typed, limit),
  async read(db, ids) {
    const dealerships = ids.length === 0 ? [] : await dealershipsByIds(db, ids);
    const items: PersonItem[] = [];
    for (const { id, name, phone, address, website, created_at: at, erased_at } of dealerships) {
      const about = { kind: 'dealership', id } as const;
      const base = { kind: 'dealership', id, reference: '', title: name, at, class: 'account', about } as const;
      if (erased_at !== null) items.push({ ...base, values: [], kept: 'erased' });
      else {
        const own = written({ Name: name, Telephone: phone, Address: address, Website: website });
        items.push({ ...base, values: [...own, ...(await dealershipValues(db, id))], kept: 'dealership' });
      }
    }
    return items;
  },
};
