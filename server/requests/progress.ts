/** What the outbox and the text provider report about a request's messages, written into its history. */
import type { Transaction } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import {
  failedStatuses,
  holdMessages,
  keepText,
  type Message,
  type Result,
  subjectOfText,
  updateText,
} from '#server/outbox/service.ts';
import { endOfClosing } from './closing.ts';
import {
  askedSince,
  askingKinds,
  findRequest,
  findWithoutTexts,
  lockRequest,
  type NewRequestEvent,
  onceAt,
  type RequestPatch,
  record,
} from './store.ts';

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

const asks = ({ kind }: Pick<Message, 'kind'>): boolean => askingKinds.some((one) => one === kind);

/**
 * What the result of a message changes in its request: nothing when the message asked somebody before the request was handed
 * back, because the card tells about those who are asked since.
 */
async function patchFor(
  trx: Transaction<Tables>,
  requestId: string,
  { created_at: askedAt }: Pick<Message, 'created_at'>,
  patch: RequestPatch,
): Promise<RequestPatch> {
  const request = await findRequest(trx, requestId);
  return request && askedAt >= askedSince(request) ? patch : {};
}

/**
 * Says that nobody will get a text, if none is on its way any more. False when one is. The caller holds the request
 * (`lockRequest`), so that its last two texts, failing at once, see each other.
 */
export async function noteTextsFailed(trx: Transaction<Tables>, requestId: string, at: string): Promise<boolean> {
  const without = await findWithoutTexts(trx).where('id', '=', requestId).executeTakeFirst();
  if (!without) return false;
  return record(trx, requestId, { kind: 'not-texted', at, detail: 'failed' }, { sms_status: 'failed' });
}

/** Writes the result of a try into the request's history, in the transaction that records it and has locked the request. */
export async function recordDelivery(
  trx: Transaction<Tables>,
  message: Message,
  result: Result,
  at: string,
): Promise<void> {
  const { subject_id: requestId, channel } = message;
  const request = await findRequest(trx, requestId);
  // A try that was on its way when the request was closed is not followed by another one in that minute.
  const closingAt = request?.closing_at;
  if (closingAt && request.ended_at === null) {
    await holdMessages(trx, requestId, { closingAt, endsAt: endOfClosing(closingAt) });
  }
  if (!asks(message)) return;
  if (result.state === 'sent') {
    const detail = message.state === 'unsure' ? `${channel}, perhaps a second time` : channel;
    const patch = await patchFor(trx, requestId, message, { sent_at: onceAt('sent_at', at) });
    await record(trx, requestId, { kind: 'sent', at, detail }, patch);
  }
  if (channel !== 'sms') return;
  if (result.state === 'unsure' && message.state !== 'unsure') {
    await record(trx, requestId, { kind: 'unsure', at, detail: channel });
  }
  if (result.state === 'failed') {
    await record(trx, requestId, { kind: 'undelivered', at, detail: result.reason });
    await noteTextsFailed(trx, requestId, at);
  }
}

/**
 * Writes what the text provider reports. A report proves that the provider has the text, so one whose fate was unknown
 * is not sent again. Reports may come twice and in any order. Returns the request, if anything was written about it.
 */
export async function noteReport(
  trx: Transaction<Tables>,
  storage: Pick<Storage, 'dialect'>,
  report: TextReport,
  at: string,
): Promise<string | undefined> {
  const { messageId, providerId, status, errorCode } = report;
  const found = await subjectOfText(trx, messageId);
  if (!found) return undefined;
  // An alert is about no request's history.
  const requestId = found.kind === 'alert' ? undefined : found.subject_id;
  if (requestId !== undefined) await lockRequest(trx, storage, requestId);
  // Read once it is ours: another report of the same text may have been written meanwhile.
  const message = await keepText(trx, storage, messageId);
  if (!message) return undefined;
  // Only what asks somebody to take the request is part of its history.
  const note = async (event: Omit<NewRequestEvent, 'at'>, patch: RequestPatch = {}) =>
    requestId !== undefined &&
    asks(message) &&
    (await record(trx, requestId, { ...event, at }, await patchFor(trx, requestId, message, patch)));

  const delivered = status === 'delivered';
  if (delivered || onItsWay.includes(status)) {
    // What a telephone has is not to be sent again, whatever was made of it before.
    const news = delivered ? message.state !== 'sent' : message.state === 'waiting' || message.state === 'unsure';
    if (news) {
      const sent = {
        state: 'sent',
        sent_at: message.sent_at ?? at,
        provider_id: providerId,
        last_error: null,
      } as const;
      await updateText(trx, messageId, sent);
      if (message.sent_at === null) await note({ kind: 'sent', detail: 'sms' }, { sent_at: onceAt('sent_at', at) });
    }
    if (!delivered || message.delivered_at !== null) return news ? requestId : undefined;
    await updateText(trx, messageId, { delivered_at: at });
    await note({ kind: 'delivered', detail: 'sms' }, { delivered_at: onceAt('delivered_at', at), sms_status: 'going' });
    return requestId;
  }
  if (!failedStatuses.includes(status) || message.state === 'failed' || message.delivered_at !== null) return undefined;
  // The text of an earlier try; a later one was taken.
  if (message.provider_id !== null && message.provider_id !== providerId) return undefined;
  const reason = `The text provider reported ${status}${errorCode ? `, error ${errorCode}` : ''}.`;
  await updateText(trx, messageId, { state: 'failed', last_error: reason, provider_id: providerId });
  await note({ kind: 'undelivered', detail: reason });
  if (requestId !== undefined) await noteTextsFailed(trx, requestId, at);
  return requestId;
}
