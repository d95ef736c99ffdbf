/**
 * Alerts: what the operator must hear of although nobody looks. Raising one is a row in the caller's transaction; sending
 * it is done here a moment later, by text to `ALERT_PHONE` and by mail to `MAIL_TO`, and by the other way when one fails.
 */
import type { Transaction } from 'kysely';
import { mintId } from '#contract/reference.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { countSubjects, type Delivery, markTold, messagesAbout, untoldFailures } from '#server/outbox/service.ts';
import type { Channel, MessageState } from '#server/outbox/tables.ts';
import { createRepeater } from '#server/repeat.ts';
import { untilNow } from '#server/skew.ts';
import { channelsFor, failedEveryMs, failedKinds, freshForMs } from './kinds.ts';
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
  readonly alert: Pick<Alert, 'id' | 'kind' | 'request_id'>;
  readonly channels: readonly Channel[];
  readonly unsent: AlertUnsent | undefined;
}

export interface AlertsOptions {
  readonly storage: Pick<Storage, 'db' | 'transaction' | 'dialect'>;
  readonly delivery: Pick<Delivery, 'can' | 'enqueue' | 'enqueueText' | 'wake'>;
  readonly config: Pick<Config, 'alerts'>;
  readonly now: () => Date;
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

export function createAlerts({ storage, delivery, config, now, onHandled, onError }: AlertsOptions) {
  const { db } = storage;
  const { phone, perHour } = config.alerts;
  const before = (at: Date, ms: number) => new Date(at.getTime() - ms).toISOString();

  /** The channels over which the operator can be reached at all. */
  const open = channels.filter((channel) => delivery.can[channel] && (channel === 'mail' || phone !== undefined));

  /** Writes an alert's message on a channel, unless the hour's alerts are used up. */
  async function send(trx: Transaction<Tables>, alertId: string, channel: Channel, at: Date): Promise<boolean> {
    if ((await countSubjects(trx, 'alert', channel, before(at, hourMs), untilNow(at))) >= perHour) return false;
    const expiresAt = new Date(at.getTime() + freshForMs[channel]).toISOString();
    const message = { kind: 'alert', subjectId: alertId, at, expiresAt } as const;
    if (channel === 'mail') await delivery.enqueue(trx, { ...message, recipient: '' });
    else await delivery.enqueueText(trx, { ...message, recipient: phone ?? '' });
    return true;
  }

  async function handle(trx: Transaction<Tables>, alert: Alert, at: Date): Promise<Handled> {
    const wanted = channelsFor(alert.kind, open);
    const went: Channel[] = [];
    for (const channel of wanted) if (await send(trx, alert.id, channel, at)) went.push(channel);
    const unsent = went.length > 0 ? undefined : wanted.length > 0 ? 'capped' : 'no-way';
    await markHandled(trx, alert.id, at.toISOString(), unsent ?? null);
    return { alert, channels: went, unsent };
  }

  /** Whether an alert about failed messages of this channel is due, if there are any. */
  async function mayTellFailures(channel: Channel, at: Date): Promise<boolean> {
    const last = await lastRaised(db, failedKinds[channel], untilNow(at));
    return last === undefined || last <= before(at, failedEveryMs);
  }

  /** Raises one alert for all messages of a channel that need a person and were not told of. */
  async function raiseFailures(trx: Transaction<Tables>, channel: Channel, at: Date): Promise<void> {
    const failed = await untoldFailures(trx, channel, others, failureSliceRows);
    if (failed.length === 0) return;
    await markTold(
      trx,
      failed.map(({ id }) => id),
      at.toISOString(),
    );
    await raiseAlert(trx, { kind: failedKinds[channel], about: at.toISOString(), count: failed.length, at });
  }

  /** Sends an alert by the other channel when its message failed, or counts it as sent to nobody. It raises no alert, which would fail as well. */
  async function sendOtherWay(trx: Transaction<Tables>, channel: Channel, at: Date): Promise<void> {
    const failed = await untoldFailures(trx, channel, own, sliceRows);
    if (failed.length === 0) return;
    await markTold(
      trx,
      failed.map(({ id }) => id),
      at.toISOString(),
    );
    const way = other[channel];
    for (const alertId of new Set(failed.map(({ subject_id }) => subject_id))) {
      const messages = await messagesAbout(trx, alertId, ['alert']);
      const isWay = open.includes(way) && !messages.some(({ channel: went }) => went === way);
      if (isWay && (await send(trx, alertId, way, at))) continue;
      if (!messages.some(({ state }) => mayArrive.includes(state)))
        await markUnsent(trx, alertId, isWay ? 'capped' : 'no-way');
    }
  }

  const any = (rows: readonly unknown[]) => rows.length > 0;

  /** Raises what is to be raised about failed messages, and sends what was raised. */
  async function sweep(): Promise<void> {
    const at = now();
    const tell: Channel[] = [];
    const divert: Channel[] = [];
    for (const channel of channels) {
      if (any(await untoldFailures(db, channel, others, 1)) && (await mayTellFailures(channel, at))) tell.push(channel);
      if (any(await untoldFailures(db, channel, own, 1))) divert.push(channel);
    }
    if (tell.length + divert.length === 0 && !any(await openAlerts(db, 1))) return;
    const handled = await storage.transaction(async (trx) => {
      // One replica at a time, so that the cap is exact and an alert is sent once.
      await storage.dialect.lock(trx, ['alerts']);
      for (const channel of tell) await raiseFailures(trx, channel, at);
      for (const channel of divert) await sendOtherWay(trx, channel, at);
      const done: Handled[] = [];
      for (const alert of await openAlerts(trx, sliceRows)) done.push(await handle(trx, alert, at));
      return done;
    });
    for (const one of handled) onHandled(one);
    delivery.wake();
  }

  const repeater = createRepeater({ everyMs: sweepEveryMs, work: sweep, onError });

  return {
    /** The channels over which the operator can be reached. */
    open,

    sweep,

    /** Begins to look by itself, once a second. */
    start: repeater.start,
    stop: repeater.stop,

    /** How many alerts of the last seven days were sent to nobody. */
    unsent: (): Promise<number> => countUnsent(db, before(now(), 7 * 24 * hourMs)),
  };
}
