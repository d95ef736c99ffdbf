/** `/api/portal/requests`: shows a dealership its requests, and takes its AnyDesk address and its Cancel. */
import type { FastifyInstance } from 'fastify';
import { readAnydesk } from '#contract/anydesk.ts';
import {
  cancelRequest,
  followRequest,
  giveAnydesk,
  takeBackCancel,
  viewCurrentRequest,
  viewRequest,
} from '#contract/portal-endpoints.ts';
import type { Context } from '#server/context.ts';
import { ok, register } from '#server/http/endpoint.ts';
import { addressKey } from '#server/http/limits.ts';
import type { RequestCaller } from './authenticate.ts';
import type { AgentRequest } from './service.ts';
import { presentRequest, presentToViewToken } from './view.ts';

/** The wait before a page asks again for a stream that was refused because its address has too many. The page polls meanwhile. */
const tooManyStreamsRetryMs = 15_000;

export function requestRoutes(app: FastifyInstance, context: Context): void {
  const { portal, agentRequests, live } = context;
  const present = (found: AgentRequest) => presentRequest(found, context);
  const presentTo = ({ grant, found }: RequestCaller) => {
    const value = grant.kind === 'view' ? presentToViewToken(present(found)) : present(found);
    return ok(value);
  };
  /** The request after a change, or why it was not changed. */
  async function presentAfter({ found: { id }, grant }: RequestCaller, isChanged: boolean) {
    const found = await agentRequests.find(id);
    if (found && isChanged) return presentTo({ found, grant });
    return found?.ended_at === null && found.closing_at === null ? 'changed' : 'tooLate';
  }

  register(app, context, viewCurrentRequest, async ({ caller }) => {
    const running = await agentRequests.running(caller);
    const [first, ...beside] = running.map((found) => ({
      request: present(found),
      viewToken: portal.viewTokenOf(found),
    }));
    return ok(first ? { ...first, beside } : null);
  });

  register(app, context, viewRequest, async ({ caller }) => presentTo(caller));

  register(app, context, followRequest, async ({ caller: { found, grant }, request, reply, refuse }) => {
    // nginx buffers a response unless it is told not to.
    reply.header('x-accel-buffering', 'no').type('text/event-stream');
    // HEAD gets the headers alone. A stream that is opened for it would stay open, because nobody reads it.
    if (request.method === 'HEAD') return reply.send();
    const stream = live.open(present(found), grant, addressKey(request.ip));
    if (!stream) throw refuse('tooManyStreams', { retryAfterMs: tooManyStreamsRetryMs });
    return reply.send(stream);
  });

  register(app, context, giveAnydesk, async ({ caller, body, refuse }) => {
    const address = readAnydesk(body.address);
    if (address === undefined) throw refuse('invalid');
    const after = await presentAfter(caller, await agentRequests.giveAnydesk(caller.found.id, address, body.seen));
    if (typeof after === 'string') throw refuse(after);
    return after;
  });

  for (const [endpoint, change] of [
    [cancelRequest, agentRequests.cancel],
    [takeBackCancel, agentRequests.takeBack],
  ] as const) {
    register(app, context, endpoint, async ({ caller, body, refuse }) => {
      const after = await presentAfter(caller, await change(caller.found.id, body?.seen));
      if (typeof after === 'string') throw refuse(after);
      return after;
    });
  }
}
