/** The people screen's endpoints, over the service of people. */
import type { FastifyInstance } from 'fastify';
import {
  addPerson,
  changeRole,
  editPerson,
  listPeople,
  type PersonRecord,
  removePerson,
  switchOnCall,
  switchOwnShift,
  switchShift,
  viewPerson,
} from '#contract/desk/people-endpoints.ts';
import type { Context } from '#server/context.ts';
import { register } from '#server/http/endpoint.ts';
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

/** The person of an outcome. Throws the refusal when the outcome is one. */
function personOf(outcome: PersonOutcome, refuse: (why: Extract<PersonOutcome, { why: string }>['why']) => Refusal) {
  if (outcome.kind === 'refused') throw refuse(outcome.why);
  return outcome.person;
}

const statusOf = (outcome: PersonOutcome): 200 | 409 => (outcome.kind === 'changed' ? 409 : 200);

export function peopleRoutes(app: FastifyInstance, context: Context): void {
  const { people, audit, shift, now } = context;
  const present = async (person: ShiftPerson, caller: Asker): Promise<PersonRecord> =>
    presentPerson(person, caller, await people.invited());

  register(app, context, listPeople, async ({ caller }) => {
    audit.listed(caller, { name: 'people' });
    const [everybody, invited] = await Promise.all([shift.list(), people.invited()]);
    return {
      status: 200,
      value: {
        people: everybody.map((person) => presentPerson(person, caller, invited)),
        mayInvite: mayInvite({ id: caller.personId, role: caller.role }),
        serverNow: now().toISOString(),
      },
    };
  });

  register(app, context, viewPerson, async ({ caller, params, refuse }) => {
    const person = await people.find(params.id);
    if (!person) throw refuse('notFound');
    await audit.opened(caller, { kind: 'person', id: person.id });
    return { status: 200, value: await present(person, caller) };
  });

  register(app, context, addPerson, async ({ caller, body, refuse }) => {
    const person = personOf(await people.add(caller.personId, body), refuse);
    return { status: 201, value: await present(person, caller) };
  });

  register(app, context, editPerson, async ({ caller, params, body, refuse }) => {
    const target = { id: params.id, version: body.version };
    const proved = caller.session.provedUntil !== null;
    const outcome = await people.edit(caller.personId, target, body, { proved });
    return { status: statusOf(outcome), value: await present(personOf(outcome, refuse), caller) };
  });

  register(app, context, changeRole, async ({ caller, params, body, refuse }) => {
    const outcome = await people.changeRole(caller.personId, { id: params.id, version: body.version }, body.role);
    return { status: statusOf(outcome), value: await present(personOf(outcome, refuse), caller) };
  });

  register(app, context, removePerson, async ({ caller, params, body, refuse }) => {
    const outcome = await people.remove(caller.personId, { id: params.id, version: body.version });
    return { status: statusOf(outcome), value: await present(personOf(outcome, refuse), caller) };
  });

  register(app, context, switchShift, async ({ caller, params, body, refuse }) => {
    const outcome = await people.switchShift(caller.personId, params.id, body.on);
    return { status: 200, value: await present(personOf(outcome, refuse), caller) };
  });

  register(app, context, switchOwnShift, async ({ caller, body, refuse }) => {
    const outcome = await people.switchShift(caller.personId, caller.personId, body.on);
    return { status: 200, value: await present(personOf(outcome, refuse), caller) };
  });

  register(app, context, switchOnCall, async ({ caller, body, refuse }) => {
    const outcome = await people.switchOnCall(caller.personId, body.on);
    return { status: 200, value: await present(personOf(outcome, refuse), caller) };
  });
}
