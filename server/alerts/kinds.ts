/** The rules for sending each kind of alert. Pure. */
import type { PersonalChannel as Channel } from '#server/outbox/tables.ts';
import { minuteMs } from '#server/times.ts';
import type { AlertKind } from './tables.ts';

/** The channel that has failed when an alert of this kind is raised. The alert uses it only when there is no other. */
export const failedChannel: Partial<Record<AlertKind, Channel>> = {
  'mail-failed': 'mail',
  'text-failed': 'sms',
  'mail-unattended': 'mail',
  'text-unattended': 'sms',
};

/** Whether an alert goes to the people on shift. All others go to the operator. */
export const isForShift = (kind: AlertKind): boolean => kind === 'mail-unattended' || kind === 'text-unattended';

/** How long a message must need a person before the people on shift are told, in milliseconds. */
export const unattendedAfterMs = 15 * minuteMs;

/**
 * The least time between two alerts about failed messages of a channel, in milliseconds. The next alert counts the messages since.
 */
export const failedEveryMs = 15 * minuteMs;

/** How long an alert may wait before it is too old to send. Texts have less time: a text wakes people up, a mail does not. */
export const freshForMs: Record<Channel, number> = { sms: 15 * minuteMs, mail: 72 * 60 * minuteMs };

/** Kinds that nobody has to get up for: they go by mail, and by text only while there is no mail. */
const wakesNobody: readonly AlertKind[] = ['webhook-disabled'];

/**
 * The channels that an alert is sent by.
 *
 * @param open the channels that reach the operator
 */
export function channelsFor(kind: AlertKind, open: readonly Channel[]): readonly Channel[] {
  if (wakesNobody.includes(kind) && open.includes('mail')) return ['mail'];
  const others = open.filter((channel) => channel !== failedChannel[kind]);
  return others.length > 0 ? others : open;
}
