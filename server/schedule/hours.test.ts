import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noHours, type Period, type Week, weekdays } from '#contract/desk/schedule.ts';
import { addDays, isDay, mondayOf } from '#server/calendar.ts';
import {
  boundariesIn,
  type Hours,
  isScheduledAt,
  overlapIn,
  overlapInWeek,
  shiftsFrom,
  shiftsIn,
  without,
} from './hours.ts';
import { createZone, minutesPerDay } from './zone.ts';

const newYork = createZone('America/New_York');
const utc = createZone('UTC');
const hourMs = 3_600_000;

const periods = (text: string): Period[] =>
  text === ''
    ? []
    : text.split(', ').map((one) => {
        const [from = '', to = ''] = one.split('-');
        return { from, to };
      });

const everyDay = (text: string): Week =>
  Object.fromEntries(weekdays.map((day) => [day, periods(text)])) as unknown as Week;

function hours(week: Partial<Record<keyof Week, string>> | string, rest: Partial<Hours> = {}): Hours {
  const days = typeof week === 'string' ? everyDay(week) : { ...noHours };
  if (typeof week !== 'string')
    for (const [day, text] of Object.entries(week)) Object.assign(days, { [day]: periods(text) });
  return { week: days, exceptions: new Map(), holidays: new Map(), ...rest };
}

/** The shifts as a wall clock shows them: `Mon 09:00 -> 17:00 (8 h)`. */
const read = (shifts: readonly { startMs: number; endMs: number }[], zone = newYork) =>
  shifts.map(({ startMs, endMs }) => {
    const clock = (ms: number) =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: zone.name,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        timeZoneName: 'short',
      })
        .format(ms)
        .replace(',', '');
    return `${clock(startMs)} to ${clock(endMs)}, ${(endMs - startMs) / hourMs} h`;
  });

const on = (all: Hours, date: string, zone = newYork) => read(shiftsFrom(all, zone, date, date), zone);

describe('R122 the hours of a person', () => {
  it('have any number of periods a weekday, also over midnight, and whole days', () => {
    const all = hours({ mon: '09:00-12:30, 14:00-17:00', fri: '22:00-06:00', sun: '00:00-00:00' });
    expect(on(all, '2026-11-23')).toEqual([
      'Mon 09:00 GMT-5 to Mon 12:30 GMT-5, 3.5 h',
      'Mon 14:00 GMT-5 to Mon 17:00 GMT-5, 3 h',
    ]);
    expect(on(all, '2026-11-27')).toEqual(['Fri 22:00 GMT-5 to Sat 06:00 GMT-5, 8 h']);
    expect(on(all, '2026-11-29')).toEqual(['Sun 00:00 GMT-5 to Mon 00:00 GMT-5, 24 h']);
    expect(on(all, '2026-11-24')).toEqual([]);
  });

  it('that touch or overlap are one shift, without a boundary between', () => {
    const all = hours({ mon: '09:00-12:00, 12:00-17:00', tue: '22:00-06:00', wed: '06:00-08:00' });
    expect(read(shiftsFrom(all, newYork, '2026-11-23', '2026-11-25'))).toEqual([
      'Mon 09:00 GMT-5 to Mon 17:00 GMT-5, 8 h',
      'Tue 22:00 GMT-5 to Wed 08:00 GMT-5, 10 h',
    ]);
    expect(boundariesIn(hours('00:00-00:00'), newYork, Date.parse('2026-11-23'), Date.parse('2026-11-30'))).toEqual([]);
  });

  it('of a date are those of its exception, which counts more than a holiday, which cuts the week’s', () => {
    const holidays = new Map([['2026-11-26', { name: 'Thanksgiving', periods: periods('08:00-12:00') }]]);
    const day = (exceptions: [string, Period[]][]) =>
      on(hours('09:00-17:00, 22:00-06:00', { holidays, exceptions: new Map(exceptions) }), '2026-11-26');
    expect(day([])).toEqual(['Thu 09:00 GMT-5 to Thu 12:00 GMT-5, 3 h']);
    expect(day([['2026-11-26', periods('13:00-14:00')]])).toEqual(['Thu 13:00 GMT-5 to Thu 14:00 GMT-5, 1 h']);
    expect(day([['2026-11-26', []]])).toEqual([]);
    // A shift that began the day before goes on into the holiday, and ends as usual.
    const closed = new Map([['2026-11-26', { name: 'Thanksgiving', periods: [] }]]);
    const before = shiftsFrom(hours('22:00-06:00', { holidays: closed }), newYork, '2026-11-25', '2026-11-26');
    expect(read(before)).toEqual(['Wed 22:00 GMT-5 to Thu 06:00 GMT-5, 8 h']);
  });

  it('that overlap are found on one day, from one day into the next, and from Sunday into Monday', () => {
    expect(overlapIn(periods('09:00-12:00, 11:59-13:00'))).toBe(true);
    expect(overlapIn(periods('12:00-13:00, 09:00-12:00'))).toBe(false);
    expect(overlapInWeek({ ...noHours, mon: periods('22:00-06:00'), tue: periods('05:00-07:00') })).toBe(true);
    expect(overlapInWeek({ ...noHours, mon: periods('22:00-06:00'), tue: periods('06:00-07:00') })).toBe(false);
    expect(overlapInWeek({ ...noHours, sun: periods('22:00-06:00'), mon: periods('05:00-07:00') })).toBe(true);
    expect(overlapInWeek(everyDay('00:00-00:00'))).toBe(false);
  });
});

describe('R122 the night in which the clock changes', () => {
  it('has 23 hours in spring and 25 in autumn, and a shift over it as many more or fewer', () => {
    const length = (date: string) => (newYork.msOf(date, minutesPerDay) - newYork.msOf(date, 0)) / hourMs;
    expect([length('2027-03-14'), length('2026-11-01'), length('2026-11-02')]).toEqual([23, 25, 24]);
    expect(on(hours('22:00-06:00'), '2027-03-13')).toEqual(['Sat 22:00 GMT-5 to Sun 06:00 GMT-4, 7 h']);
    expect(on(hours('22:00-06:00'), '2026-10-31')).toEqual(['Sat 22:00 GMT-4 to Sun 06:00 GMT-5, 9 h']);
    expect(on(hours('00:00-00:00'), '2027-03-14')).toEqual(['Sun 00:00 GMT-5 to Mon 00:00 GMT-4, 23 h']);
    expect(on(hours('00:00-00:00'), '2026-11-01')).toEqual(['Sun 00:00 GMT-4 to Mon 00:00 GMT-5, 25 h']);
  });

  it('makes of a boundary in the hour that is skipped the moment at which it is skipped', () => {
    // The hour from 02:00 to 03:00 does not exist on that day.
    expect(on(hours('22:00-02:30'), '2027-03-13')).toEqual(['Sat 22:00 GMT-5 to Sun 03:00 GMT-4, 4 h']);
    expect(on(hours('02:30-06:00'), '2027-03-14')).toEqual(['Sun 03:00 GMT-4 to Sun 06:00 GMT-4, 3 h']);
    expect(on(hours('02:15-02:45'), '2027-03-14')).toEqual([]);
    expect(on(hours('02:30-03:00'), '2027-03-14')).toEqual([]);
  });

  it('makes of a boundary in the hour that comes twice the first of the two', () => {
    // The hour from 01:00 to 02:00 comes twice on that day.
    expect(on(hours('22:00-01:30'), '2026-10-31')).toEqual(['Sat 22:00 GMT-4 to Sun 01:30 GMT-4, 3.5 h']);
    expect(on(hours('01:30-06:00'), '2026-11-01')).toEqual(['Sun 01:30 GMT-4 to Sun 06:00 GMT-5, 5.5 h']);
    expect(on(hours('01:15-01:45'), '2026-11-01')).toEqual(['Sun 01:15 GMT-4 to Sun 01:45 GMT-4, 0.5 h']);
  });

  it('leaves neither a gap nor an overlap between two who hand over, at whatever minute', () => {
    for (const date of ['2027-03-14', '2026-11-01']) {
      for (let minute = 0; minute < 240; minute++) {
        const clock = `0${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
        const [first] = shiftsFrom(hours(`22:00-${clock}`), newYork, addDays(date, -1), addDays(date, -1));
        const [second] = shiftsFrom(hours(`${clock}-12:00`), newYork, date, date);
        expect(second?.startMs, `${date} ${clock}`).toBe(first?.endMs);
      }
    }
  });

  it('never makes an earlier moment of a later time, in zones of every kind', () => {
    // A change of half an hour, a skipped day, a zone without a change, a change at midnight.
    const changes = [
      ['Australia/Lord_Howe', '2026-10-04'],
      ['Australia/Lord_Howe', '2026-04-05'],
      ['Pacific/Apia', '2011-12-30'],
      ['America/Phoenix', '2026-03-08'],
      ['America/Havana', '2026-03-08'],
      ['America/New_York', '2027-03-14'],
      ['America/New_York', '2026-11-01'],
    ] as const;
    for (const [name, date] of changes) {
      const zone = createZone(name);
      let before = Number.NEGATIVE_INFINITY;
      for (let minutes = 0; minutes <= 2 * minutesPerDay; minutes++) {
        const ms = zone.msOf(addDays(date, -1), minutes);
        expect(ms, `${name} ${date} ${minutes}`).toBeGreaterThanOrEqual(before);
        before = ms;
      }
    }
  });
});

describe('R122 what hours say', () => {
  const text = fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 0, max: 95 })).map(([from, to]) => {
    const clock = (quarter: number) =>
      `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;
    return { from: clock(from), to: clock(to) };
  });
  const week = fc
    .tuple(...weekdays.map(() => fc.array(text, { maxLength: 3 })))
    .map((lists) => Object.fromEntries(weekdays.map((day, at) => [day, lists[at] ?? []])) as unknown as Week);

  it('of a moment is what the last boundary before it said, for any hours and any moment of a year', () => {
    fc.assert(
      fc.property(week, fc.integer({ min: 0, max: 365 * 24 * 4 }), (days, quarter) => {
        const all = hours({}, { week: days });
        const ms = Date.parse('2026-06-01T00:00:00Z') + quarter * (hourMs / 4);
        const last = boundariesIn(all, newYork, ms - 9 * 24 * hourMs, ms).at(-1);
        if (last) expect(isScheduledAt(all, newYork, ms)).toBe(last.on);
      }),
      { numRuns: 300 },
    );
  });

  it('of a stretch of time and what is left of it make the whole again', () => {
    fc.assert(
      fc.property(week, fc.integer({ min: 1, max: 24 * 8 }), (days, length) => {
        const whole = { startMs: Date.parse('2026-10-30T03:00:00Z'), endMs: 0 };
        whole.endMs = whole.startMs + length * hourMs;
        const shifts = shiftsIn(hours({}, { week: days }), newYork, whole).map(({ startMs, endMs }) => ({
          startMs: Math.max(startMs, whole.startMs),
          endMs: Math.min(endMs, whole.endMs),
        }));
        const all = [...shifts, ...without(whole, shifts)].toSorted((a, b) => a.startMs - b.startMs);
        expect(all[0]?.startMs).toBe(whole.startMs);
        expect(all.at(-1)?.endMs).toBe(whole.endMs);
        for (const [at, one] of all.entries()) if (at > 0) expect(one.startMs).toBe(all[at - 1]?.endMs);
      }),
      { numRuns: 200 },
    );
  });
});

it('R122 dates are of the calendar, and a week begins on a Monday', () => {
  expect(['2026-02-29', '2026-2-3', 'tomorrow', '2028-02-29'].map(isDay)).toEqual([false, false, false, true]);
  expect(['2026-11-22', '2026-11-23', '2026-11-29'].map(mondayOf)).toEqual(['2026-11-16', '2026-11-23', '2026-11-23']);
  expect(utc.dateAt(Date.parse('2026-11-23T00:00:00Z'))).toBe('2026-11-23');
  expect(newYork.dateAt(Date.parse('2026-11-23T00:00:00Z'))).toBe('2026-11-22');
});
