/** Tells other programs that something happened: written in the transaction in which it happens, so no event is lost and none is invented. */
import type { Transaction } from 'kysely';
import { mintId } from '#contract/reference.ts';
import type { WebhookEvent } from '#contract/webhooks.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { insertPosts } from '#server/outbox/service.ts';
import { insertEvent, openEndpoints } from './store.ts';

export interface NewEvent {
  readonly type: WebhookEvent;
  /** A lead, a request or a dealership. */
  readonly subjectId: string;
  readonly at: Iso;
}

/**
 * Writes an event and a delivery to each endpoint that chose its type, in the caller's transaction. It writes nothing when no endpoint
 * did. It keeps ids alone: what is sent is written from the record at each try.
 */
export async function emit(trx: Transaction<Tables>, { type, subjectId, at }: NewEvent): Promise<void> {
  const chosen = (await openEndpoints(trx)).filter(({ events }) => (JSON.parse(events) as string[]).includes(type));
  if (chosen.length === 0) return;
  const id = mintId();
  await insertEvent(trx, { id, type, subject_id: subjectId, at });
  await insertPosts(
    trx,
    chosen.map((endpoint) => ({ kind: 'webhook', subjectId: id, recipient: endpoint.id, at })),
  );
}
