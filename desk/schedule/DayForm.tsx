import { useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { noHours, type Period, scheduleLimits, weekdays } from '#contract/desk/schedule.ts';
import { changeDay, type PersonSchedule, type ScheduleException } from '#contract/desk/schedule-endpoints.ts';
import { dropDraft } from '../lib/drafts.ts';
import { conflictFields, withOwnChanges } from '../lib/own-changes.ts';
import { sendDesk } from '../lib/send.ts';
import { useDraftValue } from '../ui/Draft.tsx';
import { EditConflict } from '../ui/EditConflict.tsx';
import { TextInput } from '../ui/fields.tsx';
import { type Fault, faultOf, SendForm, textOf, undecided } from '../ui/SendForm.tsx';
import { HoursChoice } from './HoursChoice.tsx';
import { dateText, faultIn, periodsText } from './words.ts';

interface DayFormProps {
  person: PersonSchedule;
  /** `YYYY-MM-DD`. */
  date: string;
  onDone: (text: string) => void;
}

interface Hours {
  readonly version: number;
  /** Null while the date has no hours of its own. */
  readonly periods: readonly Period[] | null;
  /** The hours from which they were made. Absent in a draft that an earlier build of this page has kept. */
  readonly from?: readonly Period[] | null;
}

/** What can be set for a date. `periods` is null when the date has the hours of every week. */
interface Day {
  readonly periods: readonly Period[] | null;
  readonly note: string;
}

const dayOf = (exception: ScheduleException | undefined): Day => ({
  periods: exception?.periods ?? null,
  note: exception?.note ?? '',
});

const exceptionOn = ({ exceptions }: PersonSchedule, date: string): ScheduleException | undefined =>
  exceptions.find((one) => one.date === date);

/** The hours that the week has on a date. */
function usualOn({ week }: PersonSchedule, date: string): readonly Period[] {
  const weekday = weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7];
  return weekday ? (week ?? noHours)[weekday] : [];
}

const saidOf = ({ periods, note }: Day, usual: string): string =>
  periods ? `${periodsText(periods)}${note && ` (${note})`}` : usual;

/** Edits the hours of a person that begin on one date. They replace the hours of the week on that date. */
export function DayForm({ person, date, onDone }: DayFormProps) {
  const [seen, setSeen] = useState(person);
  const stands = exceptionOn(seen, date);
  const draft = `day ${person.id} ${date}`;
  const usual = `As every week: ${periodsText(usualOn(person, date))}`;
  const legend = `Hours on ${dateText(date, 'long')}`;
  const hoursText = (of: Hours['periods'] | undefined) => (of ? periodsText(of) : usual);
  const [begun] = useState(() => dayOf(exceptionOn(person, date)));
  // The draft holds the version from which the hours were made, so that what somebody else saves meanwhile is shown before it is
  // overwritten.
  const hours = useDraftValue<Hours>(
    draft,
    { version: stands?.version ?? 0, periods: begun.periods, from: begun.periods },
    ({ periods: typed }) => [{ label: legend, now: hoursText(stands?.periods), mine: hoursText(typed) }],
  );
  const { version: from, from: madeFrom = begun.periods } = hours.value;
  // The form begins with the hours that hold on the date, so that a person who only adds a note does not change the hours.
  const periods = hours.value.periods ?? usualOn(person, date);
  const [periodFault, setPeriodFault] = useState<string>();
  /** Why the week's hours could not be given back. */
  const [failed, setFailed] = useState<Fault>();
  /** What was sent when somebody else had saved first. Null: the exception was to be removed. Undefined: there is no conflict. */
  const [mine, setMine] = useState<Day | null>();
  const day = dateText(date, 'long');

  async function send(written: Day | null, version: number, own = written): Promise<Fault | undefined> {
    const sent = written && (written.periods ?? usualOn(person, date));
    const body = written && sent && { note: written.note, periods: sent.map(({ from, to }) => ({ from, to })) };
    const result = await sendDesk(changeDay, { params: { id: person.id, date }, body: { version, hours: body } });
    if (result.kind !== 'ok' && result.kind !== 'late') return faultOf(result);
    setSeen(result.value);
    if (result.kind === 'late') {
      setMine(own);
      return undecided;
    }
    leave(`${person.name}, ${day}: ${sent ? periodsText(sent) : 'as every week'}.`);
    return undefined;
  }
  function leave(text: string): void {
    dropDraft(draft);
    onDone(text);
  }

  if (mine !== undefined) {
    const now = dayOf(stands);
    const versions = mine && { seen: { periods: madeFrom, note: begun.note }, stands: now, mine };
    const words = {
      periods: { label: 'Hours', text: hoursText },
      note: { label: 'Why', text: (note: string) => note },
    };
    return (
      <EditConflict
        what="this day"
        draft={draft}
        fields={versions ? conflictFields(versions, words) : [{ label: day, theirs: saidOf(now, usual), mine: usual }]}
        onKeepMine={() => send(versions && withOwnChanges(versions), stands?.version ?? 0, mine)}
        onTakeTheirs={() => leave('Nothing was changed.')}
      />
    );
  }
  const save = async (data: FormData): Promise<Fault | undefined> => {
    const fault = faultIn(periods);
    setPeriodFault(fault);
    if (fault !== undefined) return { text: 'Look at the hours once more.' };
    return send({ periods: hours.value.periods, note: textOf(data, 'note') }, from);
  };
  return (
    <SendForm
      submit="Save this day"
      sending="Saving…"
      draft={draft}
      overtaken={hours.overtaken}
      onSend={save}
      beside={
        stands && (
          <Button
            look="quiet"
            onClick={() =>
              void send(null, stands.version).then((fault) => setFailed(fault === undecided ? undefined : fault))
            }
          >
            As every week again
          </Button>
        )
      }
    >
      <Alert tone="stop" shown={failed !== undefined}>
        <p>{failed?.text}</p>
      </Alert>
      <p className="soft">{usual}. What you set here counts for hours that begin on this date.</p>
      <HoursChoice
        legend={legend}
        off="Off"
        some="Other hours"
        of={dateText(date)}
        periods={periods}
        onChange={(next) => {
          hours.change({ version: from, from: madeFrom, periods: next });
          setPeriodFault(undefined);
        }}
        fault={periodFault}
      />
      <TextInput
        name="note"
        label="Why"
        optional
        maxLength={scheduleLimits.note}
        defaultValue={stands?.note ?? ''}
        autoComplete="off"
      />
    </SendForm>
  );
}
