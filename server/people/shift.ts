/** Begins and ends people's shifts. */
import type { Role } from '#contract/desk/permissions.ts';
import { mintId } from '#contract/reference.ts';
import { raiseAlert } from '#server/alerts/service.ts';
import type { AuditLog } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import type { Config, Person } from '#server/config.ts';
import { dialectOf, type Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { isTextAgentOn } from '#server/settings/service.ts';
import { hasOwnAddress, type ReadInvited, withInvitation } from './invited.ts';
import {
  allPeople,
  findPerson,
  insertPeople,
  mailKeyOf,
  peopleOnShift,
  putPerson,
  type ShiftPerson,
  setShift,
} from './store.ts';

/** Makes changes of people run one after another, so that what one of them checks still holds when it writes. */
export const lockPeople = (trx: Trx) => dialectOf(trx).lock(trx, ['people']);

/** Locks people in shared mode until the transaction ends: changes of roles and removals wait, and others that share the lock do not. */
export const lockPeopleShared = (trx: Trx) => dialectOf(trx).share(trx, ['people']);

/**
 * How far ahead of the clock a shift may be decided. A decision further ahead was made by a wrong clock and is replaced. One within
 * this time holds, so that a boundary of the schedule is not applied twice when the clock is set back.
 */
export const mostAheadMs = 2 * 3_600_000;

/** Up to which time a change at this moment decides the shift. */
function decidedAt({ shift_decided_at: before }: ShiftPerson, at: Date): string {
  const time = at.toISOString();
  const isAhead = before !== null && before > time && Date.parse(before) - at.getTime() <= mostAheadMs;
  return isAhead ? before : time;
}

/** Whether a person on shift is told of requests. */
export type Reaches = (person: Pick<ShiftPerson, 'phone'>) => boolean;

/** Where requests are announced by text only, a person without a telephone is not told of them. */
export function reachesBy({ smtp, sms }: Pick<Config, 'smtp' | 'sms'>): Reaches {
  const byTextAlone = !smtp && !sms.function && sms.provider !== undefined;
  return ({ phone }) => !byTextAlone || phone !== null;
}

/**
 * Alerts the operator when the change that was just written took away the last person on shift, or the last one whom requests
 * reach, while requests may come in. The caller must hold the lock of people.
 *
 * @param before the person before the change
 */
export async function alertAfterLast(trx: Trx, before: ShiftPerson, reaches: Reaches, at: Date): Promise<void> {
  if (before.on_shift_at === null) return;
  const left = await peopleOnShift(trx);
  const isLost = left.length === 0 || (reaches(before) && !left.some(reaches));
  if (!isLost || !(await isTextAgentOn(trx))) return;
  await raiseAlert(trx, { kind: left.length === 0 ? 'shift-empty' : 'shift-unreached', about: at.toISOString(), at });
}

/** Begins or ends a shift. When the last person goes off while requests may come in, the operator is alerted. */
export async function switchShift(
  trx: Trx,
  person: ShiftPerson,
  on: boolean,
  reaches: Reaches,
  at: Date,
): Promise<void> {
  await setShift(trx, person.id, {
    on_shift_at: on ? at.toISOString() : null,
    shift_decided_at: decidedAt(person, at),
    off_due_at: null,
    switches: person.switches + 1,
  });
  if (!on) await alertAfterLast(trx, person, reaches, at);
  await changed(trx, 'people', person.id);
}

/**
 * Leaves a shift as it is, as a decision of a person or the schedule: the boundaries before it have no effect any more, also those
 * that no server has applied yet. An end that was due before is cancelled.
 */
export async function keepShift(trx: Trx, person: ShiftPerson, at: Date): Promise<void> {
  await setShift(trx, person.id, { shift_decided_at: decidedAt(person, at), off_due_at: null });
  if (person.off_due_at !== null) await changed(trx, 'people', person.id);
}

/**
 * Switches a shift by hand. A shift that is so already stays so, and counts as switched now. Somebody who was to go off after their
 * request, and is switched on, stays on. The caller must hold the lock of people.
 *
 * @returns the action for the audit log; undefined when that changed nothing that anybody sees
 */
export async function switchBySaying(
  trx: Trx,
  person: ShiftPerson,
  on: boolean,
  reaches: Reaches,
  at: Date,
): Promise<'shift-begun' | 'shift-ended' | undefined> {
  if ((person.on_shift_at !== null) === on) {
    await keepShift(trx, person, at);
    await setShift(trx, person.id, { switches: person.switches + 1 });
    return person.off_due_at === null ? undefined : 'shift-begun';
  }
  await switchShift(trx, person, on, reaches, at);
  return on ? 'shift-begun' : 'shift-ended';
}

/** The lock key of a person's shift and requests: taking a request and applying the schedule run one after another. */
export const shiftKeyOf = (personId: string): string => `shift ${personId}`;

/** What the schedule did to a shift. `stays`: the hours are over, and the person stays on until they have no request. */
type ByScheduleOutcome = 'begun' | 'ended' | 'stays' | 'kept';

/**
 * Applies what the schedule now says of a person. A person who has a request stays on, and goes off when they have none any more.
 * The caller must hold the lock of people and the person's `shiftKeyOf`.
 */
export async function followSchedule(
  trx: Trx,
  person: ShiftPerson,
  { on, holdsRequest }: { readonly on: boolean; readonly holdsRequest: boolean },
  reaches: Reaches,
  at: Date,
): Promise<ByScheduleOutcome> {
  const isOn = person.on_shift_at !== null;
  if (on === isOn) {
    await keepShift(trx, person, at);
    return 'kept';
  }
  if (!on && holdsRequest) {
    const isNew = person.off_due_at === null;
    const off_due_at = person.off_due_at ?? at.toISOString();
    await setShift(trx, person.id, { shift_decided_at: decidedAt(person, at), off_due_at });
    if (!isNew) return 'kept';
    await changed(trx, 'people', person.id);
    return 'stays';
  }
  await switchShift(trx, person, on, reaches, at);
  return on ? 'begun' : 'ended';
}

/** The mail address of an account signs in, so it is changed only at the desk, with a fresh proof and a mail to the old address. */
export class AccountAddressError extends Error {
  override name = 'AccountAddressError';
}

export interface ShiftOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly audit: AuditLog;
  readonly invited: ReadInvited;
  readonly reaches: Reaches;
  /** Whether people of this role take requests, and so may be on shift. */
  readonly takesRequests: (role: Role | null) => boolean;
}

export type Shift = ReturnType<typeof createShift>;

/** Shifts for the configuration and for `npm run shift`, which know people by name. */
export function createShift({ storage, audit, invited, reaches, takesRequests, now }: ShiftOptions) {
  const { db } = storage;
  const rowOf = ({ name, phone, mail }: Person, at: string | null) => ({
    id: mintId(),
    name,
    phone,
    mail,
    mail_key: mail === null ? null : mailKeyOf(mail),
    created_at: now().toISOString(),
    on_shift_at: at,
  });
  const about = (people: readonly { readonly id: string }[]) =>
    people.map(({ id }) => ({ kind: 'person', id }) as const);

  return {
    list: (): Promise<ShiftPerson[]> => allPeople(db),

    /**
     * Adds a person, on shift. For a known name, replaces the telephone and the mail address.
     *
     * @returns how the person was reached before and is not any more
     * @throws AccountAddressError when a new address would sign in to the person's account
     */
    add: (person: Person): Promise<Pick<Person, 'phone' | 'mail'>> =>
      storage.transaction(async (trx) => {
        await lockPeople(trx);
        const known = await findPerson(trx, person.name);
        const account = known && hasOwnAddress(withInvitation(known, await invited(trx, now()))) ? known : undefined;
        const mail = person.mail ?? account?.mail ?? null;
        const row = rowOf({ ...person, mail }, now().toISOString());
        if (account && row.mail_key !== account.mail_key) throw new AccountAddressError();
        const fields = (['phone', 'mail'] as const).filter((name) => row[name] !== known?.[name]);
        const lost = (name: 'phone' | 'mail') => (row[name] === null ? (known?.[name] ?? null) : null);
        // The same command at the same instant, or once more.
        if (known && fields.length === 0) return { phone: null, mail: null };
        await putPerson(trx, row);
        if (known) await alertAfterLast(trx, known, reaches, now());
        await changed(trx, 'people', known?.id ?? row.id);
        await audit.write(trx, {
          by: null,
          action: known ? 'person-edited' : 'person-added',
          about: about([known ?? row]),
          detail: known ? { fields } : {},
        });
        return { phone: lost('phone'), mail: lost('mail') };
      }),

    /** Begins or ends a person's shift, as `switchBySaying` does. */
    set: (name: string, on: boolean): Promise<'done' | 'notFound' | 'takesNoRequests'> =>
      storage.transaction(async (trx) => {
        // When two people go off at the same moment, the second must see that the first is off.
        await lockPeople(trx);
        const person = await findPerson(trx, name);
        if (!person) return 'notFound';
        if (on && !takesRequests(person.role)) return 'takesNoRequests';
        const action = await switchBySaying(trx, person, on, reaches, now());
        if (action) await audit.write(trx, { by: null, action, about: about([person]) });
        return 'done';
      }),

    isEmpty: async (): Promise<boolean> => (await peopleOnShift(db)).length === 0,

    /** Adds the configuration's people when there are no people yet. */
    seed: (people: readonly Person[]): Promise<void> =>
      storage.transaction(async (trx) => {
        await lockPeople(trx);
        if (people.length === 0 || (await allPeople(trx)).length > 0) return;
        const byName = new Map(people.map((person) => [person.name, rowOf(person, now().toISOString())]));
        const rows = [...byName.values()];
        await insertPeople(trx, rows);
        await audit.write(trx, { by: null, action: 'person-added', about: about(rows) });
      }),
  };
}
