/**
 * Alerts: what the operator must hear of even when nobody looks at the desk. Raising an alert is a row in the caller's transaction.
 * A moment later this file sends it by text to `ALERT_PHONE`, by mail to `MAIL_TO`, and to the further recipients of the settings;
 * when one channel fails, it uses the other. Messages that need a person for long are told to the people on shift.
 */
import { mintId } from '#contract/reference.ts';
import type { Config } from '#server/config.ts';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import {
  countSubjects,
  type Delivery,
  markMissed,
  markShiftTold,
  markTold,
  messagesAbout,
  unattendedFailures,
  untoldFailures,
  untoldMissed,
} from '#server/outbox/service.ts';
import type { PersonalChannel as Channel, MessageState } from '#server/outbox/tables.ts';
import { createRepeater, type Repeat } from '#server/repeat.ts';
import { latestPossibleNow } from '#server/skew.ts';
import { hourMs, isoAfter, isoBefore } from '#server/times.ts';
import { channelsFor, failedChannel, failedEveryMs, freshForMs, isForShift, unattendedAfterMs } from './kinds.ts';
import { operatorRecipients, type Reachable, type Recipients, recipientsOf } from './recipients.ts';
import { type Alert, countUnsent, insertAlert, lastRaised, markHandled, markUnsent, openAlerts } from './store.ts';
import type { AlertKind, AlertUnsent } from './tables.ts';

export { type Alert, afterRestore, alertsAbout, listAlerts } from './store.ts';

/** An alert about one request, or about another thing, which `about` names. */
type NewAlert = {
  readonly kind: AlertKind;
  readonly at: Date;
  readonly count?: number;
} /** For an event that can happen again to the same request, such as after a hand-back, `about` tells the alerts apart. */ & (
  | { readonly requestId: string; readonly about?: string }
  /** For a thing that can happen again, `about` contains its time, such as the hour of wrong codes. It contains no secret. */
  | { readonly about: string }
);

/**
 * Raises an alert in the caller's transaction, at most one for each kind and thing. Returns false when there is one already. It is
 * sent within about a second after the transaction is on disk; the caller need not do anything else.
 */
export function raiseAlert(trx: Trx, alert: NewAlert): Promise<boolean> {
  const { kind, at, count } = alert;
  const requestId = 'requestId' in alert ? alert.requestId : null;
  const about = alert.about ?? requestId ?? '';
  const raised = { kind, about, request_id: requestId, count: count ?? null, raised_at: at.toISOString() };
  return insertAlert(trx, { id: mintId(), ...raised });
}

/** The result of handling an alert: the channels that it was sent by, or why it was sent by none. */
export interface Handled {
  /** For an alert to the people on shift: the channel whose messages wait for a person. Undefined for every other alert. */
  readonly unattended: Channel | undefined;
  readonly alert: Pick<Alert, 'id' | 'kind' | 'request_id'>;
  readonly channels: readonly Channel[];
  readonly unsent: AlertUnsent | undefined;
}

interface AlertsOptions extends Pick<Repeat, 'onError'>, Pick<Environment, 'storage' | 'now'> {
  readonly delivery: Pick<Delivery, 'can' | 'enqueue' | 'enqueueText' | 'wake'>;
  readonly config: Pick<Config, 'alerts' | 'smtp'>;
  /** Reads how the people on shift are reached. */
  readonly onShift: (db: Reader) => Promise<readonly Reachable[]>;
  /** Called for each alert after its messages are on disk. */
  readonly onHandled: (handled: Handled) => void;
}

const sweepEveryMs = 1000;
/** The most alerts handled in one sweep, so that its transaction stays short. */
const sliceRows = 100;
const failureSliceRows = 1000;
const channels = ['sms', 'mail'] as const satisfies readonly Channel[];
/** The states of a message that was sent or may still be sent. */
const mayArrive: readonly MessageState[] = ['waiting', 'unsure', 'sent'];
const other = { sms: 'mail', mail: 'sms' } as const satisfies Record<Channel, Channel>;

/** The alerts about messages that need a person: at once to the operator, and after a while to the people on shift. */
const troubles = [
  {
    kinds: { mail: 'mail-failed', sms: 'text-failed' },
    find: (db: Reader, channel: Channel, limit: number, at: Date) =>
      untoldFailures(db, channel, { kind: 'alert', at: at.toISOString() }, limit),
    mark: markTold,
  },
  {
    kinds: { mail: 'mail-unattended', sms: 'text-unattended' },
    find: (db: Reader, channel: Channel, limit: number, at: Date) =>
      unattendedFailures(
        db,
        channel,
        { kind: 'alert', at: at.toISOString(), before: isoBefore(at, unattendedAfterMs) },
        limit,
      ),
    mark: markShiftTold,
  },
] as const;

type Trouble = (typeof troubles)[number];

/**
 * Messages of alerts that nobody got and that did not go the other way yet. A mail that expired is never one: by then its alert is too old
 * to be sent.
 */
const missed = (db: Reader, channel: Channel, limit: number, at: Date) =>
  untoldMissed(db, channel, 'alert', isoBefore(at, freshForMs.mail), limit);

export function createAlerts({ storage, delivery, config, now, onShift, onHandled, onError }: AlertsOptions) {
  const { db } = storage;
  const { perHour } = config.alerts;
  const listeners = new Set<(handled: Handled) => void>();

  /** The channels that work and have a recipient. */
  const openOf = (recipients: Recipients) =>
    channels.filter((channel) => delivery.can[channel] && recipients[channel].length > 0);

  const operators = (reader: Reader): Promise<Recipients> => operatorRecipients(reader, config);

  /** The recipients on shift, or the operator's when nobody on shift can be reached. */
  async function shift(reader: Reader): Promise<Recipients> {
    const recipients = recipientsOf(await onShift(reader));
    return openOf(recipients).length > 0 ? recipients : operators(reader);
  }

  /** Writes an alert's messages on a channel. Returns false when the alerts of the hour are used up. */
  async function send(trx: Trx, alertId: string, channel: Channel, recipients: Recipients, at: Date): Promise<boolean> {
    if ((await countSubjects(trx, 'alert', channel, isoBefore(at, hourMs), latestPossibleNow(at))) >= perHour)
      return false;
    const expiresAt = isoAfter(at, freshForMs[channel]);
    const enqueue = channel === 'mail' ? delivery.enqueue : delivery.enqueueText;
    for (const recipient of recipients[channel]) {
      await enqueue(trx, { kind: 'alert', subjectId: alertId, at, expiresAt, recipient });
    }
    return true;
  }

  async function handle(trx: Trx, alert: Alert, at: Date): Promise<Handled> {
    const recipients = await (isForShift(alert.kind) ? shift(trx) : operators(trx));
    const wanted = channelsFor(alert.kind, openOf(recipients));
    const went: Channel[] = [];
    for (const channel of wanted) if (await send(trx, alert.id, channel, recipients, at)) went.push(channel);
    const unsent = went.length > 0 ? undefined : wanted.length > 0 ? 'capped' : 'no-way';
    await markHandled(trx, alert.id, at.toISOString(), unsent ?? null);
    const unattended = isForShift(alert.kind) ? failedChannel[alert.kind] : undefined;
    return { alert, channels: went, unsent, unattended };
  }

  /** Whether enough time has passed since the last alert of a kind about failed messages. */
  async function mayRaise(reader: Reader, kind: AlertKind, at: Date): Promise<boolean> {
    const last = await lastRaised(reader, kind, latestPossibleNow(at));
    return last === undefined || last <= isoBefore(at, failedEveryMs);
  }

  /** Raises one alert for all failed messages of a channel that its recipients have not been told of. */
  async function raise(trx: Trx, { kinds, find, mark }: Trouble, channel: Channel, at: Date): Promise<void> {
    // Another server may have raised one in the meantime.
    if (!(await mayRaise(trx, kinds[channel], at))) return;
    const count = await mark(trx, await find(trx, channel, failureSliceRows, at), at.toISOString());
    if (count > 0) await raiseAlert(trx, { kind: kinds[channel], about: at.toISOString(), count, at });
  }

  /** Sends an alert by the other channel when nobody got its message, or counts it as sent to nobody, without a further alert. */
  async function sendOtherWay(trx: Trx, channel: Channel, at: Date): Promise<void> {
    const unheard = await missed(trx, channel, sliceRows, at);
    if ((await markMissed(trx, unheard, at.toISOString())) === 0) return;
    const way = other[channel];
    const recipients = await operators(trx);
    for (const alertId of new Set(unheard.map(({ subject_id }) => subject_id))) {
      const messages = await messagesAbout(trx, alertId, ['alert']);
      const isWay = openOf(recipients).includes(way) && !messages.some(({ channel: went }) => went === way);
      if (isWay && (await send(trx, alertId, way, recipients, at))) continue;
      if (!messages.some(({ state }) => mayArrive.includes(state)))
        await markUnsent(trx, alertId, isWay ? 'capped' : 'no-way');
    }
  }

  const any = (rows: readonly unknown[]) => rows.length > 0;

  /** Raises due alerts about failed messages, and sends every raised alert. */
  async function sweep(): Promise<void> {
    const lookedAt = now();
    const raises: [Trouble, Channel][] = [];
    for (const trouble of troubles) {
      for (const channel of channels) {
        const isUntold = any(await trouble.find(db, channel, 1, lookedAt));
        if (isUntold && (await mayRaise(db, trouble.kinds[channel], lookedAt))) raises.push([trouble, channel]);
      }
    }
    const divert: Channel[] = [];
    for (const channel of channels) if (any(await missed(db, channel, 1, lookedAt))) divert.push(channel);
    if (raises.length + divert.length === 0 && !any(await openAlerts(db, 1))) return;
    const handled = await storage.transaction(async (trx) => {
      // Only one server at a time, so that the cap is exact and each alert is sent once.
      await dialectOf(trx).lock(trx, ['alerts']);
      // This server may have stood still since it looked, and another one may have sent alerts meanwhile.
      const at = now();
      for (const [trouble, channel] of raises) await raise(trx, trouble, channel, at);
      for (const channel of divert) await sendOtherWay(trx, channel, at);
      const done: Handled[] = [];
      for (const alert of await openAlerts(trx, sliceRows)) done.push(await handle(trx, alert, at));
      return done;
    });
    for (const one of handled) for (const hear of [onHandled, ...listeners]) hear(one);
    delivery.wake();
  }

  const repeater = createRepeater({ everyMs: sweepEveryMs, work: sweep, onError });

  return {
    /** The channels over which the operator can be reached. */
    open: async (): Promise<readonly Channel[]> => openOf(await operators(db)),

    sweep,

    /** Calls the listener for each alert that this server handles, after the alert's messages are on disk. */
    listen: (listener: (handled: Handled) => void): void => void listeners.add(listener),

    /** Starts a sweep every second. */
    start: repeater.start,
    stop: repeater.stop,

    /** The number of alerts in the last seven days that were sent to nobody. */
    unsent: (): Promise<number> => countUnsent(db, isoBefore(now(), 7 * 24 * hourMs)),
  };
}
