import './people.css';
import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { peopleLimits, personFinder } from '#contract/desk/people.ts';
import { listPeople, type PersonRecord } from '#contract/desk/people-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { paths } from '../app/paths.ts';
import { phoneText } from '../lib/phone.ts';
import { useRead } from '../lib/read.ts';
import { useMay } from '../lib/session.ts';
import { searchAlone, useFilters } from '../lib/use-list.ts';
import { ExportButton } from '../ui/ExportButton.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { NoRows } from '../ui/NoRows.tsx';
import { NoteDialog } from '../ui/NoteDialog.tsx';
import { isAfter, Said, useSaid } from '../ui/Said.tsx';
import { Screen } from '../ui/Screen.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { AddPersonForm } from './AddPersonForm.tsx';
import { Invitations } from './Invitations.tsx';
import { InviteForm } from './InviteForm.tsx';
import { PersonPanel } from './PersonPanel.tsx';
import { roleName } from './roles.ts';
import { OnCallSwitch, ShiftSwitch } from './switches.tsx';

type Opened =
  | { readonly what: 'add' }
  | { readonly what: 'invite'; readonly person?: PersonRecord }
  | { readonly what: 'person'; readonly id: string };

function Row({ person, onOpen }: { person: PersonRecord; onOpen: () => void }) {
  return (
    <tr>
      <th scope="row">
        <button type="button" className="bare row-open" data-row={person.id} onClick={onOpen}>
          {person.name}
        </button>
        {person.own && <span className="soft"> (you)</span>}
      </th>
      <td data-label="Role">{roleName(person.role)}</td>
      <td data-label="Phone" className="numerals">
        {phoneText(person.phone)}
      </td>
      <td data-label="E-mail">{person.mail ?? '–'}</td>
      <td data-label="Shift">
        <ShiftSwitch person={person} />
        {person.offDueAt !== null && <span className="shift-note">until their request is over</span>}
      </td>
      <td data-label="On call">
        <OnCallSwitch person={person} />
      </td>
    </tr>
  );
}

function Table({ people, onOpen }: { people: readonly PersonRecord[]; onOpen: (person: PersonRecord) => void }) {
  return (
    <table className="table">
      <TableHead columns={['Name', 'Role', 'Phone', 'E-mail', 'Shift', 'On call']} />
      <tbody>
        {people.map((person) => (
          <Row key={person.id} person={person} onOpen={() => onOpen(person)} />
        ))}
      </tbody>
    </table>
  );
}

function titleOf(opened: Opened | undefined, people: readonly PersonRecord[]): string {
  if (opened === undefined) return 'Person';
  if (opened.what === 'person') return people.find(({ id }) => id === opened.id)?.name ?? 'Person';
  return opened.what === 'add' ? 'Add a person' : 'Invite to the desk';
}

const place = { list: paths.people, ...searchAlone } as const;

/** Everybody who takes requests or works at the desk. */
export function PeopleScreen() {
  const read = useRead(listPeople, {}, { topics: readTopics.listPeople });
  const mayManage = useMay('managePeople');
  const {
    filters: { search },
    change,
    clear,
  } = useFilters(place);
  const [opened, setOpened] = useState<Opened>();
  const [said, say] = useSaid(undefined, undefined, read.data);
  const people = read.data?.people ?? [];
  const shown = people.filter(personFinder(search));
  // A form that is answered late may not close what is open by then.
  const close = () => setOpened((now) => (now === opened ? undefined : now));
  const stored = (text: string, as?: PersonRecord) => {
    say('go', text, ({ people: now }) => isAfter(as?.version)(now.find(({ id }) => id === as?.id)?.version));
    void read.refetch();
  };
  const done = (text?: string) => {
    if (text !== undefined) stored(text);
    close();
  };
  const person = opened?.what === 'person' ? people.find(({ id }) => id === opened.id) : undefined;
  const controls = (
    <>
      <SearchField
        label="Search people"
        value={search}
        maxLength={peopleLimits.search}
        onChange={(next) => change({ search: next })}
      />
      {mayManage && (
        <>
          <Button onClick={() => setOpened({ what: 'add' })}>Add</Button>
          <Button onClick={() => setOpened({ what: 'invite' })}>Invite</Button>
        </>
      )}
    </>
  );
  return (
    <Screen title="People" controls={controls}>
      <Said said={said} />
      {mayManage && <Invitations onSaid={say} />}
      <Loaded read={read} what="the people">
        {() => (
          <>
            {shown.length > 0 && <Table people={shown} onOpen={({ id }) => setOpened({ what: 'person', id })} />}
            {shown.length > 0 && <ExportButton kind="people" filter={{ search }} />}
            <NoRows onClear={clear}>
              {people.length === 0 && 'Nobody is here yet. Add who takes requests, or invite who works at the desk.'}
              {people.length > 0 && shown.length === 0 && `Nobody matches “${search}”.`}
            </NoRows>
          </>
        )}
      </Loaded>
      <NoteDialog open={opened !== undefined} title={titleOf(opened, people)} onClose={close}>
        {opened?.what === 'add' && <AddPersonForm onStored={stored} onClose={close} />}
        {opened?.what === 'invite' && (
          <InviteForm person={opened.person} mayInvite={read.data?.mayInvite ?? []} onSaid={say} onClose={close} />
        )}
        {person && (
          <PersonPanel
            key={person.id}
            person={person}
            onInvite={() => setOpened({ what: 'invite', person })}
            onStored={stored}
            onDone={done}
          />
        )}
        {opened?.what === 'person' && !person && <p className="state">This person was removed.</p>}
      </NoteDialog>
    </Screen>
  );
}
