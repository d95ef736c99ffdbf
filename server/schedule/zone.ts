/**
 * Converts clock times of a time zone to instants, with the platform's `Temporal` (tc39.es/proposal-temporal).
 *
 * - A clock time that the zone skips is the instant of the skip: when the clock goes from 02:00 to 03:00, 02:30 is 03:00.
 * - A clock time that comes twice is the first of the two.
 *
 * Both rules hold for beginnings and ends. So a later clock time is never an earlier instant, and there is neither a gap nor an
 * overlap where one shift ends and the next begins.
 */
import { type Day, dayAt } from '#server/calendar.ts';

export const minutesPerDay = 1440;

export interface Zone {
  readonly name: string;
  /**
   * The instant, in milliseconds since 1970, of so many minutes on the clock after a date's midnight; more than a day is allowed.
   */
  msOf(date: Day, minutes: number): number;
  dateAt(ms: number): Day;
}

/** The day of the week; Monday is 0. */
export const weekdayOf = (date: Day): number => Temporal.PlainDate.from(date).dayOfWeek - 1;

/** The most instants that are remembered: everybody's shifts begin and end at the same few times. */
const mostRemembered = 5000;

export function createZone(name: string): Zone {
  const known = new Map<string, number>();

  function compute(date: Day, minutes: number): number {
    const day = Temporal.PlainDate.from(date).add({ days: Math.floor(minutes / minutesPerDay) });
    const rest = minutes % minutesPerDay;
    const clock = day.toPlainDateTime({ hour: Math.floor(rest / 60), minute: rest % 60 });
    const first = clock.toZonedDateTime(name, { disambiguation: 'earlier' });
    if (first.toPlainDateTime().equals(clock)) return first.epochMilliseconds;
    // The clock never shows this time. `first` lies before the change that skips it, so the instant is that change.
    return (first.getTimeZoneTransition('next') ?? first).epochMilliseconds;
  }

  return {
    name,
    msOf(date, minutes) {
      const key = `${date} ${minutes}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      if (known.size >= mostRemembered) known.clear();
      const ms = compute(date, minutes);
      known.set(key, ms);
      return ms;
    },
    dateAt: (ms) => dayAt(new Date(ms), name),
  };
}
