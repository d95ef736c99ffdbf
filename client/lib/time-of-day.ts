/** How the portal and an agent's page show times. */
import { plainTime } from '#contract/plain-time.ts';
import { comesTwice } from './wall-clock.ts';

/** The offset of the device's own zone. */
const deviceOffsetAt = (ms: number): number => new Date(ms).getTimezoneOffset() * -60_000;

/**
 * A time of day in the visitor's time zone: `9:04:12 pm`; `9:04:12 pm on Nov 21` when that is another day than now, because pages stay
 * open and links are opened later; `1:30:12 am EDT` in an hour that comes twice, as at the desk, because otherwise a
 * request could seem to be accepted before it was stored.
 */
export function timeOfDay(at: string | number, now: string | number): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now).toDateString();
  const day = isToday ? '' : ` on ${date.toLocaleDateString('en-US', { month: 'short', day: 'numeric' })}`;
  const time = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    ...(comesTwice(date.getTime(), deviceOffsetAt) && { timeZoneName: 'short' }),
  }).format(date);
  return plainTime(time) + day;
}
