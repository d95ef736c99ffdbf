import { expect, test } from 'vitest';
import {
  dateIn,
  deskZone,
  fromWallClock,
  fullIn,
  isDay,
  momentIn,
  momentsAt,
  pastDayIn,
  pastIn,
  secondsIn,
  startOfDay,
  timeIn,
  toWallClock,
  whenIn,
  zonedTimeIn,
} from './times.ts';

const zone = 'America/New_York';
const at = '2026-11-22T02:04:12.000Z';

test('R292 a moment is written in its zone, which is named: the time today, the day before that, the year of another year', () => {
  const now = (iso: string) => Date.parse(iso);
  expect(whenIn(zone, at, now('2026-11-22T04:59:00.000Z'))).toBe('9:04\u00a0pm\u00a0ET');
  expect(whenIn(zone, at, now('2026-11-22T05:00:00.000Z'))).toBe('Nov\u00a021, 9:04\u00a0pm\u00a0ET');
  expect(whenIn(zone, at, now('2027-01-01T04:59:00.000Z'))).toBe('Nov\u00a021, 9:04\u00a0pm\u00a0ET');
  expect(whenIn(zone, at, now('2027-01-01T05:00:00.000Z'))).toBe('Nov\u00a021, 2026, 9:04\u00a0pm\u00a0ET');
  expect(fullIn(zone, at)).toBe('Nov\u00a021, 2026, 9:04:12\u00a0pm Eastern Time');
});

test('R939 a time of the hour that comes twice says which of the two it is, in each zone', () => {
  const [first, second] = ['2026-11-01T05:58:00.000Z', '2026-11-01T06:03:00.000Z'];
  const now = Date.parse('2026-11-01T12:00:00.000Z');
  expect([first, second].map((moment) => timeIn(zone, moment))).toEqual([
    '1:58\u00a0am\u00a0EDT',
    '1:03\u00a0am\u00a0EST',
  ]);
  expect([first, second].map((moment) => zonedTimeIn(zone, moment))).toEqual([
    '1:58\u00a0am\u00a0EDT',
    '1:03\u00a0am\u00a0EST',
  ]);
  expect(secondsIn(zone, second)).toBe('1:03:00\u00a0am\u00a0EST');
  expect(whenIn(zone, first, now)).toBe('1:58\u00a0am\u00a0EDT');
  expect(momentIn(zone, second, now)).toBe('Nov\u00a01, 1:03\u00a0am\u00a0EST');
  expect(timeIn('America/Los_Angeles', '2026-11-01T08:30:00.000Z')).toBe('1:30\u00a0am\u00a0PDT');
  // Of the same night, of the night in which the clocks skip an hour, and where no clocks are changed.
  for (const [where, moment, time] of [
    [zone, '2026-11-01T04:59:00.000Z', '12:59\u00a0am'],
    [zone, '2026-11-01T07:00:00.000Z', '2:00\u00a0am'],
    [zone, '2026-03-08T06:59:00.000Z', '1:59\u00a0am'],
    [zone, '2026-03-08T07:00:00.000Z', '3:00\u00a0am'],
    ['America/Phoenix', '2026-11-01T08:30:00.000Z', '1:30\u00a0am'],
  ] as const) {
    expect(timeIn(where, moment), moment).toBe(time);
  }
});

test('R759 a day is one of the calendar, and nothing that only looks like one', () => {
  expect(['2026-02-28', '2028-02-29', '2026-12-31', '9999-12-30'].filter((text) => !isDay(text))).toEqual([]);
  // The day after it has no year of four digits, and a report to the end of that day could not be sent.
  expect(isDay('9999-12-31')).toBe(false);
  for (const text of ['2026-02-29', '2026-02-31', '2026-04-31', '2026-13-01', '0202-11-02', '2026-2-3', '', 'today'])
    expect(isDay(text), text).toBe(false);
});

test('R292 a moment of a history has its year when that is not the year of now, by the clocks of its zone', () => {
  const now = Date.parse('2027-01-01T05:00:00.000Z');
  expect(pastIn(zone, at, now - 1)).toBe('Nov\u00a021, 9:04\u00a0pm');
  expect(pastIn(zone, at, now)).toBe('Nov\u00a021, 2026, 9:04\u00a0pm');
  expect(pastDayIn(zone, at, now)).toBe('Nov\u00a021, 2026');
});

test('R293 a day begins when the clocks of its zone say so, also where they change at that moment', () => {
  expect(startOfDay('2026-11-21')).toBe('2026-11-21T05:00:00.000Z');
  expect(startOfDay('2026-07-04')).toBe('2026-07-04T04:00:00.000Z');
  // Midnight does not exist on this day: the clocks go from 11:59 pm to 1 am.
  expect(startOfDay('2026-09-06', 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z');
  // Midnight comes twice on this day: the clocks go back from 1 am.
  expect(startOfDay('2026-11-01', 'America/Havana')).toBe('2026-11-01T04:00:00.000Z');
});

test.each([
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'UTC',
])('R293 the moment before the start of a day is of the day before, on each day of a year in %s', (name) => {
  for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 24 * 60 * 60_000) {
    const day = new Date(ms).toISOString().slice(0, 10);
    const start = Date.parse(startOfDay(day, name));
    expect(toWallClock(start, name).slice(0, 10), day).toBe(day);
    expect(toWallClock(start - 1, name).slice(0, 10) < day, day).toBe(true);
  }
});

test('what is read from the desk’s clocks is written as the same time, in winter and in summer', () => {
  for (const wall of ['2026-01-15T10:00', '2026-07-15T22:30']) {
    expect(toWallClock(fromWallClock(wall) ?? '')).toBe(wall);
    expect(dateIn(deskZone, fromWallClock(wall) ?? '')).toContain('2026');
  }
});

test('R500 a time that the desk’s clocks skip is the moment at which they skip it, and one that comes twice is the first', () => {
  expect(fromWallClock('2026-03-08T01:59')).toBe('2026-03-08T06:59:00.000Z');
  for (const skipped of ['02:00', '02:30', '02:59']) {
    expect(fromWallClock(`2026-03-08T${skipped}`), skipped).toBe('2026-03-08T07:00:00.000Z');
  }
  expect(fromWallClock('2026-03-08T03:00')).toBe('2026-03-08T07:00:00.000Z');
  expect(fromWallClock('2026-11-01T01:30')).toBe('2026-11-01T05:30:00.000Z');
});

test('R854 a time that the desk’s clocks show twice has both moments, and each other time has one', () => {
  expect(momentsAt('2026-11-01T00:59')).toEqual(['2026-11-01T04:59:00.000Z']);
  expect(momentsAt('2026-11-01T01:00')).toEqual(['2026-11-01T05:00:00.000Z', '2026-11-01T06:00:00.000Z']);
  expect(momentsAt('2026-11-01T01:59')).toEqual(['2026-11-01T05:59:00.000Z', '2026-11-01T06:59:00.000Z']);
  expect(momentsAt('2026-11-01T02:00')).toEqual(['2026-11-01T07:00:00.000Z']);
  expect(momentsAt('2026-03-08T02:30')).toEqual(['2026-03-08T07:00:00.000Z']);
  expect(momentsAt('soon')).toEqual([]);
});

test.each(['2026-03-08', '2026-11-01'])(
  'R500 a later time of %s, when the clocks change, is never an earlier moment',
  (day) => {
    const moments = Array.from({ length: 24 * 60 }, (_, minute) => {
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      return Date.parse(fromWallClock(`${day}T${time}`) ?? '');
    });
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  },
);
