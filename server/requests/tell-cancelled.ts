/** Tells who was asked that nobody has to come any more, in the caller's transaction. */
import type { Transaction } from 'kysely';
import { requestTimings } from '#contract/agent-request.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { type Delivery, messagesAbout } from '#server/outbox/service.ts';
import { textsLeft } from './hourly-cap.ts';
import { type AgentRequest, askingKinds } from './store.ts';

export interface TellCancelledOptions {
  readonly storage: Pick<Storage, 'dialect'>;
  readonly delivery: Pick<Delivery, 'can' | 'enqueue' | 'enqueueText'>;
  readonly config: Pick<Config, 'sms'>;
}

export type TellCancelled = ReturnType<typeof createTellCancelled>;

export function createTellCancelled({ storage, delivery, config }: TellCancelledOptions) {
  /**
   * Writes a mail to whoever was written to, and a text to the agent who accepted, if one can go: everybody else sees it
   * on the link, and is not woken for it. A server that comes back long after the end tells nobody.
   */
  return async function tellCancelled(
    trx: Transaction<Tables>,
    { id, accepted_link_id: acceptedLink }: Pick<AgentRequest, 'id' | 'accepted_link_id'>,
    at: Date,
    endedAt: Date,
  ): Promise<void> {
    const expiresAt = new Date(endedAt.getTime() + requestTimings.expireAfterMs).toISOString();
    if (expiresAt <= at.toISOString()) return;
    const common = { kind: 'request-cancelled', subjectId: id, at, expiresAt } as const;
    const asked = await messagesAbout(trx, id, askingKinds);
    // Whoever was asked twice is told once.
    const mails = new Map(
      asked.flatMap(({ channel, attempts, detail_id, recipient }) =>
        detail_id !== null && channel === 'mail' && attempts > 0 ? [[recipient, detail_id] as const] : [],
      ),
    );
    for (const [recipient, linkId] of mails) {
      await delivery.enqueue(trx, { ...common, detailId: linkId, recipient, firstOperatorOnly: true });
    }
    const text = asked.findLast(({ channel, detail_id }) => channel === 'sms' && detail_id === acceptedLink);
    if (acceptedLink === null || !text || !delivery.can.sms) return;
    if ((await textsLeft(storage, trx, config.sms, at)) === 0) return;
    await delivery.enqueueText(trx, { ...common, detailId: acceptedLink, recipient: text.recipient });
  };
}
