import { type LenderDay, type LenderHours, lenderDayIds, lenderDays, type OpenHours } from '#contract/desk/settings.ts';

/** `8 am – 9 pm`, or `closed`. */
export function hoursText(hours: OpenHours | null): string {
  if (!hours) return 'closed';
  return `${clockText(hours.from)} – ${clockText(hours.until)}`;
}

/** The hours of a whole week: `Mon–Fri 8 am – 9 pm, Sat closed, Sun closed`. */
export const weekText = (hours: Pick<LenderHours, LenderDay>): string =>
  lenderDayIds.map((day) => `${lenderDays[day]} ${hoursText(hours[day])}`).join(', ');

/** `9 pm`, `8:30 am`, `midnight`. */
export function clockText(clock: string): string {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  if (hours === 24) return 'midnight';
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
  return `${hours % 12 === 0 ? 12 : hours % 12}${rest}\u00a0${hours < 12 ? 'am' : 'pm'}`;
}
