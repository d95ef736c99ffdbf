/** An edit of a dealership's record: what was written, what others wrote meanwhile, and who decides. */
import type { ContactBody, DealershipPatch, DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import type { dealershipRefusals } from '#contract/desk/dealerships.ts';
import { changedNames } from '../lib/own-changes.ts';
import type { DealershipActions, Sent } from './dealerships.ts';
import { contactFields, type Values } from './fields.ts';

/**
 * - `saved`: it is stored;
 * - `conflict`: somebody else changed one of the same fields meanwhile. `record` is as it stands;
 * - `ended`: what was edited was removed or erased meanwhile, and nothing brings it back. `record` is as it stands;
 * - `refused`: it cannot be stored, and why.
 */
export type Outcome =
  | { readonly kind: 'saved'; readonly record: DealershipRecord }
  | { readonly kind: 'conflict' | 'ended'; readonly record: DealershipRecord }
  | Extract<Sent, { kind: 'refused' }>;

type DealershipRefusal = keyof typeof dealershipRefusals;

/** How often an edit is sent again because another field of the record had changed. */
const mostTries = 5;

/** One part of a record that a form edits: how it is read as the form's values, and what is sent for those that changed. */
export interface Editable {
  readonly read: (record: DealershipRecord) => Values;
  readonly patchOf: (record: DealershipRecord, values: Values) => DealershipPatch;
  /** Whether what is edited is not there any more. A record itself is never gone while it is shown. */
  readonly isGone?: (record: DealershipRecord) => boolean;
}

/**
 * Saves what somebody wrote into what they saw. When another field changed meanwhile it is sent again; when the same one did,
 * the person decides.
 *
 * @param seen the record that the form was made from
 */
export async function saveEdit(
  actions: Pick<DealershipActions, 'edit'>,
  part: Editable,
  seen: DealershipRecord,
  values: Values,
): Promise<Outcome> {
  const before = part.read(seen);
  const mine = changedNames(before, values);
  if (mine.length === 0) return { kind: 'saved', record: seen };
  let record = seen;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const now = part.read(record);
    const next = { ...now, ...Object.fromEntries(mine.map((name) => [name, values[name] ?? ''])) };
    const sent = await actions.edit(record.version, part.patchOf(record, next));
    if (sent.kind === 'refused') {
      return (sent.name as DealershipRefusal | undefined) === 'contactEnded' ? { kind: 'ended', record } : sent;
    }
    if (sent.kind === 'taken') return { kind: 'saved', record: sent.record };
    if (part.isGone?.(sent.record)) return { kind: 'ended', record: sent.record };
    const theirs = part.read(sent.record);
    const clash = mine.some((name) => theirs[name] !== before[name] && theirs[name] !== values[name]);
    if (clash || sent.record.version === record.version) return { kind: 'conflict', record: sent.record };
    record = sent.record;
  }
  return { kind: 'conflict', record };
}

/** All contacts of a record, as they are sent. */
const contactsOf = (record: DealershipRecord): ContactBody[] =>
  record.contacts.map(({ id, name, role, phone, mail }) => ({ id, name, role, phone: phone ?? '', mail: mail ?? '' }));

/**
 * One contact, known by its id; a new one has none of its values before.
 *
 * @param isNew whether it is yet to be added. Any other one that is not in the record has ended.
 */
export const contactPart = (id: string, isNew: boolean): Editable => ({
  isGone: (record) => !isNew && !record.contacts.some((contact) => contact.id === id),
  read: (record) => {
    const found = contactsOf(record).find((contact) => contact.id === id);
    return Object.fromEntries(contactFields.map((name) => [name, found?.[name] ?? '']));
  },
  patchOf: (record, values) => {
    const written = {
      id,
      ...(Object.fromEntries(contactFields.map((name) => [name, values[name] ?? ''])) as Omit<ContactBody, 'id'>),
    };
    const all = contactsOf(record);
    const isThere = all.some((contact) => contact.id === id);
    return { contacts: isThere ? all.map((contact) => (contact.id === id ? written : contact)) : [...all, written] };
  },
});

/** The contacts without one. */
export const withoutContact = (record: DealershipRecord, id: string): DealershipPatch => ({
  contacts: contactsOf(record).filter((contact) => contact.id !== id),
});
