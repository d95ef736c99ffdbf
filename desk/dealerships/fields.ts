/** The fields of a dealership's record as texts by name, which is how a form holds them. Pure. */
import type { DealershipPatch, DealershipRecord, Hours } from '#contract/desk/dealership-endpoints.ts';
import { weekdays } from '#contract/desk/dealerships.ts';
import { type FieldWords, plainWords } from '../lib/own-changes.ts';
import { hoursText } from './words.ts';

/** The values of a form's fields, by name. */
export type Values = Readonly<Record<string, string>>;

export const recordFields = {
  name: 'Name',
  phone: 'Phone on file',
  address: 'Address',
  website: 'Website',
  zone: 'Time zone',
  agreementDate: 'Agreement',
  hours: 'Hours',
} as const;

export const contactFields = ['name', 'role', 'phone', 'mail'] as const;
export const contactLabels = { name: 'Name', role: 'What they do', phone: 'Phone', mail: 'E-mail' } as const;

/** The record as the form shows it. Hours are one value, as JSON; empty when nobody knows them. */
export const valuesOf = (record: DealershipRecord): Values => ({
  name: record.name,
  phone: record.phone ?? '',
  address: record.address ?? '',
  website: record.website ?? '',
  zone: record.zone ?? '',
  agreementDate: record.agreementDate ?? '',
  hours: record.hours === null ? '' : JSON.stringify(record.hours.map((day) => day && [day.opens, day.closes])),
});

const readHours = (value: string): Hours | null =>
  value === ''
    ? null
    : (JSON.parse(value) as ([string, string] | null)[]).map((day) => day && { opens: day[0], closes: day[1] });

/** The patch of the values that differ from the record. */
export function patchOf(record: DealershipRecord, values: Values): DealershipPatch {
  const before = valuesOf(record);
  const patch: Record<string, unknown> = {};
  for (const name of Object.keys(recordFields)) {
    const value = values[name] ?? '';
    if (value === before[name]) continue;
    if (name === 'hours') patch[name] = readHours(value);
    else patch[name] = name === 'agreementDate' ? value || null : value;
  }
  return patch as DealershipPatch;
}

/** The fields of a record and of a contact in words, for the comparison of two versions. */
export const recordWords: FieldWords<Values> = {
  ...plainWords(recordFields),
  hours: { label: recordFields.hours, text: (value) => hoursText(readHours(value)) },
};
export const contactWords: FieldWords<Values> = plainWords(contactLabels);

/** Shown when a day has only one of its two times. */
export const hoursFault = 'Give each day an opening and a closing time, or neither.';

/** A form's fourteen times as JSON, as in `valuesOf`. Undefined when a day has only one of its two; empty when none has any. */
export function hoursOf(data: FormData): string | undefined {
  const days = weekdays.map((_, day) => ['opens', 'closes'].map((what) => String(data.get(`${what}-${day}`) ?? '')));
  if (days.some(([opens, closes]) => (opens === '') !== (closes === ''))) return undefined;
  if (days.every(([opens]) => opens === '')) return '';
  return JSON.stringify(days.map(([opens, closes]) => (opens === '' ? null : [opens, closes])));
}
