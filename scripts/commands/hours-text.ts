/** Reads and writes hours as people type them on a command line: `mon-fri 9:00-12:00 13:00-17:00, sat 22:00-6:00`. Pure. */
import { dayRuns } from '#contract/desk/day-runs.ts';
import { noHours, type Period, type Week, type Weekday, weekdays } from '#contract/desk/schedule.ts';

/** Hours that cannot be read. The message tells the person who typed them why. */
export class HoursTextError extends Error {
  override name = 'HoursTextError';
}

function readClock(text: string): string {
  const found = /^(\d{1,2})(?::(\d{2}))?$/.exec(text);
  const [hour, minute] = [Number(found?.[1]), Number(found?.[2] ?? 0)];
  const isMidnight = hour === 24 && minute === 0;
  if (!found || (hour > 23 && !isMidnight) || minute > 59) {
    throw new HoursTextError(`${JSON.stringify(text)} is not a time. Write 9, 9:30 or 17:00, on a clock of 24 hours.`);
  }
  return `${String(hour % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Reads periods: `9:00-12:00 13:00-17:00`; `24h` is the whole day, `off` none. */
export function readPeriods(text: string): Period[] {
  const words = text.trim().toLowerCase().split(/\s+/);
  if (words.join() === 'off') return [];
  return words.map((word) => {
    if (word === '24h') return { from: '00:00', to: '00:00' };
    const [from, to, ...rest] = word.split(/[-–]/);
    if (!from || !to || rest.length > 0) {
      throw new HoursTextError(`${JSON.stringify(word)} are not hours. Write them like 9:00-17:00, or 24h, or off.`);
    }
    return { from: readClock(from), to: readClock(to) };
  });
}

const dayOf = (text: string): Weekday => {
  const day = weekdays.find((one) => text.startsWith(one));
  if (!day || !/^[a-z]{3,9}$/.test(text)) {
    throw new HoursTextError(
      `${JSON.stringify(text)} is not a weekday. Write mon, tue, wed, thu, fri, sat, sun or daily.`,
    );
  }
  return day;
};

/** Reads weekdays: `mon`, `mon-fri`, `fri-mon`, `mon+wed`, `daily`. */
function readDays(text: string): Weekday[] {
  if (text === 'daily') return [...weekdays];
  return text.split('+').flatMap((part) => {
    const [first = '', last] = part.split(/[-–]/);
    const from = weekdays.indexOf(dayOf(first));
    const to = last === undefined ? from : weekdays.indexOf(dayOf(last));
    const count = ((to - from + weekdays.length) % weekdays.length) + 1;
    return Array.from({ length: count }, (_, at) => weekdays[(from + at) % weekdays.length] ?? 'mon');
  });
}

/** Reads a week. Days that are not named are off; a day that is named again gets the further hours too. */
export function readWeek(text: string): Week {
  const week: Record<Weekday, Period[]> = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
  if (text.trim().toLowerCase() === 'off') return noHours;
  for (const part of text.split(/[,;]/)) {
    const [days = '', ...hours] = part.trim().toLowerCase().split(/\s+/);
    const named = readDays(days);
    if (hours.length === 0) throw new HoursTextError(`Say when on ${days}: for example ${days} 9:00-17:00.`);
    const periods = readPeriods(hours.join(' '));
    for (const day of named) week[day].push(...periods);
  }
  return week;
}

/** Writes periods as they can be typed again; empty when there is none. */
export const periodsText = (periods: readonly Period[]): string =>
  periods.map(({ from, to }) => `${from}-${to}`).join(' ');

/** Writes days with their texts, neighbouring days with the same one together. Days without a text are left out. */
const inRuns = (days: readonly (readonly [string, string])[]): string[] =>
  dayRuns(days)
    .filter(({ text }) => text !== '')
    .map(({ first, last, text }) => `${first === last ? first : `${first}-${last}`} ${text}`);

/** Writes a week as it can be typed again, in the fewest parts. */
export const weekText = (week: Week): string =>
  inRuns(weekdays.map((day) => [day, periodsText(week[day])])).join(', ') || 'off';

/** A sentence about hours such as 9:00-5:00, which are a night, and would be an office’s with an end twelve hours later. */
function nightSaid({ from, to }: Period): string[] {
  const afternoon = `${Number(to.slice(0, 2)) + 12}${to.slice(2)}`;
  if (to === '00:00' || to >= from || to >= '12:00' || afternoon <= from) return [];
  return [`${from}-${to} ends at ${to} the next morning. For the afternoon write ${from}-${afternoon}.`];
}

/** Sentences about the hours of these days that end the next morning where the afternoon may be meant. */
export const nightsSaid = (days: Readonly<Record<string, readonly Period[]>>): string[] =>
  inRuns(Object.entries(days).map(([day, periods]) => [day, periods.flatMap(nightSaid).join(' ')]));
