/** Reads times as people type them on a command line. Pure. */

const shape = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/i;

/** The time of a day that is written without one: that of the desk's usual follow-ups. */
const usual = '10:00';

/**
 * Reads a time such as `2026-11-24T10:00` or `2026-11-24T10:00-05:00`, or a day, which means 10 in the morning. A time without an
 * offset is of the given zone, whatever the zone of the machine is.
 *
 * @returns ISO-8601 in UTC; undefined when it is no time
 */
export function readTime(typed: string, timeZone: string): string | undefined {
  const [, day, time = usual, offset] = shape.exec(typed) ?? [];
  if (day === undefined) return undefined;
  try {
    const { epochMilliseconds } = offset
      ? Temporal.Instant.from(`${day}T${time}${offset}`)
      : Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone);
    return new Date(epochMilliseconds).toISOString();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
