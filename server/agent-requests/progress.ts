/** What the outbox and the text provider report about a request's messages, written into its history. */
import type { Transaction } from 'kysely';
import type { Message, Step } from '#server/delivery/service.ts';
import type { Tables } from '#server/storage/schema.ts';
import { findWithoutTexts, onceAt, record } from './store.ts';

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
const failed = ['undelivered', 'failed', 'canceled'];

/** Says that nobody will get a text, if none is on its way any more. */
async function noteTextsFailed(trx: Transaction<Tables>, requestId: string, at: string): Promise<void> {
  const without = await findWithoutTexts(trx).where('id', '=', requestId).executeTakeFirst();
  if (without) await record(trx, requestId, { kind: 'not-texted', at, detail: 'failed' }, { texting: 'failed' });
}

/** Writes what a try of a message came to, in the transaction that marks it. */
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
  report: TextReport,
  at: string,
): Promise<string | undefined> {
  const { messageId, providerId, status, errorCode } = report;
  const message = await trx
    .selectFrom('messages')
    .select(['id', 'request_id', 'state', 'delivered_at', 'last_error'])
    .where('id', '=', messageId)
    .where('channel', '=', 'sms')
    .executeTakeFirst();
  const requestId = message?.request_id;
  if (!message || !requestId) return undefined;
  const update = (values: object) => trx.updateTable('messages').set(values).where('id', '=', messageId).execute();
  const delivered = status === 'delivered';

  if (delivered || onItsWay.includes(status)) {
    const news = message.state === 'waiting' || message.state === 'unsure';
    if (news) {
      const free = { lease_token: null, lease_until: null, last_error: null };
      await update({ state: 'sent', sent_at: at, provider_id: providerId, ...free });
      await record(trx, requestId, { kind: 'sent', at, detail: 'sms' }, { sent_at: onceAt('sent_at', at) });
    }
    if (!delivered || message.delivered_at !== null) return news ? requestId : undefined;
    await update({ delivered_at: at });
    await record(
      trx,
      requestId,
      { kind: 'delivered', at, detail: 'sms' },
      { delivered_at: onceAt('delivered_at', at) },
    );
    return requestId;
  }
  if (!failed.includes(status) || message.state === 'stuck' || message.delivered_at !== null) return undefined;
  const reason = `The text provider reported ${status}${errorCode ? `, error ${errorCode}` : ''}.`;
  const free = { lease_token: null, lease_until: null };
  await update({ state: 'stuck', last_error: reason, provider_id: providerId, ...free });
  await record(trx, requestId, { kind: 'undelivered', at, detail: reason });
  await noteTextsFailed(trx, requestId, at);
  return requestId;
}
