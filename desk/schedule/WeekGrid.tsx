import { type KeyboardEvent, useRef, useState } from 'react';
import { Icon } from '#client/ui/Icon.tsx';
import type { ScheduleDay, ScheduleWeek } from '#contract/desk/schedule-endpoints.ts';
import { Bar } from './Bar.tsx';
import type { PersonOnDayProps } from './DayList.tsx';
import { standingText } from './PersonHours.tsx';
import { dateText, dayNumber, hoursOfDay, hoursOnDay, partsIn, partText, weekText } from './words.ts';

interface WeekGridProps {
  week: ScheduleWeek;
  /** Opens the hours of a person, or of that person on one date. */
  onOpen: (personId: string, date?: string) => void;
}

function DayHead({ day, today }: { day: ScheduleDay; today: string }) {
  const length = hoursOfDay(day);
  return (
    <th scope="col" data-today={day.date === today || undefined}>
      <span className="day-name">{dateText(day.date).split(',')[0]}</span>{' '}
      <span className="numerals">{dayNumber(day.date)}</span>
      {day.date === today && <span className="day-note"> Today</span>}
      {length !== 24 && <span className="day-note"> {length} hours: the clock changes</span>}
      {day.holiday && <span className="day-note">{day.holiday.name}</span>}
    </th>
  );
}

function GapCell({ week, day }: { week: ScheduleWeek; day: ScheduleDay }) {
  const gaps = partsIn(day, week.gaps);
  return (
    <td data-gap={gaps.length > 0 || undefined}>
      {gaps.map((gap) => (
        <div key={gap.startsAt}>{partText(week.timeZone, day, gap)}</div>
      ))}
      {gaps.length === 0 && <span className="soft">–</span>}
      <Bar day={day} parts={gaps} tone="gap" />
    </td>
  );
}

interface CellProps extends PersonOnDayProps {
  isStop: boolean;
  onFocus: () => void;
}

function Cell({ zone, person, day, mayChange, isStop, onFocus, onOpen }: CellProps) {
  const hours = hoursOnDay(zone, day, person);
  const exception = person.exceptions.find(({ date }) => date === day.date);
  const words = (
    <>
      {hours.map((text) => (
        <span key={text} className="cell-hours">
          {text}
        </span>
      ))}
      {hours.length === 0 && <span className="cell-off">{person.week === null ? '–' : 'off'}</span>}
      {exception && <span className="cell-note">{exception.note || 'only this date'}</span>}
      <Bar day={day} parts={partsIn(day, person.shifts)} tone="hours" />
    </>
  );
  return (
    <td data-exception={exception !== undefined || undefined}>
      {mayChange ? (
        <button
          type="button"
          className="bare cell"
          tabIndex={isStop ? 0 : -1}
          data-cell={`${person.id} ${day.date}`}
          onFocus={onFocus}
          onClick={onOpen}
        >
          <span className="visually-hidden">
            {person.name}, {dateText(day.date, 'long')}:{' '}
          </span>
          {words}
          <span className="visually-hidden">. Change this date</span>
        </button>
      ) : (
        <div className="cell">{words}</div>
      )}
    </td>
  );
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A week as a table: a row for each person, a column for each day, the gaps on top. The arrow keys move between cells. */
export function WeekGrid({ week, onOpen }: WeekGridProps) {
  const { people, days, mayManage, timeZone, today } = week;
  const [stop, setStop] = useState<readonly [number, number]>([0, 0]);
  const table = useRef<HTMLTableElement>(null);
  const changeable = people.filter((person) => mayManage && person.week !== null);
  const firstColumn = days.findIndex(({ date }) => date >= today);
  // The cell that Tab goes to. The one of before may be gone, or be one of a day that is over.
  const [stopRow, stopColumn] = [Math.min(stop[0], changeable.length - 1), Math.max(stop[1], firstColumn)];
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || !(event.target instanceof HTMLElement) || !event.target.dataset['cell']) return;
    const row = Math.min(Math.max(stopRow + step[0], 0), changeable.length - 1);
    const column = Math.min(Math.max(stopColumn + step[1], firstColumn), days.length - 1);
    const [person, day] = [changeable[row], days[column]];
    if (!person || !day) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(`${person.id} ${day.date}`)}"]`)?.focus();
  };
  return (
    <table ref={table} className="week-grid" onKeyDown={walk}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Who</span>
          </th>
          {days.map((day) => (
            <DayHead key={day.date} day={day} today={today} />
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="gap-row">
          <th scope="row">{week.gaps.length > 0 && <Icon tone="stop" />} Nobody</th>
          {days.map((day) => (
            <GapCell key={day.date} week={week} day={day} />
          ))}
        </tr>
        {people.map((person) => {
          const row = changeable.indexOf(person);
          return (
            <tr key={person.id} data-held={person.heldSince !== null || undefined}>
              <th scope="row">
                <button type="button" className="bare row-open" onClick={() => onOpen(person.id)}>
                  {person.name}
                </button>
                <span className="person-standing">{standingText(person, timeZone)}</span>
                <span className="visually-hidden">{person.week ? weekText(person.week) : ''}</span>
              </th>
              {days.map((day, column) => (
                <Cell
                  key={day.date}
                  zone={timeZone}
                  person={person}
                  day={day}
                  mayChange={row >= 0 && day.date >= today}
                  isStop={row === stopRow && column === stopColumn}
                  onFocus={() => setStop([row, column])}
                  onOpen={() => onOpen(person.id, day.date)}
                />
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
