/** What the sending of each kind of alert depends on. Pure. */
import type { PersonalChannel as Channel } from '#server/outbox/tables.ts';
import type { AlertKind } from './tables.ts';

const minuteMs = 60_000;

/** The channel that failed when there is an alert of this kind. It is used only when there is no other. */
export const failedChannel: Partial<Record<AlertKind, Channel>> = {
  'mail-failed': 'mail',
  'text-failed': 'sms',
  'mail-unattended': 'mail',
  'text-unattended': 'sms',
};

export const failedKinds = { mail: 'mail-failed', sms: 'text-failed' } as const satisfies Record<Channel, AlertKind>;
export const unattendedKinds = { mail: 'mail-unattended', sms: 'text-unattended' } as const satisfies Record<
  Channel,
  AlertKind
>;

/** Whether an alert goes to the people on shift; all others go to the operator. */
export const isForShift = (kind: AlertKind): boolean => kind === 'mail-unattended' || kind === 'text-unattended';

/** How long a message may need a person before the people on shift are told, in milliseconds. */
export const unattendedAfterMs = 15 * minuteMs;

/** At most one alert about failed messages of a channel in this time; the next one counts those since. In milliseconds. */
export const failedEveryMs = 15 * minuteMs;

/** From then on an alert is no news any more, so it is not sent. A text wakes somebody up, a mail does not. */
export const freshForMs: Record<Channel, number> = { sms: 15 * minuteMs, mail: 72 * 60 * minuteMs };

/** Nothing that somebody has to get up for: it goes by mail, and by text only while there is no mail. */
const wakesNobody: readonly AlertKind[] = ['webhook-disabled'];

/**
 * The channels that an alert goes by.
 *
 * @param open the channels that reach the operator
 */
export function channelsFor(kind: AlertKind, open: readonly Channel[]): readonly Channel[] {
  if (wakesNobody.includes(kind) && open.includes('mail')) return ['mail'];
  const others = open.filter((channel) => channel !== failedChannel[kind]);
  return others.length > 0 ? others : open;
}
