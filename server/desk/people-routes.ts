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
import { createShow } from './shown.ts';

type Asker = Pick<StaffCaller, 'personId' | 'role'>;

/** A person as the desk shows them to the caller, with what the caller may do to the record. */
function presentPerson(person: ShiftPerson, { personId, role }: Asker, invited: Invited): PersonRecord {
  const actor = { id: personId, role };
  const target = withInvitation(person, invited);
  const isThere = person.removed_at === null;
  return {
    id: person.id,
    name: person.name,
    phone: person.phone,
    mail: person.mail,
    role: person.role,
    createdAt: person.created_at,
    onShiftAt: person.on_shift_at,
    onCallAt: person.on_call_at,
    offDueAt: person.off_due_at,
    invited: target.invitedTo !== null,
    licensedStates: licensedStatesOf(person),
    removedAt: person.removed_at,
    version: person.version,
    switches: person.switches,
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
  const show = createShow(context);
  const present = async (person: ShiftPerson, caller: Asker): Promise<PersonRecord> =>
    presentPerson(person, caller, await people.invited());

  type PersonRefusal = Extract<PersonOutcome, { kind: 'refused' }>['why'];

  /** The record after an outcome. Throws the refusal when the outcome is one. */
  async function recordAfter(outcome: PersonOutcome, caller: Asker, refuse: (why: PersonRefusal) => Refusal) {
    if (outcome.kind === 'refused') throw refuse(outcome.why);
    return present(outcome.person, caller);
  }

  /** The record after a change: 409 when somebody else changed it first, else 200. */
  async function answer(outcome: PersonOutcome, caller: Asker, refuse: (why: PersonRefusal) => Refusal) {
    const value = await recordAfter(outcome, caller, refuse);
    return { status: outcome.kind === 'changed' ? 409 : 200, value } as const;
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

  register(app, context, endpoints.viewPerson, async (call) => {
    const read = async () => {
      const person = await people.find(call.params.id);
      return person && present(person, call.caller);
    };
    return ok(await show(call, read, ({ id }) => ({ kind: 'person', id })));
  });

  register(app, context, endpoints.addPerson, async ({ caller, body, refuse }) => ({
    status: 201,
    value: await recordAfter(await people.add(caller.personId, body), caller, refuse),
  }));

  register(app, context, endpoints.editPerson, async ({ caller, params, body, refuse }) => {
    const target = { id: params.id, version: body.version };
    const proved = caller.session.provedUntil !== null;
    return answer(await people.edit(caller.personId, target, body, { proved }), caller, refuse);
  });

  register(app, context, endpoints.changeRole, async ({ caller, params: { id }, body: { version, role }, refuse }) =>
    answer(await people.changeRole(caller.personId, { id, version }, role), caller, refuse),
  );

  register(app, context, endpoints.removePerson, async ({ caller, params: { id }, body: { version }, refuse }) =>
    answer(await people.remove(caller.personId, { id, version }), caller, refuse),
  );

  register(app, context, endpoints.switchShift, async ({ caller, params, body: { on, seen }, refuse }) =>
    answer(await people.switchShift(caller.personId, params.id, on, seen), caller, refuse),
  );

  register(app, context, endpoints.switchOwnShift, async ({ caller, body: { on, seen }, refuse }) =>
    answer(await people.switchShift(caller.personId, caller.personId, on, seen), caller, refuse),
  );

  register(app, context, endpoints.switchOnCall, async ({ caller, body: { on, seen }, refuse }) =>
    answer(await people.switchOnCall(caller.personId, on, seen), caller, refuse),
  );
}
