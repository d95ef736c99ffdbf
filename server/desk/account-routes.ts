/** The endpoints of the signed-in person's own account: sessions, factors, password. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as endpoints from '#contract/desk/account-endpoints.ts';
import { staffTimes } from '#contract/desk/session.ts';
import type { Context } from '#server/context.ts';
import { noContent, ok, register } from '#server/http/endpoint.ts';
import type { Added, DeskSession } from '#server/sign-in/service.ts';
import { earliest, isoAfter } from '#server/times.ts';
import { createDeskVisits } from './session-routes.ts';

export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { sessions, enrolment, account } = context.signIn;
  const { visitOf, grant, viewOf } = createDeskVisits(context);

  /** The response after a factor was added: the recovery codes, if new ones were made, and the browser's session view. */
  async function afterAdding(
    { granted, deviceId, recoveryCodes }: Added,
    session: DeskSession,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const view = granted
      ? await grant({ granted, ...(deviceId !== undefined && { deviceId }) }, request, reply)
      : await viewOf(session, request);
    return { recoveryCodes: recoveryCodes && [...recoveryCodes], session: view };
  }

  register(app, context, endpoints.listSessions, async ({ caller }) => {
    const open = await sessions.list(caller.session);
    const list = open.map(({ row, locked }) => ({
      id: row.id,
      own: row.id === caller.sessionId,
      device: row.device,
      signedInAt: row.created_at,
      activeAt: row.active_at,
      locked,
    }));
    const ends = open.flatMap(({ row }) => [row.expires_at, isoAfter(row.active_at, staffTimes.idleForMs)]);
    return ok({ sessions: list, changesAt: earliest(...ends) });
  });

  register(app, context, endpoints.revokeSession, async ({ caller, params, refuse }) => {
    if (!(await account.revoke(caller.session, params.id))) throw refuse('notFound');
    return noContent;
  });

  register(app, context, endpoints.revokeOtherSessions, async ({ body, caller }) =>
    ok({ ended: await account.revokeOthers(caller.session, body.seen) }),
  );

  register(app, context, endpoints.viewFactors, async ({ caller }) => ok(await enrolment.factorsOf(caller.person.id)));

  register(app, context, endpoints.beginTotp, async ({ caller }) => ok(await enrolment.beginTotp(caller)));

  register(app, context, endpoints.addTotp, async ({ body, caller, request, reply, refuse }) => {
    const outcome = await enrolment.addTotp(caller, body.code, visitOf(request));
    if (outcome.kind === 'wait') throw refuse('tooManyTries', outcome);
    if (outcome.kind === 'wrong') throw refuse('wrongFactor');
    return ok(await afterAdding(outcome, caller, request, reply));
  });

  register(app, context, endpoints.removeTotp, async ({ body, caller, request, refuse }) => {
    const outcome = await enrolment.removeTotp(caller.session, visitOf(request), body.seen);
    if (outcome === 'other') throw refuse('otherApp');
    if (outcome === 'last') throw refuse('lastFactor');
    return ok(await enrolment.factorsOf(caller.personId));
  });

  register(app, context, endpoints.beginPasskey, async ({ caller }) =>
    ok({ ...(await enrolment.beginPasskey(caller)) }),
  );

  register(app, context, endpoints.addPasskey, async ({ body, caller, request, reply, refuse }) => {
    const outcome = await enrolment.addPasskey(caller, body.name, body.response, visitOf(request));
    if (outcome.kind !== 'added') throw refuse('wrongFactor');
    return ok(await afterAdding(outcome, caller, request, reply));
  });

  register(app, context, endpoints.removePasskey, async ({ params, caller, request, refuse }) => {
    const outcome = await enrolment.removePasskey(caller.session, params.id, visitOf(request));
    if (outcome === 'last') throw refuse('lastFactor');
    if (outcome === 'none') throw refuse('notFound');
    return ok(await enrolment.factorsOf(caller.personId));
  });

  register(app, context, endpoints.renewRecoveryCodes, async ({ body, caller, request, refuse }) => {
    const recoveryCodes = await enrolment.renewRecoveryCodes(caller.session, visitOf(request), body.seen);
    if (recoveryCodes === 'late') throw refuse('codesRenewed');
    return ok({ recoveryCodes });
  });

  register(app, context, endpoints.keepRecoveryCodes, async ({ body, caller, request }) => {
    await enrolment.keepRecoveryCodes(caller, body.code);
    return ok(await viewOf(caller, request));
  });

  register(app, context, endpoints.changePassword, async ({ body, caller, request, refuse }) => {
    const outcome = await account.changePassword(caller.session, body.password, visitOf(request), body.seen);
    if (outcome.kind === 'wait') throw refuse('tooManyTries', outcome);
    if (outcome.kind === 'password') throw refuse(outcome.fault);
    if (outcome.kind === 'late') throw refuse('passwordChanged');
    return body.seen === undefined ? noContent : ok(await enrolment.factorsOf(caller.personId));
  });
}
