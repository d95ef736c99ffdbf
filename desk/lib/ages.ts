/** How long something has taken so far, in words. Pure. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const two = (value: number): string => String(value).padStart(2, '0');

/** How long something has taken so far: `0:31`, `22:40`, and `1 h 05` from one hour on. */
export function ageText(ms: number): string {
  const passed = Math.max(0, ms);
  const minutes = Math.floor(passed / minuteMs);
  if (passed >= hourMs) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)}`;
  return `${minutes}:${two(Math.floor((passed % minuteMs) / 1000))}`;
}
