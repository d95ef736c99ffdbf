import { useRef, useState } from 'react';
import { isolated } from '#client/lib/isolated.ts';
import { Button } from '#client/ui/Button.tsx';
import { changeRole, editPerson, type PersonRecord, removePerson } from '#contract/desk/people-endpoints.ts';
import { type Role, roles } from '#contract/desk/permissions.ts';
import { readStates } from '#contract/us-states.ts';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { isSame, plainWords } from '../lib/own-changes.ts';
import { phoneText } from '../lib/phone.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { useMay } from '../lib/session.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { EditConflict } from '../ui/EditConflict.tsx';
import { Pair } from '../ui/Fact.tsx';
import { SelectInput, TextInput } from '../ui/fields.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { type Fault, faultOf, SendForm, textOf, undecided } from '../ui/SendForm.tsx';
import { useOwnChanges } from '../ui/use-own-changes.ts';
import { personFaults, StatesInput, statesIn } from './AddPersonForm.tsx';
import { DeviceLink } from './DeviceLink.tsx';
import { roleName, roleNames } from './roles.ts';
import { keepPerson } from './switches.tsx';

const changedMeanwhile = 'Somebody else changed this person meanwhile. What you see is how it stands now; try again.';

interface PanelProps {
  person: PersonRecord;
  onInvite: () => void;
  /** Called once something is stored, with a sentence and the person as stored. */
  onStored: (text: string, as: PersonRecord) => void;
  /** Closes the panel, with a sentence about what happened unless `onStored` was called with it. */
  onDone: (text?: string) => void;
}

/** The editable fields of a person. Each is a text; the states are their postal codes, as a list. */
const fieldLabels = { name: 'Name', phone: 'Phone', mail: 'E-mail', states: 'Licensed in' } as const;
type PersonFields = Readonly<Record<keyof typeof fieldLabels, string>>;

const fieldWords = plainWords(fieldLabels);

const fieldsOf = ({ name, phone, mail, licensedStates }: PersonRecord): PersonFields => ({
  name,
  phone: phone === null ? '' : phoneText(phone),
  mail: mail ?? '',
  states: licensedStates.join(', '),
});

/** The fields as they are typed, or why they cannot be saved. */
function fieldsIn(data: FormData): PersonFields | Fault {
  const states = statesIn(data);
  if ('text' in states) return states;
  const contact = { name: textOf(data, 'name'), phone: textOf(data, 'phone'), mail: textOf(data, 'mail') };
  return { ...contact, states: states.join(', ') };
}

/** Edits the fields of a person. When somebody else has saved meanwhile, both versions are shown and the editor decides. */
function EditForm({ person, onStored, onDone }: Omit<PanelProps, 'onInvite'>) {
  const { seen, stands, begin, decide, conflict } = useOwnChanges(person, fieldsOf, fieldWords);
  const draft = `person ${person.id}`;
  const hasEnded = useRef(false);
  const save = async (fields: PersonFields, version: number, newest = () => fields): Promise<Fault | undefined> => {
    const { states, ...contact } = fields;
    const body = { version, ...contact, licensedStates: readStates(states).codes };
    const result = await sendDesk(editPerson, { params: { id: person.id }, body });
    if (result.kind !== 'ok' && result.kind !== 'late') return faultOf(result, personFaults);
    keepPerson(result.value);
    if (result.kind === 'ok') {
      const { name, invited, role } = result.value;
      if (stands.invited && !invited && role === null) hasEnded.current = true;
      begin(result.value);
      onStored(
        `${isolated(name)} is saved.${hasEnded.current ? ' Their invitation went to the old address and has ended: invite them again.' : ''}`,
        result.value,
      );
      return undefined;
    }
    return decide(result.value, newest());
  };
  if (conflict) {
    return (
      <EditConflict
        what="this person"
        draft={draft}
        fields={conflict.fields}
        onKeepMine={() => save(conflict.merged, stands.version)}
        onKept={onDone}
        onTakeTheirs={() => onDone('Nothing was changed.')}
      />
    );
  }
  const before = fieldsOf(seen);
  // A version with another role, but with these fields, has nothing that this form could overwrite.
  const { version } = isSame(before, fieldsOf(person)) ? person : seen;
  return (
    <SendForm
      submit="Save"
      draft={draft}
      onSend={async (data, newest) => {
        const fields = fieldsIn(data);
        if ('text' in fields) return fields;
        return save(fields, version, () => {
          const now = fieldsIn(newest());
          return 'text' in now ? fields : now;
        });
      }}
      onSent={onDone}
    >
      <TextInput name="name" label={fieldLabels.name} defaultValue={before.name} maxLength={100} />
      <TextInput name="phone" label={fieldLabels.phone} type="tel" optional defaultValue={before.phone} />
      <TextInput
        name="mail"
        label={fieldLabels.mail}
        type="email"
        optional={person.role === null && !person.invited}
        defaultValue={before.mail}
      />
      <StatesInput states={seen.licensedStates} />
    </SendForm>
  );
}

/** How often a role is sent at most. It is sent again when only other fields of the person had changed. */
const mostTries = 5;

/** Changes the role of a person. When somebody else has changed it meanwhile, both roles are shown and the editor decides. */
function RoleForm({ person, onStored, onDone }: Omit<PanelProps, 'onInvite'>) {
  // The person as the form shows them. The panel may know a newer version by the time of the press, but the choice still shows this
  // one.
  const [seen, setSeen] = useState(person);
  const [conflict, setConflict] = useState<{ readonly stands: PersonRecord; readonly mine: Role | null }>();
  const draft = `role ${person.id}`;
  const send = async (role: Role | null, from: PersonRecord, newest = () => role): Promise<Fault | undefined> => {
    let { version } = from;
    for (let tries = 0; tries < mostTries; tries += 1) {
      const result = await sendDesk(changeRole, { params: { id: person.id }, body: { version, role } });
      if (result.kind !== 'ok' && result.kind !== 'late') {
        return faultOf(result, { lastAdmin: 'role', noAccount: 'role' });
      }
      keepPerson(result.value);
      if (result.kind === 'ok') {
        setSeen(result.value);
        onStored(`${isolated(result.value.name)}: ${roleName(role)}.`, result.value);
        return undefined;
      }
      if (result.value.role !== from.role) {
        setConflict({ stands: result.value, mine: newest() });
        return undecided;
      }
      version = result.value.version;
    }
    return { text: changedMeanwhile };
  };
  if (conflict) {
    const { stands, mine } = conflict;
    return (
      <EditConflict
        what="this role"
        draft={draft}
        fields={[{ label: 'Role', theirs: roleName(stands.role), mine: roleName(mine) }]}
        onKeepMine={() => send(mine, stands)}
        onKept={onDone}
        onTakeTheirs={() => onDone('Nothing was changed.')}
      />
    );
  }
  const chosenIn = (data: FormData): Role | null => roles.find((one) => one === textOf(data, 'role')) ?? null;
  const options = [
    ...roles.map((role: Role) => ({ value: role, label: roleNames[role] })),
    { value: '', label: 'No account' },
  ];
  return (
    <SendForm
      look="plain"
      submit="Change the role"
      sending="Changing…"
      draft={draft}
      onSend={(data, newest) => send(chosenIn(data), seen, () => chosenIn(newest()))}
      onSent={onDone}
    >
      <SelectInput
        name="role"
        label="Role"
        options={options}
        defaultValue={seen.role ?? ''}
        help="A change ends the sessions of this person. As a Viewer they keep no request: one that they have goes to the others."
      />
    </SendForm>
  );
}

function Facts({ person }: { person: PersonRecord }) {
  return (
    <dl className="pairs">
      <Pair label="Role">{roleName(person.role)}</Pair>
      <Pair label="Phone" figures>
        {phoneText(person.phone)}
      </Pair>
      <Pair label="E-mail">{person.mail ?? '–'}</Pair>
      <Pair label="Licensed in">{person.licensedStates.join(', ') || '–'}</Pair>
    </dl>
  );
}

/** One person, with the changes that the signed-in person may make. */
export function PersonPanel({ onInvite, ...form }: PanelProps) {
  const { person, onDone } = form;
  const { can } = person;
  const mayChangeRoles = useMay('changeRoles');
  const [said, say] = useSaid(person.name);
  const remove = async () => {
    const result = await sendDesk(removePerson, { params: { id: person.id }, body: { version: person.version } });
    if (result.kind === 'late') return say('stop', changedMeanwhile);
    if (result.kind !== 'ok') return say('stop', failureText(result));
    onDone(`${isolated(person.name)} is removed.`);
  };
  return (
    <div className="dialog-part">
      <Said said={said} />
      {can.edit ? <EditForm {...form} /> : <Facts person={person} />}
      {can.changeRole && person.role !== null && <RoleForm {...form} />}
      {can.invite && (
        <p>
          <Button onClick={onInvite}>Invite to the desk</Button>
        </p>
      )}
      {mayChangeRoles && person.role !== null && !person.own && <DeviceLink person={person} />}
      {can.remove && (
        <div className="row-of-buttons">
          <Confirm
            question={`Remove ${isolated(person.name)}? Their sessions and their shift end at once, and a request that they have goes to the others; what they did stays in the history.`}
            confirmLabel={`Remove ${isolated(person.name)}`}
            cancelLabel="Keep"
            onConfirm={() => remove()}
          >
            Remove this person
          </Confirm>
        </div>
      )}
      <RecordAudit kind="person" id={person.id} />
    </div>
  );
}
