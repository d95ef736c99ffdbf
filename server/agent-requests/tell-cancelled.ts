/** Tells who was asked that nobody has to come any more, in the caller's transaction. */
import type { Transaction } from 'kysely';
import { requestTimings } from '#contract/agent-request.ts';
import type { Config } from '#server/config.ts';
import type { Delivery } from '#server/delivery/service.ts';
import type { Storage } from '#server/storage/open.ts';
import type { Tables } from '#server/storage/schema.ts';
import { textsLeft } from './hourly-cap.ts';
import { type AgentRequest, askedBy } from './store.ts';

export interface TellCancelledOptions {
  readonly storage: Pick<Storage, 'differences'>;
  readonly delivery: Pick<Delivery, 'can' | 'enqueue' | 'enqueueText'>;
  readonly config: Pick<Config, 'sms'>;
}

export function createTellCancelled({ storage, delivery, config }: TellCancelledOptions) {
  /**
   * Writes a mail to whoever was written to, and a text to the agent who accepted, if one can go: everybody else sees it
   * on the link, and is not woken for it.
   */
  return async function tellCancelled(
    trx: Transaction<Tables>,
    { id, accepted_link_id: acceptedLink }: Pick<AgentRequest, 'id' | 'accepted_link_id'>,
    at: Date,
  ): Promise<void> {
    const expiresAt = new Date(at.getTime() + requestTimings.expireAfterMs).toISOString();
    const common = { kind: 'request-cancelled', requestId: id, at, expiresAt } as const;
    const asked = await askedBy(trx, id);
    for (const { channel, attempts, link_id: linkId, recipient } of asked) {
      if (linkId !== null && channel === 'mail' && attempts > 0) {
        await delivery.enqueue(trx, { ...common, linkId, recipient });
      }
    }
    const text = asked.find(({ channel, link_id }) => channel === 'sms' && link_id === acceptedLink);
    if (acceptedLink === null || !text || !delivery.can.sms) return;
    if ((await textsLeft(storage, trx, config.sms, at)) === 0) return;
    await delivery.enqueueText(trx, { ...common, linkId: acceptedLink, recipient: text.recipient });
  };
}
