/** What the sending of each kind of alert depends on. Pure. */

import type { Channel } from '#server/outbox/tables.ts';
import type { AlertKind } from './tables.ts';

const minuteMs = 60_000;

/** The channel that failed when there is an alert of this kind. It is used only when there is no other. */
export const failedChannel: Partial<Record<AlertKind, Channel>> = { 'mail-failed': 'mail', 'text-failed': 'sms' };

export const failedKinds = { mail: 'mail-failed', sms: 'text-failed' } as const satisfies Record<Channel, AlertKind>;

/** At most one alert about failed messages of a channel in this time; the next one counts those since. In milliseconds. */
export const failedEveryMs = 15 * minuteMs;

/** From then on an alert is no news any more, so it is not sent. A text wakes somebody up, a mail does not. */
export const freshForMs: Record<Channel, number> = { sms: 15 * minuteMs, mail: 72 * 60 * minuteMs };

/**
 * The channels that an alert goes by.
 *
 * @param open the channels that reach the operator
 */
export function channelsFor(kind: AlertKind, open: readonly Channel[]): readonly Channel[] {
  const others = open.filter((channel) => channel !== failedChannel[kind]);
  return others.length > 0 ? others : open;
}
