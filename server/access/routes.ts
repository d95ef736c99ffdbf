/** `/api/portal/session`: a code opens a session, which is looked at and ended with its own token. */
import type { FastifyInstance } from 'fastify';
import { endSession, openSession, viewSession, viewTextAgent } from '#contract/portal-endpoints.ts';
import type { Context } from '#server/context.ts';
import { noContent, ok, register } from '#server/http/endpoint.ts';

export function portalRoutes(app: FastifyInstance, context: Context): void {
  const { portal, metrics } = context;

  register(app, context, viewTextAgent, async () => ok({ on: await portal.textAgentOn() }));

  register(app, context, openSession, async ({ body, request, refuse }) => {
    const opening = await portal.open(body, request.ip);
    metrics.codeTries.inc({ outcome: opening.kind });
    if (opening.kind === 'wait') throw refuse('tooManyTries', { retryAfterMs: opening.retryAfterMs });
    if (opening.kind === 'wrong') throw refuse('invalidCode');
    const { session, token, codeNumber } = opening;
    request.log.info({ sessionId: session.id, code: codeNumber }, 'portal session');
    return ok({ ...(await portal.view(session)), token });
  });

  register(app, context, viewSession, async ({ caller }) => ok(await portal.view(caller)));

  register(app, context, endSession, async ({ caller }) => {
    await portal.end(caller.id);
    return noContent;
  });
}
