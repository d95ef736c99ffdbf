/** `/api/desk/board`, `/api/desk/requests` and `/api/desk/calls`: the deal board and what finance managers do with it. */
import type { FastifyInstance } from 'fastify';
import { brand } from '#brand/brand.ts';
import { finishedForMs } from '#contract/desk/board.ts';
import * as endpoints from '#contract/desk/board-endpoints.ts';
import { board } from '#contract/desk/board-schemas.ts';
import type { HandOffBody, RequestRecord } from '#contract/desk/record-schemas.ts';
import { cleanAdditionalInfo } from '#contract/free-text.ts';
import { stateOfAddress } from '#contract/us-states.ts';
import type { Context } from '#server/context.ts';
import { addressOf, allDealerships } from '#server/dealerships/service.ts';
import { answered, type Call, ok, register } from '#server/http/endpoint.ts';
import type { Refusal } from '#server/http/refusal.ts';
import { findPeopleByIds, licensedStatesOf } from '#server/people/service.ts';
import { peoplePresent } from '#server/presence/service.ts';
import type { EditOutcome, HandOffInput, RequestStep, StepInput } from '#server/requests/service.ts';
import type { StaffCaller } from '#server/sign-in/service.ts';
import { isoAfter } from '#server/times.ts';
import { may } from './policy.ts';
import { createShow } from './shown.ts';

export function boardRoutes(app: FastifyInstance, context: Context): void {
  const { agentRequests, audit, boards, calls, changes, storage, now } = context;

  /** Reads the board for all at once. `text` is its JSON for people who have no request, written once as most consoles get it. */
  const readBoard = changes.shared('board', async () => {
    const [rows, present] = await Promise.all([boards.rows(), peoplePresent(storage.db)]);
    const people = present.map(({ id, name, presence, onShift }) => ({ id, name, presence, onShift }));
    const oldest = rows.finished.at(-1)?.endedAt;
    const changesAt = oldest ? isoAfter(oldest, finishedForMs) : null;
    const whole = { ...rows, people, changesAt, serverNow: now().toISOString() };
    const holders = new Set(Object.values(rows).flatMap((part) => part.map(({ acceptedById }) => acceptedById)));
    return { rows, people, changesAt, holders, text: JSON.stringify(board.parse(whole)) };
  });

  /**
   * The state of a dealership in which the person is not licensed. Null when they are licensed there, when they have no licensed
   * states on record, or when the state is unknown.
   */
  async function notLicensedIn(dealershipId: string, personId: string): Promise<string | null> {
    const [person] = await findPeopleByIds(storage.db, [personId]);
    const licensed = person ? licensedStatesOf(person) : [];
    if (licensed.length === 0) return null;
    const state = stateOfAddress((await addressOf(storage.db, dealershipId)) ?? '');
    return state && !licensed.includes(state) ? state : null;
  }

  async function recordFor(id: string, { personId, role }: StaffCaller) {
    const record = await boards.record(id, { personId, works: may(role, 'workRequests') });
    const mayTake = record && (record.can.accept || record.can.takeOver) && record.sameNamed === null;
    return record && { ...record, notLicensedIn: mayTake ? await notLicensedIn(record.dealershipId, personId) : null };
  }

  const shown = createShow(context, ({ kind, id }: RequestRecord) => ({ kind, id }), recordFor);

  /** The record after a change, with 200 when the change was made, else 409. Throws the refusal when there is no such record. */
  async function answer(id: string, caller: StaffCaller, made: boolean, refuse: (why: 'notFound') => Refusal) {
    return answered(made, await shown(id, { caller, refuse }, made));
  }

  const person = ({ personId, name }: StaffCaller) => ({ personId, name });

  type StepCall = Pick<Call<typeof endpoints.plainDeskSteps.accept>, 'caller' | 'params' | 'refuse'>;

  /** @param seen the version of the request that the console showed at the press */
  async function take(
    step: RequestStep,
    { caller, params: { id }, refuse }: StepCall,
    seen: number | undefined,
    input?: StepInput,
  ) {
    if (!(await agentRequests.find(id))) throw refuse('notFound');
    return answer(id, caller, await agentRequests.step(step, id, person(caller), input, seen), refuse);
  }

  type EditRefusal = Exclude<EditOutcome, 'written' | 'conflict'> | 'notFound';

  async function afterEdit(
    id: string,
    caller: StaffCaller,
    outcome: EditOutcome,
    refuse: (why: EditRefusal) => Refusal,
  ) {
    if (outcome !== 'written' && outcome !== 'conflict') throw refuse(outcome);
    return answer(id, caller, outcome === 'written', refuse);
  }

  /**
   * A hand-off with its texts cleaned and its recipient read; a recipient of null is kept. Undefined when the recipient does not
   * exist, cannot take requests, or is the caller.
   */
  async function readHandOff(body: HandOffBody, caller: StaffCaller): Promise<HandOffInput | undefined> {
    const texts = {
      lender: cleanAdditionalInfo(body.lender),
      openStipulations: cleanAdditionalInfo(body.openStipulations),
      promised: cleanAdditionalInfo(body.promised),
    };
    if (body.to === null) return { ...body, ...texts, to: null };
    const [to] = await findPeopleByIds(storage.db, [body.to]);
    const canTake = to !== undefined && to.id !== caller.personId && (to.role === null || may(to.role, 'workRequests'));
    return canTake ? { ...body, ...texts, to } : undefined;
  }

  register(app, context, endpoints.viewBoard, async ({ caller, reply }) => {
    const { rows, people, changesAt, holders, text } = await readBoard();
    audit.listed(caller, { name: 'board' });
    if (!holders.has(caller.personId)) return reply.type('application/json').send(text);
    const own = (part: keyof typeof rows) =>
      rows[part].map((row) => ({ ...row, mine: row.acceptedById === caller.personId }));
    const value = {
      waiting: own('waiting'),
      running: own('running'),
      finished: own('finished'),
      people,
      changesAt,
      serverNow: now().toISOString(),
    };
    return ok(value);
  });

  register(app, context, endpoints.searchRequests, async ({ caller, query: { search = '', cursor }, refuse }) => {
    const found = await boards.search(search, cursor);
    if (!found) throw refuse('invalid');
    audit.listed(caller, { name: 'requests', ...(search !== '' && { filters: ['search'] }) });
    const rows = found.rows.map((row) => ({ ...row, mine: row.acceptedById === caller.personId }));
    return ok({ ...found, rows });
  });

  register(app, context, endpoints.viewDeskRequest, async (call) => ok(await shown(call.params.id, call)));

  for (const [step, endpoint] of Object.entries(endpoints.plainDeskSteps) as [
    keyof typeof endpoints.plainDeskSteps,
    typeof endpoints.plainDeskSteps.accept,
  ][]) {
    register(app, context, endpoint, async (call) => take(step, call, call.body.seen));
  }

  register(app, context, endpoints.handOffRequest, async (call) => {
    const { seen, ...body } = call.body;
    const handOff = await readHandOff(body, call.caller);
    if (!handOff) throw call.refuse('invalid');
    return take('hand-off', call, seen, { handOff });
  });

  register(app, context, endpoints.deskDone, async (call) => {
    const { disposition, deal, seen } = call.body;
    const ending = { disposition, ...(deal && { deal: { ...deal, by: call.caller.name } }) };
    return take('done', call, seen, { ending });
  });

  register(app, context, endpoints.changeDeal, async ({ caller, params: { id }, body, refuse }) =>
    afterEdit(id, caller, await agentRequests.editDeal(id, person(caller), body), refuse),
  );

  register(app, context, endpoints.tickJacket, async ({ caller, params: { id }, body, refuse }) =>
    afterEdit(id, caller, await agentRequests.tick(id, person(caller), body), refuse),
  );

  register(app, context, endpoints.changeSheet, async ({ caller, params: { id }, body, refuse }) =>
    afterEdit(id, caller, await agentRequests.editSheet(id, person(caller), body), refuse),
  );

  register(app, context, endpoints.logCall, async ({ caller, body, refuse }) => {
    const logged = await calls.log(body, person(caller));
    if (logged.outcome === 'id-taken') throw refuse('idTaken');
    if (logged.outcome === 'no-dealership') throw refuse('noSuchDealership');
    const missing = () => new Error('A call that was logged is there');
    return ok(await shown(body.id, { caller, refuse: missing }, true));
  });

  register(app, context, endpoints.listDeskDealerships, async () => {
    const all = await allDealerships(storage.db);
    return ok(all.map(({ id, name, zone }) => ({ id, name, zone: zone ?? brand.timeZone })));
  });
}
