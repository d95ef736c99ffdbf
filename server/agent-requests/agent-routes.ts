/** `/api/agent/request`: what somebody with a link sees of one request and does with it. GET changes nothing. */
import '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { agentRefusals, agentRequestPath, agentStepPath, agentSteps, agentView, endedView } from '#contract/agent.ts';
import type { Context } from '#server/context.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { checkOrigin } from '#server/http/origins.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { AgentRequest } from './service.ts';
import { type Link, presentEnded, presentToAgent } from './view.ts';

const bodyLimit = 1024;
const text = z.string();
const responses = { 200: agentView, 401: text, 410: endedView, 429: text };

export async function agentRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config, limiters, agentRequests, now } = context;

  async function linked(request: FastifyRequest): Promise<{ link: Link; request: AgentRequest }> {
    const token = bearerOf(request);
    const found = token === undefined ? undefined : await agentRequests.byLink(token);
    if (!found) throw new Refusal(agentRefusals.deadLink);
    return found;
  }

  /** What the link says now: 410 when the request is over, else `status`. */
  function say(reply: FastifyReply, found: AgentRequest, link: Link, status: number) {
    reply.header('cache-control', 'no-store');
    const ended = presentEnded(found, link);
    return ended ? reply.code(410).send(ended) : reply.code(status).send(presentToAgent(found, link, now()));
  }

  app.route({
    method: 'GET',
    url: agentRequestPath,
    schema: { tags: ['agent'], summary: 'The request of a link', response: responses },
    async handler(request, reply) {
      await limiters.requestsPerAddress(request.ip);
      const { link, request: found } = await linked(request);
      return say(reply, found, link, 200);
    },
  });

  for (const step of agentSteps) {
    app.route({
      method: 'POST',
      url: agentStepPath(step),
      bodyLimit,
      schema: { tags: ['agent'], summary: `The agent says: ${step}`, response: { ...responses, 409: agentView } },
      async handler(request, reply) {
        checkOrigin(config, request, reply);
        await limiters.requestsPerAddress(request.ip);
        const { link, request: before } = await linked(request);
        if (presentEnded(before, link)) return say(reply, before, link, 410);
        const outcome = await agentRequests.step(step, before.id, link);
        const found = (await agentRequests.find(before.id)) ?? before;
        if (outcome === 'taken')
          return reply.header('cache-control', 'no-store').send(presentToAgent(found, link, now()));
        return say(reply, found, link, 409);
      },
    });
  }
}
