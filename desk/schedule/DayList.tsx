import { Fragment } from 'react';
import { Icon } from '#client/ui/Icon.tsx';
import type { PersonSchedule, ScheduleDay, ScheduleWeek } from '#contract/desk/schedule-endpoints.ts';
import { Bar } from './Bar.tsx';
import { standingText } from './PersonHours.tsx';
import { dateText, hoursOfDay, hoursOnDay, partsIn, partText, weekText } from './words.ts';

export interface PersonOnDayProps {
  zone: string;
  person: PersonSchedule;
  day: ScheduleDay;
  mayChange: boolean;
  onOpen: () => void;
}

/** Stretches of hours. A line breaks between them, and not within one. */
const Runs = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text, at) => (
    <Fragment key={text}>
      {at > 0 && ', '}
      <span className="unbroken">{text}</span>
    </Fragment>
  ));

function PersonOnDay({ zone, person, day, mayChange, onOpen }: PersonOnDayProps) {
  const hours = hoursOnDay(zone, day, person);
  const exception = person.exceptions.find(({ date }) => date === day.date);
  const words = (
    <>
      <span className="day-person">{person.name}</span>
      <span className="soft">
        {hours.length > 0 ? <Runs texts={hours} /> : 'Off'}
        {exception && <span className="cell-note"> {exception.note || 'only this date'}</span>}
      </span>
      <Bar day={day} parts={partsIn(day, person.shifts)} tone="hours" />
    </>
  );
  return (
    <li>
      {mayChange ? (
        <button type="button" className="bare day-line-open" onClick={onOpen}>
          {words}
          <span className="visually-hidden">. Change this date</span>
        </button>
      ) : (
        <div className="day-line-open">{words}</div>
      )}
    </li>
  );
}

/** Whether a person gets a line of their own on a day: they have hours, an exception, or a shift that reaches into it. */
const isNamed = ({ hours, exceptions, shifts }: PersonSchedule, day: ScheduleDay): boolean =>
  hours.some(({ date, periods }) => date === day.date && periods.length > 0) ||
  exceptions.some(({ date }) => date === day.date) ||
  partsIn(day, shifts).length > 0;

/** A week as days, for a phone: each day's gaps and people, from today on. Below it, everybody with their weekly hours. */
export function DayList({ week, onOpen }: { week: ScheduleWeek; onOpen: (personId: string, date?: string) => void }) {
  const { days, people, gaps, today, timeZone, mayManage } = week;
  const scheduled = people.filter((person) => person.week !== null);
  return (
    <div className="day-list">
      {days
        .filter(({ date }) => date >= today)
        .map((day) => {
          const missing = partsIn(day, gaps);
          const there = scheduled.filter((person) => isNamed(person, day));
          const off = scheduled.filter((person) => !isNamed(person, day));
          const length = hoursOfDay(day);
          return (
            <section key={day.date} aria-labelledby={`day-${day.date}`} className="day">
              <h2 id={`day-${day.date}`}>
                {dateText(day.date, 'long')}
                {day.date === today && <span className="day-note"> Today</span>}
                {day.holiday && <span className="day-note"> {day.holiday.name}</span>}
                {length !== 24 && <span className="day-note"> {length} hours</span>}
              </h2>
              {missing.length > 0 && (
                <div className="day-gaps">
                  <p>
                    <Icon tone="stop" /> Nobody: <Runs texts={missing.map((gap) => partText(timeZone, day, gap))} />
                  </p>
                  <Bar day={day} parts={missing} tone="gap" />
                </div>
              )}
              <ul>
                {there.map((person) => (
                  <PersonOnDay
                    key={person.id}
                    zone={timeZone}
                    person={person}
                    day={day}
                    mayChange={mayManage}
                    onOpen={() => onOpen(person.id, day.date)}
                  />
                ))}
              </ul>
              {off.length > 0 && <p className="day-off">Off: {off.map(({ name }) => name).join(', ')}</p>}
            </section>
          );
        })}
      <section aria-labelledby="every-week" className="day">
        <h2 id="every-week">Every week</h2>
        <ul className="lines every-week">
          {people.map((person) => (
            <li key={person.id}>
              <span className="line-main">
                <button type="button" className="bare row-open" onClick={() => onOpen(person.id)}>
                  {person.name}
                </button>
                <span className="line-note">{person.week ? weekText(person.week) : 'No weekly hours'}</span>
                <span className="line-note">{standingText(person, timeZone)}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
