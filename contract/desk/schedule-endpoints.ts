/**
 * The endpoints of the weekly schedule. `schedule.ts` has the words, without a schema library.
 *
 * A week, an exception and a holiday have a version each; 0 while there is none. Whoever changes one says which version they saw.
 * When somebody else has changed it since, the answer is 409 with what stands, and nothing was written.
 */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { atMost, maybeText, maybeTime, text, time } from '../schema-words.ts';
import { scheduleLimits, schedulePaths, scheduleRefusals } from './schedule.ts';

const date = z.iso.date();
const clock = text.check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

export const period = z.object({ from: clock, to: clock });
const periods = z.array(period).check(z.maxLength(scheduleLimits.periodsPerDay));
export const week = z.object({
  mon: periods,
  tue: periods,
  wed: periods,
  thu: periods,
  fri: periods,
  sat: periods,
  sun: periods,
});

/** The hours of one date in the place of the week's; no periods: off. */
export const exception = z.object({
  date,
  periods,
  note: text,
  version: z.number(),
});
export type ScheduleException = z.infer<typeof exception>;

/** A date on which everybody has only what lies within these hours; no periods: nobody works. A person's own exception counts more. */
export const holiday = z.object({ date, name: text, periods, version: z.number() });
export type Holiday = z.infer<typeof holiday>;

/** A stretch of time of somebody's shift. `date`: the day on which it began, in the schedule's zone. */
const shift = z.object({ startsAt: time, endsAt: time, date });

const personSchedule = z.object({
  id: text,
  name: text,
  onShift: z.boolean(),
  /** Null: no schedule; only the switches say whether they are on shift. */
  week: z.nullable(week),
  version: z.number(),
  /** From yesterday on, and in the week that is shown; by date. */
  exceptions: z.array(exception),
  /** The hours that begin on each day of the week that is shown, by what counts there: an exception, a holiday, the week. */
  hours: z.array(z.object({ date, periods: z.array(period) })),
  /** In the week that is shown, in order. */
  shifts: z.array(shift),
  /** When the schedule next switches them, and to what; null when it does not within the next weeks. */
  next: z.nullable(z.object({ at: time, on: z.boolean() })),
  /** Their hours ended then, and they stay on shift until the request that they have is over; null otherwise. */
  heldSince: maybeTime,
});
export type PersonSchedule = z.infer<typeof personSchedule>;

/** A stretch of time that nobody covers. `holiday`: the name of one that it begins on. */
const gap = z.object({ startsAt: time, endsAt: time, holiday: maybeText });
export type ScheduleGap = z.infer<typeof gap>;

/** A day of the zone. It has 23 or 25 hours when the clock changes. */
const day = z.object({ date, startsAt: time, endsAt: time, holiday: z.nullable(holiday) });
export type ScheduleDay = z.infer<typeof day>;

const scheduleWeek = z.object({
  /** IANA. */
  timeZone: text,
  /** Today in that zone. */
  today: date,
  /** Monday to Sunday. */
  days: z.array(day),
  /** Everybody who may take requests, by name. */
  people: z.array(personSchedule),
  /** In the week that is shown. Empty while nobody has a schedule. */
  gaps: z.array(gap),
  /** How many gaps the next seven days have. */
  gapsAhead: z.number(),
  /** From yesterday on, by date. */
  holidays: z.array(holiday),
  /** Whether the caller may change it. */
  mayManage: z.boolean(),
  serverNow: time,
});
export type ScheduleWeek = z.infer<typeof scheduleWeek>;

/** The hours ahead, in stretches in which the same people are scheduled. */
export const coverage = z.object({
  timeZone: text,
  /** Whether anybody has a schedule; without one there is nothing to say about the hours ahead. */
  isUsed: z.boolean(),
  stretches: z.array(z.object({ startsAt: time, endsAt: time, people: z.array(text) })),
  /** Of the next seven days. */
  gaps: z.array(gap),
  /** People whose hours ended while they had a request. */
  held: z.array(z.object({ id: text, name: text, since: time })),
  serverNow: time,
});
export type Coverage = z.infer<typeof coverage>;

const tag = 'desk';
const version = z.int().check(z.minimum(0));

export const viewSchedule = endpoint({
  tag,
  method: 'GET',
  path: schedulePaths.week,
  summary: 'The schedule of a week',
  auth: { staff: 'readSchedule' },
  /** Any date of the week; this week without. */
  query: z.object({ date: z.optional(date) }),
  responses: { 200: scheduleWeek },
  refusals: { badDate: scheduleRefusals.badDate },
});

export const viewCoverage = endpoint({
  tag,
  method: 'GET',
  path: schedulePaths.coverage,
  summary: 'Who covers the coming hours',
  auth: { staff: 'readSchedule' },
  responses: { 200: coverage },
});

/**
 * When the change alters what the schedule says of this moment, it switches the person at once; else their own switch stays until
 * their next boundary. Null takes the schedule away and leaves them as they are.
 */
export const changeWeek = endpoint({
  tag,
  method: 'POST',
  path: schedulePaths.personWeek,
  summary: 'Change the week of a person',
  auth: { staff: 'manageSchedule' },
  bodyLimitBytes: 8192,
  body: z.object({ version, week: z.nullable(week) }),
  responses: { 200: personSchedule, 409: personSchedule },
  refusals: scheduleRefusals,
});

/** Null takes the exception away. */
export const changeDay = endpoint({
  tag,
  method: 'POST',
  path: schedulePaths.personDay,
  summary: 'Change the hours of a person on one date',
  auth: { staff: 'manageSchedule' },
  body: z.object({
    version,
    hours: z.nullable(z.object({ periods, note: atMost(scheduleLimits.note) })),
  }),
  responses: { 200: personSchedule, 409: personSchedule },
  refusals: scheduleRefusals,
});

/** Null takes the holiday away. The answer is null when there is none on that date. */
export const changeHoliday = endpoint({
  tag,
  method: 'POST',
  path: schedulePaths.holiday,
  summary: 'Change the holiday of a date',
  auth: { staff: 'manageSchedule' },
  body: z.object({
    version,
    holiday: z.nullable(z.object({ name: atMost(scheduleLimits.note), periods })),
  }),
  responses: { 200: z.nullable(holiday), 409: z.nullable(holiday) },
  refusals: scheduleRefusals,
});
