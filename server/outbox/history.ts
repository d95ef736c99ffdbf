/**
 * The history of each message: every try with its step and what was said, the provider's reports, and what people did. `noteTry` and
 * `noteOver` also tell the consoles that the message changed; a caller of `insertEvents` has to do that itself.
 */
import type { Insertable } from 'kysely';
import type { MessageEventName } from '#contract/desk/messages.ts';
import { changed } from '#server/changes/service.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import type { Message } from './claims.ts';
import type { Outcome, Result } from './retry-schedule.ts';
import type { Channel, MessageEventTable, MessageState } from './tables.ts';

/** Whether a message in this state needs a person. The desk counts these. */
const needsPerson = (state: MessageState) => state === 'failed';

/**
 * Tells the consoles that messages changed.
 *
 * @param id the message; null when several changed, so that a console reads all that it shows again
 * @param countChanged whether the number of messages that need a person may have changed
 */
export async function messagesChanged(
  trx: Trx,
  id: string | null,
  { countChanged, channel }: { readonly countChanged: boolean; readonly channel: Channel },
): Promise<void> {
  if (channel === 'webhook') return changed(trx, 'connections');
  await changed(trx, 'messages', id);
  if (countChanged) await changed(trx, 'counts');
}

export const insertEvents = (trx: Trx, events: readonly Insertable<MessageEventTable>[]) =>
  trx.insertInto('message_events').values(events).execute();

const kindOf: Record<Result['state'], MessageEventName> = {
  sent: 'sent',
  waiting: 'later',
  unsure: 'unsure',
  failed: 'failed',
};

/**
 * Writes the result of a try into the history.
 *
 * @param message the message as it was before the try
 * @param outcome what the transport said; undefined when no transport was asked
 */
export async function noteTry(
  trx: Trx,
  message: Pick<Message, 'id' | 'channel' | 'attempts' | 'state'>,
  result: Result,
  outcome: Outcome | undefined,
  at: string,
): Promise<void> {
  const reason = 'reason' in result ? result.reason : undefined;
  const said = outcome?.kind === 'sent' ? outcome.said : (outcome?.reason ?? reason);
  const step = outcome && 'step' in outcome ? outcome.step : undefined;
  const { id, attempts: attempt, channel } = message;
  await insertEvents(trx, [{ message_id: id, at, kind: kindOf[result.state], attempt, step, said }]);
  const countChanged = needsPerson(result.state) || needsPerson(message.state);
  await messagesChanged(trx, id, { countChanged, channel });
}

/** Writes into the history of a message that it is not sent any more, and why. */
export async function noteOver(
  trx: Trx,
  over: { readonly id: string; readonly channel: Channel; readonly reason: string; readonly at: string },
): Promise<void> {
  const { id, channel, reason: said, at } = over;
  await insertEvents(trx, [{ message_id: id, at, kind: 'over', attempt: 0, said }]);
  await messagesChanged(trx, id, { countChanged: false, channel });
}

/** The history of a message, the oldest event first. */
export const eventsOfMessage = (db: Reader, messageId: string) =>
  db.selectFrom('message_events').selectAll().where('message_id', '=', messageId).orderBy('seq').execute();
