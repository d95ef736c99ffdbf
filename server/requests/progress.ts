/** Writes into the history of a request what the outbox and the text provider report about its messages. */
import type { Trx } from '#server/database/open.ts';
import { type Message, pauseMessages, type ReportedText, type Result, type TextNews } from '#server/outbox/service.ts';
import { takeBackUntil } from './closing.ts';
import { publicNameOf } from './links.ts';
import {
  askedSince,
  askingKinds,
  findRequest,
  type NewRequestEvent,
  onceAt,
  type RequestPatch,
  record,
} from './store.ts';
import { findLinkById } from './store-links.ts';
import { withoutTexts } from './store-sweep.ts';

const asks = ({ kind }: Pick<Message, 'kind'>): boolean => askingKinds.some((one) => one === kind);

/** The channel of a message and whom it is to. A message without a link names nobody. */
async function wayOf(
  trx: Trx,
  { channel, detail_id: linkId }: Pick<Message, 'channel' | 'detail_id'>,
): Promise<string> {
  const link = linkId === null ? undefined : await findLinkById(trx, linkId);
  return link ? `${channel} to ${publicNameOf(link)}` : channel;
}

/**
 * The columns that the result of a message changes in its request. They are none when the message was written before the request was
 * handed back, because the card shows only the messages since then.
 */
async function patchFor(
  trx: Trx,
  requestId: string,
  { created_at: askedAt }: Pick<Message, 'created_at'>,
  patch: RequestPatch,
): Promise<RequestPatch> {
  const request = await findRequest(trx, requestId);
  return request && askedAt >= askedSince(request) ? patch : {};
}

/**
 * Writes that nobody will get a text. False when a text is still on its way, or the request does not count on one any more, for example
 * because somebody has accepted. The caller has locked the request (`lockRequest`), so when its last two texts fail at once, one of them
 * sees that the other has failed.
 */
export async function noteTextsFailed(trx: Trx, requestId: string, at: string): Promise<boolean> {
  const without = await withoutTexts(trx).where('id', '=', requestId).executeTakeFirst();
  if (!without) return false;
  return record(trx, requestId, { kind: 'not-texted', at, detail: 'failed' }, { sms_status: 'failed' });
}

/** Writes the result of a try into the request's history, in the transaction that records it and has locked the request. */
export async function recordDelivery(trx: Trx, message: Message, result: Result, at: string): Promise<void> {
  const { subject_id: requestId, channel } = message;
  const request = await findRequest(trx, requestId);
  // A message that was being tried when the request was closed is not tried again in its last minute.
  const closingAt = request?.closing_at;
  if (closingAt && request.ended_at === null) {
    await pauseMessages(trx, requestId, { closingAt, endsAt: takeBackUntil(closingAt) });
  }
  if (!asks(message)) return;
  const way = await wayOf(trx, message);
  if (result.state === 'sent') {
    const detail = message.state === 'unsure' ? `${way}, perhaps a second time` : way;
    const patch = await patchFor(trx, requestId, message, { sent_at: onceAt('sent_at', at) });
    await record(trx, requestId, { kind: 'sent', at, detail }, patch);
  }
  if (channel !== 'sms') return;
  if (result.state === 'unsure' && message.state !== 'unsure') {
    await record(trx, requestId, { kind: 'unsure', at, detail: way });
  }
  if (result.state === 'failed') {
    await record(trx, requestId, { kind: 'undelivered', at, detail: `${way}: ${result.reason}` });
    await noteTextsFailed(trx, requestId, at);
  }
}

/**
 * Writes a report of the text provider into the request's history, in the transaction that writes it into the text and has locked the
 * request. Only texts that ask somebody to take the request are a part of its history.
 */
export async function recordReport(trx: Trx, text: ReportedText, news: TextNews, at: string): Promise<void> {
  const { subject_id: requestId } = text;
  if (!asks(text)) return;
  const way = await wayOf(trx, text);
  const note = async (event: Omit<NewRequestEvent, 'at'>, patch: RequestPatch = {}) =>
    record(trx, requestId, { ...event, at }, await patchFor(trx, requestId, text, patch));
  if (news.kind === 'sent') {
    await note({ kind: 'sent', detail: way }, { sent_at: onceAt('sent_at', at) });
  } else if (news.kind === 'delivered') {
    await note({ kind: 'delivered', detail: way }, { delivered_at: onceAt('delivered_at', at), sms_status: 'going' });
  } else {
    await note({ kind: 'undelivered', detail: `${way}: ${news.reason}` });
    await noteTextsFailed(trx, requestId, at);
  }
}
