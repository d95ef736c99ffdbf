/** The people screen's endpoints, over the service of people. */
import type { FastifyInstance } from 'fastify';
import type { PersonRecord } from '#contract/desk/people-endpoints.ts';
import * as endpoints from '#contract/desk/people-endpoints.ts';
import type { Context } from '#server/context.ts';
import { ok, register } from '#server/http/endpoint.ts';
import type { Refusal } from '#server/http/refusal.ts';
import {
  type Invited,
  licensedStatesOf,
  type PersonOutcome,
  type ShiftPerson,
  withInvitation,
} from '#server/people/service.ts';
import { fieldsOf } from '#server/rows.ts';
import type { StaffCaller } from '#server/sign-in/service.ts';
import {
  mayChange,
  mayChangeRole,
  mayInvite,
  mayInvitePerson,
  mayRemove,
  maySwitchShift,
  takesRequests,
} from './policy.ts';
import { createShow, type ShownTo } from './shown.ts';

type Asker = Pick<StaffCaller, 'personId' | 'role'>;

/** A person as the desk shows them to the caller, with what the caller may do to the record. */
function presentPerson(person: ShiftPerson, { personId, role }: Asker, invited: Invited): PersonRecord {
  const actor = { id: personId, role };
  const target = withInvitation(person, invited);
  const isThere = person.removed_at === null;
  return {
    ...fieldsOf(person, 'id', 'name', 'phone', 'mail', 'role', 'created_at', 'on_shift_at', 'on_call_at', 'off_due_at'),
    ...fieldsOf(person, 'removed_at', 'version', 'switches'),
    invited: target.invitedTo !== null,
    licensedStates: licensedStatesOf(person),
    own: person.id === personId,
    can: {
      edit: isThere && mayChange(actor, target),
      changeRole: isThere && person.role !== null && mayChangeRole(actor, person),
      remove: isThere && mayRemove(actor, target),
      invite: isThere && mayInvitePerson(actor, target),
      switchShift: isThere && takesRequests(person.role) && maySwitchShift(actor, person),
    },
  };
}

export function peopleRoutes(app: FastifyInstance, context: Context): void {
  const { people, audit, shift, now } = context;
  const present = async (person: ShiftPerson, caller: Asker): Promise<PersonRecord> =>
    presentPerson(person, caller, await people.invited());

  const shown = createShow(context, 'person', async (id, caller) => {
    const person = await people.find(id);
    return person && present(person, caller);
  });

  type PersonRefusal = Extract<PersonOutcome, { kind: 'refused' }>['why'];

  /** The record after an outcome. Throws the refusal when the outcome is one. */
  async function recordAfter(outcome: PersonOutcome, caller: Asker, refuse: (why: PersonRefusal) => Refusal) {
    if (outcome.kind === 'refused') throw refuse(outcome.why);
    return present(outcome.person, caller);
  }

  /** The record after a change. When somebody else changed it first: 409 with their record, which the caller opens by that. */
  async function answer(outcome: PersonOutcome, call: ShownTo & { refuse(why: PersonRefusal): Refusal }) {
    const { caller, refuse } = call;
    if (outcome.kind !== 'changed') return ok(await recordAfter(outcome, caller, refuse));
    return { status: 409, value: await shown(outcome.person.id, call) } as const;
  }

  register(app, context, endpoints.listPeople, async ({ caller }) => {
    audit.listed(caller, { name: 'people' });
    const [everybody, invited] = await Promise.all([shift.list(), people.invited()]);
    return ok({
      people: everybody.map((person) => presentPerson(person, caller, invited)),
      mayInvite: mayInvite({ id: caller.personId, role: caller.role }),
      serverNow: now().toISOString(),
    });
  });

  register(app, context, endpoints.viewPerson, async (call) => ok(await shown(call.params.id, call)));

  register(app, context, endpoints.addPerson, async ({ caller, body, refuse }) => ({
    status: 201,
    value: await recordAfter(await people.add(caller.personId, body), caller, refuse),
  }));

  register(app, context, endpoints.editPerson, async (call) => {
    const { caller, params, body } = call;
    const target = { id: params.id, version: body.version };
    const proved = caller.session.provedUntil !== null;
    return answer(await people.edit(caller.personId, target, body, { proved }), call);
  });

  register(app, context, endpoints.changeRole, async (call) => {
    const { version, role } = call.body;
    return answer(await people.changeRole(call.caller.personId, { id: call.params.id, version }, role), call);
  });

  register(app, context, endpoints.removePerson, async (call) =>
    answer(await people.remove(call.caller.personId, { id: call.params.id, version: call.body.version }), call),
  );

  register(app, context, endpoints.switchShift, async (call) =>
    answer(await people.switchShift(call.caller.personId, call.params.id, call.body.on, call.body.seen), call),
  );

  register(app, context, endpoints.switchOwnShift, async (call) => {
    const { personId } = call.caller;
    return answer(await people.switchShift(personId, personId, call.body.on, call.body.seen), call);
  });

  register(app, context, endpoints.switchOnCall, async (call) =>
    answer(await people.switchOnCall(call.caller.personId, call.body.on, call.body.seen), call),
  );
}
