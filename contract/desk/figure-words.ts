/** Writes figures for people, on the screen and in the terminal. Pure. */
import type { PeriodKind } from './figures.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const two = (count: number): string => String(count).padStart(2, '0');

/** Shown in place of a value that is unknown. */
export const nothing = '–';

/** A duration: `8.4 s`, `31 s`, `1:52`, `2 h 05 min`, `3 days`. */
export function durationText(ms: number | null): string {
  if (ms === null) return nothing;
  if (ms < 10 * second) return `${(Math.round(ms / 100) / 10).toFixed(1)} s`;
  const seconds = Math.round(ms / second);
  if (seconds < 60) return `${seconds} s`;
  if (ms < hour) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  const minutes = Math.round(ms / minute);
  if (ms < 2 * day) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
  return `${Math.round(ms / day)} days`;
}

/** A share in whole percent: `71 %`. */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? nothing : `${Math.round((100 * part) / whole)} %`;

export const decimalText = (value: number | null): string => (value === null ? nothing : value.toFixed(1));

export const countText = (count: number): string => count.toLocaleString('en-US');

/** `1 test`, `3 tests`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;

/** An hour of the clock: `midnight`, `3 am`, `noon`, `6 pm`. */
export function hourText(hourOfDay: number): string {
  if (hourOfDay % 24 === 0) return 'midnight';
  if (hourOfDay === 12) return 'noon';
  return hourOfDay < 12 ? `${hourOfDay} am` : `${hourOfDay - 12} pm`;
}

// A calendar day is read and written in UTC, so that no zone moves it.
const written = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (calendarDay: string) => format.format(new Date(`${calendarDay}T00:00:00Z`));
};
const monthDay = written({ month: 'short', day: 'numeric' });
const dayOnly = written({ day: 'numeric' });
const weekday = written({ weekday: 'short' });
const whole = written({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

/** `Sun Nov 22`. */
export const dayText = (calendarDay: string): string => `${weekday(calendarDay)} ${monthDay(calendarDay)}`;

/** `Sunday, November 22, 2026` for one day, `Nov 16 to 22, 2026` for several. */
export function daysText(from: string, to: string): string {
  if (from === to) return whole(from);
  const [year, lastYear] = [from.slice(0, 4), to.slice(0, 4)];
  const first = year === lastYear ? monthDay(from) : `${monthDay(from)}, ${year}`;
  const last = from.slice(0, 7) === to.slice(0, 7) ? dayOnly(to) : monthDay(to);
  return `${first} to ${last}, ${lastYear}`;
}

const beforeNames = {
  day: 'the day before',
  week: 'the week before',
  'four-weeks': 'the four weeks before',
  custom: 'the days before',
} as const satisfies Record<PeriodKind, string>;

/** `+18 on the week before`. For a running period the earlier one counts only up to the same time. */
export function changeText(now: number, before: number, kind: PeriodKind, running: boolean): string {
  const name = beforeNames[kind];
  const by = running ? `${name} by this time` : name;
  if (now === before) return `as many as ${by}`;
  return `${now > before ? '+' : '−'}${countText(Math.abs(now - before))} on ${by}`;
}
