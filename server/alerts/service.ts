/**
 * Alerts: what the operator must hear of although nobody looks. Raising one is a row in the caller's transaction; sending
 * it is done here a moment later, by text to `ALERT_PHONE` and by mail to `MAIL_TO` and to further recipients of the settings, and
 * by the other way when one fails. What needs a person and is seen to by nobody is told to the people on shift.
 */
import type { Transaction } from 'kysely';
import { mintId } from '#contract/reference.ts';
import type { Config } from '#server/config.ts';
import type { Reader, Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import {
  countSubjects,
  type Delivery,
  markShiftTold,
  markTold,
  messagesAbout,
  unattendedFailures,
  untoldFailures,
} from '#server/outbox/service.ts';
import type { PersonalChannel as Channel, MessageState } from '#server/outbox/tables.ts';
import { createRepeater } from '#server/repeat.ts';
import { alertRecipients } from '#server/settings/service.ts';
import { untilNow } from '#server/skew.ts';
import { isoAfter, isoBefore } from '#server/times.ts';
import {
  channelsFor,
  failedChannel,
  failedEveryMs,
  failedKinds,
  freshForMs,
  isForShift,
  unattendedAfterMs,
  unattendedKinds,
} from './kinds.ts';
import { type Alert, countUnsent, insertAlert, lastRaised, markHandled, markUnsent, openAlerts } from './store.ts';
import type { AlertKind, AlertUnsent } from './tables.ts';

export { type Alert, afterRestore, alertsAbout, listAlerts } from './store.ts';

/** An alert about one request, or about another thing that `about` names. */
export type NewAlert = {
  readonly kind: AlertKind;
  readonly at: Date;
  readonly count?: number;
} /** `about` beside it, when the same can happen to the request again, such as after it was handed back. */ & (
  | { readonly requestId: string; readonly about?: string }
  /** For a thing that can happen again, the key holds its time, such as the hour of wrong codes. No secret. */
  | { readonly about: string }
);

/**
 * Raises an alert in the caller's transaction, at most one for each kind and thing. False when there was one already. It
 * goes out within about a second after the transaction is on disk; nothing else has to be called.
 */
export function raiseAlert(trx: Transaction<Tables>, alert: NewAlert): Promise<boolean> {
  const { kind, at, count } = alert;
  const requestId = 'requestId' in alert ? alert.requestId : null;
  const about = alert.about ?? requestId ?? '';
  const raised = { kind, about, request_id: requestId, count: count ?? null, raised_at: at.toISOString() };
  return insertAlert(trx, { id: mintId(), ...raised });
}

/** What became of an alert: the channels it goes by, or why it goes by none. */
export interface Handled {
  /** The channel whose messages nobody has seen to, when it is told to the people on shift; undefined for every other alert. */
  readonly unattended: Channel | undefined;
  readonly alert: Pick<Alert, 'id' | 'kind' | 'request_id'>;
  readonly channels: readonly Channel[];
  readonly unsent: AlertUnsent | undefined;
}

export interface AlertsOptions {
  readonly storage: Pick<Storage, 'db' | 'transaction' | 'dialect'>;
  readonly delivery: Pick<Delivery, 'can' | 'enqueue' | 'enqueueText' | 'wake'>;
  readonly config: Pick<Config, 'alerts'>;
  readonly now: () => Date;
  /** How the people on shift are reached. */
  readonly onShift: (db: Reader) => Promise<readonly { readonly phone: string | null; readonly mail: string | null }[]>;
  /** Hears of each alert after its messages are on disk. */
  readonly onHandled: (handled: Handled) => void;
  /** Hears of a look that failed; the next one comes in a second. */
  readonly onError: (error: unknown) => void;
}

const hourMs = 60 * 60_000;
const sweepEveryMs = 1000;
/** Rows handled in one look, so that nobody waits long for the database. */
const sliceRows = 100;
const failureSliceRows = 1000;
const channels = ['sms', 'mail'] as const satisfies readonly Channel[];
/** The states of a message that was sent, or may still be. */
const mayArrive: readonly MessageState[] = ['waiting', 'unsure', 'sent'];
/** Alerts' own messages, and all others. */
const own = ['=', 'alert'] as const;
const others = ['<>', 'alert'] as const;
const other = { sms: 'mail', mail: 'sms' } as const satisfies Record<Channel, Channel>;

export type Alerts = ReturnType<typeof createAlerts>;

/** To whom alerts go by each channel: addresses and numbers. An empty address is the operator's own, `MAIL_TO`. */
type Recipients = Readonly<Record<Channel, readonly string[]>>;

export function createAlerts({ storage, delivery, config, now, onShift, onHandled, onError }: AlertsOptions) {
  const { db } = storage;
  const { phone, perHour } = config.alerts;
  const listeners = new Set<(handled: Handled) => void>();

  /** The channels that lead to anybody, of those that can be used. */
  const openOf = (recipients: Recipients) =>
    channels.filter((channel) => delivery.can[channel] && recipients[channel].length > 0);

  const distinct = (addresses: readonly (string | null | undefined)[]) => [
    ...new Map(addresses.flatMap((one) => (one == null ? [] : [[one.toLowerCase(), one] as const]))).values(),
  ];

  /** The operator: the environment's recipients, and the further ones of the settings. */
  async function operators(reader: Reader): Promise<Recipients> {
    const further = await alertRecipients(reader);
    const of = (kind: 'mail' | 'phone') => further.filter((one) => one.kind === kind).map(({ value }) => value);
    return { mail: distinct(['', ...of('mail')]), sms: distinct([phone, ...of('phone')]) };
  }

  /** The people on shift, or the operator while none of them can be reached. */
  async function shift(reader: Reader): Promise<Recipients> {
    const people = await onShift(reader);
    const recipients = {
      mail: distinct(people.map(({ mail }) => mail)),
      sms: distinct(people.map((person) => person.phone)),
    };
    return openOf(recipients).length > 0 ? recipients : operators(reader);
  }

  /** Writes an alert's messages on a channel, unless the hour's alerts are used up. */
  async function send(
    trx: Transaction<Tables>,
    alertId: string,
    channel: Channel,
    recipients: Recipients,
    at: Date,
  ): Promise<boolean> {
    if ((await countSubjects(trx, 'alert', channel, isoBefore(at, hourMs), untilNow(at))) >= perHour) return false;
    const expiresAt = isoAfter(at, freshForMs[channel]);
    const enqueue = channel === 'mail' ? delivery.enqueue : delivery.enqueueText;
    for (const recipient of recipients[channel]) {
      await enqueue(trx, { kind: 'alert', subjectId: alertId, at, expiresAt, recipient });
    }
    return true;
  }

  async function handle(trx: Transaction<Tables>, alert: Alert, at: Date): Promise<Handled> {
    const recipients = await (isForShift(alert.kind) ? shift(trx) : operators(trx));
    const wanted = channelsFor(alert.kind, openOf(recipients));
    const went: Channel[] = [];
    for (const channel of wanted) if (await send(trx, alert.id, channel, recipients, at)) went.push(channel);
    const unsent = went.length > 0 ? undefined : wanted.length > 0 ? 'capped' : 'no-way';
    await markHandled(trx, alert.id, at.toISOString(), unsent ?? null);
    const unattended = isForShift(alert.kind) ? failedChannel[alert.kind] : undefined;
    return { alert, channels: went, unsent, unattended };
  }

  /** Whether an alert of a kind about failed messages is due, if there are any. */
  async function mayRaise(reader: Reader, kind: AlertKind, at: Date): Promise<boolean> {
    const last = await lastRaised(reader, kind, untilNow(at));
    return last === undefined || last <= isoBefore(at, failedEveryMs);
  }

  /** Raises one alert for all messages of a channel that need a person and were not told of. */
  async function raiseFailures(trx: Transaction<Tables>, channel: Channel, at: Date): Promise<void> {
    // Another server may have raised one since it was looked at.
    if (!(await mayRaise(trx, failedKinds[channel], at))) return;
    const failed = await untoldFailures(trx, channel, others, failureSliceRows);
    const count = await markTold(trx, failed, at.toISOString());
    if (count > 0) await raiseAlert(trx, { kind: failedKinds[channel], about: at.toISOString(), count, at });
  }

  const unattended = (reader: Reader, channel: Channel, at: Date, limit: number) =>
    unattendedFailures(reader, channel, 'alert', isoBefore(at, unattendedAfterMs), limit);

  /** Raises one alert to the people on shift for all messages of a channel that nobody has seen to for long. */
  async function raiseUnattended(trx: Transaction<Tables>, channel: Channel, at: Date): Promise<void> {
    if (!(await mayRaise(trx, unattendedKinds[channel], at))) return;
    const failed = await unattended(trx, channel, at, failureSliceRows);
    const count = await markShiftTold(trx, failed, at.toISOString());
    if (count > 0) await raiseAlert(trx, { kind: unattendedKinds[channel], about: at.toISOString(), count, at });
  }

  /** Sends an alert by the other channel when its message failed, or counts it as sent to nobody. It raises no alert, which would fail as well. */
  async function sendOtherWay(trx: Transaction<Tables>, channel: Channel, at: Date): Promise<void> {
    const failed = await untoldFailures(trx, channel, own, sliceRows);
    if ((await markTold(trx, failed, at.toISOString())) === 0) return;
    const way = other[channel];
    const recipients = await operators(trx);
    for (const alertId of new Set(failed.map(({ subject_id }) => subject_id))) {
      const messages = await messagesAbout(trx, alertId, ['alert']);
      const isWay = openOf(recipients).includes(way) && !messages.some(({ channel: went }) => went === way);
      if (isWay && (await send(trx, alertId, way, recipients, at))) continue;
      if (!messages.some(({ state }) => mayArrive.includes(state)))
        await markUnsent(trx, alertId, isWay ? 'capped' : 'no-way');
    }
  }

  const any = (rows: readonly unknown[]) => rows.length > 0;

  /** Raises what is to be raised about failed messages, and sends what was raised. */
  async function sweep(): Promise<void> {
    const at = now();
    const tell: Channel[] = [];
    const remind: Channel[] = [];
    const divert: Channel[] = [];
    for (const channel of channels) {
      const isUntold = any(await untoldFailures(db, channel, others, 1));
      if (isUntold && (await mayRaise(db, failedKinds[channel], at))) tell.push(channel);
      const isUnattended = any(await unattended(db, channel, at, 1));
      if (isUnattended && (await mayRaise(db, unattendedKinds[channel], at))) remind.push(channel);
      if (any(await untoldFailures(db, channel, own, 1))) divert.push(channel);
    }
    if (tell.length + remind.length + divert.length === 0 && !any(await openAlerts(db, 1))) return;
    const handled = await storage.transaction(async (trx) => {
      // One replica at a time, so that the cap is exact and an alert is sent once.
      await storage.dialect.lock(trx, ['alerts']);
      for (const channel of tell) await raiseFailures(trx, channel, at);
      for (const channel of remind) await raiseUnattended(trx, channel, at);
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

    /** Calls the listener for each alert, at the server that handles it, after its messages are on disk. */
    listen: (listener: (handled: Handled) => void): void => void listeners.add(listener),

    /** Begins to look by itself, once a second. */
    start: repeater.start,
    stop: repeater.stop,

    /** How many alerts of the last seven days were sent to nobody. */
    unsent: (): Promise<number> => countUnsent(db, isoBefore(now(), 7 * 24 * hourMs)),
  };
}
