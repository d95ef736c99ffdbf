/** What the outbox and the text provider report about a request's messages, written into its history. */
import type { Transaction } from 'kysely';
import { failedStatuses, type Message, type Step } from '#server/delivery/service.ts';
import type { Storage } from '#server/storage/open.ts';
import type { Tables } from '#server/storage/schema.ts';
import { type Facts, findWithoutTexts, type Happening, onceAt, record } from './store.ts';

/** A report of the text provider, checked. */
export interface TextReport {
  readonly messageId: string;
  readonly providerId: string;
  readonly status: string;
  /** The provider's error number, if there is one. */
  readonly errorCode: string | undefined;
}

/** The statuses of a text that the provider has and that may still arrive. */
const onItsWay = ['accepted', 'scheduled', 'queued', 'sending', 'sent'];

/**
 * Says that nobody will get a text, if none is on its way any more. False when one is. The caller holds the request
 * (`lockRequest`), so that its last two texts, failing at once, see each other.
 */
export async function noteTextsFailed(trx: Transaction<Tables>, requestId: string, at: string): Promise<boolean> {
  const without = await findWithoutTexts(trx).where('id', '=', requestId).executeTakeFirst();
  if (!without) return false;
  return record(trx, requestId, { kind: 'not-texted', at, detail: 'failed' }, { texting: 'failed' });
}

/** Writes what a try of a message came to, in the transaction that marks it and that holds the request. */
export async function noteSettled(trx: Transaction<Tables>, message: Message, step: Step, at: string): Promise<void> {
  const { request_id: requestId, channel, kind } = message;
  if (requestId === null || kind !== 'request-agent') return;
  if (step.state === 'sent') {
    const detail = message.state === 'unsure' ? `${channel}, perhaps a second time` : channel;
    await record(trx, requestId, { kind: 'sent', at, detail }, { sent_at: onceAt('sent_at', at) });
  }
  if (channel !== 'sms') return;
  if (step.state === 'unsure' && message.state !== 'unsure') {
    await record(trx, requestId, { kind: 'unsure', at, detail: channel });
  }
  if (step.state === 'stuck') {
    await record(trx, requestId, { kind: 'undelivered', at, detail: step.reason });
    await noteTextsFailed(trx, requestId, at);
  }
}

/**
 * Writes what the text provider reports. A report proves that the provider has the text, so one whose fate was unknown
 * is not sent again. Reports may come twice and in any order. Returns the request, if anything was written about it.
 */
export async function noteReport(
  trx: Transaction<Tables>,
  storage: Pick<Storage, 'differences' | 'lockRequest'>,
  report: TextReport,
  at: string,
): Promise<string | undefined> {
  const { messageId, providerId, status, errorCode } = report;
  const text = trx.selectFrom('messages').where('id', '=', messageId).where('channel', '=', 'sms');
  const found = await text.select('request_id').executeTakeFirst();
  if (!found) return undefined;
  // An alert is about no request's history.
  const requestId = found.request_id ?? undefined;
  if (requestId !== undefined) await storage.lockRequest(trx, requestId);
  // Read once it is ours: another report of the same text may have been written meanwhile.
  const columns = ['kind', 'state', 'sent_at', 'delivered_at', 'provider_id'] as const;
  const message = await storage.differences.keepRows(text.select(columns)).executeTakeFirst();
  if (!message) return undefined;
  const free = { lease_token: null, lease_until: null };
  const update = (values: object) => trx.updateTable('messages').set(values).where('id', '=', messageId).execute();
  // A text about a cancellation is no part of the history of a request, which is over.
  const note = async (happening: Omit<Happening, 'at'>, facts: Facts = {}) =>
    requestId !== undefined &&
    message.kind === 'request-agent' &&
    (await record(trx, requestId, { ...happening, at }, facts));

  const delivered = status === 'delivered';
  if (delivered || onItsWay.includes(status)) {
    // What a telephone has is not to be sent again, whatever was made of it before.
    const news = delivered ? message.state !== 'sent' : message.state === 'waiting' || message.state === 'unsure';
    if (news) {
      const sent = { state: 'sent', sent_at: message.sent_at ?? at, provider_id: providerId, last_error: null };
      await update({ ...sent, ...free });
      if (message.sent_at === null) await note({ kind: 'sent', detail: 'sms' }, { sent_at: onceAt('sent_at', at) });
    }
    if (!delivered || message.delivered_at !== null) return news ? requestId : undefined;
    await update({ delivered_at: at });
    await note({ kind: 'delivered', detail: 'sms' }, { delivered_at: onceAt('delivered_at', at), texting: 'going' });
    return requestId;
  }
  if (!failedStatuses.includes(status) || message.state === 'stuck' || message.delivered_at !== null) return undefined;
  // The text of an earlier try; a later one was taken.
  if (message.provider_id !== null && message.provider_id !== providerId) return undefined;
  const reason = `The text provider reported ${status}${errorCode ? `, error ${errorCode}` : ''}.`;
  await update({ state: 'stuck', last_error: reason, provider_id: providerId, ...free });
  await note({ kind: 'undelivered', detail: reason });
  if (requestId !== undefined) await noteTextsFailed(trx, requestId, at);
  return requestId;
}
