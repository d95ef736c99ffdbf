/** How the desk writes times. Each time of day is in a named time zone: the dealership's for its deals, else the brand's. */

const plain = (text: string): string => text.replaceAll('\u202f', ' ');

const clock = (timeZone: string, seconds: boolean) =>
  new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
    timeZone,
  });

/** `9:04 pm` in a time zone (IANA). */
export const timeIn = (timeZone: string, at: string | number): string =>
  plain(clock(timeZone, false).format(new Date(at))).toLowerCase();

/** `9:04:12 pm` in a time zone. */
export const secondsIn = (timeZone: string, at: string | number): string =>
  plain(clock(timeZone, true).format(new Date(at))).toLowerCase();

/** `Nov 21` in a time zone. */
export const dayIn = (timeZone: string, at: string | number): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(new Date(at));

/** The zone's short name at a time, as people of the trade say it: `ET`, `CT`; `GMT-7` where there is none. */
export function zoneName(timeZone: string, at: string | number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortGeneric' }).formatToParts(
    new Date(at),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
