import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { type Period, scheduleLimits } from '#contract/desk/schedule.ts';
import { changeHoliday, type Holiday, type ScheduleWeek } from '#contract/desk/schedule-endpoints.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { useInPlace } from '../lib/use-in-place.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { useDraftValue } from '../ui/Draft.tsx';
import { EditConflict } from '../ui/EditConflict.tsx';
import { DateInput, TextInput } from '../ui/fields.tsx';
import { Line } from '../ui/Line.tsx';
import { isAfter, Said, type Say, useSaid } from '../ui/Said.tsx';
import { type Fault, faultOf, SendForm, undecided } from '../ui/SendForm.tsx';
import { HoursChoice } from './HoursChoice.tsx';
import { dateText, faultIn, periodsText } from './words.ts';

type Written = Omit<Holiday, 'version'>;

const hoursText = (periods: readonly Period[]): string =>
  periods.length === 0 ? 'Nobody works' : `Only within ${periodsText(periods)}`;
const saidOf = (holiday: Pick<Written, 'name' | 'periods'> | null): string =>
  holiday ? `${holiday.name}: ${hoursText(holiday.periods)}` : 'No holiday';

const versionIn = (holidays: readonly Holiday[], of: string) => holidays.find(({ date }) => date === of)?.version;

const draft = 'new holiday';

const nothing: Written = { date: '', name: '', periods: [] };

interface Conflict {
  readonly mine: Written;
  readonly theirs: Holiday | null;
  /** Begins another holiday, with what was typed since the press. */
  readonly taken: () => void;
}

interface HolidayFormProps {
  readonly known: readonly Holiday[];
  readonly removed: ScheduleWeek['removedHolidays'];
  readonly today: string;
  readonly onSaid: Say<Shown>;
}

/** The holidays that are shown, and the versions of those that were removed. */
type Shown = Pick<ScheduleWeek, 'holidays' | 'removedHolidays'>;

/** Makes a date a holiday, or changes a holiday. An existing holiday is never replaced before the person has seen it. */
function HolidayForm({ known, removed, today, onSaid }: HolidayFormProps) {
  const versionOn = (of: string, theirs: Holiday | null = null) => theirs?.version ?? removed[of] ?? 0;
  const typed = useDraftValue(draft, nothing, ({ date: of }) => {
    const stands = known.find((one) => one.date === of) ?? null;
    return of === '' ? [] : [{ label: dateText(of, 'long'), now: saidOf(stands), mine: '' }];
  });
  const { date, name, periods } = typed.value;
  const [periodFault, setPeriodFault] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();
  const change = (part: Partial<Written>) => typed.change({ ...typed.newest(), ...part });

  /** Call the function that it returns when the holiday is decided. What was typed meanwhile belongs to another holiday. */
  const beginToSend = () => {
    const taken = typed.send();
    return () => {
      taken(nothing);
      setConflict(undefined);
    };
  };
  async function send(mine: Written, version: number, taken: () => void): Promise<Fault | undefined> {
    const result = await sendDesk(changeHoliday, {
      params: { date: mine.date },
      body: { version, holiday: { name: mine.name, periods: mine.periods } },
    });
    if (result.kind === 'late') {
      setConflict({ mine, theirs: result.value, taken });
      return undecided;
    }
    if (result.kind !== 'ok') return faultOf(result, { badName: 'name', badDate: 'date' });
    taken();
    onSaid(
      'go',
      `${mine.name}, ${dateText(mine.date, 'long')}: ${hoursText(mine.periods).toLowerCase()}.`,
      ({ holidays, removedHolidays }) =>
        isAfter(result.value?.version)(versionIn(holidays, mine.date) ?? removedHolidays[mine.date]),
    );
    return undefined;
  }

  if (conflict) {
    const { mine, theirs, taken } = conflict;
    return (
      <EditConflict
        what="this holiday"
        draft={null}
        heading={
          theirs ? 'There is a holiday on this date already' : 'This holiday was taken away while you were writing'
        }
        fields={[{ label: dateText(mine.date, 'long'), theirs: saidOf(theirs), mine: saidOf(mine) }]}
        onKeepMine={() => send(mine, versionOn(mine.date, theirs), taken)}
        onTakeTheirs={taken}
      />
    );
  }
  const save = async (): Promise<Fault | undefined> => {
    const mine = { date, name: name.trim(), periods };
    if (date === '') return { field: 'date', text: 'Choose a date.' };
    if (mine.name === '') return { field: 'name', text: 'Give the holiday a name.' };
    const fault = faultIn(periods);
    setPeriodFault(fault);
    if (fault !== undefined) return { text: 'Check the hours.' };
    const theirs = known.find((one) => one.date === date);
    const taken = beginToSend();
    if (!theirs || saidOf(theirs) === saidOf(mine)) return send(mine, versionOn(date, theirs), taken);
    setConflict({ mine, theirs, taken });
    return undecided;
  };
  return (
    <SendForm submit="Save the holiday" draft={null} overtaken={typed.overtaken} onSend={save}>
      <DateInput
        name="date"
        label="Date"
        min={today}
        kept={{ value: date, onChange: (next) => change({ date: next }) }}
      />
      <TextInput
        name="name"
        label="Name"
        maxLength={scheduleLimits.note}
        kept={{ value: name, onChange: (next) => change({ name: next }) }}
      />
      <HoursChoice
        legend="Who works"
        off="Nobody"
        some="Everybody, only within these hours"
        of="the holiday"
        periods={periods}
        onChange={(next) => {
          change({ periods: next });
          setPeriodFault(undefined);
        }}
        fault={periodFault}
      />
    </SendForm>
  );
}

function HolidayLine({ holiday, onSaid }: { holiday: Holiday; onSaid: Say<Shown> }) {
  const { date, name, periods, version } = holiday;
  const remove = async () => {
    const result = await sendDesk(changeHoliday, { params: { date }, body: { version, holiday: null } });
    if (result.kind === 'late') return onSaid('stop', 'This holiday was changed meanwhile. Look again.');
    if (result.kind !== 'ok') return onSaid('stop', failureText(result));
    onSaid('go', `${name} is not a holiday any more.`, ({ holidays }) => isAfter(version)(versionIn(holidays, date)));
  };
  return (
    <Line words={name} note={`${dateText(date, 'long')}. ${hoursText(periods)}.`}>
      <Confirm
        question={`Remove ${name}? Everybody then has their weekly hours on that day.`}
        confirmLabel="Remove it"
        cancelLabel="Keep"
        onConfirm={() => remove()}
      >
        Remove
        <span className="visually-hidden"> {name}</span>
      </Confirm>
    </Line>
  );
}

/** The holidays, which apply to everybody. */
export function Holidays({
  holidays,
  removedHolidays,
  today,
  mayManage,
}: Pick<ScheduleWeek, 'holidays' | 'removedHolidays' | 'today' | 'mayManage'>) {
  const [said, say] = useSaid(undefined, 'schedule', { holidays, removedHolidays });
  const [adding, setAdding] = useState(false);
  const { place } = useInPlace<HTMLDivElement>(adding);
  return (
    <div className="dialog-part">
      <p className="soft">
        On a holiday, only the part of each person’s hours that lies within the holiday’s hours counts. Somebody with
        hours of their own for that date has those instead.
      </p>
      <Said said={said} />
      {holidays.length > 0 ? (
        <ul className="lines">
          {holidays.map((holiday) => (
            <HolidayLine key={holiday.date} holiday={holiday} onSaid={say} />
          ))}
        </ul>
      ) : (
        <p className="soft">There are no holidays yet.</p>
      )}
      {mayManage &&
        (adding ? (
          <div ref={place}>
            <HolidayForm known={holidays} removed={removedHolidays} today={today} onSaid={say} />
          </div>
        ) : (
          <p>
            <Button onClick={() => setAdding(true)}>Add a holiday</Button>
          </p>
        ))}
    </div>
  );
}
