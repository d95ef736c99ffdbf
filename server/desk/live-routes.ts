/** `/api/desk`: the event stream of the console, the current rings, and presence. */
import type { FastifyInstance } from 'fastify';
import type { PresentPerson, Ring, Rings } from '#contract/desk/live-endpoints.ts';
import * as endpoints from '#contract/desk/live-endpoints.ts';
import type { Context } from '#server/context.ts';
import { answered, ok, register } from '#server/http/endpoint.ts';
import type { Reachable } from '#server/presence/service.ts';
import { fieldsOf } from '#server/rows.ts';

/** How long a page waits before it asks again for a stream that was refused because its person has too many. */
const tooManyStreamsRetryMs = 15_000;

const present = (person: Reachable): PresentPerson =>
  fieldsOf(person, 'id', 'name', 'presence', 'since', 'onShift', 'onCall');

export function liveRoutes(app: FastifyInstance, context: Context): void {
  const { changes, deskStream, presence, ringing, now } = context;
  const people = changes.shared('presence', presence.list);
  const rings = changes.shared('rings', ringing.byPerson);
  const presentRings = (list: readonly Ring[] = []) => {
    const value: Rings = { rings: [...list], serverNow: now().toISOString() };
    return ok(value);
  };

  register(app, context, endpoints.followDesk, async ({ caller, request, reply, refuse }) => {
    // nginx buffers a response unless it is told not to.
    reply.header('x-accel-buffering', 'no').type('text/event-stream');
    // The response to HEAD has the headers of GET only. A stream opened for it would stay open with no reader.
    if (request.method === 'HEAD') return reply.send();
    const stream = await deskStream.open(caller, caller.session.locked ? 'locked' : 'open');
    if (!stream) throw refuse('tooManyStreams', { retryAfterMs: tooManyStreamsRetryMs });
    return reply.send(stream);
  });

  register(app, context, endpoints.viewRings, async ({ caller }) => presentRings((await rings()).get(caller.personId)));

  register(app, context, endpoints.seeRing, async ({ caller, params, body, refuse }) => {
    if (!(await ringing.see(params.requestId, caller.personId, body.stage, body.askedAt))) throw refuse('notFound');
    return presentRings(await ringing.ringsOf(caller.personId));
  });

  register(app, context, endpoints.viewPresence, async () => ok({ people: (await people()).map(present) }));

  register(app, context, endpoints.setPresence, async ({ caller, body, refuse }) => {
    const person = await presence.set(caller.personId, body.presence, body.seen);
    // The person was removed after the request was authenticated.
    if (!person) throw refuse('signedOut');
    ringing.wake();
    return answered(person.presence === body.presence, present(person));
  });
}
