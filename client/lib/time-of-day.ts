/** How the portal and an agent's page show times. */

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** By how much the clocks of the visitor's zone are put back in the time after a moment, in milliseconds. */
const putBackIn = (timeMs: number, fromMs: number): number =>
  (new Date(fromMs + timeMs).getTimezoneOffset() - new Date(fromMs).getTimezoneOffset()) * minuteMs;

/** Whether the clocks of the visitor's zone show the time of a moment twice, because they are put back that night. */
function comesTwice(ms: number): boolean {
  const backMs = putBackIn(2 * dayMs, ms - dayMs);
  return backMs > 0 && [ms - backMs, ms].some((first) => putBackIn(backMs, first) === backMs);
}

/**
 * A time of day in the visitor's time zone: `9:04:12 pm`; `1:30:12 am EDT` in an hour that comes twice, as at the desk, so that a
 * request is not accepted before it was stored.
 */
export function timeOfDay(at: string | number): string {
  const date = new Date(at);
  const time = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    ...(comesTwice(date.getTime()) && { timeZoneName: 'short' }),
  }).format(date);
  return time.replace(/\u202f/g, ' ').replace(/[AP]M/, (half) => half.toLowerCase());
}
