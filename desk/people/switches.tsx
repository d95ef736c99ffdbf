import {
  listPeople,
  type PersonRecord,
  switchOnCall,
  switchOwnShift,
  switchShift,
} from '#contract/desk/people-endpoints.ts';
import { useTellFailureHere } from '../lib/left-press.ts';
import { keepRead, keyOf, queryClient, type ValueOf } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { useMay } from '../lib/session.ts';

type List = ValueOf<typeof listPeople>;

/** Puts a person's new record in the place of the old one in the list that is shown. */
export function keepPerson(record: PersonRecord): void {
  const list = queryClient.getQueryData<List>(keyOf(listPeople, {}));
  if (!list) return;
  const people = list.people.map((one) => (one.id === record.id ? record : one));
  keepRead(listPeople, {}, { ...list, people }, record);
}

/**
 * Shows a person again as before a press that failed. The press may be stored although no answer came, so the list is read again.
 */
function putBack(person: PersonRecord): void {
  keepPerson(person);
  void queryClient.invalidateQueries({ queryKey: keyOf(listPeople, {}), exact: true });
}

interface SwitchProps {
  label: string;
  on: boolean;
  may: boolean;
  busy: boolean;
  fault: string | undefined;
  onSwitch: (on: boolean) => void;
}

function Switch({ label, on, may, busy, fault, onSwitch }: SwitchProps) {
  if (!may) return <>{on ? 'On' : 'Off'}</>;
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-label={label}
        aria-disabled={busy}
        className="switch"
        onClick={() => busy || onSwitch(!on)}
      >
        <span aria-hidden="true" className="switch-track" />
        {on ? 'On' : 'Off'}
      </button>
      <span className="switch-fault" role="alert">
        {fault}
      </span>
    </>
  );
}

type Result = { readonly kind: string; readonly value?: unknown } | undefined;
const faultIn = (result: Result): string | undefined =>
  result && result.kind !== 'ok' ? failureText(result as Parameters<typeof failureText>[0]) : undefined;

/** A switch that is on the screen shows its fault by itself. */
const isShownBySwitch = (): void => undefined;

/** Begins and ends a shift. The switch shows the new state at once, before the server answers. */
export function ShiftSwitch({ person }: { person: PersonRecord }) {
  const own = useSend(switchOwnShift);
  const other = useSend(switchShift);
  const busy = own.sending || other.sending;
  const tell = useTellFailureHere(person.name);
  const press = async (on: boolean) => {
    keepPerson({ ...person, onShiftAt: on ? new Date().toISOString() : null });
    const result = person.own
      ? await own.send({ body: { on } })
      : await other.send({ params: { id: person.id }, body: { on } });
    if (result.kind === 'ok') keepPerson(result.value);
    else putBack(person);
    tell(faultIn(result), isShownBySwitch);
  };
  return (
    <Switch
      label={`Shift of ${person.name}`}
      on={person.onShiftAt !== null}
      may={person.can.switchShift}
      busy={busy}
      fault={faultIn(person.own ? own.result : other.result)}
      onSwitch={(on) => void press(on)}
    />
  );
}

/** The on-call switch. Only admins can be on call, and each can switch only themselves. */
export function OnCallSwitch({ person }: { person: PersonRecord }) {
  const may = useMay('beOnCall');
  const change = useSend(switchOnCall);
  const tell = useTellFailureHere(person.name);
  const press = async (on: boolean) => {
    keepPerson({ ...person, onCallAt: on ? new Date().toISOString() : null });
    const result = await change.send({ body: { on } });
    if (result.kind === 'ok') keepPerson(result.value);
    else putBack(person);
    tell(faultIn(result), isShownBySwitch);
  };
  if (!(person.own && may) && person.onCallAt === null) return <span className="soft">–</span>;
  return (
    <Switch
      label={`${person.name} on call`}
      on={person.onCallAt !== null}
      may={person.own && may}
      busy={change.sending}
      fault={faultIn(change.result)}
      onSwitch={(on) => void press(on)}
    />
  );
}
