/** The endpoints of links that work once: setting up the first account, invitations, forgotten passwords, recovery, new devices. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/desk/link-endpoints.ts';
import type { Context } from '#server/context.ts';
import { type Call, noContent, ok, register } from '#server/http/endpoint.ts';
import type { LinkOutcome, OpenInvitation } from '#server/sign-in/service.ts';
import { mayInvite } from './policy.ts';
import { createDeskVisits } from './session-routes.ts';

/**
 * The least time that the response to a forgotten password takes, so that its timing does not tell which addresses have an account.
 */
const forgottenTakesMs = 400;

const presentInvitation = ({ row, person, inviter, createdAt, expiresAt }: OpenInvitation) => ({
  id: row.id,
  personId: person.id,
  name: person.name,
  email: person.mail ?? '',
  role: row.role,
  invitedBy: inviter,
  createdAt,
  expiresAt,
  state: row.accepted_at === null ? ('open' as const) : ('accepted' as const),
  acceptedName: row.accepted_at === null ? null : row.accepted_name,
  acceptedAt: row.accepted_at,
});

type LinkCall = Pick<Call<typeof endpoints.resetPassword>, 'request' | 'reply' | 'refuse'>;

export function linkRoutes(app: FastifyInstance, context: Context): void {
  const { firstAdmin, firstFactor, invitations, account, lookAtLink } = context.signIn;
  const { visitToSignIn, grant, viewOf } = createDeskVisits(context);

  /** The response to the use of a link that sets a password: the session that it begins. Throws the refusal when it begins none. */
  async function begun(outcome: LinkOutcome, { request, reply, refuse }: LinkCall) {
    if (outcome.kind === 'wait') throw refuse('tooManyTries', outcome);
    if (outcome.kind === 'password') throw refuse(outcome.fault);
    if (outcome.kind === 'other-password') throw refuse('otherPassword');
    if (outcome.kind === 'used-meanwhile') throw refuse('usedMeanwhile');
    if (outcome.kind === 'dead-link') throw refuse('deadLink');
    return ok(await grant(outcome, request, reply));
  }

  register(app, context, endpoints.lookAtLink, async ({ body, refuse }) => {
    const link = await lookAtLink(body.token);
    if (!link) throw refuse('deadLink');
    return ok(link);
  });

  register(app, context, endpoints.setUp, async (call) => {
    const outcome = await firstAdmin.setUp(call.body, visitToSignIn(call));
    if (outcome.kind === 'refused') throw call.refuse(outcome.why);
    return begun(outcome, call);
  });

  register(app, context, endpoints.acceptInvitation, async (call) =>
    begun(await invitations.accept(call.body, visitToSignIn(call)), call),
  );

  register(app, context, endpoints.enter, async ({ caller, request, reply }) => {
    const outcome = await invitations.enter(caller);
    return ok(outcome ? await grant(outcome, request, reply) : await viewOf(caller, request));
  });

  register(app, context, endpoints.forgotPassword, async ({ body }) => {
    await Promise.all([firstFactor.forgot(body.email), pause(forgottenTakesMs)]);
    return noContent;
  });

  register(app, context, endpoints.resetPassword, async (call) =>
    begun(await firstFactor.reset(call.body, visitToSignIn(call)), call),
  );

  register(app, context, endpoints.recoverAccount, async (call) =>
    begun(await firstAdmin.recover(call.body, visitToSignIn(call)), call),
  );

  register(app, context, endpoints.listInvitations, async ({ caller }) => {
    const actor = { id: caller.personId, role: caller.role };
    const open = (await invitations.list()).filter(({ row }) => mayInvite(actor).includes(row.role));
    return ok({ invitations: open.map(presentInvitation) });
  });

  register(app, context, endpoints.invite, async ({ body, caller, refuse }) => {
    const outcome = await invitations.invite(caller.personId, body);
    if (outcome.kind === 'refused') throw refuse(outcome.why);
    return ok({ invitation: presentInvitation(outcome.invitation), link: outcome.link });
  });

  register(app, context, endpoints.confirmInvitation, async ({ params, body, caller, refuse }) => {
    const outcome = await invitations.confirm(caller.personId, params.id, body.code);
    if (outcome !== 'confirmed') throw refuse(outcome);
    return noContent;
  });

  register(app, context, endpoints.withdrawInvitation, async ({ params, caller, refuse }) => {
    const outcome = await invitations.withdraw(caller.personId, params.id);
    if (outcome !== 'withdrawn') throw refuse(outcome);
    return noContent;
  });

  register(app, context, endpoints.makeDeviceLink, async ({ params, body, caller, refuse }) => {
    const link = await account.makeDeviceLink(caller.personId, params.id, body.press);
    if (typeof link === 'string') throw refuse(link);
    return ok({ link: link.url, expiresAt: link.expiresAt });
  });
}
