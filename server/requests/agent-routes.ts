/** `/api/agent/request`: what somebody with a link sees of one request and does with it. GET changes nothing. */
import '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  agentRefusals,
  agentRequestPath,
  agentStepPath,
  agentSteps,
  agentView,
  doneBody,
  endedView,
} from '#contract/agent.ts';
import { cleanAdditionalInfo } from '#contract/agent-request.ts';
import type { Context } from '#server/context.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { checkOrigin } from '#server/http/origins.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Ending, Linked } from './service.ts';
import { presentEnded, presentToAgent } from './view.ts';

const bodyLimit = 16 * 1024;
const text = z.string();
const responses = { 200: agentView, 401: text, 410: endedView, 429: text };

/** How the agent says that it ended. */
function readEnding(body: unknown): Ending {
  const read = z.safeParse(doneBody, body);
  if (!read.success) throw new Refusal(agentRefusals.disposition);
  return { disposition: read.data.disposition, note: cleanAdditionalInfo(read.data.note ?? '') };
}

export async function agentRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config, limiters, agentRequests, now } = context;

  async function linked(request: FastifyRequest): Promise<Linked> {
    const token = bearerOf(request);
    const found = token === undefined ? undefined : await agentRequests.byLink(token);
    if (!found) throw new Refusal(agentRefusals.deadLink);
    return found;
  }

  /** What the link says now: 410 when the request is over, else `status`. */
  function say(reply: FastifyReply, { link, request }: Linked, status: number) {
    reply.header('cache-control', 'no-store');
    const ended = presentEnded(request, link);
    return ended ? reply.code(410).send(ended) : reply.code(status).send(presentToAgent(request, link, now()));
  }

  app.route({
    method: 'GET',
    url: agentRequestPath,
    schema: { tags: ['agent'], summary: 'The request of a link', response: responses },
    async handler(request, reply) {
      await limiters.requestsPerAddress(request.ip);
      return say(reply, await linked(request), 200);
    },
  });

  for (const step of agentSteps) {
    app.route({
      method: 'POST',
      url: agentStepPath(step),
      bodyLimit,
      schema: {
        tags: ['agent'],
        summary: `The agent says: ${step}`,
        response: { ...responses, 409: agentView, ...(step === 'done' && { 422: text }) },
      },
      async handler(request, reply) {
        checkOrigin(config, request, reply);
        await limiters.requestsPerAddress(request.ip);
        const before = await linked(request);
        if (before.request.ended_at !== null) return say(reply, before, 410);
        const ending = step === 'done' ? readEnding(request.body) : undefined;
        const taken = await agentRequests.step(step, before.request.id, before.link, ending);
        return say(reply, await linked(request), taken ? 200 : 409);
      },
    });
  }
}
