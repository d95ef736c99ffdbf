/** `/api/desk/leads`: inquiries and intakes, over the service of leads. */
import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/desk/lead-endpoints.ts';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import type { Context } from '#server/context.ts';
import { answered, ok, register } from '#server/http/endpoint.ts';
import type { Refusal } from '#server/http/refusal.ts';
import type { LeadOutcome, LeadRefusal } from '#server/leads/service.ts';
import type { StaffCaller } from '#server/sign-in/service.ts';
import { createShow } from './shown.ts';

export function leadRoutes(app: FastifyInstance, context: Context): void {
  const { audit, leadDesk, leadWork } = context;
  const shown = createShow(context, ({ id }: LeadRecord) => ({ kind: 'lead', id }), leadDesk.record);

  /** The record after a change: 200 when the change was made, else 409. Throws the refusal when the outcome is one. */
  async function answer(outcome: LeadOutcome, caller: StaffCaller, refuse: (why: LeadRefusal) => Refusal) {
    if (outcome.kind === 'refused') throw refuse(outcome.why);
    const made = outcome.kind === 'done';
    return answered(made, await shown(outcome.id, { caller, refuse }, made));
  }

  register(app, context, endpoints.listLeads, async ({ caller, query: { cursor, ...query }, refuse }) => {
    const value = await leadDesk.list(query, cursor, caller.personId);
    if (!value) throw refuse('badCursor');
    audit.listed(caller, { name: 'leads', filters: Object.keys(query).sort() });
    return ok(value);
  });

  register(app, context, endpoints.viewLead, async (call) => ok(await shown(call.params.id, call)));

  register(app, context, endpoints.editLead, async ({ caller, params: { id }, body: { version, patch }, refuse }) =>
    answer(await leadWork.edit(caller, { id, version }, patch), caller, refuse),
  );

  register(app, context, endpoints.markContacted, async ({ caller, params: { id }, body: { version }, refuse }) =>
    answer(await leadWork.contacted(caller, { id, version }), caller, refuse),
  );

  register(app, context, endpoints.noteLead, async ({ caller, params: { id }, body, refuse }) => {
    const { value } = await answer(await leadWork.note(caller, id, body), caller, refuse);
    return ok(value);
  });

  register(app, context, endpoints.joinLead, async ({ caller, params: { id }, body, refuse }) => {
    const other = { id: body.with, version: body.withVersion };
    return answer(await leadWork.join(caller, { id, version: body.version }, other), caller, refuse);
  });

  register(app, context, endpoints.tellLeadApart, async ({ caller, params: { id }, body: { version, from }, refuse }) =>
    answer(await leadWork.tellApart(caller, { id, version }, from), caller, refuse),
  );

  register(app, context, endpoints.suggestLeadAgain, async ({ caller, params: { id }, body, refuse }) =>
    answer(await leadWork.suggestAgain(caller, { id, version: body.version }, body.other), caller, refuse),
  );

  register(app, context, endpoints.partLead, async ({ caller, params: { id }, body: { version, part }, refuse }) =>
    answer(await leadWork.part(caller, { id, version }, part), caller, refuse),
  );
}
