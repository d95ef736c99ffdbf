/**
 * The records of people: adding, editing, giving and taking roles, removing. Who acts is read again in the transaction of the
 * change, so that one whose role ended a moment ago changes nothing any more.
 */
import type { Transaction } from 'kysely';
import type { Role } from '#contract/desk/permissions.ts';
import { mintId } from '#contract/reference.ts';
import type { StateCode } from '#contract/states.ts';
import { nameLine } from '#contract/text.ts';
import type { AuditLog, NewAuditEntry } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { isOneAddress } from '#server/mail-address.ts';
import { readPhone } from '#server/phone.ts';
import { hasOwnAddress, type Invitable, type Invited, type ReadInvited, withInvitation } from './invited.ts';
import { alertAfterLast, keepShift, lockPeople, type Reaches, switchShift } from './shift.ts';
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

/** As people write them; empty for none. */
export interface PersonFields {
  readonly name: string;
  readonly phone: string;
  readonly mail: string;
  /** Left out: as they are. */
  readonly licensedStates?: readonly StateCode[] | undefined;
}

/** The desk's rules about who may do what with whom (`server/desk/policy.ts`). */
export interface PeoplePolicy {
  mayChange(actor: Actor, target: Invitable): boolean;
  mayChangeRole(actor: Actor, target: Invitable): boolean;
  mayRemove(actor: Actor, target: Invitable): boolean;
  /** Whether somebody of this role takes requests, and may be on shift. */
  takesRequests(role: Role | null): boolean;
  maySwitchShift(actor: Actor, target: Pick<ShiftPerson, 'id'>): boolean;
  mayBeOnCall(role: Role | null): boolean;
}

export type PersonRefusal =
  | 'notAllowed'
  | 'notFound'
  | 'idTaken'
  | 'badName'
  | 'badPhone'
  | 'badMail'
  | 'nameTaken'
  | 'mailTaken'
  | 'mailNeeded'
  | 'noAccount'
  | 'lastAdmin'
  | 'proofNeeded';

/** `changed`: somebody else has changed the person since; nothing was written. */
export type PersonOutcome =
  | { readonly kind: 'done' | 'changed'; readonly person: ShiftPerson }
  | { readonly kind: 'refused'; readonly why: PersonRefusal };

/** What a change of a person does to their account, in the same transaction (`server/sign-in`). */
export interface Accounts {
  /** Ends every session, so that none holds again when a role comes back. */
  endSessions(trx: Transaction<Tables>, personId: string): Promise<unknown>;
  /**
   * Tells the address that signed in until now, and ends the links that were mailed to it. An invitation that nobody has accepted
   * yet is such a link: it ends, and there is no account to tell.
   */
  addressChanged(trx: Transaction<Tables>, before: ShiftPerson, by: string): Promise<void>;
  /** Sends what was written, after the transaction. */
  sendMails(): void;
}

export interface PeopleOptions {
  readonly storage: Storage;
  readonly audit: AuditLog;
  readonly policy: PeoplePolicy;
  readonly accounts: Accounts;
  readonly invited: ReadInvited;
  readonly reaches: Reaches;
  readonly now: () => Date;
}

export type People = ReturnType<typeof createPeople>;

const refused = (why: PersonRefusal): PersonOutcome => ({ kind: 'refused', why });

/** The fields as they are stored, or why they cannot be. */
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

/** Whether somebody is as they were typed. */
const isOf = (there: ShiftPerson, read: Exclude<ReturnType<typeof readFields>, string>, onShift: boolean): boolean =>
  there.removed_at === null &&
  (there.on_shift_at !== null) === onShift &&
  (['name', 'phone', 'mail'] as const).every((name) => there[name] === read[name]) &&
  licensedStatesOf(there).join() === licensedStatesOf({ licensed_states: '[]', ...read }).join();

export function createPeople({ storage, audit, policy, accounts, invited, reaches, now }: PeopleOptions) {
  /** Runs a change of people alone, by somebody who has a role at this moment. */
  const change = (actorId: string, work: (trx: Transaction<Tables>, actor: Actor) => Promise<PersonOutcome>) =>
    storage.transaction(async (trx) => {
      await lockPeople(trx, storage);
      const actor = await findActor(trx, actorId);
      return actor ? work(trx, actor) : refused('notAllowed');
    });

  /** The same for a change of one person as the actor saw them. */
  const changeOf = (
    actorId: string,
    { id, version }: { readonly id: string; readonly version: number },
    may: (actor: Actor, target: Invitable) => boolean,
    work: (trx: Transaction<Tables>, target: ShiftPerson & Invitable) => Promise<PersonOutcome>,
  ) =>
    change(actorId, async (trx, actor) => {
      const target = await findPersonById(trx, id);
      if (!target || target.removed_at !== null) return refused('notFound');
      const invitable = withInvitation(target, await invited(trx, now()));
      if (!may(actor, invitable)) return refused('notAllowed');
      if (target.version !== version) return { kind: 'changed', person: target };
      return work(trx, invitable);
    });

  async function done(
    trx: Transaction<Tables>,
    id: string,
    entry: Omit<NewAuditEntry, 'about'>,
  ): Promise<PersonOutcome> {
    await changed(trx, 'people', id);
    const person = await findPersonById(trx, id);
    await audit.write(trx, { ...entry, about: [{ kind: 'person', id }] });
    return person ? { kind: 'done', person } : refused('notFound');
  }

  /** Why the fields cannot be stored for a person; undefined when they can. */
  async function conflictOf(
    trx: Transaction<Tables>,
    { name, mail_key }: { readonly name: string; readonly mail_key: string | null },
    person: Invitable,
  ): Promise<PersonRefusal | undefined> {
    const named = await findPerson(trx, name);
    if (named && named.id !== person.id) return 'nameTaken';
    if (!hasOwnAddress(person)) return undefined;
    if (mail_key === null) return 'mailNeeded';
    return (await hasAccountWith(trx, mail_key, person.id, await invited(trx, now()))) ? 'mailTaken' : undefined;
  }

  const isLastAdmin = async (trx: Transaction<Tables>, { role }: ShiftPerson) =>
    role === 'admin' && (await countAdmins(trx)) === 1;

  /** Ends what a role does not do. */
  async function endDuties(trx: Transaction<Tables>, person: ShiftPerson, role: Role | null): Promise<void> {
    if (person.on_shift_at !== null && !policy.takesRequests(role))
      await switchShift(trx, person, false, reaches, now());
    if (person.on_call_at !== null && !policy.mayBeOnCall(role)) await setOnCall(trx, person.id, null);
  }

  return {
    /** Anybody, also one who was removed; undefined when there never was such a person. */
    find: (id: string): Promise<ShiftPerson | undefined> => findPersonById(storage.db, id),

    /** Who is invited to an account at this moment. */
    invited: (): Promise<Invited> => invited(storage.db, now()),

    /**
     * Adds somebody without an account.
     *
     * @param id minted before the press, so that a second press finds whom the first one added. `idTaken`: they are another by now.
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
     * Changes name, telephone, mail and licensed states. An account signs in by its mail address, also one that is still to be
     * confirmed. Another address is a way into the account, so it needs a fresh proof of who acts.
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

    /**
     * Gives another role to somebody who has one, or takes it away with null. Their sessions were begun with the old role and
     * end with it.
     */
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

    /** Removes somebody: their shift and their sessions end, the row stays for the history. */
    remove: (actorId: string, target: { readonly id: string; readonly version: number }) =>
      changeOf(actorId, target, policy.mayRemove, async (trx, person) => {
        if (await isLastAdmin(trx, person)) return refused('lastAdmin');
        if (person.on_shift_at !== null) await switchShift(trx, person, false, reaches, now());
        await updatePerson(trx, person, { removed_at: now().toISOString(), on_call_at: null });
        await accounts.endSessions(trx, person.id);
        return done(trx, person.id, { by: actorId, action: 'person-removed' });
      }),

    /** Begins or ends a shift: one's own, or somebody else's as the schedule has it. Repeating it changes nothing. */
    switchShift: (actorId: string, id: string, on: boolean): Promise<PersonOutcome> =>
      change(actorId, async (trx, actor) => {
        const person = await findPersonById(trx, id);
        if (!person || person.removed_at !== null) return refused('notFound');
        if (!policy.maySwitchShift(actor, person)) return refused('notAllowed');
        if (on && !policy.takesRequests(person.role)) return refused('notAllowed');
        if ((person.on_shift_at !== null) === on) {
          await keepShift(trx, person, now());
          return { kind: 'done', person: (await findPersonById(trx, id)) ?? person };
        }
        await switchShift(trx, person, on, reaches, now());
        return done(trx, id, { by: actorId, action: on ? 'shift-begun' : 'shift-ended' });
      }),

    /** Puts oneself on call, or takes oneself off. Repeating it changes nothing. */
    switchOnCall: (actorId: string, on: boolean): Promise<PersonOutcome> =>
      change(actorId, async (trx, actor) => {
        if (!policy.mayBeOnCall(actor.role)) return refused('notAllowed');
        if ((actor.on_call_at !== null) === on) return { kind: 'done', person: actor };
        await setOnCall(trx, actor.id, on ? now().toISOString() : null);
        return done(trx, actor.id, { by: actorId, action: on ? 'on-call-begun' : 'on-call-ended' });
      }),
  };
}
