/** Sends an edit of a dealership's record, also when others have changed the record meanwhile. */
import type { ContactBody, DealershipPatch, DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import type { dealershipRefusals } from '#contract/desk/dealerships.ts';
import { changedNames, withOwnChanges } from '../lib/own-changes.ts';
import type { DealershipActions, Sent } from './dealerships.ts';
import { contactFields, type Values } from './fields.ts';

/**
 * - `saved`: it is stored;
 * - `conflict`: somebody else changed one of the same fields meanwhile, or others keep changing the record. `record` is the newest
 *   version;
 * - `ended`: the edited contact was removed or erased meanwhile, and nothing brings it back. `record` is the newest known version;
 * - `refused`: it cannot be stored, and `text` says why.
 */
export type Outcome =
  | { readonly kind: 'saved' | 'conflict' | 'ended'; readonly record: DealershipRecord }
  | Extract<Sent, { kind: 'refused' }>;

type DealershipRefusal = keyof typeof dealershipRefusals;

/** How often an edit is sent at most. It is sent again when only other fields of the record had changed. */
const mostTries = 5;

/** One part of a record that a form edits: how the part becomes the form's values, and which patch is sent for changed values. */
export interface Editable {
  readonly read: (record: DealershipRecord) => Values;
  readonly patchOf: (record: DealershipRecord, values: Values) => DealershipPatch;
  /** Whether the edited part no longer exists. Absent for the record itself, which always exists while it is shown. */
  readonly isGone?: (record: DealershipRecord) => boolean;
}

/**
 * Saves the form's values. When only other fields changed meanwhile, the edit is sent again; when the same field changed, the
 * person decides.
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
    const next = withOwnChanges({ seen: before, stands: part.read(record), mine: values });
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

/** All contacts of a record in the form in which they are sent. */
const contactsOf = (record: DealershipRecord): ContactBody[] =>
  record.contacts.map(({ id, name, role, phone, mail }) => ({ id, name, role, phone: phone ?? '', mail: mail ?? '' }));

/**
 * One contact, known by its id. The values of a new contact are empty.
 *
 * @param isNew whether the contact is yet to be added. Any other contact that is not in the record has ended.
 */
export const contactPart = (id: string, isNew: boolean): Editable => ({
  isGone: (record) => !isNew && !record.contacts.some((contact) => contact.id === id),
  read: (record) => {
    const found = contactsOf(record).find((contact) => contact.id === id);
    return Object.fromEntries(contactFields.map((name) => [name, found?.[name] ?? '']));
  },
  patchOf: (record, values) => {
    const typed = Object.fromEntries(contactFields.map((name) => [name, values[name] ?? '']));
    const written = { id, ...typed } as ContactBody;
    const all = contactsOf(record);
    const isThere = all.some((contact) => contact.id === id);
    return { contacts: isThere ? all.map((contact) => (contact.id === id ? written : contact)) : [...all, written] };
  },
});

/** A patch that removes one contact. */
export const withoutContact = (record: DealershipRecord, id: string): DealershipPatch => ({
  contacts: contactsOf(record).filter((contact) => contact.id !== id),
});
