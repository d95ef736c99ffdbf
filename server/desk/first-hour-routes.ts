/** The first hour's endpoints, over its service. */
import type { FastifyInstance } from 'fastify';
import type { FirstHourView } from '#contract/desk/first-hour-endpoints.ts';
import * as endpoints from '#contract/desk/first-hour-endpoints.ts';
import type { Context } from '#server/context.ts';
import { ok, register } from '#server/http/endpoint.ts';
import { findPersonById } from '#server/people/service.ts';
import type { StaffCaller } from '#server/sign-in/service.ts';

export function firstHourRoutes(app: FastifyInstance, context: Context): void {
  const { audit, firstHour, storage, now } = context;

  async function answer({ personId }: StaffCaller): Promise<{ readonly status: 200; readonly value: FirstHourView }> {
    const person = await findPersonById(storage.db, personId);
    const lines = await firstHour.lines(person?.phone ?? null);
    return ok({ ...lines, serverNow: now().toISOString() });
  }

  register(app, context, endpoints.viewFirstHour, async ({ caller }) => {
    audit.listed(caller, { name: 'first-hour' });
    return answer(caller);
  });

  register(app, context, endpoints.testMail, async ({ caller, body, refuse }) => {
    const outcome = await firstHour.testMail(body.to.trim(), caller.personId);
    if (outcome.kind === 'refused') throw refuse(outcome.why);
    return answer(caller);
  });

  register(app, context, endpoints.testText, async ({ caller, refuse }) => {
    const person = await findPersonById(storage.db, caller.personId);
    if (!person) throw refuse('signedOut');
    const outcome = await firstHour.testText(person);
    if (outcome.kind === 'refused') throw refuse(outcome.why);
    return answer(caller);
  });

  register(app, context, endpoints.testLink, async ({ caller, body, refuse }) => {
    const outcome = await firstHour.testLink(body.personId, caller.personId);
    if (outcome.kind === 'refused') throw refuse(outcome.why);
    return answer(caller);
  });

  register(app, context, endpoints.removeSamples, async ({ caller }) => {
    await firstHour.removeSamples(caller.personId);
    return answer(caller);
  });
}
