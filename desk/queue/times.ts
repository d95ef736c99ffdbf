/** How the desk writes times. Each time of day is in a named time zone: the dealership's for its deals, else the brand's. */

const plain = (text: string): string => text.replaceAll('\u202f', ' ');

/** A formatter takes as long to make as a hundred times to write, and a list writes many. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(name: string, options: Intl.DateTimeFormatOptions & { readonly timeZone: string }) {
  const key = `${name} ${options.timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', options);
  formats.set(key, format);
  return format;
}

const clock = (timeZone: string, seconds: boolean) =>
  formatOf(seconds ? 'seconds' : 'time', {
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
  formatOf('day', { month: 'short', day: 'numeric', timeZone }).format(new Date(at));

/** The zone's short name at a time, as people of the trade say it: `ET`, `CT`; `GMT-7` where there is none. */
export function zoneName(timeZone: string, at: string | number): string {
  const parts = formatOf('zone', { timeZone, timeZoneName: 'shortGeneric' }).formatToParts(new Date(at));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
