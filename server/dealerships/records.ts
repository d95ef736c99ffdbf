/** Reads dealerships for the desk: a page of the list, and a record with its contacts and history. */
import type { ConsentView } from '#contract/desk/dealership-endpoints.ts';
import type { DealershipFilter } from '#contract/desk/dealerships.ts';
import { type Reader, slicesOf } from '#server/database/open.ts';
import type { Consent } from '#server/leads/service.ts';
import { consentsOfSubmissions, readLeadForDealership } from '#server/leads/service.ts';
import { decodeTextCursor, encodeTextCursor, pageOf, pageRows } from '#server/paging.ts';
import { readPhone } from '#server/phone.ts';
import { distinct } from '#server/rows.ts';
import { countNamed, findWhole, type WholeDealership } from './store.ts';
import {
  type ContactRow,
  contactsOf,
  countSamples,
  eventsOf,
  type ListPosition,
  listSlice,
  type OnDealership,
  storedSlice,
} from './store-records.ts';
import { findSheet } from './store-sheet.ts';

const historyRows = 100;

const cursorOf = ({ name_key, id }: WholeDealership): string => encodeTextCursor([name_key, id]);

function positionOf(cursor: string): ListPosition | undefined {
  const [nameKey, id] = decodeTextCursor(cursor, 2) ?? [];
  return nameKey === undefined || id === undefined ? undefined : { nameKey, id };
}

interface ListQuery {
  readonly filter: DealershipFilter;
  /** The conditions of the filter on codes, and of the search. */
  readonly where: readonly OnDealership[];
  readonly cursor: string | undefined;
}

/** A page of the list, by name. Undefined when the cursor is invalid. */
export async function listPage(db: Reader, { filter, where, cursor }: ListQuery) {
  const after = cursor === undefined ? undefined : positionOf(cursor);
  if (cursor !== undefined && !after) return undefined;
  const found = await listSlice(db, filter, where, after, pageRows + 1);
  return { ...pageOf(found, cursorOf), samples: await countSamples(db) };
}

/** All dealerships that the list shows, in slices, in the order in which they were stored. For an export. */
export const everySlice = (db: Reader, { filter, where }: Omit<ListQuery, 'cursor'>) =>
  slicesOf<WholeDealership>((rows, last) => storedSlice(db, filter, where, last, rows));

/** A contact's current consent. It holds only for the number that the submission gave. */
function consentOf(contact: ContactRow, consents: ReadonlyMap<string, Consent>): ConsentView | null {
  const consent = consents.get(contact.consent_submission_id ?? '');
  if (!consent) return null;
  const { at, version, endedAt } = consent;
  const same = contact.phone !== null && readPhone(contact.phone)?.number === contact.consent_phone;
  return { at, version, endedAt, holds: endedAt === null && same };
}

/** The contacts of a dealership, each with its current consent. */
export async function contactsWithConsent(db: Reader, dealershipId: string) {
  const contacts = await contactsOf(db, dealershipId);
  const consents = await consentsOfSubmissions(db, distinct(contacts, 'consent_submission_id'));
  return contacts.map((contact) => ({ ...contact, consent: consentOf(contact, consents) }));
}

export type DealershipRecordParts = NonNullable<Awaited<ReturnType<typeof recordOf>>>;

/** All parts of a dealership's record. Undefined when it does not exist or was removed. */
export async function recordOf(db: Reader, id: string) {
  const dealership = await findWhole(db, id);
  if (!dealership) return undefined;
  const lead = dealership.lead_id === null ? undefined : await readLeadForDealership(db, dealership.lead_id);
  const [form] = lead?.parts ?? [];
  return {
    dealership,
    contacts: await contactsWithConsent(db, id),
    events: await eventsOf(db, id, historyRows),
    sheet: await findSheet(db, id),
    lead: form ? { id: form.id, kind: form.kind, reference: form.reference } : null,
    sameNamed: await countNamed(db, dealership.name_key),
  };
}
