/** The schedule in words: clock times, dates and stretches of time, in its own time zone. */
import { dayRuns } from '#contract/desk/day-runs.ts';
import { type Period, type Week, type Weekday, weekdayNames, weekdays } from '#contract/desk/schedule.ts';
import { calendarText, formatIn, offsetName } from '../lib/times.ts';

export interface Stretch {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** A clock time as people say it: `9 am`, `9:30 pm`, `noon`, `midnight`. */
export function clockText(clock: string): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  if (minute === 0 && hour % 12 === 0) return hour === 0 ? 'midnight' : 'noon';
  return `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}\u00a0${hour < 12 ? 'am' : 'pm'}`;
}

/** Hours as people read them. The same time twice is the whole day. */
const periodText = ({ from, to }: Period): string =>
  from === to ? `24 hours from ${clockText(from)}` : `${clockText(from)} – ${clockText(to)}`;

export const periodsText = (periods: readonly Period[]): string =>
  periods.length === 0 ? 'Off' : periods.map(periodText).join(', ');

/** Whether hours end on the next day, after its midnight. */
export const endsNextDay = ({ from, to }: Period): boolean => to <= from && to !== '00:00';

/** `HH:MM` of an instant. */
const clockAt = (zone: string, at: string): string =>
  formatIn(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at));

/** A clock time of an instant, as `clockText` writes it; `1 am EDT` in an hour that comes twice. */
export const timeText = (zone: string, at: string): string => clockText(clockAt(zone, at)) + offsetName(zone, at);

/** `Tue, Nov 24` of an instant. */
export const dayText = (zone: string, at: string): string =>
  formatIn(zone, { weekday: 'short', month: 'short', day: 'numeric' })
    .format(new Date(at))
    .replace(/ (?=\d)/, '\u00a0');

/** How many hours a day has: not 24 when the clocks change. */
export const hoursOfDay = ({ startsAt, endsAt }: Stretch): number =>
  Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 3_600_000);

/** A calendar date: `Tue, Nov 24`, or with `long`, `Tuesday, November 24`. */
export const dateText = (date: string, weekday: 'long' | 'short' = 'short'): string =>
  calendarText(date, { weekday, month: weekday, day: 'numeric' });

export const dayNumber = (date: string): string => calendarText(date, { month: 'short', day: 'numeric' });

/**
 * A stretch of time with its day: `Tue, Nov 24, 2 am – 8 am`. The second day is named when it is another one. Midnight ends the day
 * before it.
 */
export function stretchText(zone: string, { startsAt, endsAt }: Stretch): string {
  const lastMoment = new Date(Date.parse(endsAt) - 1).toISOString();
  const [first, last, end] = [dayText(zone, startsAt), dayText(zone, lastMoment), timeText(zone, endsAt)];
  const dash = first === last ? '\u00a0–\u00a0' : ' – ';
  const endText = first === last ? end : end === 'midnight' ? `end of ${last}` : `${last}, ${end}`;
  return `${first}, ${timeText(zone, startsAt)}${dash}${endText}`;
}

/** The length of a stretch: `45 min`, `6 h`, `6 h 30 min`, and whole days from two on: `2 days`. */
export function lengthText({ startsAt, endsAt }: Stretch): string {
  const minutes = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 48 && hours % 24 === 0 && rest === 0) return `${hours / 24} days`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** A gap with its day and length. One whose end is not in sight has none. */
export const gapText = (
  zone: string,
  { goesOn, ...gap }: Stretch & { readonly goesOn?: boolean | undefined },
): string =>
  goesOn
    ? `${dayText(zone, gap.startsAt)}, ${timeText(zone, gap.startsAt)} – no known end`
    : `${stretchText(zone, gap)} (${lengthText(gap)})`;

/** The parts of stretches that lie within a day, or within any other stretch. */
export function partsIn<S extends Stretch>(day: Stretch, stretches: readonly S[]): Stretch[] {
  // ISO times in UTC sort correctly as texts.
  return stretches
    .filter(({ startsAt, endsAt }) => startsAt < day.endsAt && endsAt > day.startsAt)
    .map(({ startsAt, endsAt }) => ({
      startsAt: [startsAt, day.startsAt].sort().at(-1) ?? startsAt,
      endsAt: [endsAt, day.endsAt].sort()[0] ?? endsAt,
    }));
}

/** A stretch within one day in clock times: `2 am – 8 am`; `all day` for the whole day. */
export const partText = (zone: string, day: Stretch, part: Stretch): string =>
  part.startsAt === day.startsAt && part.endsAt === day.endsAt
    ? 'all day'
    : `${timeText(zone, part.startsAt)} – ${timeText(zone, part.endsAt)}`;

/**
 * The hours of a person on a day, as read one after another. What goes on from the day before comes first: `until 6 am`. Without it,
 * whoever works until the morning would be read as off.
 *
 * @returns nothing when the person is off all day
 */
export function hoursOnDay(
  zone: string,
  { date, ...day }: Stretch & { date: string },
  { hours, shifts }: { hours: readonly { date: string; periods: readonly Period[] }[]; shifts: readonly Stretch[] },
): string[] {
  const periods = hours.find((one) => one.date === date)?.periods ?? [];
  const [carried] = partsIn(
    day,
    shifts.filter(({ startsAt }) => startsAt < day.startsAt),
  );
  if (!carried) return periods.map(periodText);
  // Texts of times in the day sort correctly. `24:00` is its end.
  const end = carried.endsAt === day.endsAt ? '24:00' : clockAt(zone, carried.endsAt);
  const endOf = ({ from, to }: Period) => (to > from ? to : '24:00');
  // Hours from midnight on say it themselves, unless the shift goes on after them.
  if (periods.some((period) => period.from === '00:00' && endOf(period) >= end)) return periods.map(periodText);
  // Shifts that touch are one shift, so hours that lie in it are said by its end.
  const after = periods.filter((period) => endOf(period) > end).map(periodText);
  return [end === '24:00' ? 'all day' : `until ${timeText(zone, carried.endsAt)}`, ...after];
}

/** A week in one line. Neighbouring days with the same hours are put together: `Mon–Fri 9 am – 5 pm`. */
export function weekText(week: Week): string {
  const short = (day: Weekday) => weekdayNames[day].slice(0, 3);
  const named = dayRuns(weekdays.map((day) => [day, week[day].map(periodText).join(', ')]))
    .filter(({ text }) => text !== '')
    .map(({ first, last, text }) => `${short(first)}${last === first ? '' : `–${short(last)}`} ${text}`);
  return named.length === 0 ? 'No weekly hours' : named.join('; ');
}

/** What is wrong with periods, checked before they are sent; undefined when nothing is. */
export function faultIn(periods: readonly Period[]): string | undefined {
  if (periods.some(({ from, to }) => from === '' || to === '')) return 'Fill in both times, or remove the hours.';
  const spans = periods
    .map(({ from, to }) => ({ from, to: to > from ? to : `${Number(to.slice(0, 2)) + 24}${to.slice(2)}` }))
    .sort((a, b) => a.from.localeCompare(b.from));
  const overlaps = spans.some((span, at) => at > 0 && span.from < (spans[at - 1]?.to ?? ''));
  return overlaps ? 'Two of these overlap.' : undefined;
}
