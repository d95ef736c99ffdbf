/** The endpoints of signing in and out, of proving a factor again, and of locking, over the service of the sign-in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as endpoints from '#contract/desk/session-endpoints.ts';
import { type SessionView, stayActive, viewDeskSession } from '#contract/desk/session-view-endpoints.ts';
import type { Context } from '#server/context.ts';
import { type Call, noContent, ok, register } from '#server/http/endpoint.ts';
import { addressKey } from '#server/http/limits.ts';
import { type DeskSession, deviceOf, type Granted, type Visit } from '#server/sign-in/service.ts';

/** A granted session, with the id of the device when the browser gets a new device cookie. */
type Grant = { readonly granted: Granted; readonly deviceId?: string };

/** Reads the visitor from a request, and sets the cookies of the response. Every sign-in route uses it. */
export function createDeskVisits({ signIn, config, now }: Context) {
  const { cookies, devices, sessions, view } = signIn;

  /** Whether the browser can store the desk's cookie: over https, or as `localhost`, which browsers trust without it. */
  const canSignIn = ({ hostname }: FastifyRequest) => config.production || hostname === 'localhost';

  const visitOf = (request: FastifyRequest): Visit => ({
    address: addressKey(request.ip),
    device: deviceOf(request.headers['user-agent']),
    deviceId: devices.read(cookies.deviceOf(request.headers.cookie)),
    origin: request.headers.origin,
  });

  return {
    visitOf,

    /** The visit of a call that may begin a session. Throws the refusal when the browser could not store the session's cookie. */
    visitToSignIn({ request, refuse }: Pick<Call<typeof endpoints.askPasskey>, 'request' | 'refuse'>): Visit {
      if (!canSignIn(request)) throw refuse('httpsNeeded');
      return visitOf(request);
    },

    /** Deletes the session's cookie and nothing else: the public site's storage may hold a lead that is still to be sent. */
    leave: (reply: FastifyReply) => void reply.header('set-cookie', cookies.session(null)),

    viewOf: (session: DeskSession | undefined, request: FastifyRequest) => view(session, canSignIn(request)),

    /** Replaces the browser's session with the granted one, sets the new cookies, and returns the new session view. */
    async grant({ granted, deviceId }: Grant, request: FastifyRequest, reply: FastifyReply): Promise<SessionView> {
      const before = cookies.sessionOf(request.headers.cookie);
      if (before !== undefined) await sessions.leave(before, granted);
      const lastsMs = Date.parse(granted.expiresAt) - now().getTime();
      reply.header('set-cookie', cookies.session(granted.token, lastsMs));
      if (deviceId !== undefined) reply.header('set-cookie', cookies.device(devices.cookieOf(deviceId)));
      return view(await sessions.find(granted.token), canSignIn(request));
    },
  };
}

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { signIn } = context;
  const { sessions, firstFactor, secondFactors, account } = signIn;
  const visits = createDeskVisits(context);

  register(app, context, viewDeskSession, async ({ caller, request }) => ok(await visits.viewOf(caller, request)));

  register(app, context, endpoints.signIn, async (call) => {
    const { body, request, reply, refuse } = call;
    const outcome = await firstFactor.signIn(body, visits.visitToSignIn(call));
    if (outcome.kind === 'wait') throw refuse('tooManyTries', outcome);
    if (outcome.kind === 'wrong') throw refuse('wrongPassword');
    if (outcome.kind === 'link-needed') throw refuse('linkNeeded');
    return ok(await visits.grant(outcome, request, reply));
  });

  register(app, context, endpoints.askPasskey, async (call) => {
    visits.visitToSignIn(call);
    return ok({ ...(await signIn.passkeyOptions(call.caller)) });
  });

  register(app, context, endpoints.signInWithPasskey, async (call) => {
    const { body, request, reply, refuse } = call;
    const outcome = await secondFactors.signInWithPasskey(body.response, visits.visitToSignIn(call));
    if (outcome.kind === 'wait') throw refuse('tooManyTries', outcome);
    if (outcome.kind !== 'granted') throw refuse('wrongFactor');
    return ok(await visits.grant(outcome, request, reply));
  });

  register(app, context, endpoints.giveSecondFactor, async ({ body, caller, request, reply, refuse }) => {
    const outcome = await secondFactors.give(caller, body, visits.visitOf(request));
    if (outcome.kind === 'wait') throw refuse('tooManyTries', outcome);
    if (outcome.kind === 'device-link-needed') throw refuse('deviceLinkNeeded');
    if (outcome.kind === 'wrong') throw refuse('wrongFactor');
    return ok(await visits.grant(outcome, request, reply));
  });

  register(app, context, endpoints.askDeviceLink, async ({ caller, refuse }) => {
    if (!(await account.mailDeviceLink(caller))) throw refuse('noMail');
    return noContent;
  });

  register(app, context, endpoints.openDeviceLink, async ({ body, caller, request, refuse }) => {
    if (!(await account.openDeviceLink(caller, body.token))) throw refuse('deadLink');
    const token = signIn.cookies.sessionOf(request.headers.cookie) ?? '';
    return ok(await visits.viewOf(await sessions.find(token), request));
  });

  register(app, context, endpoints.signOut, async ({ caller, reply }) => {
    if (caller) await account.revoke(caller, caller.row.id, 'signed-out');
    visits.leave(reply);
    return noContent;
  });

  for (const endpoint of [endpoints.proveAgain, endpoints.unlock] as const) {
    register(app, context, endpoint, async ({ body, caller, request, reply, refuse }) => {
      const outcome = await secondFactors.proveAgain(caller.session, body, visits.visitOf(request));
      if (outcome.kind === 'wait') throw refuse('tooManyTries', outcome);
      if (outcome.kind !== 'granted') throw refuse('wrongFactor');
      return ok(await visits.grant(outcome, request, reply));
    });
  }

  register(app, context, endpoints.lock, async ({ caller, request }) => {
    await sessions.lock(caller.session);
    return ok(await visits.viewOf({ ...caller.session, locked: true }, request));
  });

  // The authentication has already recorded the activity.
  register(app, context, stayActive, async () => noContent);
}
