import { useState } from 'react';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { dealershipLimits, weekdays } from '#contract/desk/dealerships.ts';
import { draftId } from '../lib/drafts.ts';
import type { FieldWords } from '../lib/own-changes.ts';
import { EditConflict, Ended } from '../ui/EditConflict.tsx';
import { DateInput, FieldGroup, TextInput } from '../ui/fields.tsx';
import { type Fault, SendForm, textOf, undecided } from '../ui/SendForm.tsx';
import { useOwnChanges } from '../ui/use-own-changes.ts';
import { faultOfSent, recordFaults } from './AddForm.tsx';
import type { DealershipActions } from './dealerships.ts';
import { contactPart, type Editable, saveEdit } from './edit.ts';
import {
  contactFields,
  contactLabels,
  contactWords,
  hoursFault,
  hoursOf,
  patchOf,
  recordFields,
  recordWords,
  type Values,
  valuesOf,
} from './fields.ts';
import { ZoneInput } from './ZoneInput.tsx';

interface EditProps {
  record: DealershipRecord;
  actions: Pick<DealershipActions, 'edit'>;
  /** Called with the record once something is stored. */
  onStored: (record: DealershipRecord) => void;
  onClose: () => void;
}

interface Editing {
  part: Editable;
  words: FieldWords<Values>;
  /** The name of the control that each refusal is about. */
  faults: Readonly<Record<string, string>>;
}

/** The state of a form that edits a part of a record, which others may save first. */
function useEditing({ record, actions, onStored, onClose }: EditProps, { part, words, faults }: Editing) {
  const { seen, stands, begin, decide, conflict } = useOwnChanges(record, part.read, words);
  const [ended, setEnded] = useState(false);
  const save = async (
    values: Values,
    from: DealershipRecord,
    newest = (): Values | undefined => values,
  ): Promise<Fault | undefined> => {
    const outcome = await saveEdit(actions, part, from, values);
    if (outcome.kind === 'refused') return faultOfSent(outcome, faults);
    if (outcome.kind === 'conflict') return decide(outcome.record, newest() ?? values);
    if (outcome.kind === 'ended') {
      setEnded(true);
      return undecided;
    }
    begin(outcome.record);
    onStored(outcome.record);
    return undefined;
  };
  // An answer from before this edit may arrive late, and does not have a contact that was just added.
  const isGone = record.version >= seen.version && part.isGone?.(record) === true;
  return {
    seen,
    /** Whether the edited part was removed or erased meanwhile. */
    ended: ended || isGone,
    /** @param newest what is typed now; undefined when that could not be saved */
    save: (values: Values, newest: () => Values | undefined) => save(values, seen, newest),
    /** The fields to show and the two choices, when two people changed the same field; otherwise undefined. */
    conflict: conflict && {
      fields: conflict.fields,
      onKeepMine: () => save(conflict.merged, stands),
      onKept: onClose,
      onTakeTheirs: onClose,
    },
  };
}

/** Opening hours: an opening and a closing time for each day. Both are empty on a day on which the dealership is closed. */
function HoursInput({ value }: { value: string }) {
  const days = value === '' ? [] : (JSON.parse(value) as ([string, string] | null)[]);
  return (
    <FieldGroup
      name="opens-0"
      label={recordFields.hours}
      optional
      help="In the dealership’s own time. A day without times is a day on which it is closed."
      className="dealer-hours"
    >
      {weekdays.map((name, day) => (
        <div key={name} className="dealer-day">
          <span>{name}</span>
          {(['opens', 'closes'] as const).map((what, index) => (
            <input
              key={what}
              type="time"
              name={`${what}-${day}`}
              className="control"
              aria-label={`${name} ${what}`}
              defaultValue={days[day]?.[index] ?? ''}
            />
          ))}
        </div>
      ))}
    </FieldGroup>
  );
}

/** The values as they are typed; undefined when the hours are no hours. */
function valuesIn(data: FormData): Values | undefined {
  const hours = hoursOf(data);
  if (hours === undefined) return undefined;
  // The hours have several controls, and none of that name.
  return { ...Object.fromEntries(Object.keys(recordFields).map((name) => [name, textOf(data, name)])), hours };
}

const recordEditing: Editing = { part: { read: valuesOf, patchOf }, words: recordWords, faults: recordFaults };

/** Edits all fields of a record that are written by hand, except its contacts. */
export function EditForm(props: EditProps) {
  const { record, onClose } = props;
  const draft = `dealership ${record.id}`;
  const { seen, conflict, save } = useEditing(props, recordEditing);
  if (conflict) return <EditConflict what="this dealership" draft={draft} {...conflict} />;
  const before = valuesOf(seen);
  const text = (name: 'name' | 'phone' | 'address' | 'website') => ({
    name,
    label: recordFields[name],
    defaultValue: before[name],
    maxLength: dealershipLimits[name],
  });
  const send = async (data: FormData, newest: () => FormData): Promise<Fault | undefined> => {
    const values = valuesIn(data);
    if (values === undefined) return { field: 'opens-0', text: hoursFault };
    return save(values, () => valuesIn(newest()));
  };
  return (
    <SendForm submit="Save" draft={draft} onSend={send} onSent={onClose}>
      <TextInput {...text('name')} />
      <TextInput {...text('phone')} type="tel" optional help="The number that finance managers call back." />
      <DateInput
        name="agreementDate"
        label={recordFields.agreementDate}
        optional
        defaultValue={before['agreementDate']}
        help="The day on which it was signed. There is no code of its own before it."
      />
      <TextInput {...text('address')} optional />
      <ZoneInput defaultValue={before['zone'] ?? ''} />
      <TextInput {...text('website')} optional />
      <HoursInput value={before['hours'] ?? ''} />
    </SendForm>
  );
}

interface ContactProps extends EditProps {
  /** Undefined for a new contact. */
  contactId: string | undefined;
}

/** Edits one contact. Consent to texts is not edited here: it comes only from the contact's own form. */
export function ContactForm({ contactId, ...props }: ContactProps) {
  const newDraft = `contact new ${props.record.id}`;
  const [id] = useState(() => contactId ?? draftId(newDraft));
  const [part] = useState(() => contactPart(id, contactId === undefined));
  const { seen, conflict, ended, save } = useEditing(props, {
    part,
    words: contactWords,
    faults: { badContact: 'name' },
  });
  const stored = seen.contacts.find((one) => one.id === id);
  // What is typed while a new contact is being added is a change of that contact.
  const draft = contactId !== undefined || stored ? `contact ${id}` : newDraft;
  if (ended) {
    return (
      <Ended what="This contact" draft={draft} onLeave={props.onClose}>
        Nothing of what you typed was saved. To make this person a contact again, add a new contact.
      </Ended>
    );
  }
  if (conflict) return <EditConflict what="this contact" draft={draft} {...conflict} />;
  const before = part.read(seen);
  const text = (name: (typeof contactFields)[number]) => ({
    name,
    label: contactLabels[name],
    defaultValue: before[name],
  });
  const typedIn = (data: FormData): Values | undefined => {
    const values = Object.fromEntries(contactFields.map((name) => [name, textOf(data, name)]));
    return values['name'] === '' ? undefined : values;
  };
  const send = async (data: FormData, newest: () => FormData): Promise<Fault | undefined> => {
    const values = typedIn(data);
    if (values === undefined) return { field: 'name', text: 'Type a name.' };
    return save(values, () => typedIn(newest()));
  };
  return (
    <SendForm submit="Save" draft={draft} onSend={send} onSent={props.onClose}>
      <TextInput {...text('name')} maxLength={dealershipLimits.contactName} />
      <TextInput {...text('role')} optional maxLength={dealershipLimits.contactRole} />
      <TextInput
        {...text('phone')}
        type="tel"
        optional
        maxLength={dealershipLimits.phone}
        {...(stored?.consent?.holds && {
          help: 'The consent to texts is for this number. Another number has no consent.',
        })}
      />
      <TextInput {...text('mail')} type="email" optional maxLength={dealershipLimits.mail} />
    </SendForm>
  );
}
