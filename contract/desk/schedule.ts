/**
 * The words of the weekly schedule, without a schema library: weekdays, periods, limits and refusals. The endpoints are in
 * `schedule-endpoints.ts`.
 *
 * Every clock time of a schedule is in the brand's time zone. A time that the clock skips in spring means the moment of the skip; a
 * time that comes twice in autumn means the first one. So two shifts that meet get neither a gap nor an overlap.
 */

export const schedulePaths = {
  week: '/api/desk/schedule',
  coverage: '/api/desk/coverage',
  personWeek: '/api/desk/schedule/people/:id/week',
  personDay: '/api/desk/schedule/people/:id/days/:date',
  holiday: '/api/desk/schedule/holidays/:date',
} as const;

/** The days of a week, Monday first. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

export const weekdayNames: Readonly<Record<Weekday, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/**
 * Hours that begin on a day: `HH:MM` to `HH:MM`, on a 24-hour clock. An end that is not later than the beginning is on the next
 * day; the same time twice means 24 hours.
 */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The hours of a person by the weekday on which they begin. */
export type Week = Readonly<Record<Weekday, readonly Period[]>>;

export const noHours: Week = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };

export const scheduleLimits = {
  /** Periods that begin on one day. */
  periodsPerDay: 6,
  note: 80,
  /** How far ahead an exception or a holiday can be, in days. */
  daysAhead: 731,
  /** How far ahead gaps are looked for, in days. */
  gapDays: 7,
  /** How far ahead the end of such a gap is looked for. */
  gapEndDays: 21,
  /** How many hours of coverage the deal board shows. */
  coverageHours: 12,
} as const;

export const scheduleRefusals = {
  notFound: { status: 404, text: 'There is no such person' },
  takesNoRequests: { status: 422, text: 'This person takes no requests, so they have no hours' },
  noWeek: { status: 422, text: 'Give this person weekly hours first; they may be empty' },
  badPeriod: { status: 422, text: 'Write each time as hours and minutes, for example 09:00' },
  overlap: { status: 422, text: 'Two periods overlap' },
  badDate: { status: 422, text: 'Choose a date from yesterday on, at most two years ahead' },
  badName: { status: 422, text: 'Give the holiday a name' },
} as const;
