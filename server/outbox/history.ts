/**
 * The history of each message: every try with what was said and at which step, what the provider reported, and what people did.
 * Whoever writes it also tells the consoles that the message changed.
 */
import type { Transaction } from 'kysely';
import type { MessageEventName, SendStep } from '#contract/desk/messages.ts';
import { changed } from '#server/changes/service.ts';
import type { Reader } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Outcome, Result } from './retry-schedule.ts';
import type { Channel, MessageState } from './tables.ts';

export interface NewMessageEvent {
  readonly messageId: string;
  /** ISO-8601. */
  readonly at: string;
  readonly kind: MessageEventName;
  readonly attempt: number;
  readonly step?: SendStep | undefined;
  readonly said?: string | undefined;
  readonly personId?: string | null | undefined;
}

/** How many messages need a person changes when one begins to, and when one no longer does. */
const needsPerson = (state: MessageState) => state === 'failed';

/** Tells the consoles that messages changed. Without an id whoever shows messages reads all of them again. */
export async function messagesChanged(
  trx: Transaction<Tables>,
  id: string | null,
  { countChanged, channel }: { readonly countChanged: boolean; readonly channel: Channel },
): Promise<void> {
  if (channel === 'webhook') return changed(trx, 'connections');
  await changed(trx, 'messages', id);
  if (countChanged) await changed(trx, 'counts');
}

export const insertEvents = (trx: Transaction<Tables>, events: readonly NewMessageEvent[]) =>
  trx
    .insertInto('message_events')
    .values(
      events.map(({ messageId, at, kind, attempt, step, said, personId }) => ({
        message_id: messageId,
        at,
        kind,
        attempt,
        step: step ?? null,
        said: said ?? null,
        person_id: personId ?? null,
      })),
    )
    .execute();

const kindOf: Record<Result['state'], MessageEventName> = {
  sent: 'sent',
  waiting: 'later',
  unsure: 'unsure',
  failed: 'failed',
};

/**
 * Writes the result of a try into the history.
 *
 * @param message as it was before
 * @param outcome what the transport said; undefined when nobody was asked
 */
export async function noteTry(
  trx: Transaction<Tables>,
  message: {
    readonly id: string;
    readonly channel: Channel;
    readonly attempts: number;
    readonly state: MessageState;
  },
  result: Result,
  outcome: Outcome | undefined,
  at: string,
): Promise<void> {
  const reason = 'reason' in result ? result.reason : undefined;
  const said = outcome?.kind === 'sent' ? outcome.said : (outcome?.reason ?? reason);
  const step = outcome && 'step' in outcome ? outcome.step : undefined;
  const { id: messageId, attempts: attempt, channel } = message;
  await insertEvents(trx, [{ messageId, at, kind: kindOf[result.state], attempt, step, said }]);
  const countChanged = needsPerson(result.state) || needsPerson(message.state);
  await messagesChanged(trx, messageId, { countChanged, channel });
}

/** Writes into the history of a message that it is not sent any more, and why. */
export async function noteOver(
  trx: Transaction<Tables>,
  over: { readonly id: string; readonly channel: Channel; readonly reason: string; readonly at: string },
): Promise<void> {
  const { id: messageId, channel, reason: said, at } = over;
  await insertEvents(trx, [{ messageId, at, kind: 'over', attempt: 0, said }]);
  await messagesChanged(trx, messageId, { countChanged: false, channel });
}

/** What happened to a message, oldest first. */
export const eventsOfMessage = (db: Reader, messageId: string) =>
  db.selectFrom('message_events').selectAll().where('message_id', '=', messageId).orderBy('seq').execute();
