/** Reads what somebody typed into a dealership's record, and converts it to its stored form. Pure. */

import type { Selectable } from 'kysely';
import { nameLine } from '#contract/clean-text.ts';
import type { ContactBody, DealershipPatch, Hours } from '#contract/desk/dealership-endpoints.ts';
import { dealershipLimits, type dealershipRefusals } from '#contract/desk/dealerships.ts';
import { dayAt } from '#server/calendar.ts';
import { isOneAddress } from '#server/mail-address.ts';
import { readPhone, withoutUnseen } from '#server/phone.ts';
import { isTimeZone, nameKeyOf } from './name.ts';
import type { DealershipContactTable, DealershipTable } from './tables.ts';

type FieldRefusal = Extract<
  keyof typeof dealershipRefusals,
  'badName' | 'badPhone' | 'badZone' | 'badHours' | 'badAgreement' | 'badContact'
>;

/** A contact in its stored form, without its place in the list. */
export type ReadContact = Pick<Selectable<DealershipContactTable>, 'id' | 'name' | 'role' | 'phone' | 'mail'>;

type ReadColumns = 'name' | 'name_key' | 'phone' | 'address' | 'website' | 'zone' | 'hours' | 'agreement_date';

/** The columns that a patch writes. `contacts`, when present, is the whole new list. */
export interface ReadFields {
  readonly columns: Partial<Pick<Selectable<DealershipTable>, ReadColumns>>;
  readonly contacts?: readonly ReadContact[];
}

const textOrNull = (text: string): string | null => nameLine(text) || null;

/**
 * A telephone number as it was typed, because people read it, without invisible marks. Null for an empty text, undefined for an invalid
 * number.
 */
function readTelephone(typed: string): string | null | undefined {
  const phone = textOrNull(withoutUnseen(typed));
  return phone === null || readPhone(phone) ? phone : undefined;
}

/** The zone in which a day begins first. A date that has not begun there is in the future everywhere. */
const firstZone = 'Pacific/Kiritimati';

function isDateUntil(date: string, at: Date): boolean {
  const read = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) && date <= dayAt(at, firstZone);
}

const isHours = (hours: Hours): boolean => hours.every((day) => day === null || day.opens !== day.closes);

function readContact({ id, name, role, phone, mail }: ContactBody): ReadContact | undefined {
  const read = { id, name: nameLine(name), role: nameLine(role), phone: readTelephone(phone), mail: mail.trim() };
  if (read.name === '' || read.phone === undefined) return undefined;
  if (read.mail !== '' && !isOneAddress(read.mail)) return undefined;
  return { ...read, phone: read.phone, mail: read.mail || null };
}

/** Reads a patch, or says why it cannot be stored. */
export function readFields(patch: DealershipPatch, at: Date): ReadFields | FieldRefusal {
  const columns: ReadFields['columns'] = {};
  if (patch.name !== undefined) {
    const name = nameLine(patch.name);
    if (name === '' || name.length > dealershipLimits.name) return 'badName';
    Object.assign(columns, { name, name_key: nameKeyOf(name) });
  }
  if (patch.phone !== undefined) {
    const phone = readTelephone(patch.phone);
    if (phone === undefined) return 'badPhone';
    columns.phone = phone;
  }
  if (patch.zone !== undefined) {
    const zone = patch.zone.trim() || null;
    if (zone !== null && !isTimeZone(zone)) return 'badZone';
    columns.zone = zone;
  }
  if (patch.address !== undefined) columns.address = textOrNull(patch.address);
  if (patch.website !== undefined) columns.website = textOrNull(patch.website);
  if (patch.hours !== undefined) {
    if (patch.hours && !isHours(patch.hours)) return 'badHours';
    columns.hours = patch.hours && JSON.stringify(patch.hours);
  }
  if (patch.agreementDate !== undefined) {
    if (patch.agreementDate !== null && !isDateUntil(patch.agreementDate, at)) return 'badAgreement';
    columns.agreement_date = patch.agreementDate;
  }
  if (patch.contacts === undefined) return { columns };
  const contacts = patch.contacts.map(readContact);
  const ids = new Set(patch.contacts.map(({ id }) => id));
  if (contacts.includes(undefined) || ids.size < contacts.length) return 'badContact';
  return { columns, contacts: contacts as ReadContact[] };
}
