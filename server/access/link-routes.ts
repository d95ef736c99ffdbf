/** `/api/code-link`: what the page of a code's link asks. Only the press changes anything. */
import type { FastifyInstance } from 'fastify';
import { makeCodeFromLink, viewCodeLink } from '#contract/code-link-endpoints.ts';
import type { Context } from '#server/context.ts';
import { ok, register } from '#server/http/endpoint.ts';

export function codeLinkRoutes(app: FastifyInstance, context: Context): void {
  const { codeLinks } = context;

  register(app, context, viewCodeLink, async ({ body, request, refuse }) => {
    const looked = await codeLinks.look(body.token, request.ip);
    if (looked.kind === 'wait') throw refuse('tooManyTries', { retryAfterMs: looked.retryAfterMs });
    if (looked.kind === 'wrong') throw refuse('deadLink');
    return ok(looked.found);
  });

  register(app, context, makeCodeFromLink, async ({ body, request, refuse }) => {
    const made = await codeLinks.make(body.token, body.key, request.ip);
    if (made.kind === 'wait') throw refuse('tooManyTries', { retryAfterMs: made.retryAfterMs });
    if (made.kind === 'wrong') throw refuse('deadLink');
    return ok(made.found);
  });
}
