import type { SyntheticEvent } from 'react';
import { Button } from '#client/ui/Button.tsx';
import type { PersonSchedule } from '#contract/desk/schedule-endpoints.ts';
import { daysAfter, isDay, lastDay } from '../lib/times.ts';
import { Line } from '../ui/Line.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { DayForm } from './DayForm.tsx';
import { WeekForm } from './WeekForm.tsx';
import { dateText, dayText, periodsText, timeText, weekText } from './words.ts';

interface PersonHoursProps {
  person: PersonSchedule;
  zone: string;
  today: string;
  mayManage: boolean;
  /** The date that is edited; undefined for the week. */
  date: string | undefined;
  onDate: (date: string | undefined) => void;
  onDone: (text: string) => void;
}

/** Whether a person is on shift, and the next switch by the schedule. */
export function standingText({ onShift, next, heldSince, week }: PersonSchedule, zone: string): string {
  const now = onShift ? 'On shift' : 'Off shift';
  if (heldSince !== null) return `Hours ended at ${timeText(zone, heldSince)}: on shift until their request is over`;
  if (week === null) return `${now}, by the switch alone`;
  if (next === null) return now;
  return `${now}. Next: ${next.on ? 'on' : 'off'} ${dayText(zone, next.at)}, ${timeText(zone, next.at)}`;
}

type ExceptionsProps = Pick<PersonHoursProps, 'person' | 'mayManage' | 'today' | 'onDate'>;

/** The exceptions of a person: other hours on single dates. */
function Exceptions({ person, mayManage, today, onDate }: ExceptionsProps) {
  const choose = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const date = String(new FormData(event.currentTarget).get('date') ?? '');
    if (isDay(date)) onDate(date);
  };
  return (
    <section className="exceptions" aria-labelledby="exceptions">
      <h3 id="exceptions">Other hours on single dates</h3>
      {person.exceptions.length > 0 && (
        <ul className="lines">
          {person.exceptions.map(({ date, periods, note }) => (
            <Line key={date} words={dateText(date, 'long')} note={periodsText(periods) + (note && ` (${note})`)}>
              {/* Yesterday can be changed too: its hours may go on past midnight. */}
              {mayManage && date >= daysAfter(today, -1) && (
                <Button look="quiet" onClick={() => onDate(date)}>
                  Change<span className="visually-hidden"> {dateText(date, 'long')}</span>
                </Button>
              )}
            </Line>
          ))}
        </ul>
      )}
      {mayManage && person.week !== null && (
        <form className="choose-date" method="post" onSubmit={choose}>
          <label className="field-label" htmlFor="exception-date">
            Another date
          </label>
          <input id="exception-date" name="date" type="date" className="control" min={today} max={lastDay} required />
          <Button type="submit">Set the hours of this date…</Button>
        </form>
      )}
      {person.exceptions.length === 0 && !mayManage && <p className="soft">None.</p>}
    </section>
  );
}

/** The hours of one person: weekly hours, and other hours on single dates. */
export function PersonHours({ person, zone, today, mayManage, date, onDate, onDone }: PersonHoursProps) {
  const [said, say] = useSaid();
  if (date !== undefined && mayManage && person.week !== null) {
    return (
      <div className="dialog-part">
        <DayForm key={date} person={person} date={date} onDone={onDone} />
        <p>
          <Button look="quiet" onClick={() => onDate(undefined)}>
            The whole week of {person.name}
          </Button>
        </p>
      </div>
    );
  }
  return (
    <div className="dialog-part">
      <Said said={said} />
      <p className="soft">{standingText(person, zone)}.</p>
      {mayManage ? (
        <>
          <p className="soft">
            An end that is not after the beginning is on the next day; the same time twice is 24 hours. Changing hours
            that are running switches their shift right away.
          </p>
          <WeekForm
            key={person.id}
            person={person}
            onDone={(text) => {
              say('go', text);
              onDone(text);
            }}
          />
        </>
      ) : (
        <p>{person.week ? weekText(person.week) : 'No weekly hours.'}</p>
      )}
      <Exceptions person={person} mayManage={mayManage} today={today} onDate={onDate} />
    </div>
  );
}
