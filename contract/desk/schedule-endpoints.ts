/**
 * The endpoints of the weekly schedule. `schedule.ts` has the words, without a schema library.
 *
 * A week, an exception and a holiday each have a version, which is 0 before the first one and goes on counting when one is removed. A change names the version that the
 * person saw. When somebody else has changed it since, the response is 409 with the current one, and nothing was written.
 */
import * as z from 'zod/mini';
import { atMost, changesAt, maybeText, maybeTime, text, time } from '../schemas.ts';
import { reads, writes } from './desk-endpoint.ts';
import { scheduleLimits, schedulePaths, scheduleRefusals, type Weekday, weekdays } from './schedule.ts';

const date = z.iso.date();
const clock = text.check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

const period = z.object({ from: clock, to: clock });
const periods = z.array(period).check(z.maxLength(scheduleLimits.periodsPerDay));
const week = z.object(Object.fromEntries(weekdays.map((day) => [day, periods])) as Record<Weekday, typeof periods>);

/** A person's hours on one date, which replace those of the week; no periods: off. */
const exception = z.object({
  date,
  periods,
  note: text,
  version: z.number(),
});
export type ScheduleException = z.infer<typeof exception>;

/** The versions of what was removed, by date. A page that adds something there again names them. */
const removed = z.record(date, z.number());

/**
 * A date on which everybody works only the part of their hours that lies within these periods; no periods: nobody works. A person's
 * own exception takes precedence.
 */
const holiday = z.object({ date, name: text, periods, version: z.number() });
export type Holiday = z.infer<typeof holiday>;

/** One shift of a person. `date`: the day on which it began, in the schedule's zone. */
const shift = z.object({ startsAt: time, endsAt: time, date });

const personSchedule = z.object({
  id: text,
  name: text,
  onShift: z.boolean(),
  /** Null: the person has no schedule, and only the switches decide whether they are on shift. */
  week: z.nullable(week),
  version: z.number(),
  /** Those from yesterday on, and those in the week that is shown; by date. */
  exceptions: z.array(exception),
  removedExceptions: removed,
  /** The hours that begin on each day of the week that is shown, from an exception, a holiday or the week. */
  hours: z.array(z.object({ date, periods: z.array(period) })),
  /** The shifts in the week that is shown, in order. */
  shifts: z.array(shift),
  /** When the schedule next switches the person, and to what; null when it does not within the next weeks. */
  next: z.nullable(z.object({ at: time, on: z.boolean() })),
  /** When their hours ended while they had a request. They stay on shift until it is over; null otherwise. */
  heldSince: maybeTime,
});
export type PersonSchedule = z.infer<typeof personSchedule>;

/**
 * A stretch of time that nobody covers. `holiday`: the name of the holiday on which it begins. `goesOn`: its end is not in sight, and
 * `endsAt` is only how far was looked.
 */
const gap = z.object({ startsAt: time, endsAt: time, holiday: maybeText, goesOn: z.optional(z.boolean()) });
export type ScheduleGap = z.infer<typeof gap>;

/** A day of the zone. It has 23 or 25 hours when the clock changes. */
const day = z.object({ date, startsAt: time, endsAt: time, holiday: z.nullable(holiday) });
export type ScheduleDay = z.infer<typeof day>;

const scheduleWeek = z.object({
  /** A zone of the IANA database. */
  timeZone: text,
  /** Today's date in that zone. */
  today: date,
  /** Monday first. */
  days: z.array(day),
  /** Everybody who may take requests, by name. */
  people: z.array(personSchedule),
  /** Gaps in the week that is shown. Empty while nobody has a schedule. */
  gaps: z.array(gap),
  /** The number of gaps in the next seven days. */
  gapsAhead: z.number(),
  /** From yesterday on, by date. */
  holidays: z.array(holiday),
  removedHolidays: removed,
  /** Whether the caller may change it. */
  mayManage: z.boolean(),
  ...changesAt,
  serverNow: time,
});
export type ScheduleWeek = z.infer<typeof scheduleWeek>;

/** The coming hours, in stretches during which the same people are scheduled. */
const coverage = z.object({
  timeZone: text,
  /** Whether anybody has a schedule. Without one the stretches and gaps mean nothing. */
  isUsed: z.boolean(),
  stretches: z.array(z.object({ startsAt: time, endsAt: time, people: z.array(text) })),
  /** Of the next seven days. */
  gaps: z.array(gap),
  /** People whose hours ended while they had a request. */
  held: z.array(z.object({ id: text, name: text, since: time })),
  ...changesAt,
  serverNow: time,
});
export type Coverage = z.infer<typeof coverage>;

const version = z.int().check(z.minimum(0));

const changesPerson = { responses: { 200: personSchedule, 409: personSchedule }, refusals: scheduleRefusals } as const;

export const viewSchedule = reads('readSchedule', schedulePaths.week, {
  summary: 'The schedule of a week',
  /** Any date of the week; this week when absent. */
  query: z.object({ date: z.optional(date) }),
  responses: { 200: scheduleWeek },
  refusals: { badDate: scheduleRefusals.badDate },
});

export const viewCoverage = reads('readSchedule', schedulePaths.coverage, {
  summary: 'Who covers the coming hours',
  responses: { 200: coverage },
});

/**
 * When the change alters who is scheduled at this moment, it switches the person at once; otherwise their own switch holds until
 * their next boundary. Null removes the schedule and does not switch the person.
 */
export const changeWeek = writes('manageSchedule', schedulePaths.personWeek, {
  ...changesPerson,
  summary: 'Change the week of a person',
  bodyLimitBytes: 8192,
  body: z.object({ version, week: z.nullable(week) }),
});

/** Null removes the exception. */
export const changeDay = writes('manageSchedule', schedulePaths.personDay, {
  ...changesPerson,
  summary: 'Change the hours of a person on one date',
  body: z.object({
    version,
    hours: z.nullable(z.object({ periods, note: atMost(scheduleLimits.note) })),
  }),
});

/** Null removes the holiday. The response is null when there is none on that date. */
export const changeHoliday = writes('manageSchedule', schedulePaths.holiday, {
  summary: 'Change the holiday of a date',
  body: z.object({
    version,
    holiday: z.nullable(z.object({ name: atMost(scheduleLimits.note), periods })),
  }),
  responses: { 200: z.nullable(holiday), 409: z.nullable(holiday) },
  refusals: scheduleRefusals,
});
