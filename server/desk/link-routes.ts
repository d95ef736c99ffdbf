/** The endpoints of links that work once: setting up the first account, invitations, forgotten passwords, recovery, new devices. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/desk/link-endpoints.ts';
import type { Context } from '#server/context.ts';
import { register } from '#server/http/endpoint.ts';
import type { Refusal } from '#server/http/refusal.ts';
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

/** What a link that sets a password has granted. Throws the refusal when it granted nothing. */
function grantedBy(
  outcome: LinkOutcome,
  refuse: (
    why: 'tooManyTries' | 'deadLink' | 'otherPassword' | Extract<LinkOutcome, { kind: 'password' }>['fault'],
    more?: { readonly retryAfterMs?: number },
  ) => Refusal,
) {
  if (outcome.kind === 'wait') throw refuse('tooManyTries', outcome);
  if (outcome.kind === 'password') throw refuse(outcome.fault);
  if (outcome.kind === 'other-password') throw refuse('otherPassword');
  if (outcome.kind === 'dead-link') throw refuse('deadLink');
  return outcome;
}

export function linkRoutes(app: FastifyInstance, context: Context): void {
  const { firstAdmin, firstFactor, invitations, account, lookAtLink } = context.signIn;
  const { canSignIn, visitOf, grant, viewOf } = createDeskVisits(context);

  register(app, context, endpoints.lookAtLink, async ({ body, refuse }) => {
    const link = await lookAtLink(body.token);
    if (!link) throw refuse('deadLink');
    return { status: 200, value: link };
  });

  register(app, context, endpoints.setUp, async ({ body, request, reply, refuse }) => {
    if (!canSignIn(request)) throw refuse('httpsNeeded');
    const outcome = await firstAdmin.setUp(body, visitOf(request));
    if (outcome.kind === 'refused') throw refuse(outcome.why);
    return { status: 200, value: await grant(grantedBy(outcome, refuse), request, reply) };
  });

  register(app, context, endpoints.acceptInvitation, async ({ body, request, reply, refuse }) => {
    if (!canSignIn(request)) throw refuse('httpsNeeded');
    const outcome = await invitations.accept(body, visitOf(request));
    return { status: 200, value: await grant(grantedBy(outcome, refuse), request, reply) };
  });

  register(app, context, endpoints.enter, async ({ caller, request, reply }) => {
    const outcome = await invitations.enter(caller);
    return { status: 200, value: outcome ? await grant(outcome, request, reply) : await viewOf(caller, request) };
  });

  register(app, context, endpoints.forgotPassword, async ({ body }) => {
    await Promise.all([firstFactor.forgot(body.email), pause(forgottenTakesMs)]);
    return { status: 204, value: null };
  });

  register(app, context, endpoints.resetPassword, async ({ body, request, reply, refuse }) => {
    if (!canSignIn(request)) throw refuse('httpsNeeded');
    const outcome = await firstFactor.reset(body, visitOf(request));
    return { status: 200, value: await grant(grantedBy(outcome, refuse), request, reply) };
  });

  register(app, context, endpoints.recoverAccount, async ({ body, request, reply, refuse }) => {
    if (!canSignIn(request)) throw refuse('httpsNeeded');
    const outcome = await firstAdmin.recover(body, visitOf(request));
    return { status: 200, value: await grant(grantedBy(outcome, refuse), request, reply) };
  });

  register(app, context, endpoints.listInvitations, async ({ caller }) => {
    const actor = { id: caller.personId, role: caller.role };
    const open = (await invitations.list()).filter(({ row }) => mayInvite(actor).includes(row.role));
    return { status: 200, value: { invitations: open.map(presentInvitation) } };
  });

  register(app, context, endpoints.invite, async ({ body, caller, refuse }) => {
    const outcome = await invitations.invite(caller.personId, body);
    if (outcome.kind === 'refused') throw refuse(outcome.why);
    return { status: 200, value: { invitation: presentInvitation(outcome.invitation), link: outcome.link } };
  });

  register(app, context, endpoints.confirmInvitation, async ({ params, body, caller, refuse }) => {
    const outcome = await invitations.confirm(caller.personId, params.id, body.code);
    if (outcome === 'not-found') throw refuse('notFound');
    if (outcome === 'not-allowed') throw refuse('notAllowed');
    if (outcome === 'wrong-code') throw refuse('wrongCode');
    if (outcome === 'last-wrong-code') throw refuse('lastWrongCode');
    if (outcome !== 'confirmed') throw refuse(outcome);
    return { status: 204, value: null };
  });

  register(app, context, endpoints.withdrawInvitation, async ({ params, caller, refuse }) => {
    const outcome = await invitations.withdraw(caller.personId, params.id);
    if (outcome === 'not-found') throw refuse('notFound');
    if (outcome === 'not-allowed') throw refuse('notAllowed');
    return { status: 204, value: null };
  });

  register(app, context, endpoints.makeDeviceLink, async ({ params, caller, refuse }) => {
    const link = await account.makeDeviceLink(caller.personId, params.id);
    if (link === 'not-found') throw refuse('notFound');
    if (link === 'not-allowed') throw refuse('notAllowed');
    return { status: 200, value: { link: link.url, expiresAt: link.expiresAt } };
  });
}
