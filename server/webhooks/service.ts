/**
 * Webhooks: events go to endpoints that somebody added at the desk, signed, by the outbox. `emit` is called in the transaction of what
 * happened; everything else here is what people do with endpoints and deliveries.
 */
import type { Transaction } from 'kysely';
import type { AuditAction } from '#contract/desk/audit.ts';
import type { ConnectionRefusal, EndpointState } from '#contract/desk/connections.ts';
import { mintId } from '#contract/reference.ts';
import { nameLine } from '#contract/text.ts';
import { testEvent, type WebhookEvent, webhookLimits, webhookTimes } from '#contract/webhooks.ts';
import type { AuditLog } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import type { Reader, Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import {
  countPosts,
  deleteOldPosts,
  failPosts,
  findPost,
  insertPosts,
  type Message,
  postsPage,
  readAddress,
  retryPosts,
  type Targets,
} from '#server/outbox/service.ts';
import type { Place } from '#server/place.ts';
import type { Prunable } from '#server/pruning.ts';
import type { Sealer } from '#server/sealing.ts';
import { isoAfter } from '#server/times.ts';
import { disabledReason } from './messages.ts';
import { mintSecret } from './signature.ts';
import {
  allEndpoints,
  deleteOldEvents,
  deleteOldTries,
  type Endpoint,
  type Event,
  eventsByIds,
  findEndpoint,
  insertEndpoint,
  insertEvent,
  keepEndpoint,
  type Try,
  triesOf,
  updateEndpoint,
} from './store.ts';

export { emit, type NewEvent } from './emit.ts';
export { type ReadSubject, type WebhookSending, webhookIdOf, webhookMessages } from './messages.ts';
export { blankTriesAbout, endpointNames } from './store.ts';
export { madeEndpoints, takenOverEndpoints } from './store-taken-over.ts';

/** Tries, deliveries and events are kept for 30 days. */
export const prunableWebhooks: readonly Prunable[] = [
  { name: 'webhook tries', keptForMs: webhookTimes.keptForMs, deleteBefore: deleteOldTries },
  { name: 'webhook deliveries', keptForMs: webhookTimes.keptForMs, deleteBefore: deleteOldPosts },
  // An event outlives its deliveries by more than the longest time that one can wait.
  { name: 'webhook events', keptForMs: 2 * webhookTimes.keptForMs, deleteBefore: deleteOldEvents },
];

export interface WebhooksOptions {
  readonly storage: Pick<Storage, 'db' | 'reads' | 'transaction' | 'dialect'>;
  readonly audit: AuditLog;
  readonly sealer: Sealer;
  readonly targets: Targets;
  readonly now: () => Date;
  /** Hears that a delivery is due. */
  readonly wake: () => void;
}

export interface EndpointFields {
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

/** An endpoint with how it stands. */
export type EndpointView = Endpoint & {
  readonly state: EndpointState;
  readonly waiting: number;
  readonly failed: number;
};

/** A delivery with its event; undefined when that was deleted. */
export type DeliveryView = Message & { readonly event: Event | undefined };

export type WebhookOutcome<Done = EndpointView> =
  | { readonly kind: 'done'; readonly value: Done }
  /** Somebody else has changed it since; nothing was written. */
  | { readonly kind: 'changed'; readonly value: EndpointView }
  | { readonly kind: 'refused'; readonly why: ConnectionRefusal };

const mostCounted = 1000;
const pageRows = 50;
const mostTries = 200;

const stateOf = ({ disabled_at, failing_since }: Endpoint): EndpointState =>
  disabled_at !== null ? 'disabled' : failing_since !== null ? 'failing' : 'working';

const refused = (why: ConnectionRefusal) => ({ kind: 'refused', why }) as const;

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks({ storage, audit, sealer, targets, now, wake }: WebhooksOptions) {
  async function view(db: Reader, endpoint: Endpoint): Promise<EndpointView> {
    return { ...endpoint, state: stateOf(endpoint), ...(await countPosts(db, endpoint.id, mostCounted)) };
  }

  /** What was typed, as it is stored; or why it cannot be. */
  function read({ name, url, events }: EndpointFields) {
    const chosen = [...new Set(events)];
    const address = readAddress(url, targets);
    if (nameLine(name) === '') return refused('badName');
    if ('fault' in address) return refused(address.fault);
    if (chosen.length === 0) return refused('noEvents');
    return {
      kind: 'read',
      values: { name: nameLine(name), url: address.url, events: JSON.stringify(chosen) },
    } as const;
  }

  /** The sealed secret that signs beside the current one. One that was sealed with a lost key signs nothing. */
  function signingBeside({ earlier_secret, earlier_until }: Endpoint, at: Date): string | undefined {
    if (earlier_secret === null || earlier_until === null || earlier_until <= at.toISOString()) return undefined;
    return sealer.open('webhook-secret', earlier_secret) === undefined ? undefined : earlier_secret;
  }

  const note = async (
    trx: Transaction<Tables>,
    action: AuditAction,
    { by, id, fields }: { readonly by: string; readonly id: string; readonly fields?: readonly string[] },
  ) => {
    await changed(trx, 'connections');
    await audit.write(trx, {
      by,
      action,
      about: [{ kind: 'webhook', id }],
      detail: fields ? { fields } : {},
    });
  };

  /** Does something with an endpoint while nobody else does. */
  const withEndpoint = <Done>(
    id: string,
    work: (trx: Transaction<Tables>, endpoint: Endpoint, at: Date) => Promise<WebhookOutcome<Done>>,
  ): Promise<WebhookOutcome<Done>> =>
    storage.transaction(async (trx) => {
      const endpoint = await keepEndpoint(trx, storage, id);
      return endpoint ? work(trx, endpoint, now()) : refused('notFound');
    });

  const doneWith = async (trx: Transaction<Tables>, id: string): Promise<WebhookOutcome> => {
    const endpoint = await findEndpoint(trx, id);
    return endpoint ? { kind: 'done', value: await view(trx, endpoint) } : refused('notFound');
  };

  async function withEvents(posts: readonly Message[]): Promise<DeliveryView[]> {
    const events = await eventsByIds(
      storage.reads,
      posts.map(({ subject_id }) => subject_id),
    );
    return posts.map((post) => ({ ...post, event: events.get(post.subject_id) }));
  }

  return {
    async list(): Promise<EndpointView[]> {
      const endpoints = await allEndpoints(storage.reads);
      return Promise.all(endpoints.map((endpoint) => view(storage.reads, endpoint)));
    },

    async find(id: string): Promise<EndpointView | undefined> {
      const endpoint = await findEndpoint(storage.reads, id);
      return endpoint && view(storage.reads, endpoint);
    },

    /** What was sent to an endpoint, or is to be, the newest first. */
    async deliveries(id: string, after: Place | undefined) {
      const posts = await postsPage(storage.reads, id, after, pageRows + 1);
      return { deliveries: await withEvents(posts.slice(0, pageRows)), isMore: posts.length > pageRows };
    },

    /** One delivery with its tries, the oldest first. */
    async delivery(endpointId: string, id: string): Promise<{ delivery: DeliveryView; tries: Try[] } | undefined> {
      const post = await findPost(storage.reads, endpointId, id);
      const [delivery] = post ? await withEvents([post]) : [];
      return delivery && { delivery, tries: await triesOf(storage.reads, id, mostTries) };
    },

    /** Adds an endpoint. The secret is in the outcome, and readable nowhere else afterwards. */
    add: (fields: EndpointFields, by: string) =>
      storage.transaction(async (trx): Promise<WebhookOutcome<{ endpoint: EndpointView; secret: string }>> => {
        // Two who add the last one at once are one after another.
        await storage.dialect.lock(trx, ['webhook endpoints']);
        const asked = read(fields);
        if (asked.kind === 'refused') return asked;
        if ((await allEndpoints(trx)).length >= webhookLimits.endpoints) return refused('tooMany');
        const id = mintId();
        const secret = mintSecret();
        const sealed_secret = sealer.seal('webhook-secret', secret);
        await insertEndpoint(trx, {
          ...asked.values,
          id,
          sealed_secret,
          created_at: now().toISOString(),
          created_by: by,
        });
        await note(trx, 'webhook-added', { by, id });
        const endpoint = await findEndpoint(trx, id);
        return endpoint
          ? { kind: 'done', value: { endpoint: await view(trx, endpoint), secret } }
          : refused('notFound');
      }),

    edit: (id: string, version: number, fields: EndpointFields, by: string) =>
      withEndpoint(id, async (trx, endpoint): Promise<WebhookOutcome> => {
        if (endpoint.version !== version) return { kind: 'changed', value: await view(trx, endpoint) };
        const asked = read(fields);
        if (asked.kind === 'refused') return asked;
        const { values } = asked;
        const isSame = {
          name: endpoint.name === values.name,
          url: endpoint.url === values.url,
          events: JSON.stringify(JSON.parse(endpoint.events)) === values.events,
        };
        const edited = Object.entries(isSame).flatMap(([name, same]) => (same ? [] : [name]));
        if (edited.length > 0) {
          // A new address has not failed yet.
          const anew = isSame.url ? {} : { failing_since: null };
          await updateEndpoint(trx, id, { ...values, ...anew, version: version + 1 });
          await note(trx, 'webhook-edited', { by, id, fields: edited });
        }
        return doneWith(trx, id);
      }),

    /**
     * Makes a new secret. The one before signs beside it until a day later. While an earlier one still signs, that one stays in its
     * place, for as long as it had: the receiver may have it alone, because whoever made the one between them may never have seen it.
     *
     * @param version that was seen; a page of an earlier build says none
     */
    rotate: (id: string, version: number | undefined, by: string) =>
      withEndpoint<{ endpoint: EndpointView; secret: string }>(id, async (trx, endpoint, at) => {
        if (version !== undefined && endpoint.version !== version) {
          return { kind: 'changed', value: await view(trx, endpoint) };
        }
        const secret = mintSecret();
        const earlier = signingBeside(endpoint, at);
        await updateEndpoint(trx, id, {
          sealed_secret: sealer.seal('webhook-secret', secret),
          earlier_secret: earlier ?? endpoint.sealed_secret,
          earlier_until: earlier === undefined ? isoAfter(at, webhookTimes.overlapMs) : endpoint.earlier_until,
          version: endpoint.version + 1,
        });
        await note(trx, 'webhook-secret-rotated', { by, id });
        const done = await doneWith(trx, id);
        return done.kind === 'done' ? { kind: 'done', value: { endpoint: done.value, secret } } : done;
      }),

    /** Disables an endpoint, or lets it have events again. What it did not get stays to be replayed. */
    setOn: (id: string, version: number, on: boolean, by: string) =>
      withEndpoint(id, async (trx, endpoint, at): Promise<WebhookOutcome> => {
        if (endpoint.version !== version) return { kind: 'changed', value: await view(trx, endpoint) };
        if (on === (endpoint.disabled_at === null)) return doneWith(trx, id);
        const disabledAt = at.toISOString();
        await updateEndpoint(trx, id, {
          version: version + 1,
          ...(on
            ? { disabled_at: null, disabled_why: null, failing_since: null }
            : { disabled_at: disabledAt, disabled_why: 'hand' as const }),
        });
        if (!on) await failPosts(trx, id, disabledReason, disabledAt);
        await note(trx, on ? 'webhook-enabled' : 'webhook-disabled', { by, id });
        return doneWith(trx, id);
      }),

    /** Removes an endpoint with its secrets. What waits for it is given up. */
    remove: (id: string, by: string) =>
      withEndpoint<null>(id, async (trx, _endpoint, at) => {
        const removedAt = at.toISOString();
        const noSecrets = { sealed_secret: '', earlier_secret: null, earlier_until: null };
        await updateEndpoint(trx, id, { removed_at: removedAt, ...noSecrets });
        await failPosts(trx, id, 'The endpoint was removed.', removedAt);
        await note(trx, 'webhook-removed', { by, id });
        return { kind: 'done', value: null };
      }),

    /** Sends a test event. It is a delivery like every other. */
    async test(id: string, by: string): Promise<WebhookOutcome<string>> {
      const outcome = await withEndpoint<string>(id, async (trx, endpoint, at) => {
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
     * Sends deliveries again with the `webhook-id` that they had: one, or without an id all that the endpoint did not take. One that is
     * being sent at this moment stays as it is.
     */
    async replay(id: string, deliveryId: string | undefined, by: string): Promise<WebhookOutcome<number>> {
      const outcome = await withEndpoint<number>(id, async (trx, endpoint, at) => {
        if (deliveryId !== undefined && !(await findPost(trx, id, deliveryId))) return refused('noDelivery');
        if (endpoint.disabled_at !== null) return refused('isDisabled');
        const count = await retryPosts(trx, { recipient: id, id: deliveryId, at: at.toISOString() });
        if (count > 0) await note(trx, 'webhook-replayed', { by, id });
        return { kind: 'done', value: count };
      });
      wake();
      return outcome;
    },
  };
}
