import { useState } from 'react';
import { isolated } from '#client/lib/isolated.ts';
import { Button } from '#client/ui/Button.tsx';
import { noHours, type Period, type Week, type Weekday, weekdayNames, weekdays } from '#contract/desk/schedule.ts';
import { changeWeek, type PersonSchedule } from '#contract/desk/schedule-endpoints.ts';
import { conflictFields, type FieldWords, withOwnChanges } from '../lib/own-changes.ts';
import { sendDesk } from '../lib/send.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { MoreToSave, type Part, useDraftValue } from '../ui/Draft.tsx';
import { type ConflictField, EditConflict } from '../ui/EditConflict.tsx';
import { type Fault, faultOf, SendForm, undecided } from '../ui/SendForm.tsx';
import { PeriodsEditor } from './PeriodsEditor.tsx';
import { faultIn, periodsText } from './words.ts';

const workdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];

/** Copies the hours of one day to others. */
function CopyDay({ day, onCopy }: { day: Weekday; onCopy: (days: readonly Weekday[]) => void }) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<Weekday>>(new Set());
  const name = weekdayNames[day];
  const copy = (days: readonly Weekday[]) => {
    onCopy(days.filter((other) => other !== day));
    setOpen(false);
    setChosen(new Set());
  };
  return (
    <>
      <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span>
          Copy<span className="visually-hidden"> {name}</span> to…
        </span>
      </Button>
      {open && (
        <fieldset className="wrapped boxed copy-day">
          <legend className="visually-hidden">Copy {name} to</legend>
          {weekdays
            .filter((other) => other !== day)
            .map((other) => (
              <label key={other} className="tick hours-option">
                <input
                  type="checkbox"
                  checked={chosen.has(other)}
                  onChange={({ currentTarget }) =>
                    setChosen(
                      new Set(currentTarget.checked ? [...chosen, other] : [...chosen].filter((one) => one !== other)),
                    )
                  }
                />
                <span aria-hidden="true">{weekdayNames[other].slice(0, 3)}</span>
                <span className="visually-hidden">{weekdayNames[other]}</span>
              </label>
            ))}
          <div className="row-of-buttons">
            <Button aria-disabled={chosen.size === 0} onClick={() => chosen.size > 0 && copy([...chosen])}>
              Copy
            </Button>
            <Button look="quiet" onClick={() => copy(workdays)}>
              Monday to Friday
            </Button>
            <Button look="quiet" onClick={() => copy(weekdays)}>
              Every day
            </Button>
          </div>
        </fieldset>
      )}
    </>
  );
}

/** The days of a typed week, each beside the same day of the stored week. */
const daysOf = (stored: Week | null, typed: Week): Part[] =>
  weekdays.map((day) => ({
    label: weekdayNames[day],
    now: periodsText((stored ?? noHours)[day]),
    mine: periodsText(typed[day]),
  }));

/** Each day is a field of its own, so a change of Monday does not touch other days that somebody else has stored meanwhile. */
const dayWords = Object.fromEntries(
  weekdays.map((day) => [day, { label: weekdayNames[day], text: periodsText }]),
) as FieldWords<Week>;

/** The days whose hours would be removed. */
const takenAway = (stands: Week): ConflictField[] =>
  weekdays
    .filter((day) => stands[day].length > 0)
    .map((day) => ({ label: weekdayNames[day], theirs: periodsText(stands[day]), mine: 'No weekly hours' }));

const isWhole = (week: Week): boolean => weekdays.every((day) => faultIn(week[day]) === undefined);

/** The draft: the version and the week from which it was made, and the typed week. */
interface Typed {
  readonly version: number;
  /** Absent in a draft that an earlier build of this page has kept. */
  readonly from?: Week;
  readonly week: Week;
}

/** The weekly hours of a person. When somebody else has saved meanwhile, both weeks are shown and the person decides. */
export function WeekForm({ person, onDone }: { person: PersonSchedule; onDone: (text: string) => void }) {
  const [seen, setSeen] = useState(person);
  // The draft holds the version from which it was made, so that what somebody else saves meanwhile is shown before it is
  // overwritten.
  const draft = `week ${person.id}`;
  const hours = useDraftValue<Typed>(draft, weekOf(person), ({ week: typed }) => daysOf(person.week, typed));
  const { week } = hours.value;
  const setWeek = (next: Week) => hours.change({ ...hours.value, week: next });
  /** What was sent when somebody else had saved first. Null: the hours were to be removed. Undefined: there is no conflict. */
  const [mine, setMine] = useState<Week | null>();
  const [faults, setFaults] = useState<Partial<Record<Weekday, string | undefined>>>({});
  const [hasMore, setHasMore] = useState(false);

  async function send(value: Week | null, version: number): Promise<Fault | undefined> {
    const taken = hours.send();
    const result = await sendDesk(changeWeek, {
      params: { id: person.id },
      body: { version, week: value && copyOf(value) },
    });
    if (result.kind !== 'ok' && result.kind !== 'late') return faultOf(result);
    setSeen(result.value);
    const isAway = value === null && result.value.week === null;
    if (result.kind === 'late' && !isAway) {
      const newest = hours.newest().week;
      // Hours that are half typed could not be saved from the choice between both versions.
      setMine((before) => (before === undefined ? value && (isWhole(newest) ? newest : value) : before));
      return undecided;
    }
    const stands = weekOf(result.value);
    if (value && taken(stands, (newer) => ({ ...stands, week: newer.week }))) setHasMore(true);
    else {
      hours.begin(stands);
      onDone(
        value
          ? `The hours of ${isolated(person.name)} are saved.`
          : `${isolated(person.name)} has no weekly hours any more.`,
      );
    }
    return undefined;
  }

  async function save(): Promise<Fault | undefined> {
    const found = Object.fromEntries(weekdays.map((day) => [day, faultIn(week[day])]));
    setFaults(found);
    if (Object.values(found).some((one) => one !== undefined)) return { text: 'Check the hours.' };
    setHasMore(false);
    return send(week, hours.value.version);
  }

  if (mine !== undefined) {
    const stands = seen.week ?? noHours;
    const versions = mine && { seen: hours.value.from ?? stands, stands, mine };
    return (
      <EditConflict
        what="these hours"
        draft={draft}
        fields={versions ? conflictFields(versions, dayWords) : takenAway(stands)}
        onKeepMine={() => send(versions && withOwnChanges(versions), seen.version)}
        onTakeTheirs={() => {
          hours.begin(weekOf(seen));
          onDone('Nothing was changed.');
        }}
      />
    );
  }
  const setDay = (day: Weekday, periods: readonly Period[]) => {
    setWeek({ ...week, [day]: periods });
    setFaults({ ...faults, [day]: undefined });
  };
  return (
    <div className="week-form">
      <SendForm
        submit="Save the week"
        draft={null}
        about={person.name}
        overtaken={hours.overtaken}
        onSend={save}
        beside={(press) =>
          person.week !== null && (
            <Confirm
              question={`Remove the weekly hours of ${isolated(person.name)}? Then only the switches put them on shift and off.`}
              confirmLabel="Remove them"
              cancelLabel="Keep"
              onConfirm={() => press(() => send(null, seen.version))}
            >
              No weekly hours
            </Confirm>
          )
        }
      >
        <MoreToSave shown={hasMore} />
        {weekdays.map((day) => (
          <fieldset key={day} className="week-day">
            <legend>{weekdayNames[day]}</legend>
            <PeriodsEditor
              of={weekdayNames[day]}
              periods={week[day]}
              onChange={(periods) => setDay(day, periods)}
              fault={faults[day]}
            >
              <CopyDay
                day={day}
                onCopy={(days) => setWeek({ ...week, ...Object.fromEntries(days.map((other) => [other, week[day]])) })}
              />
            </PeriodsEditor>
          </fieldset>
        ))}
      </SendForm>
    </div>
  );
}

/** The draft with which the form begins. */
const weekOf = ({ version, week }: PersonSchedule): Typed => ({
  version,
  from: week ?? noHours,
  week: week ?? noHours,
});

/** A week as mutable lists, as the endpoint takes it. */
const copyOf = (week: Week) =>
  Object.fromEntries(weekdays.map((day) => [day, [...week[day]]])) as Record<Weekday, Period[]>;
