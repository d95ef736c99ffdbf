/** The dealerships screen's endpoints, over the service of dealerships. */
import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/desk/dealership-endpoints.ts';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import type { Context } from '#server/context.ts';
import { type DealershipOutcome, type DealershipRefusal, listPage } from '#server/dealerships/service.ts';
import { answered, ok, register } from '#server/http/endpoint.ts';
import type { Refusal } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/sign-in/service.ts';
import { nextHour } from '#server/times.ts';
import { conditionsOf } from './dealership-list.ts';
import { createShowDealership, dealershipViews } from './dealership-view.ts';
import { createShow } from './shown.ts';

export function dealershipRoutes(app: FastifyInstance, context: Context): void {
  const { dealerships, leadDesk, audit, storage, now } = context;
  const views = dealershipViews(context);
  const showLead = createShow(context, ({ id }: LeadRecord) => ({ kind: 'lead', id }), leadDesk.record);
  const shown = createShowDealership(context);

  /** The record after an outcome: 409 when somebody else changed it first, else 200. Throws the refusal when the outcome is one. */
  async function answer(outcome: DealershipOutcome, caller: StaffCaller, refuse: (why: DealershipRefusal) => Refusal) {
    if (outcome.kind === 'refused') throw refuse(outcome.why);
    const made = outcome.kind !== 'changed';
    return answered(made, await shown(outcome.dealership.id, { caller, refuse }, made));
  }

  register(app, context, endpoints.listDealerships, async ({ caller, query, refuse }) => {
    const { filter = 'active', search = '', cursor } = query;
    const where = await conditionsOf(context, filter, search);
    const page = await listPage(storage.reads, { filter, where, cursor });
    if (!page) throw refuse('invalid');
    audit.listed(caller, { name: 'dealerships', filters: search === '' ? [filter] : [filter, 'search'] });
    const { cursor: next, samples } = page;
    return ok({ rows: await views.rows(page.rows), cursor: next, samples, changesAt: nextHour(now()) });
  });

  register(app, context, endpoints.viewDealership, async (call) => ok(await shown(call.params.id, call)));

  register(app, context, endpoints.addDealership, async ({ caller, body, refuse }) => {
    const { lead, id, name = '', ...fields } = body;
    const outcome =
      lead === undefined
        ? await dealerships.add(caller.personId, { ...fields, name }, id)
        : await dealerships.fromLead({ id: caller.personId, name: caller.name }, lead);
    if (outcome.kind === 'leadChanged') {
      const to = { caller, refuse: () => refuse('noSuchLead') };
      return { status: 409, value: await showLead(lead?.id ?? '', to) };
    }
    const { value } = await answer(outcome, caller, refuse);
    return { status: outcome.kind === 'made' ? 201 : 200, value };
  });

  register(app, context, endpoints.editDealership, async ({ caller, params: { id }, body, refuse }) =>
    answer(await dealerships.edit(caller.personId, { id, version: body.version }, body.patch), caller, refuse),
  );

  register(app, context, endpoints.closeDealership, async ({ caller, params: { id }, body: { version }, refuse }) =>
    answer(await dealerships.close(caller.personId, { id, version }), caller, refuse),
  );

  register(app, context, endpoints.reopenDealership, async ({ caller, params: { id }, body: { version }, refuse }) =>
    answer(await dealerships.reopen(caller.personId, { id, version }), caller, refuse),
  );

  register(app, context, endpoints.removeSample, async ({ caller, params: { id }, refuse }) => {
    const outcome = await dealerships.removeSample(caller.personId, id);
    if (outcome !== 'removed') throw refuse(outcome);
    return ok({ removed: 1 });
  });

  register(app, context, endpoints.removeSamples, async ({ caller }) =>
    ok({ removed: await dealerships.removeSamples(caller.personId) }),
  );
}
