/** Queues an event for other programs in the change's transaction: none is lost, and none sent for what was rolled back. */
import { mintId } from '#contract/reference.ts';
import type { WebhookEvent } from '#contract/webhooks.ts';
import type { Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { insertPosts } from '#server/outbox/service.ts';
import { insertEvent, openEndpoints } from './store.ts';

interface NewEvent {
  readonly type: WebhookEvent;
  /** The id of a lead, a request or a dealership. */
  readonly subjectId: string;
  readonly at: Iso;
}

/**
 * Writes an event, and a delivery to each endpoint that chose its type, in the caller's transaction. Writes nothing when no
 * endpoint did. Only ids are stored: each try writes its request from the record.
 */
export async function emit(trx: Trx, { type, subjectId, at }: NewEvent): Promise<void> {
  const chosen = (await openEndpoints(trx)).filter(({ events }) => (JSON.parse(events) as string[]).includes(type));
  if (chosen.length === 0) return;
  const id = mintId();
  await insertEvent(trx, { id, type, subject_id: subjectId, at });
  await insertPosts(
    trx,
    chosen.map((endpoint) => ({ kind: 'webhook', subjectId: id, recipient: endpoint.id, at })),
  );
}
