/** The endpoints of the connections screen: webhooks, over their service. */
import type { FastifyInstance } from 'fastify';
import type { WebhookDelivery, WebhookEndpoint, WebhookTry } from '#contract/desk/connection-endpoints.ts';
import * as endpoints from '#contract/desk/connection-endpoints.ts';
import type { ConnectionRefusal } from '#contract/desk/connections.ts';
import type { WebhookEvent } from '#contract/webhooks.ts';
import type { Context } from '#server/context.ts';
import { answered, type Call, noContent, ok, register } from '#server/http/endpoint.ts';
import { decodePosition } from '#server/paging.ts';
import { namesOfPeople } from '#server/people/service.ts';
import { distinct, fieldsOf } from '#server/rows.ts';
import { webhookIdOf } from '#server/webhooks/service.ts';
import { createShow } from './shown.ts';

export function connectionRoutes(app: FastifyInstance, context: Context): void {
  const { audit, now, storage, webhooks } = context;
  type View = Awaited<ReturnType<typeof webhooks.list>>[number];
  type WholeDelivery = NonNullable<Awaited<ReturnType<typeof webhooks.delivery>>>;
  type Delivery = WholeDelivery['delivery'];
  type Try = WholeDelivery['tries'][number];

  async function presentAll(endpoints: readonly View[]): Promise<WebhookEndpoint[]> {
    const nameOf = await namesOfPeople(storage.reads, distinct(endpoints, 'created_by'));
    const at = now().toISOString();
    return endpoints.map((one) => ({
      ...fieldsOf(one, 'id', 'name', 'url', 'state', 'failing_since', 'disabled_at', 'disabled_why', 'created_at'),
      ...fieldsOf(one, 'version', 'waiting', 'failed'),
      events: JSON.parse(one.events) as WebhookEvent[],
      earlierSecretUntil: one.earlier_until !== null && one.earlier_until > at ? one.earlier_until : null,
      createdBy: nameOf(one.created_by),
    }));
  }

  const present = async (endpoint: View): Promise<WebhookEndpoint> => {
    const [presented] = await presentAll([endpoint]);
    return presented as WebhookEndpoint;
  };

  function presentDelivery(delivery: Delivery): WebhookDelivery {
    const isUnsent = delivery.state === 'waiting' || delivery.state === 'unsure' || delivery.state === 'held';
    return {
      ...fieldsOf(delivery, 'id', 'state', 'attempts', 'sent_at', 'last_error'),
      webhookId: webhookIdOf(delivery.subject_id),
      type: delivery.event?.type ?? '–',
      at: delivery.event?.at ?? delivery.created_at,
      sending: delivery.lease_until !== null && delivery.lease_until > now().toISOString(),
      dueAt: isUnsent ? delivery.due_at : null,
    };
  }

  const presentTry = (one: Try): WebhookTry => ({
    ...fieldsOf(one, 'at', 'attempt', 'result', 'said', 'address', 'status', 'answer', 'took_ms'),
    headers: one.request_headers === null ? null : (JSON.parse(one.request_headers) as Record<string, string>),
    body: one.request_body,
  });

  const whyNotSent = (outcome: { readonly kind: string; readonly why?: ConnectionRefusal }) =>
    outcome.why === 'isDisabled' ? 'isDisabled' : 'notFound';

  const nameOf = (why: ConnectionRefusal) => (why === 'tooMany' ? 'tooManyEndpoints' : why);

  register(app, context, endpoints.listWebhooks, async ({ caller }) => {
    audit.listed(caller, { name: 'webhooks' });
    return ok({ endpoints: await presentAll(await webhooks.list()), serverNow: now().toISOString() });
  });

  register(app, context, endpoints.addWebhook, async ({ caller, body, refuse }) => {
    const outcome = await webhooks.add(body, caller);
    if (outcome.kind !== 'done') throw refuse(nameOf(outcome.kind === 'refused' ? outcome.why : 'notFound') as never);
    const { endpoint, secret } = outcome.value;
    return ok({ endpoint: await present(endpoint), secret });
  });

  register(app, context, endpoints.viewWebhook, async (call) => {
    const { params, query, refuse } = call;
    const { id } = params;
    const after = query.cursor === undefined ? undefined : decodePosition(query.cursor);
    const read = async () => {
      const endpoint = await webhooks.find(id);
      if (!endpoint) return undefined;
      if (query.cursor !== undefined && !after) throw refuse('badCursor');
      const { deliveries, nextCursor } = await webhooks.deliveries(id, after);
      return {
        id,
        endpoint: await present(endpoint),
        deliveries: deliveries.map(presentDelivery),
        nextCursor,
        serverNow: now().toISOString(),
      };
    };
    return ok(await createShow(context, 'webhook', read)(id, call));
  });

  register(app, context, endpoints.editWebhook, async ({ caller, params: { id }, body, refuse }) => {
    const { version, ...fields } = body;
    const outcome = await webhooks.edit(id, version, fields, caller);
    if (outcome.kind === 'refused') throw refuse(outcome.why as never);
    return answered(outcome.kind === 'done', await present(outcome.value));
  });

  register(app, context, endpoints.rotateWebhookSecret, async ({ caller, params: { id }, body, refuse }) => {
    const outcome = await webhooks.rotate(id, body.version, caller);
    if (outcome.kind === 'refused') throw refuse('notFound');
    if (outcome.kind === 'changed') return { status: 409, value: await present(outcome.value) };
    const { endpoint, secret } = outcome.value;
    return ok({ endpoint: await present(endpoint), secret });
  });

  register(app, context, endpoints.switchWebhook, async ({ caller, params: { id }, body: { version, on }, refuse }) => {
    const outcome = await webhooks.setOn(id, version, on, caller);
    if (outcome.kind === 'refused') throw refuse('notFound');
    return answered(outcome.kind === 'done', await present(outcome.value));
  });

  register(app, context, endpoints.removeWebhook, async ({ caller, params: { id }, refuse }) => {
    const outcome = await webhooks.remove(id, caller);
    if (outcome.kind !== 'done') throw refuse('notFound');
    return noContent;
  });

  register(app, context, endpoints.testWebhook, async ({ caller, params: { id }, refuse }) => {
    const outcome = await webhooks.test(id, caller);
    if (outcome.kind !== 'done') throw refuse(whyNotSent(outcome));
    return ok({ deliveryId: outcome.value });
  });

  register(app, context, endpoints.replayFailed, async ({ caller, params: { id }, refuse }) => {
    const outcome = await webhooks.replay(id, undefined, caller);
    if (outcome.kind !== 'done') throw refuse(whyNotSent(outcome));
    return ok({ count: outcome.value });
  });

  /** A delivery with its tries. What was sent repeats what the record said, so the record is noted as opened. */
  async function shownDelivery(
    {
      caller,
      params: { id, delivery },
      refuse,
    }: Pick<Call<typeof endpoints.viewDelivery>, 'caller' | 'params' | 'refuse'>,
    made?: boolean,
  ) {
    const read = async () => {
      if (!(await webhooks.find(id))) throw refuse('notFound');
      return webhooks.delivery(id, delivery);
    };
    const to = { caller, refuse: () => refuse('noDelivery') };
    const aboutOf = ({ delivery: { event } }: WholeDelivery) => {
      const [subject = ''] = (event?.type ?? '').split('.');
      const kind = subject === 'lead' || subject === 'request' || subject === 'dealership' ? subject : 'webhook';
      return { kind, id: event?.subject_id ?? id } as const;
    };
    const found = await createShow(context, aboutOf, read)(delivery, to, made);
    return { delivery: presentDelivery(found.delivery), tries: found.tries.map(presentTry) };
  }

  register(app, context, endpoints.viewDelivery, async (call) => ok(await shownDelivery(call)));

  register(app, context, endpoints.replayDelivery, async (call) => {
    const { caller, params, refuse } = call;
    const outcome = await webhooks.replay(params.id, params.delivery, caller);
    if (outcome.kind === 'refused') throw refuse(outcome.why as never);
    const made = outcome.value !== 0;
    return answered(made, await shownDelivery(call, made));
  });
}
