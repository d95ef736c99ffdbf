/** Weeks of the schedule as the server sends them, for tests. */
import { noHours } from '#contract/desk/schedule.ts';
import type { PersonSchedule, ScheduleWeek } from '#contract/desk/schedule-endpoints.ts';
import { daysAfter, startOfDay } from '../lib/times.ts';

export const zone = 'America/New_York';

/** A person without hours. `parts` replace the person's members. */
export const personOf = (parts: Partial<PersonSchedule> = {}): PersonSchedule => ({
  id: 'dana',
  name: 'Dana Whitcomb',
  onShift: false,
  week: noHours as PersonSchedule['week'],
  version: 1,
  exceptions: [],
  removedExceptions: {},
  hours: [],
  shifts: [],
  next: null,
  heldSince: null,
  ...parts,
});

/**
 * A week in which nobody works.
 *
 * @param monday its first day
 * @param today the day on which it is read
 */
export const weekOf = (monday: string, today: string, parts: Partial<ScheduleWeek> = {}): ScheduleWeek => ({
  timeZone: zone,
  today,
  days: Array.from({ length: 7 }, (_, at) => {
    const date = daysAfter(monday, at);
    return { date, startsAt: startOfDay(date, zone), endsAt: startOfDay(daysAfter(date, 1), zone), holiday: null };
  }),
  people: [personOf()],
  gaps: [],
  gapsAhead: 0,
  holidays: [],
  removedHolidays: {},
  mayManage: true,
  serverNow: `${today}T17:00:00.000Z`,
  ...parts,
});
