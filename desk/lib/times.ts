/**
 * How the desk writes and reads times. No other file of the desk may: `scripts/checks/desk-times.ts` holds them to it. Each
 * function takes its time zone or is of the desk's zone, which is the brand's; none is of the zone of the reader's device.
 */
import { brand } from '#brand/brand.ts';
import { comesTwice, momentsOf, type OffsetAt } from '#client/lib/wall-clock.ts';
import { plainTime } from '#contract/plain-time.ts';

/** The desk's time zone (IANA). */
export const deskZone: string = brand.timeZone;

/** A space at which no line breaks. */
const noBreak = '\u00a0';

/** Making a formatter takes a hundred times as long as using one, and a list uses many. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter of American English in a time zone, from the cache if it was made before. */
export function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  formats.set(key, format);
  return format;
}

const clock = { hour: 'numeric', minute: '2-digit' } as const;
const day = { month: 'short', day: 'numeric' } as const;

const clockIn = (timeZone: string, at: string | number, options: Intl.DateTimeFormatOptions): string =>
  plainTime(formatIn(timeZone, options).format(new Date(at)));

/** `EDT` after a space in an hour that comes twice because the clocks are put back, otherwise empty. */
export const offsetName = (timeZone: string, at: string | number): string =>
  isTwice(timeZone, new Date(at).getTime()) ? noBreak + namePart(timeZone, 'short', at) : '';

/** `9:04 pm` in a time zone (IANA); `1:30 am EDT` in an hour that comes twice. */
export const timeIn = (timeZone: string, at: string | number): string =>
  clockIn(timeZone, at, clock) + offsetName(timeZone, at);

/** `9:04:12 pm` in a time zone; `1:30:12 am EDT` in an hour that comes twice. */
export const secondsIn = (timeZone: string, at: string | number): string =>
  clockIn(timeZone, at, { ...clock, second: '2-digit' }) + offsetName(timeZone, at);

/** The time with its zone: `9:04 pm ET`; `1:30 am EDT` in an hour that comes twice. */
export const zonedTimeIn = (timeZone: string, at: string | number): string =>
  clockIn(timeZone, at, clock) + (offsetName(timeZone, at) || noBreak + zoneName(timeZone, at));

const dayOf = (timeZone: string, at: string | number, options: Intl.DateTimeFormatOptions): string =>
  formatIn(timeZone, options).format(new Date(at)).replace(' ', noBreak);

/** `Nov 21` in a time zone. */
export const dayIn = (timeZone: string, at: string | number): string => dayOf(timeZone, at, day);

/** `Nov 21, 2026` in a time zone. */
export const dateIn = (timeZone: string, at: string | number): string =>
  dayOf(timeZone, at, { ...day, year: 'numeric' });

/** The zone's short name at a time: `ET`, `CT`; `GMT-7` for a zone that has none. */
export const zoneName = (timeZone: string, at: string | number): string => namePart(timeZone, 'shortGeneric', at);

/** The zone's long name: `Eastern Time`. */
export const longZoneName = (timeZone: string, at: string | number): string => namePart(timeZone, 'longGeneric', at);

function namePart(
  timeZone: string,
  timeZoneName: 'short' | 'shortGeneric' | 'longGeneric',
  at: string | number,
): string {
  const parts = formatIn(timeZone, { timeZoneName }).formatToParts(new Date(at));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** A day that may be long past or far off: `Nov 21` in the year of `nowMs`, `Nov 21, 2025` in another one. */
export const pastDayIn = (timeZone: string, at: string, nowMs: number): string => {
  const date = dateIn(timeZone, at);
  return date.slice(-4) === dateIn(timeZone, nowMs).slice(-4) ? dayIn(timeZone, at) : date;
};

/**
 * A moment that may be long past or far off: `Nov 21, 9:04 pm`, with the year when it is not the year of `nowMs`. For places that
 * name the zone once for many moments.
 */
export const pastIn = (timeZone: string, at: string, nowMs: number): string =>
  `${pastDayIn(timeZone, at, nowMs)}, ${timeIn(timeZone, at)}`;

/** The same with its zone: `Nov 21, 9:04 pm ET`. */
export const momentIn = (timeZone: string, at: string, nowMs: number): string =>
  `${pastDayIn(timeZone, at, nowMs)}, ${zonedTimeIn(timeZone, at)}`;

/** The whole of a moment: `Nov 21, 2026, 9:04:12 pm Eastern Time`. */
export const fullIn = (timeZone: string, at: string): string =>
  `${dateIn(timeZone, at)}, ${secondsIn(timeZone, at)} ${longZoneName(timeZone, at)}`;

/**
 * A moment with its zone, as short as it can be: `9:04 pm ET` on the day of `nowMs`, `Nov 21, 9:04 pm ET` in the same year,
 * otherwise with the year.
 *
 * @param clockOf writes the time of day: `timeIn` or `secondsIn` where the zone is named once for many moments
 */
export function whenIn(timeZone: string, at: string, nowMs: number, clockOf = zonedTimeIn): string {
  const isToday = dateIn(timeZone, at) === dateIn(timeZone, nowMs);
  return `${isToday ? '' : `${pastDayIn(timeZone, at, nowMs)}, `}${clockOf(timeZone, at)}`;
}

/** A calendar date, `2026-11-02`, in words. No time zone changes it. */
export const calendarText = (date: string, options: Intl.DateTimeFormatOptions): string =>
  formatIn('UTC', options).format(new Date(`${date}T00:00:00Z`));

/** The `max` of date controls. The years of this day and of the day after it have four digits. */
export const lastDay = '9999-12-30';

/**
 * Whether a text is a calendar date as a date control gives it. The pattern refuses years that begin with zero: a control gives
 * those while a year is typed digit by digit. Browsers read February 31 as March 3, so the date is written again and compared.
 */
export function isDay(text: string): boolean {
  const ms = Date.parse(text);
  const isInRange = /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && text <= lastDay;
  return isInRange && !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

const dayMs = 24 * 60 * 60_000;

/** The date of the calendar that is some days after another one. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The Monday of the week that a date of the calendar is in. */
export const mondayOf = (date: string): string => daysAfter(date, -((new Date(date).getUTCDay() + 6) % 7));

/** The offset of a zone from UTC at a moment, in milliseconds. */
function offsetOf(timeZone: string, ms: number): number {
  const parts = formatIn(timeZone, {
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(ms);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(ms / 1000) * 1000;
}

const offsetIn =
  (timeZone: string): OffsetAt =>
  (ms) =>
    offsetOf(timeZone, ms);

/** For each zone and day of UTC, whether the zone's clocks are put back about that day. Hardly any day is, and most times need no more. */
const putBack = new Map<string, boolean>();

/** Whether the clocks of a zone show the time of a moment twice that night. */
function isTwice(timeZone: string, ms: number): boolean {
  const day = Math.floor(ms / dayMs);
  const key = `${timeZone} ${day}`;
  const mayBe = putBack.get(key) ?? offsetOf(timeZone, (day - 1) * dayMs) > offsetOf(timeZone, (day + 2) * dayMs);
  putBack.set(key, mayBe);
  return mayBe && comesTwice(ms, offsetIn(timeZone));
}

/**
 * The moments at which the desk's clocks show a time, given as `2026-11-21T10:00`: two for a time that comes twice, the earlier one
 * first; for a time that the clocks skip, the moment of the change, as in the schedule. None for a text that is no time.
 */
export function momentsAt(text: string): readonly string[] {
  const wall = Date.parse(`${text}Z`);
  if (Number.isNaN(wall)) return [];
  const moments = momentsOf(wall, offsetIn(deskZone));
  const shown = [...new Set(moments)].filter((ms) => ms + offsetOf(deskZone, ms) === wall);
  if (shown.length > 0) return shown.map((ms) => new Date(ms).toISOString());
  let [before, after] = moments;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetOf(deskZone, middle) === offsetOf(deskZone, before)) before = middle;
    else after = middle;
  }
  return [new Date(after).toISOString()];
}

/** The first of these moments; undefined for a text that is no time. */
export const fromWallClock = (text: string): string | undefined => momentsAt(text)[0];

/** What the clocks of a zone show at a moment, as a `datetime-local` control takes it: `2026-11-21T10:00`. */
export const toWallClock = (at: string | number, timeZone: string = deskZone): string => {
  const ms = new Date(at).getTime();
  return new Date(ms + offsetOf(timeZone, ms)).toISOString().slice(0, 16);
};

/**
 * The first moment of a day in a zone. In some zones the clocks change at midnight: then the day begins at one o'clock, or
 * midnight comes twice and the first one counts.
 *
 * @param date a day of the calendar, `2026-11-21`
 */
export function startOfDay(date: string, timeZone: string = deskZone): string {
  const wall = Date.parse(`${date}T00:00:00Z`);
  const [first, last] = momentsOf(wall, offsetIn(timeZone));
  const isOfDay = toWallClock(first, timeZone).startsWith(date);
  return new Date(isOfDay ? first : last).toISOString();
}
