/** Calendar days in a time zone. A day is written as `2026-11-22` and has 23, 24 or 25 hours. Pure. */

export type Day = string;

/** A day, its first moment and the first moment of the next day, in ISO-8601 UTC. */
export interface DaySpan {
  readonly day: Day;
  readonly since: string;
  readonly until: string;
}

/** An hour of a day by its number on the clock. A clock change repeats one hour or leaves one out. */
export interface HourSpan {
  /** 0 to 23. */
  readonly hour: number;
  /** Milliseconds from the beginning of the day. */
  readonly fromMs: number;
  readonly toMs: number;
}

const mostRemembered = { days: 2000, periods: 50 };

const dateOf = (day: Day) => Temporal.PlainDate.from(day);

/** Days are compared as texts, which works for years of four digits. These bounds leave room for the days around a period. */
const [firstDay, lastDay]: readonly [Day, Day] = ['2000-01-01', '2999-12-31'];

/** Whether a text is a valid day of the years 2000 to 2999. */
export const isDay = (text: string): boolean => {
  try {
    if (!/^\d{4}-\d\d-\d\d$/.test(text) || dateOf(text).toString() !== text) return false;
    return text >= firstDay && text <= lastDay;
  } catch {
    return false;
  }
};

const zoned = (at: Date, zone: string) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);

/** The day of a moment. */
export const dayAt = (at: Date, zone: string): Day => zoned(at, zone).toPlainDate().toString();

export const startOfDay = (day: Day, zone: string): Date =>
  new Date(dateOf(day).toZonedDateTime(zone).epochMilliseconds);

export const addDays = (day: Day, days: number): Day => dateOf(day).add({ days }).toString();

/** The number of days from the first day to the other. */
export const daysFrom = (first: Day, day: Day): number => dateOf(first).until(dateOf(day), { largestUnit: 'day' }).days;

/** The Monday of a day's week. */
export const mondayOf = (day: Day): Day => addDays(day, 1 - dateOf(day).dayOfWeek);

/**
 * Caches a function of two texts, because the figures ask for the same days again and again. The second text should have few
 * values.
 *
 * @param most the most pairs that are kept
 */
function remembering<Found>(most: number, find: (one: string, other: string) => Found): typeof find {
  const known = new Map<string, Map<string, Found>>();
  let size = 0;
  return (one, other) => {
    const remembered = known.get(other)?.get(one);
    if (remembered !== undefined) return remembered;
    const found = find(one, other);
    if (size >= most) {
      known.clear();
      size = 0;
    }
    known.set(other, (known.get(other) ?? new Map<string, Found>()).set(one, found));
    size += 1;
    return found;
  };
}

/** The days from the first to the last, both included. */
export const daysOf: (first: Day, last: Day) => readonly Day[] = remembering(mostRemembered.periods, (first, last) => {
  // In UTC every day has 24 hours, so a year is computed without making 366 dates.
  const firstMs = Date.parse(`${first}T00:00:00.000Z`);
  return Array.from({ length: Math.max(0, daysFrom(first, last) + 1) }, (_, at) =>
    new Date(firstMs + at * 86_400_000).toISOString().slice(0, 10),
  );
});

export const spanOf = remembering(
  mostRemembered.days,
  (day, zone): DaySpan => ({
    day,
    since: startOfDay(day, zone).toISOString(),
    until: startOfDay(addDays(day, 1), zone).toISOString(),
  }),
);

/** The hours of a day, in order. */
export const hoursOf = remembering(mostRemembered.days, (day, zone): readonly HourSpan[] => {
  const start = dateOf(day).toZonedDateTime(zone);
  const end = dateOf(day).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
  const hours: HourSpan[] = [];
  for (let at = start; at.epochMilliseconds < end; ) {
    // The next full hour on the clock, in elapsed time.
    const next = at.add({ minutes: 60 - at.minute, seconds: -at.second });
    hours.push({
      hour: at.hour,
      fromMs: at.epochMilliseconds - start.epochMilliseconds,
      toMs: Math.min(next.epochMilliseconds, end) - start.epochMilliseconds,
    });
    at = next;
  }
  return hours;
});

/** The moment so many days earlier at the same time on the clock. */
export const sameTimeBefore = (at: Date, days: number, zone: string): Date =>
  new Date(zoned(at, zone).subtract({ days }).epochMilliseconds);
