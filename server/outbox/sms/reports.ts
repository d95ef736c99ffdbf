/** Writes a report of the text provider into its text, and hands it to the feature whose message it is. */
import type { Trx } from '#server/database/open.ts';
import { insertEvents, messagesChanged } from '../history.ts';
import type { RegisteredKinds, TextNews } from '../message-kind.ts';
import { lockText, subjectOfText, updateText } from '../store.ts';
import type { MessageState } from '../tables.ts';
import { failedStatuses } from './answers.ts';

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

/** The states of a text that is to be tried, or is being tried. */
const beforeATry: readonly MessageState[] = ['held', 'waiting', 'unsure'];

/**
 * Whether a report is about an earlier try than the one that counts. The row has the provider's id of the last try that the provider
 * took. While the text is to be tried again, which a person has asked for then, that is a try of before.
 */
const isOfEarlierTry = (
  { state, provider_id: known }: { readonly state: MessageState; readonly provider_id: string | null },
  providerId: string,
): boolean => known !== null && (known === providerId) === beforeATry.includes(state);

/**
 * Writes a report in the caller's transaction, and tells the feature of it (`onReport` of the message's kind). A report proves that the
 * provider has the text, so an uncertain text is not sent again. Reports may come twice and in any order. One about an earlier try than
 * the one that counts changes nothing, unless it says that a telephone has the text.
 *
 * @returns the subject's id of the text, if anything was written
 */
export async function noteReport(
  trx: Trx,
  kinds: Pick<RegisteredKinds, 'find'>,
  { messageId, providerId, status, errorCode }: TextReport,
  at: string,
): Promise<string | undefined> {
  const found = await subjectOfText(trx, messageId);
  if (!found) return undefined;
  const { subject_id: subjectId } = found;
  const { lockSubject, onReport } = kinds.find(found.kind) ?? {};
  await lockSubject?.(trx, subjectId);
  // The text is read after it is locked, because another report of it may have been written meanwhile.
  const message = await lockText(trx, messageId);
  if (!message) return undefined;
  const tell = async (news: TextNews) => onReport?.(trx, { ...message, subject_id: subjectId }, news, at);

  /** Writes the report into the history, as one about the last try: the report itself does not say which try it is about. */
  const note = async (kind: 'sent' | 'delivered' | 'undelivered', said: string) => {
    await insertEvents(trx, [{ message_id: messageId, at, kind, attempt: message.attempts, said }]);
    await messagesChanged(trx, messageId, {
      countChanged: kind === 'undelivered' || message.state === 'failed',
      channel: 'sms',
    });
  };

  const delivered = status === 'delivered';
  if (!delivered && isOfEarlierTry(message, providerId)) return undefined;
  if (delivered || onItsWay.includes(status)) {
    // A delivered text must not be sent again, whatever its state was.
    const isNews = delivered ? message.state !== 'sent' : message.state === 'waiting' || message.state === 'unsure';
    if (isNews) {
      const sentAt = message.sent_at ?? at;
      await updateText(trx, messageId, { state: 'sent', sent_at: sentAt, provider_id: providerId, last_error: null });
      if (!delivered) await note('sent', `The text provider reported ${status}.`);
      if (message.sent_at === null) await tell({ kind: 'sent' });
    }
    if (!delivered || message.delivered_at !== null) return isNews ? subjectId : undefined;
    await updateText(trx, messageId, { delivered_at: at });
    await note('delivered', 'The text provider reported delivered.');
    await tell({ kind: 'delivered' });
    return subjectId;
  }
  if (!failedStatuses.includes(status) || message.state === 'failed' || message.delivered_at !== null) return undefined;
  const reason = `The text provider reported ${status}${errorCode ? `, error ${errorCode}` : ''}.`;
  await updateText(trx, messageId, { state: 'failed', last_error: reason, provider_id: providerId, failed_at: at });
  await note('undelivered', reason);
  await tell({ kind: 'failed', reason });
  return subjectId;
}
