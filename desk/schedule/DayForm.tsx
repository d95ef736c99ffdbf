import { useState } from 'react';
import { isolated } from '#client/lib/isolated.ts';
import { Button } from '#client/ui/Button.tsx';
import { noHours, type Period, scheduleLimits, weekdays } from '#contract/desk/schedule.ts';
import { changeDay, type PersonSchedule, type ScheduleException } from '#contract/desk/schedule-endpoints.ts';
import { dropDraft } from '../lib/drafts.ts';
import { conflictFields, withOwnChanges } from '../lib/own-changes.ts';
import { sendDesk } from '../lib/send.ts';
import { MoreToSave, useDraftValue } from '../ui/Draft.tsx';
import { EditConflict } from '../ui/EditConflict.tsx';
import { TextInput } from '../ui/fields.tsx';
import { type Fault, faultOf, SendForm, undecided } from '../ui/SendForm.tsx';
import { HoursChoice } from './HoursChoice.tsx';
import { dateText, faultIn, periodsText } from './words.ts';

interface DayFormProps {
  person: PersonSchedule;
  /** `YYYY-MM-DD`. */
  date: string;
  onDone: (text: string) => void;
}

/** What can be set for a date. `periods` is null when the date has the hours of every week. */
interface Day {
  readonly periods: readonly Period[] | null;
  readonly note: string;
}

/** The draft: the typed day, and the version and the day from which it was made. */
interface Typed extends Day {
  readonly version: number;
  readonly from: Day;
}

const dayOf = (exception: ScheduleException | undefined): Day => ({
  periods: exception?.periods ?? null,
  note: exception?.note ?? '',
});

const onlyDay = ({ periods, note }: Day): Day => ({ periods, note });

const noteLabel = 'Why';

const exceptionOn = ({ exceptions }: PersonSchedule, date: string): ScheduleException | undefined =>
  exceptions.find((one) => one.date === date);

/** The version of what was set or removed for a date. */
const versionOn = (person: PersonSchedule, date: string): number =>
  exceptionOn(person, date)?.version ?? person.removedExceptions[date] ?? 0;

function usualOn({ week }: PersonSchedule, date: string): readonly Period[] {
  const weekday = weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7];
  return weekday ? (week ?? noHours)[weekday] : [];
}

const saidOf = ({ periods, note }: Day, usual: string): string =>
  periods ? `${periodsText(periods)}${note && ` (${note})`}` : usual;

/** The draft with which the form begins. */
function typedOf(person: PersonSchedule, date: string): Typed {
  const day = dayOf(exceptionOn(person, date));
  return { ...day, version: versionOn(person, date), from: day };
}

/** Edits the hours of a person that begin on one date. They replace the hours of the week on that date. */
export function DayForm({ person, date, onDone }: DayFormProps) {
  const [seen, setSeen] = useState(person);
  const stands = exceptionOn(seen, date);
  const draft = `hours ${person.id} ${date}`;
  const usual = `As every week: ${periodsText(usualOn(person, date))}`;
  const legend = `Hours on ${dateText(date, 'long')}`;
  const hoursText = (of: Day['periods']) => (of ? periodsText(of) : usual);
  // The draft holds the version from which the day was made, so that what somebody else saves meanwhile is shown before it is
  // overwritten.
  const typed = useDraftValue<Typed>(draft, typedOf(seen, date), (one) => {
    const now = dayOf(exceptionOn(person, date));
    return [
      { label: legend, now: hoursText(now.periods), mine: hoursText(one.periods) },
      { label: noteLabel, now: now.note, mine: one.note },
    ];
  });
  // The form begins with the hours that hold on the date, so that a person who only adds a note does not change the hours.
  const periods = typed.value.periods ?? usualOn(person, date);
  const [periodFault, setPeriodFault] = useState<string>();
  const [hasMore, setHasMore] = useState(false);
  /** What was sent when somebody else had saved first. Null: the exception was to be removed. Undefined: there is no conflict. */
  const [mine, setMine] = useState<Day | null>();
  const day = dateText(date, 'long');

  async function send(written: Day | null, version: number): Promise<Fault | undefined> {
    const sent = written && (written.periods ?? usualOn(person, date));
    const body = written && sent && { note: written.note.trim(), periods: [...sent] };
    const taken = typed.send();
    const result = await sendDesk(changeDay, { params: { id: person.id, date }, body: { version, hours: body } });
    if (result.kind !== 'ok' && result.kind !== 'late') return faultOf(result);
    setSeen(result.value);
    if (result.kind === 'late') {
      const newest = typed.newest();
      // Hours that are half typed could not be saved from the choice between both versions.
      const isWhole = faultIn(newest.periods ?? []) === undefined;
      setMine((before) => (before === undefined ? written && (isWhole ? newest : written) : before));
      return undecided;
    }
    const now = typedOf(result.value, date);
    if (written && taken(now, (newer) => ({ ...now, periods: newer.periods, note: newer.note }))) setHasMore(true);
    else leave(`${isolated(person.name)}, ${day}: ${sent ? periodsText(sent) : 'as every week'}.`);
    return undefined;
  }
  function leave(text: string): void {
    dropDraft(draft);
    onDone(text);
  }

  if (mine !== undefined) {
    const now = dayOf(stands);
    const versions = mine && { seen: typed.value.from, stands: now, mine: onlyDay(mine) };
    const words = {
      periods: { label: 'Hours', text: hoursText },
      note: { label: noteLabel, text: (note: string) => note },
    };
    return (
      <EditConflict
        what="this day"
        draft={draft}
        fields={versions ? conflictFields(versions, words) : [{ label: day, theirs: saidOf(now, usual), mine: usual }]}
        onKeepMine={() => send(versions && withOwnChanges(versions), versionOn(seen, date))}
        onTakeTheirs={() => leave('Nothing was changed.')}
      />
    );
  }
  const save = async (): Promise<Fault | undefined> => {
    const fault = faultIn(periods);
    setPeriodFault(fault);
    setHasMore(false);
    if (fault !== undefined) return { text: 'Check the hours.' };
    return send(onlyDay(typed.value), typed.value.version);
  };
  return (
    <SendForm
      submit="Save this day"
      draft={null}
      about={person.name}
      overtaken={typed.overtaken}
      onSend={save}
      beside={(press) =>
        stands && (
          <Button look="quiet" onClick={() => void press(() => send(null, stands.version))}>
            Use the weekly hours
          </Button>
        )
      }
    >
      <MoreToSave shown={hasMore} />
      <p className="soft">{usual}. What you set here counts for hours that begin on this date.</p>
      <HoursChoice
        legend={legend}
        off="Off"
        some="Other hours"
        of={dateText(date)}
        periods={periods}
        onChange={(next) => {
          typed.change({ ...typed.newest(), periods: next });
          setPeriodFault(undefined);
        }}
        fault={periodFault}
      />
      <TextInput
        name="note"
        label={noteLabel}
        optional
        maxLength={scheduleLimits.note}
        kept={{ value: typed.value.note, onChange: (note) => typed.change({ ...typed.newest(), note }) }}
      />
    </SendForm>
  );
}
