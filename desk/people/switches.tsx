import type { Result } from '#client/lib/http.ts';
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
        className="bare switch"
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

type Switched = Result<typeof switchShift>;

/** @param shown how the switches stand on the screen. Once they have changed again, they are not what a late answer is about */
function faultIn(result: Switched | undefined, shown?: PersonRecord): string | undefined {
  if (!result || result.kind === 'ok') return undefined;
  if (result.kind !== 'late') return failureText(result);
  if (shown && shown.switches !== result.value.switches) return undefined;
  return 'Somebody else changed this. Check it, then press again.';
}

/** A switch that is on the screen shows its fault by itself. */
const isShownBySwitch = (): void => undefined;

/** Shows the new state of a person at once, before the server answers, and sends it. */
function usePress(person: PersonRecord) {
  const tell = useTellFailureHere(person.name);
  return async (shown: PersonRecord, send: () => Promise<Switched>): Promise<void> => {
    keepPerson(shown);
    const result = await send();
    if (result.kind === 'ok' || result.kind === 'late') keepPerson(result.value);
    else {
      keepPerson(person);
      // The press may be stored although no answer came.
      void queryClient.invalidateQueries({ queryKey: keyOf(listPeople, {}), exact: true });
    }
    tell(faultIn(result), isShownBySwitch);
  };
}

const since = (on: boolean): string | null => (on ? new Date().toISOString() : null);

/** Begins and ends a shift. */
export function ShiftSwitch({ person }: { person: PersonRecord }) {
  const own = useSend(switchOwnShift);
  const other = useSend(switchShift);
  const busy = own.sending || other.sending;
  const press = usePress(person);
  const turn = (on: boolean) => {
    const body = { on, seen: person.switches };
    return press({ ...person, onShiftAt: since(on) }, () =>
      person.own ? own.send({ body }) : other.send({ params: { id: person.id }, body }),
    );
  };
  return (
    <Switch
      label={`Shift of ${person.name}`}
      on={person.onShiftAt !== null}
      may={person.can.switchShift}
      busy={busy}
      fault={faultIn(person.own ? own.result : other.result, person)}
      onSwitch={(on) => void turn(on)}
    />
  );
}

/** The on-call switch. Only admins can be on call, and each can switch only themselves. */
export function OnCallSwitch({ person }: { person: PersonRecord }) {
  const may = useMay('beOnCall');
  const change = useSend(switchOnCall);
  const press = usePress(person);
  const turn = (on: boolean) =>
    press({ ...person, onCallAt: since(on) }, () => change.send({ body: { on, seen: person.switches } }));
  if (!(person.own && may) && person.onCallAt === null) return <span className="soft">–</span>;
  return (
    <Switch
      label={`${person.name} on call`}
      on={person.onCallAt !== null}
      may={person.own && may}
      busy={change.sending}
      fault={faultIn(change.result, person)}
      onSwitch={(on) => void turn(on)}
    />
  );
}
