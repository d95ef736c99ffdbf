/** What dealerships keep about a person: contacts, values written on store sheets, and the dealerships themselves. */
import { type SheetFieldName, sheetFieldNames, sheetFields } from '#contract/desk/board.ts';
import { changed } from '#server/changes/service.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { type Labelled, labelled, namedIn, type PersonItem, type PersonSource } from '#server/person-search.ts';
import { distinct, idsOf } from '#server/rows.ts';
import { idsMatching } from '#server/search/service.ts';
import { blankTriesAbout } from '#server/webhooks/service.ts';
import { tellErased } from './history.ts';
import { heldDealerships } from './record-kinds.ts';
import { writeSearchable } from './searchable.ts';
import { readFields, type WrittenValue, withoutFields, writersOf, writtenOn } from './sheet-fields.ts';
import { findSheetRow, updateDealership, updateSheet } from './store.ts';
import {
  contactsByIds,
  dealershipsByIds,
  deleteContacts,
  everySheet,
  idsOfContacts,
  sheetsOf,
} from './store-person.ts';
import { noteEnded } from './store-records.ts';
import { lockForEnd } from './store-retention.ts';

/** The ids of dealerships whose search text matches (`searchable.ts`). */
const find = (db: Reader, typed: string, limit: number): Promise<string[]> =>
  idsMatching(db, 'dealership', typed, limit);

/** Which of these dealerships a legal hold keeps, with everything that belongs to them. */
export async function heldDealershipIds(db: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const dealerships = await dealershipsByIds(db, ids);
  return new Set(dealerships.flatMap(({ id, hold_id }) => (hold_id === null ? [] : [id])));
}

export const contactPerson: PersonSource = {
  async find(db, { typed }, limit) {
    return idsOf(await idsOfContacts(db, await find(db, typed, limit)));
  },
  async read(db, ids) {
    const contacts = await contactsByIds(db, ids);
    return contacts.map(
      (contact): PersonItem => ({
        kind: 'contact',
        id: contact.id,
        reference: '',
        title: `${contact.name}, ${contact.dealership_name}`,
        at: contact.created_at,
        class: 'account',
        about: { kind: 'dealership', id: contact.dealership_id },
        values: labelled({
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

/** Erases a contact by itself. Its dealership stays and gets a new version. */
export const erasableContacts = {
  async take(trx: Trx, ids: readonly string[]): Promise<string[]> {
    const before = await contactsByIds(trx, ids);
    await lockForEnd(trx, distinct(before, 'dealership_id'));
    const contacts = await contactsByIds(trx, ids);
    return contacts.flatMap(({ id, hold_id }) => (hold_id === null ? [id] : []));
  },
  async erase(trx: Trx, ids: readonly string[], at: Iso): Promise<void> {
    const contacts = await contactsByIds(trx, ids);
    await deleteContacts(trx, ids);
    await noteEnded(trx, ids, at);
    for (const id of new Set(contacts.map(({ dealership_id }) => dealership_id))) {
      await updateDealership(trx, id, {});
      await blankTriesAbout(trx, [id], at);
      await writeSearchable(trx, id);
      await tellErased(trx, id, at);
    }
  },
  /** Notes contacts' ids as ended, also of those a restored database lacks: an open page must not make one of them again. */
  remember: noteEnded,
};

/** The values of the sheet that were chosen from a list. Values that were written by hand are found and erased on their own. */
async function chosenOnSheet(db: Reader, id: string): Promise<Labelled[]> {
  const fields = readFields((await findSheetRow(db, id))?.fields);
  return sheetFieldNames.flatMap((name) => {
    const value = fields[name]?.value ?? '';
    return value === '' || sheetFields[name].kind === 'text' ? [] : [{ label: sheetLabel(name), value }];
  });
}

const sheetLabel = (name: SheetFieldName): string => `Store sheet: ${sheetFields[name].label}`;

/** The id of a written value. It ends with the time of writing, so a value that is written there later is a different item. */
const valueId = (dealershipId: string, { name, changedAt }: WrittenValue): string =>
  [dealershipId, name, Date.parse(changedAt)].join('.');

const dealershipOfValue = (id: string): string => id.slice(0, id.indexOf('.'));

/** The written values on these dealerships' sheets, by id. */
async function valuesOf(db: Reader, dealershipIds: readonly string[]): Promise<Map<string, WrittenValue>> {
  const sheets = await sheetsOf(db, [...new Set(dealershipIds)]);
  return new Map(
    sheets.flatMap(({ dealership_id, fields }) =>
      writtenOn(fields).map((value) => [valueId(dealership_id, value), value] as const),
    ),
  );
}

/** The values that were written on store sheets by hand, such as who signs, or when lenders answer. */
export const sheetPerson: PersonSource = {
  find: async (db, { typed }, limit) => [...(await valuesOf(db, await find(db, typed, limit))).keys()],
  async read(db, ids) {
    const values = await valuesOf(db, ids.map(dealershipOfValue));
    const dealerships = await dealershipsByIds(db, ids.map(dealershipOfValue));
    return ids.flatMap((id): PersonItem[] => {
      const found = values.get(id);
      const dealership = dealerships.find((one) => one.id === dealershipOfValue(id));
      if (!found || !dealership) return [];
      return [
        {
          kind: 'sheet-value',
          id,
          reference: '',
          title: `${found.label}, ${dealership.name}`,
          at: found.changedAt,
          class: 'account',
          about: { kind: 'dealership', id: dealership.id },
          values: [{ label: sheetLabel(found.name), value: found.value }],
          kept: dealership.hold_id === null ? null : 'held',
        },
      ];
    });
  },
};

/** Erases a value of a store sheet. The sheet stays and gets a new version. */
export const erasableSheetValues = {
  async take(trx: Trx, ids: readonly string[]): Promise<string[]> {
    const owners = [...new Set(ids.map(dealershipOfValue))];
    const held = await heldDealerships(trx, owners);
    const there = await valuesOf(trx, owners);
    return ids.filter((id) => there.has(id) && !held.has(dealershipOfValue(id)));
  },
  async erase(trx: Trx, ids: readonly string[]): Promise<void> {
    const owners = [...new Set(ids.map(dealershipOfValue))];
    const there = await valuesOf(trx, owners);
    for (const { dealership_id: id, version, fields } of await sheetsOf(trx, owners)) {
      const names = ids.flatMap((one) => (dealershipOfValue(one) === id ? (there.get(one)?.name ?? []) : []));
      await updateSheet(trx, id, version, { version: version + 1, fields: withoutFields(fields, names, version + 1) });
      await writeSearchable(trx, id);
      await changed(trx, 'dealerships', id);
    }
    // Every open record of these stores shows the sheet.
    await changed(trx, 'board');
  },
};

export const dealershipPerson: PersonSource = {
  find: (db, { typed }, limit) => find(db, typed, limit),
  async read(db, ids) {
    const dealerships = await dealershipsByIds(db, ids);
    const items: PersonItem[] = [];
    for (const { id, name, phone, address, website, created_at: at, erased_at } of dealerships) {
      const about = { kind: 'dealership', id } as const;
      const base = { kind: 'dealership', id, reference: '', title: name, at, class: 'account', about } as const;
      if (erased_at !== null) items.push({ ...base, values: [], kept: 'erased' });
      else {
        const own = labelled({ Name: name, Telephone: phone, Address: address, Website: website });
        items.push({ ...base, values: [...own, ...(await chosenOnSheet(db, id))], kept: 'dealership' });
      }
    }
    return items;
  },
};

/** The store sheets that have a value from this staff member. */
export async function staffInSheets(db: Reader, { name }: { readonly name: string }): Promise<Labelled[]> {
  const sheets = (await everySheet(db)).filter(({ fields }) => writersOf(fields).includes(name));
  return namedIn(
    'Wrote on the store sheets of',
    sheets.map((sheet) => sheet.name),
  );
}
