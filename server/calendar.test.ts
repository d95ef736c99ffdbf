import { describe, expect, it } from 'vitest';
import { addDays, dayAt, daysFrom, daysOf, hoursOf, isDay, mondayOf, sameTimeBefore, spanOf } from './calendar.ts';

const zone = 'America/New_York';
const hourMs = 3_600_000;
const clockHours = (day: string, of = zone) => hoursOf(day, of).map(({ hour }) => hour);
const lasted = (day: string, of = zone) => hoursOf(day, of).map(({ fromMs, toMs }) => (toMs - fromMs) / hourMs);

describe('R130 a day of the calendar', () => {
  it('begins at midnight in the zone, and has 23 or 25 hours when the clocks change', () => {
    expect(spanOf('2027-03-14', zone)).toEqual({
      day: '2027-03-14',
      since: '2027-03-14T05:00:00.000Z',
      until: '2027-03-15T04:00:00.000Z',
    });
    expect(clockHours('2027-03-14').slice(0, 4)).toEqual([0, 1, 3, 4]);
    expect(lasted('2027-03-14')).toEqual(Array.from({ length: 23 }, () => 1));
    expect(clockHours('2027-11-07').slice(0, 5)).toEqual([0, 1, 1, 2, 3]);
    expect(lasted('2027-11-07')).toEqual(Array.from({ length: 25 }, () => 1));
  });

  it('of a zone that changes by half an hour has its hours as the clock shows them', () => {
    const zoned = 'Australia/Lord_Howe';
    expect(clockHours('2027-10-03', zoned).slice(0, 4)).toEqual([0, 1, 2, 3]);
    expect(lasted('2027-10-03', zoned).slice(0, 4)).toEqual([1, 1, 0.5, 1]);
    expect(clockHours('2027-04-04', zoned).slice(0, 4)).toEqual([0, 1, 1, 2]);
    expect(lasted('2027-04-04', zoned).slice(0, 4)).toEqual([1, 1, 0.5, 1]);
  });

  it('is the one in which a moment is, to the last millisecond', () => {
    expect(dayAt(new Date('2026-11-23T04:59:59.999Z'), zone)).toBe('2026-11-22');
    expect(dayAt(new Date('2026-11-23T05:00:00.000Z'), zone)).toBe('2026-11-23');
  });

  it('is counted on from another one, over months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysFrom('2026-12-31', '2028-03-01')).toBe(426);
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
    expect(mondayOf('2026-11-23')).toBe('2026-11-23');
    expect(daysOf('2026-11-30', '2026-12-02')).toEqual(['2026-11-30', '2026-12-01', '2026-12-02']);
    expect(daysOf('2026-12-02', '2026-11-30')).toEqual([]);
  });

  it('is written in one way', () => {
    for (const text of ['2026-02-30', '2026-2-3', '2026-11-22T00:00', '', '+002026-11-22'])
      expect(isDay(text), text).toBe(false);
    expect(isDay('2028-02-29')).toBe(true);
  });

  it('R315 is one around which days, weeks and years can be counted without leaving the years of four digits', () => {
    for (const day of ['0000-01-01', '0001-01-01', '1999-12-31', '3000-01-01', '9999-12-31'])
      expect(isDay(day), day).toBe(false);
    for (const day of ['2000-01-01', '2999-12-31']) expect(isDay(day), day).toBe(true);
  });

  it('a week ago is the same time of the clock, also when the clocks changed between the two', () => {
    const at = new Date('2027-03-15T14:00:00.000Z');
    expect(sameTimeBefore(at, 7, zone).toISOString()).toBe('2027-03-08T15:00:00.000Z');
  });
});
