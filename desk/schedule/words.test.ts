import { expect, it } from 'vitest';
import { noHours } from '#contract/desk/schedule.ts';
import { daysAfter, longZoneName } from '../lib/times.ts';
import {
  clockText,
  dateText,
  dayText,
  endsNextDay,
  faultIn,
  gapText,
  hoursOnDay,
  lengthText,
  partsIn,
  partText,
  periodsText,
  stretchText,
  timeText,
  weekText,
} from './words.ts';

const zone = 'America/New_York';
const at = (day: string, clock: string) => new Date(`2026-11-${day}T${clock}:00-05:00`).toISOString();

it('R128 clock times and hours are said as people say them', () => {
  expect(['00:00', '00:05', '09:00', '12:00', '12:30', '21:45'].map(clockText)).toEqual([
    'midnight',
    '12:05\u00a0am',
    '9\u00a0am',
    'noon',
    '12:30\u00a0pm',
    '9:45\u00a0pm',
  ]);
  expect(periodsText([])).toBe('Off');
  expect(
    periodsText([
      { from: '09:00', to: '12:30' },
      { from: '22:00', to: '00:00' },
    ]),
  ).toBe('9\u00a0am – 12:30\u00a0pm, 10\u00a0pm – midnight');
  expect(periodsText([{ from: '06:00', to: '06:00' }])).toBe('24 hours from 6\u00a0am');
  const nights = [
    { from: '22:00', to: '06:00' },
    { from: '18:00', to: '00:00' },
    { from: '09:00', to: '17:00' },
  ];
  expect(nights.map(endsNextDay)).toEqual([true, false, false]);
});

it('R128 stretches of time are said in the schedule’s zone, wherever the reader is', () => {
  expect(dayText(zone, at('24', '23:59'))).toBe('Tue, Nov\u00a024');
  expect(dateText('2026-11-24', 'long')).toBe('Tuesday, November 24');
  expect(longZoneName(zone, at('24', '12:00'))).toBe('Eastern Time');
  expect(stretchText(zone, { startsAt: at('24', '02:00'), endsAt: at('24', '08:00') })).toBe(
    'Tue, Nov\u00a024, 2\u00a0am\u00a0–\u00a08\u00a0am',
  );
  expect(stretchText(zone, { startsAt: at('24', '20:00'), endsAt: at('25', '08:00') })).toBe(
    'Tue, Nov\u00a024, 8\u00a0pm – Wed, Nov\u00a025, 8\u00a0am',
  );
  expect(stretchText(zone, { startsAt: at('24', '20:00'), endsAt: at('25', '00:00') })).toBe(
    'Tue, Nov\u00a024, 8\u00a0pm\u00a0–\u00a0midnight',
  );
  const lengths = [
    ['08:00', '08:45'],
    ['08:00', '14:00'],
    ['08:00', '14:15'],
  ] as const;
  expect(lengths.map(([from, to]) => lengthText({ startsAt: at('24', from), endsAt: at('24', to) }))).toEqual([
    '45 min',
    '6 h',
    '6 h 15 min',
  ]);
  expect(lengthText({ startsAt: at('24', '08:00'), endsAt: at('26', '08:00') })).toBe('2 days');
});

it('R1036 a stretch that ends at the midnight of a later day names the day', () => {
  expect(stretchText(zone, { startsAt: at('24', '20:00'), endsAt: at('27', '00:00') })).toBe(
    'Tue, Nov\u00a024, 8\u00a0pm – end of Thu, Nov\u00a026',
  );
});

it('R1242 a gap is said with its length, and one whose end is not in sight as that', () => {
  const gap = { startsAt: at('24', '20:00'), endsAt: at('25', '08:00') };
  expect(gapText(zone, gap)).toBe('Tue, Nov\u00a024, 8\u00a0pm – Wed, Nov\u00a025, 8\u00a0am (12 h)');
  expect(gapText(zone, { ...gap, goesOn: true })).toBe('Tue, Nov\u00a024, 8\u00a0pm – no known end');
});

it('R128 what lies in a day is cut at its midnights', () => {
  const day = { startsAt: at('24', '00:00'), endsAt: at('25', '00:00') };
  const night = { startsAt: at('23', '22:00'), endsAt: at('24', '06:00') };
  const after = { startsAt: at('25', '00:00'), endsAt: at('25', '06:00') };
  expect(partsIn(day, [night, after])).toEqual([{ startsAt: day.startsAt, endsAt: night.endsAt }]);
  expect(partText(zone, day, { startsAt: day.startsAt, endsAt: night.endsAt })).toBe('midnight – 6\u00a0am');
  expect(partText(zone, day, day)).toBe('all day');
});

it('R128 a week is one line, with days of the same hours together', () => {
  const day = [{ from: '09:00', to: '17:00' }];
  expect(weekText({ ...noHours, mon: day, tue: day, wed: day, fri: [{ from: '22:00', to: '06:00' }] })).toBe(
    'Mon–Wed 9\u00a0am – 5\u00a0pm; Fri 10\u00a0pm – 6\u00a0am',
  );
  expect(weekText(noHours)).toBe('No weekly hours');
});

it('R128 what is wrong with hours is said before they are sent', () => {
  expect(faultIn([{ from: '', to: '17:00' }])).toBe('Fill in both times, or remove the hours.');
  expect(
    faultIn([
      { from: '09:00', to: '17:00' },
      { from: '16:00', to: '18:00' },
    ]),
  ).toBe('Two of these overlap.');
  expect(
    faultIn([
      { from: '22:00', to: '06:00' },
      { from: '09:00', to: '17:00' },
    ]),
  ).toBeUndefined();
});

it('R1301 in the night in which the clocks are put back, a time of the schedule says which of two equal hours it is', () => {
  const night = (clock: string) => `2026-11-01T${clock}:00.000Z`;
  expect(stretchText(zone, { startsAt: night('05:00'), endsAt: night('06:00') })).toBe(
    'Sun, Nov\u00a01, 1\u00a0am\u00a0EDT\u00a0–\u00a01\u00a0am\u00a0EST',
  );
  const day = { startsAt: night('04:00'), endsAt: '2026-11-02T05:00:00.000Z' };
  expect(partText(zone, day, { startsAt: night('06:30'), endsAt: night('11:00') })).toBe(
    '1:30\u00a0am\u00a0EST – 6\u00a0am',
  );
  expect(timeText(zone, night('07:00'))).toBe('2\u00a0am');
  const shifts = [{ startsAt: '2026-11-01T02:00:00.000Z', endsAt: night('06:00') }];
  expect(hoursOnDay(zone, { ...day, date: '2026-11-01' }, { hours: [], shifts })).toEqual(['until 1\u00a0am\u00a0EST']);
});

it('R524 the date before one, over months, years and the nights on which clocks change', () => {
  const dates = ['2026-11-25', '2026-03-01', '2028-03-01', '2027-01-01', '2026-11-01'];
  expect(dates.map((date) => daysAfter(date, -1))).toEqual([
    '2026-11-24',
    '2026-02-28',
    '2028-02-29',
    '2026-12-31',
    '2026-10-31',
  ]);
});

it('R950 whoever works on from the night before is read as working until the morning, and not as off', () => {
  const dayOf = (day: string, next: string) => ({
    date: `2026-11-${day}`,
    startsAt: at(day, '00:00'),
    endsAt: at(next, '00:00'),
  });
  const night = { from: '22:00', to: '06:00' };
  const hours = [
    { date: '2026-11-24', periods: [night] },
    { date: '2026-11-25', periods: [night] },
    { date: '2026-11-27', periods: [{ from: '00:00', to: '06:00' }] },
  ];
  const shifts = [
    { startsAt: at('24', '22:00'), endsAt: at('25', '06:00') },
    { startsAt: at('25', '22:00'), endsAt: at('27', '06:00') },
  ];
  const read = (day: string, next: string) => hoursOnDay(zone, dayOf(day, next), { hours, shifts });
  expect(read('23', '24')).toEqual([]);
  expect(read('24', '25')).toEqual(['10\u00a0pm – 6\u00a0am']);
  expect(read('25', '26')).toEqual(['until 6\u00a0am', '10\u00a0pm – 6\u00a0am']);
  expect(read('26', '27')).toEqual(['all day']);
  expect(read('27', '28')).toEqual(['midnight – 6\u00a0am']);
});

it('R950 shifts that follow each other without a break are read as one until their end', () => {
  const day = { date: '2026-11-25', startsAt: at('25', '00:00'), endsAt: at('26', '00:00') };
  // The server joins shifts that touch.
  const read = (end: string, ...periods: { from: string; to: string }[]) =>
    hoursOnDay(zone, day, {
      hours: [{ date: day.date, periods }],
      shifts: [{ startsAt: at('24', '22:00'), endsAt: end }],
    });
  expect(read(at('25', '14:00'), { from: '06:00', to: '14:00' })).toEqual(['until 2\u00a0pm']);
  expect(read(at('26', '06:00'), { from: '06:00', to: '06:00' })).toEqual(['all day']);
  expect(read(at('25', '14:00'), { from: '06:00', to: '14:00' }, { from: '16:00', to: '18:00' })).toEqual([
    'until 2\u00a0pm',
    '4\u00a0pm – 6\u00a0pm',
  ]);
  // The night reaches past hours from midnight on.
  expect(read(at('25', '06:00'), { from: '00:00', to: '04:00' })).toEqual(['until 6\u00a0am']);
});
