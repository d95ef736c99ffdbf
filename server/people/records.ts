/**
 * The records of people: adding, editing, giving and taking roles, removing. The person who acts is read again in the transaction
 * of the change, so nobody can act whose role has just ended.
 */

import { nameLine } from '#contract/clean-text.ts';
import type { peopleRefusals } from '#contract/desk/people-endpoints.ts';
import type { Role } from '#contract/desk/permissions.ts';
import { mintId } from '#contract/reference.ts';
import type { StateCode } from '#contract/us-states.ts';
import type { NewAuditEntry } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import type { Trx } from '#server/database/open.ts';
import { isOneAddress } from '#server/mail-address.ts';
import { readPhone } from '#server/phone.ts';
import { isStale } from '#server/stale-press.ts';
import { hasOwnAddress, type Invitable, type Invited, withInvitation } from './invited.ts';
import { alertAfterLast, lockPeople, type ShiftOptions, switchBySaying, switchShift } from './shift.ts';
import {
  type Actor,
  countAdmins,
  findActor,
  findPerson,
  findPersonById,
  hasAccountWith,
  insertPeople,
  licensedStatesOf,
  mailKeyOf,
  type ShiftPerson,
  setOnCall,
  updatePerson,
} from './store.ts';

/** The fields as people write them; an empty text for none. */
export interface PersonFields {
  readonly name: string;
  readonly phone: string;
  readonly mail: string;
  /** When absent, the states stay as they are. */
  readonly licensedStates?: readonly StateCode[] | undefined;
}

/** The desk's rules about who may do what with whose record (`server/desk/policy.ts`). */
interface PeoplePolicy {
  mayChange(actor: Actor, target: Invitable): boolean;
  mayChangeRole(actor: Actor, target: Invitable): boolean;
  mayRemove(actor: Actor, target: Invitable): boolean;
  /** Whether people of this role take requests, and so may be on shift. */
  takesRequests(role: Role | null): boolean;
  maySwitchShift(actor: Actor, target: Pick<ShiftPerson, 'id'>): boolean;
  mayBeOnCall(role: Role | null): boolean;
}

type PersonRefusal = keyof typeof peopleRefusals | 'notAllowed' | 'proofNeeded';

/** `changed`: somebody else has changed the person since, so nothing was written. */
export type PersonOutcome =
  | { readonly kind: 'done' | 'changed'; readonly person: ShiftPerson }
  | { readonly kind: 'refused'; readonly why: PersonRefusal };

/** The effects of a person's change on their account, in the same transaction (`server/sign-in`). */
export interface Accounts {
  /** Ends every session, so that none is valid again when the person gets a role back. */
  endSessions(trx: Trx, personId: string): Promise<unknown>;
  /**
   * Tells the earlier address of an account that it no longer signs in, and ends the links that were mailed to it. An invitation
   * that was not accepted yet ends too; there is then no account to tell.
   */
  addressChanged(trx: Trx, before: ShiftPerson, by: string): Promise<void>;
  /** Sends the mails that were written. Call it after the transaction. */
  sendMails(): void;
}

interface PeopleOptions extends Omit<ShiftOptions, 'takesRequests'> {
  readonly policy: PeoplePolicy;
  readonly accounts: Accounts;
}

const refused = (why: PersonRefusal): PersonOutcome => ({ kind: 'refused', why });

/** Converts the fields to their stored form, or says why they cannot be stored. */
function readFields({ name, phone, mail, licensedStates }: PersonFields) {
  const read = { name: nameLine(name), phone: phone.trim(), mail: mail.trim() };
  if (read.name === '') return 'badName';
  const number = read.phone === '' ? null : readPhone(read.phone)?.number;
  if (number === undefined) return 'badPhone';
  if (read.mail !== '' && !isOneAddress(read.mail)) return 'badMail';
  const address = read.mail === '' ? null : read.mail;
  const states = licensedStates && { licensed_states: JSON.stringify([...new Set(licensedStates)].toSorted()) };
  return { name: read.name, phone: number, mail: address, mail_key: address && mailKeyOf(address), ...states };
}

/** Whether a person still has the typed values. */
const isOf = (there: ShiftPerson, read: Exclude<ReturnType<typeof readFields>, string>, onShift: boolean): boolean =>
  there.removed_at === null &&
  (there.on_shift_at !== null) === onShift &&
  (['name', 'phone', 'mail'] as const).every((name) => there[name] === read[name]) &&
  licensedStatesOf(there).join() === licensedStatesOf({ licensed_states: '[]', ...read }).join();

export function createPeople({ storage, audit, policy, accounts, invited, reaches, now }: PeopleOptions) {
  /** Runs a change of people while no other runs, if the actor has a role at this moment. */
  const change = (actorId: string, work: (trx: Trx, actor: Actor) => Promise<PersonOutcome>) =>
    storage.transaction(async (trx) => {
      await lockPeople(trx);
      const actor = await findActor(trx, actorId);
      return actor ? work(trx, actor) : refused('notAllowed');
    });

  /** The same for a change of one person, in the version that the actor saw. */
  const changeOf = (
    actorId: string,
    { id, version }: { readonly id: string; readonly version: number },
    may: (actor: Actor, target: Invitable) => boolean,
    work: (trx: Trx, target: ShiftPerson & Invitable) => Promise<PersonOutcome>,
  ) =>
    change(actorId, async (trx, actor) => {
      const target = await findPersonById(trx, id);
      if (!target || target.removed_at !== null) return refused('notFound');
      const invitable = withInvitation(target, await invited(trx, now()));
      if (!may(actor, invitable)) return refused('notAllowed');
      if (target.version !== version) return { kind: 'changed', person: target };
      return work(trx, invitable);
    });

  /** Tells the consoles of a change, and writes it into the audit log when anybody sees it. */
  async function done(trx: Trx, id: string, entry?: Omit<NewAuditEntry, 'about'>): Promise<PersonOutcome> {
    await changed(trx, 'people', id);
    const person = await findPersonById(trx, id);
    if (entry) await audit.write(trx, { ...entry, about: [{ kind: 'person', id }] });
    return person ? { kind: 'done', person } : refused('notFound');
  }

  /** Why the fields cannot be stored for a person; undefined when they can. */
  async function conflictOf(
    trx: Trx,
    { name, mail_key }: { readonly name: string; readonly mail_key: string | null },
    person: Invitable,
  ): Promise<PersonRefusal | undefined> {
    const named = await findPerson(trx, name);
    if (named && named.id !== person.id) return 'nameTaken';
    if (!hasOwnAddress(person)) return undefined;
    if (mail_key === null) return 'mailNeeded';
    return (await hasAccountWith(trx, mail_key, person.id, await invited(trx, now()))) ? 'mailTaken' : undefined;
  }

  const isLastAdmin = async (trx: Trx, { role }: ShiftPerson) => role === 'admin' && (await countAdmins(trx)) === 1;

  /** Ends the shift and the on-call duty that a role may not have. */
  async function endDuties(trx: Trx, person: ShiftPerson, role: Role | null): Promise<void> {
    if (person.on_shift_at !== null && !policy.takesRequests(role))
      await switchShift(trx, person, false, reaches, now());
    if (person.on_call_at !== null && !policy.mayBeOnCall(role)) await setOnCall(trx, person.id, null);
  }

  return {
    /** A person, also a removed one; undefined when there never was one of this id. */
    find: (id: string): Promise<ShiftPerson | undefined> => findPersonById(storage.db, id),

    invited: (): Promise<Invited> => invited(storage.db, now()),

    /**
     * Adds a person without an account.
     *
     * @param id made before the first press, so that a second press finds the person whom the first one added. `idTaken`: that
     *   person was changed meanwhile
     */
    add: (
      actorId: string,
      { id = mintId(), ...fields }: PersonFields & { readonly id?: string | undefined; readonly onShift: boolean },
    ): Promise<PersonOutcome> =>
      change(actorId, async (trx, actor) => {
        const person = { id, role: null };
        const invitable = { ...person, invitedTo: null };
        if (!policy.mayChange(actor, invitable)) return refused('notAllowed');
        const read = readFields(fields);
        if (typeof read === 'string') return refused(read);
        const there = await findPersonById(trx, id);
        if (there) return isOf(there, read, fields.onShift) ? { kind: 'done', person: there } : refused('idTaken');
        const conflict = await conflictOf(trx, read, invitable);
        if (conflict) return refused(conflict);
        const at = now().toISOString();
        await insertPeople(trx, [{ ...person, ...read, created_at: at, on_shift_at: fields.onShift ? at : null }]);
        return done(trx, person.id, { by: actorId, action: 'person-added' });
      }),

    /**
     * Changes name, telephone, mail and licensed states. An account, also one that is still to be confirmed, signs in by its mail
     * address. A new address is a way into the account, so changing it needs a fresh proof from the actor.
     */
    async edit(
      actorId: string,
      target: { readonly id: string; readonly version: number },
      fields: PersonFields,
      { proved }: { readonly proved: boolean },
    ): Promise<PersonOutcome> {
      const outcome = await changeOf(actorId, target, policy.mayChange, async (trx, person) => {
        const read = readFields(fields);
        if (typeof read === 'string') return refused(read);
        const conflict = await conflictOf(trx, read, person);
        if (conflict) return refused(conflict);
        const { licensed_states = person.licensed_states } = read;
        const names: string[] = (['name', 'phone', 'mail'] as const).filter((name) => read[name] !== person[name]);
        if (licensedStatesOf({ licensed_states }).join() !== licensedStatesOf(person).join())
          names.push('licensedStates');
        if (names.length === 0) return { kind: 'done', person };
        const signsInElsewhere = hasOwnAddress(person) && read.mail_key !== person.mail_key;
        if (signsInElsewhere && !proved) return refused('proofNeeded');
        await updatePerson(trx, person, read);
        await alertAfterLast(trx, person, reaches, now());
        if (signsInElsewhere) await accounts.addressChanged(trx, person, actorId);
        return done(trx, person.id, { by: actorId, action: 'person-edited', detail: { fields: names } });
      });
      accounts.sendMails();
      return outcome;
    },

    /** Changes the role of a person who has one; null takes it away. Sessions that began with the old role end. */
    changeRole: (actorId: string, target: { readonly id: string; readonly version: number }, role: Role | null) =>
      changeOf(actorId, target, policy.mayChangeRole, async (trx, person) => {
        if (person.role === null) return refused('noAccount');
        if (person.role === role) return { kind: 'done', person };
        if (await isLastAdmin(trx, person)) return refused('lastAdmin');
        await updatePerson(trx, person, { role });
        await endDuties(trx, person, role);
        await accounts.endSessions(trx, person.id);
        const detail = { from: person.role, to: role };
        return done(trx, person.id, { by: actorId, action: 'role-changed', detail });
      }),

    /** Removes a person. Their shift and sessions end, and the row stays for the history. */
    remove: (actorId: string, target: { readonly id: string; readonly version: number }) =>
      changeOf(actorId, target, policy.mayRemove, async (trx, person) => {
        if (await isLastAdmin(trx, person)) return refused('lastAdmin');
        if (person.on_shift_at !== null) await switchShift(trx, person, false, reaches, now());
        await updatePerson(trx, person, { removed_at: now().toISOString(), on_call_at: null });
        await accounts.endSessions(trx, person.id);
        return done(trx, person.id, { by: actorId, action: 'person-removed' });
      }),

    /**
     * Begins or ends a shift: the actor's own, or another person's, as `switchBySaying` does.
     *
     * @param seen the person's `switches` that the page showed; undefined when it did not say
     */
    switchShift: (actorId: string, id: string, on: boolean, seen?: number): Promise<PersonOutcome> =>
      change(actorId, async (trx, actor) => {
        const person = await findPersonById(trx, id);
        if (!person || person.removed_at !== null) return refused('notFound');
        if (!policy.maySwitchShift(actor, person)) return refused('notAllowed');
        if (on && !policy.takesRequests(person.role)) return refused('notAllowed');
        const isSo = (person.on_shift_at !== null) === on;
        if (isStale(seen, person.switches)) return { kind: isSo ? 'done' : 'changed', person };
        const action = await switchBySaying(trx, person, on, reaches, now());
        return done(trx, id, action && { by: actorId, action });
      }),

    /** Puts the actor on call, or off call. Repeating it changes nothing that anybody sees. `seen`: as for `switchShift`. */
    switchOnCall: (actorId: string, on: boolean, seen?: number): Promise<PersonOutcome> =>
      change(actorId, async (trx, actor) => {
        if (!policy.mayBeOnCall(actor.role)) return refused('notAllowed');
        const isSo = (actor.on_call_at !== null) === on;
        if (isStale(seen, actor.switches)) return { kind: isSo ? 'done' : 'changed', person: actor };
        await setOnCall(trx, actor.id, isSo ? actor.on_call_at : on ? now().toISOString() : null);
        const entry = { by: actorId, action: on ? 'on-call-begun' : 'on-call-ended' } as const;
        return done(trx, actor.id, isSo ? undefined : entry);
      }),
  };
}
