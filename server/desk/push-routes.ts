/** `/api/desk/push`: the Web Push subscriptions of browsers, by which they ring. */
import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/desk/live-endpoints.ts';
import type { Context } from '#server/context.ts';
import { noContent, ok, register } from '#server/http/endpoint.ts';

export function pushRoutes(app: FastifyInstance, context: Context): void {
  const { push } = context;

  register(app, context, endpoints.viewPushKey, async () => ok({ publicKey: await push.publicKey() }));

  register(app, context, endpoints.subscribePush, async ({ caller, body, refuse }) => {
    const { endpoint, keys } = body;
    if (!(await push.subscribe(caller, { endpoint, ...keys }))) throw refuse('pushHost');
    return noContent;
  });

  register(app, context, endpoints.unsubscribePush, async ({ caller, body }) => {
    await push.unsubscribe(caller.personId, body.endpoint);
    return noContent;
  });
}
