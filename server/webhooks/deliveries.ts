/** Reads the deliveries of webhooks for people, and sends them again. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { mintId } from '#contract/reference.ts';
import { testEvent } from '#contract/webhooks.ts';
import type { DeskCaller } from '#server/caller.ts';
import type { Storage } from '#server/database/open.ts';
import { findPost, insertPosts, type Message, mostPostsAtOnce, postsPage, retryPosts } from '#server/outbox/service.ts';
import { encodePosition, type Position, pageOf, pageRows } from '#server/paging.ts';
import { distinct } from '#server/rows.ts';
import { type EndpointChanges, refused, type WebhookOutcome } from './endpoint-changes.ts';
import { type Event, eventsByIds, insertEvent, type Try, triesOf } from './store.ts';

/** A delivery with its event; the event is undefined once it was deleted. */
type DeliveryView = Message & { readonly event: Event | undefined };

const mostTries = 200;

export interface DeliveriesOptions {
  readonly storage: Pick<Storage, 'reads'>;
  readonly changes: EndpointChanges;
  readonly now: () => Date;
  /** Is called when a delivery is due. */
  readonly wake: () => void;
}

export function createDeliveries({ storage, changes, now, wake }: DeliveriesOptions) {
  const { note, withEndpoint } = changes;

  async function withEvents(posts: readonly Message[]): Promise<DeliveryView[]> {
    const events = await eventsByIds(storage.reads, distinct(posts, 'subject_id'));
    return posts.map((post) => ({ ...post, event: events.get(post.subject_id) }));
  }

  return {
    /** A page of the deliveries to an endpoint, sent or waiting, the newest first. */
    async deliveries(id: string, after: Position | undefined) {
      const posts = await postsPage(storage.reads, id, after, pageRows + 1);
      const page = pageOf(posts, (last) => encodePosition({ at: last.created_at, id: last.id }));
      return { deliveries: await withEvents(page.rows), nextCursor: page.cursor };
    },

    /** One delivery with its tries, the oldest first. Undefined when there is none of this id. */
    async delivery(endpointId: string, id: string): Promise<{ delivery: DeliveryView; tries: Try[] } | undefined> {
      const post = await findPost(storage.reads, endpointId, id);
      const [delivery] = post ? await withEvents([post]) : [];
      return delivery && { delivery, tries: await triesOf(storage.reads, id, mostTries) };
    },

    /** Queues a test event. It is a delivery like every other. */
    async test(id: string, by: DeskCaller): Promise<WebhookOutcome<string>> {
      const outcome = await withEndpoint<string>(id, by, async (trx, endpoint, at) => {
        if (endpoint.disabled_at !== null) return refused('isDisabled');
        const eventId = mintId();
        const when = at.toISOString();
        await insertEvent(trx, { id: eventId, type: testEvent, subject_id: id, at: when });
        const post = { kind: 'webhook', subjectId: eventId, recipient: id, at: when } as const;
        const [deliveryId = ''] = await insertPosts(trx, [post]);
        await note(trx, 'webhook-tested', { by, id });
        return { kind: 'done', value: deliveryId };
      });
      wake();
      return outcome;
    },

    /**
     * Sends deliveries again with their earlier `webhook-id`: the one named, or without an id all that the endpoint did not take. A
     * delivery that is being sent at this moment is left as it is. Resolves to their number.
     */
    async replay(id: string, deliveryId: string | undefined, by: DeskCaller): Promise<WebhookOutcome<number>> {
      const at = now().toISOString();
      for (let replayed = 0; ; ) {
        const outcome = await withEndpoint<number>(id, by, async (trx, endpoint) => {
          if (deliveryId !== undefined && !(await findPost(trx, id, deliveryId))) return refused('noDelivery');
          if (endpoint.disabled_at !== null) return refused('isDisabled');
          const count = await retryPosts(trx, { recipient: id, id: deliveryId, at });
          if (count > 0 && replayed === 0) await note(trx, 'webhook-replayed', { by, id });
          return { kind: 'done', value: count };
        });
        wake();
        if (outcome.kind !== 'done') return outcome;
        replayed += outcome.value;
        if (outcome.value < mostPostsAtOnce) return { kind: 'done', value: replayed };
        await letOthersRun();
      }
    },
  };
}
