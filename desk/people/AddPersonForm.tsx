import { isolated } from '#client/lib/isolated.ts';
import { addPerson } from '#contract/desk/people-endpoints.ts';
import { readStates, type StateCode } from '#contract/us-states.ts';
import { draftId, dropDraftId } from '../lib/drafts.ts';
import { sendDesk } from '../lib/send.ts';
import { TextInput, TickInput } from '../ui/fields.tsx';
import { type Fault, SendForm, takeResult, textOf } from '../ui/SendForm.tsx';

/** The states that a form names, or the fault in them. */
export function statesIn(data: FormData): readonly StateCode[] | Fault {
  const { codes, unknown } = readStates(textOf(data, 'states'));
  if (unknown === undefined) return codes;
  return { field: 'states', text: `There is no state “${unknown}”. Write postal codes, for example ME, NH.` };
}

/** A field for the states in which a person is licensed, typed as a list. */
export function StatesInput({ states = [] }: { states?: readonly StateCode[] }) {
  return (
    <TextInput
      name="states"
      label="Licensed in"
      optional
      help="Postal codes of states, for example ME, NH. At a request from elsewhere the desk says so; it refuses nothing."
      defaultValue={states.join(', ')}
      spellCheck={false}
    />
  );
}

/** The control that each refusal about a person's fields is about. */
export const personFaults = {
  badName: 'name',
  nameTaken: 'name',
  badPhone: 'phone',
  badMail: 'mail',
  mailTaken: 'mail',
  mailNeeded: 'mail',
} as const;

const draft = 'person new';

/** Adds a person who takes requests by link and needs no account. */
export function AddPersonForm({ onStored, onClose }: { onStored: (text: string) => void; onClose: () => void }) {
  const send = async (data: FormData): Promise<Fault | undefined> => {
    const name = textOf(data, 'name');
    if (name === '') return { field: 'name', text: 'Type a name.' };
    const licensedStates = statesIn(data);
    if ('text' in licensedStates) return licensedStates;
    const body = {
      id: draftId(draft),
      licensedStates: [...licensedStates],
      name,
      phone: textOf(data, 'phone'),
      mail: textOf(data, 'mail'),
      onShift: data.get('onShift') === 'yes',
    };
    const result = await sendDesk(addPerson, { body });
    if (result.kind === 'refused' && result.name === 'idTaken') dropDraftId(draft);
    return takeResult(result, () => onStored(`${isolated(name)} is added.`), personFaults);
  };
  return (
    <SendForm submit="Add" sending="Adding…" onSend={send} draft={draft} empties onSent={onClose}>
      <p className="soft">
        Requests reach this person by text and mail, with a link; no account is needed. To let somebody work at the
        desk, invite them.
      </p>
      <TextInput name="name" label="Name" maxLength={100} />
      <TextInput name="phone" label="Phone" type="tel" optional help="For texts about requests." />
      <TextInput name="mail" label="E-mail" type="email" optional />
      <StatesInput />
      <TickInput name="onShift" label="On shift from now on" />
    </SendForm>
  );
}
