/** The words and limits of the settings, without a schema library. The endpoints are in `setting-endpoints.ts`. */
import type { LenderHours } from './setting-endpoints.ts';

export type { AlertRecipient, LenderHours, OpenHours } from './setting-endpoints.ts';

export const settingLimits = {
  /** The most further recipients of alerts, besides those of the environment. */
  recipients: 20,
  jacketItems: 60,
  jacketLabel: 80,
  lenderNote: 200,
} as const;

/** The kinds of further recipients of alerts, besides `MAIL_TO` and `ALERT_PHONE`. */
export const recipientKinds = { mail: 'Mail', phone: 'Text' } as const;
export type RecipientKind = keyof typeof recipientKinds;

/** The parts of a week for which a lender's hours are given. */
export const lenderDays = { weekdays: 'Mon–Fri', saturday: 'Sat', sunday: 'Sun' } as const;
export type LenderDay = keyof typeof lenderDays;
/** The parts of the week, in their order. */
export const lenderDayIds = Object.keys(lenderDays) as LenderDay[];

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** The lender's clock at a time: the part of the week, and the minutes since midnight. */
function clockOf(zone: string, at: Date): { readonly day: LenderDay; readonly minutes: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const weekday = part('weekday');
  const day = weekday === 'Sat' ? 'saturday' : weekday === 'Sun' ? 'sunday' : 'weekdays';
  return { day, minutes: Number(part('hour')) * 60 + Number(part('minute')) };
}

/** The time until which a lender is open, on its clock (`HH:MM`); null while it is closed. */
export function openUntil(hours: LenderHours, at: Date): string | null {
  const { day, minutes } = clockOf(hours.zone, at);
  const today = hours[day];
  return today && minutes >= minutesOf(today.from) && minutes < minutesOf(today.until) ? today.until : null;
}
