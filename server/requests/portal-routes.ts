/** `/api/portal/requests`: what a dealership sees of its requests and does with them. */
import '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { requestView } from '#contract/agent-request.ts';
import { anydeskError, readAnydesk } from '#contract/anydesk.ts';
import {
  anydeskBody,
  anydeskPath,
  cancelPath,
  currentRequest,
  currentRequestPath,
  portalRefusals,
  requestEventsPath,
  requestPath,
  takeBackPath,
} from '#contract/portal.ts';
import { idPattern } from '#contract/reference.ts';
import { hasRequest } from '#server/access/service.ts';
import type { Context } from '#server/context.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { addressKey } from '#server/http/limits.ts';
import { checkOrigin } from '#server/http/origins.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Grant } from './live.ts';
import type { AgentRequest } from './service.ts';
import { presentRequest, presentToViewToken } from './view.ts';

const bodyLimit = 4096;
const text = z.string();
const refusals = { 401: text, 404: text, 429: text };
const described = { tags: ['portal'] };

/** When a page may ask for a stream again that its address has no room for; it asks for the request meanwhile. In seconds. */
const tooManyStreamsRetryS = '15';

export async function requestRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config, limiters, portal, agentRequests, delivery, live, now } = context;
  const present = (found: AgentRequest) => presentRequest(found, now(), delivery.can.mail);
  const presentTo = ({ kind }: Grant, found: AgentRequest) =>
    kind === 'view' ? presentToViewToken(present(found)) : present(found);
  const fresh = (reply: FastifyReply) => reply.header('cache-control', 'no-store, no-transform');

  async function limit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    checkOrigin(config, request, reply);
    await limiters.requestsPerAddress(request.ip);
  }

  async function requestOf(request: FastifyRequest): Promise<AgentRequest | undefined> {
    const { id } = request.params as { id: string };
    return idPattern.test(id) ? agentRequests.find(id) : undefined;
  }

  /**
   * The request that this session has, or that this view token is for. With either a dealership looks at its request,
   * gives the AnyDesk address and cancels.
   */
  async function granted(request: FastifyRequest): Promise<{ found: AgentRequest; grant: Grant }> {
    const token = bearerOf(request) ?? '';
    const found = await requestOf(request);
    if (found && portal.shows(token, found)) {
      const hold = await portal.whichHold([found.code_id]);
      if (!hold.has(found.code_id)) throw new Refusal(portalRefusals.locked);
      return { found, grant: { kind: 'view', codeId: found.code_id } };
    }
    const session = await portal.demand(bearerOf(request));
    if (!found || !hasRequest(session, found)) throw new Refusal(portalRefusals.noSuchRequest);
    return { found, grant: { kind: 'session', sessionId: session.id } };
  }

  /** The request after a change, or the refusal of one that came too late. */
  async function after(id: string, grant: Grant, changed: boolean) {
    const found = await agentRequests.find(id);
    if (changed && found) return presentTo(grant, found);
    throw new Refusal(portalRefusals.tooLate);
  }

  app.route({
    method: 'GET',
    url: currentRequestPath,
    schema: { ...described, summary: 'The newest request that runs', response: { 200: currentRequest, 401: text } },
    async handler(request, reply) {
      await limit(request, reply);
      const found = await agentRequests.current(await portal.demand(bearerOf(request)));
      const answer = found && { request: present(found), viewToken: portal.viewTokenOf(found) };
      // Fastify sends no body for null, so it is written out.
      return fresh(reply)
        .type('application/json')
        .serializer(JSON.stringify)
        .send(answer ?? null);
    },
  });

  app.route({
    method: 'GET',
    url: requestPath(':id'),
    schema: {
      ...described,
      summary: 'A request as it stands, in a session or with the view token',
      response: { 200: requestView, ...refusals },
    },
    async handler(request, reply) {
      await limit(request, reply);
      const { found, grant } = await granted(request);
      return fresh(reply).send(presentTo(grant, found));
    },
  });

  app.route({
    method: 'GET',
    url: requestEventsPath(':id'),
    schema: {
      ...described,
      summary: 'A request as it changes, as an event stream, in a session or with the view token',
      response: refusals,
    },
    async handler(request, reply) {
      await limit(request, reply);
      const { found, grant } = await granted(request);
      // nginx keeps back what it is not told to pass on at once.
      fresh(reply).header('x-accel-buffering', 'no').type('text/event-stream');
      // HEAD asks what GET would say of itself: a stream that nobody reads would stay open.
      if (request.method === 'HEAD') return reply.send();
      const seen = Number(request.headers['last-event-id'] ?? 0);
      const version = Number.isSafeInteger(seen) ? seen : 0;
      const stream = live.open(present(found), grant, version, addressKey(request.ip));
      if (!stream) throw new Refusal(portalRefusals.tooManyStreams, { 'retry-after': tooManyStreamsRetryS });
      return reply.send(stream);
    },
  });

  app.route({
    method: 'POST',
    url: anydeskPath(':id'),
    bodyLimit,
    schema: {
      ...described,
      summary: 'Give the AnyDesk address, in a session or with the view token',
      response: { 200: requestView, 409: text, 422: text, ...refusals },
    },
    async handler(request, reply) {
      await limit(request, reply);
      const { found, grant } = await granted(request);
      const body = z.safeParse(anydeskBody, request.body);
      const address = body.success ? readAnydesk(body.data.address) : undefined;
      if (address === undefined) throw new Refusal({ ...portalRefusals.anydesk, text: anydeskError });
      return fresh(reply).send(await after(found.id, grant, await agentRequests.giveAnydesk(found.id, address)));
    },
  });

  for (const [path, summary, change] of [
    [cancelPath, 'Cancel a request', agentRequests.cancel],
    [takeBackPath, 'Take a cancel back', agentRequests.takeBack],
  ] as const) {
    app.route({
      method: 'POST',
      url: path(':id'),
      bodyLimit,
      schema: {
        ...described,
        summary: `${summary}, in a session or with the view token`,
        response: { 200: requestView, 409: text, ...refusals },
      },
      async handler(request, reply) {
        await limit(request, reply);
        const { found, grant } = await granted(request);
        return fresh(reply).send(await after(found.id, grant, await change(found.id)));
      },
    });
  }
}
