/** `/api/portal/session`: a code opens a session, which is looked at and ended with its own token. */
import '@fastify/swagger';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { portalRefusals, portalView, session, sessionBody, sessionPath } from '#contract/portal.ts';
import { sendAnswers } from '#contract/send.ts';
import { type TextAgentAnswer, textAgentPath } from '#contract/text-agent.ts';
import type { Context } from '#server/context.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { checkOrigin } from '#server/http/origins.ts';
import { Refusal } from '#server/http/refusal.ts';

const bodyLimit = 4096;
const text = z.string();
const summary = { tags: ['portal'] };

const fresh = (reply: FastifyReply) => reply.header('cache-control', 'no-store');

/** Whoever reads the page may read an answer of the last minute. */
const publicForAMinute = 'public, max-age=60';

export async function portalRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config, limiters, portal, metrics } = context;

  app.route({
    method: 'GET',
    url: textAgentPath,
    schema: {
      ...summary,
      summary: 'Whether Text Agent is switched on',
      response: { 200: z.object({ on: z.boolean() }), 429: text },
    },
    async handler(request, reply) {
      await limiters.requestsPerAddress(request.ip);
      const answer: TextAgentAnswer = { on: await portal.textAgentOn() };
      return reply.header('cache-control', publicForAMinute).send(answer);
    },
  });

  app.route({
    method: 'POST',
    url: sessionPath,
    bodyLimit,
    schema: {
      ...summary,
      summary: 'Open a session with a code',
      body: sessionBody,
      response: { 200: session, 401: text, 429: text },
    },
    validatorCompiler: () => (value: unknown) => ({ value }),
    async handler(request, reply) {
      checkOrigin(config, request, reply);
      await limiters.requestsPerAddress(request.ip);
      const body = z.safeParse(sessionBody, request.body);
      if (!body.success) throw new Refusal(sendAnswers.malformed);
      const opening = await portal.open(body.data, request.ip);
      metrics.codeTries.inc({ outcome: opening.kind });
      if (opening.kind === 'wait') {
        const retryAfterS = Math.ceil(opening.retryAfterMs / 1000);
        throw new Refusal(portalRefusals.tooManyTries, { 'retry-after': String(retryAfterS) });
      }
      if (opening.kind === 'wrong') throw new Refusal(portalRefusals.invalidCode);
      request.log.info({ sessionId: opening.session.id, code: opening.codeNumber }, 'portal session');
      return fresh(reply).send({ ...(await portal.view(opening.session)), token: opening.token });
    },
  });

  app.route({
    method: 'GET',
    url: sessionPath,
    schema: { ...summary, summary: 'What the portal shows now', response: { 200: portalView, 401: text } },
    async handler(request, reply) {
      await limiters.requestsPerAddress(request.ip);
      return fresh(reply).send(await portal.view(await portal.demand(bearerOf(request))));
    },
  });

  app.route({
    method: 'DELETE',
    url: sessionPath,
    schema: { ...summary, summary: 'End the session', response: { 204: z.null(), 401: text } },
    async handler(request, reply) {
      checkOrigin(config, request, reply);
      await limiters.requestsPerAddress(request.ip);
      await portal.end((await portal.demand(bearerOf(request))).id);
      return fresh(reply).code(204).send(null);
    },
  });
}
