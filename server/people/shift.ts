/** Who of the people is on shift. */
import type { Transaction } from 'kysely';
import { mintId } from '#contract/reference.ts';
import { raiseAlert } from '#server/alerts/service.ts';
import type { AuditLog } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import type { Config, Person } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { settingOf } from '#server/settings/service.ts';
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

/** Changes of people run one after another, so that what one of them checks still holds when it writes. */
export const lockPeople = (trx: Transaction<Tables>, { dialect }: Pick<Storage, 'dialect'>) =>
  dialect.lock(trx, ['people']);

/** Keeps everybody as they are until the transaction ends: roles and removals wait for it. Those who share do not wait for each other. */
export const sharePeople = (trx: Transaction<Tables>, { dialect }: Pick<Storage, 'dialect'>) =>
  dialect.share(trx, ['people']);

/**
 * A decision that lies further ahead of the clock was made by a clock that was wrong, and is replaced. One that lies less far
 * ahead holds, so that a boundary of the schedule is not applied twice when the clock is set back.
 */
export const mostAheadMs = 2 * 3_600_000;

/** How far a shift is decided by what happens to it now. */
function decidedAt({ shift_decided_at: before }: ShiftPerson, at: Date): string {
  const time = at.toISOString();
  const isAhead = before !== null && before > time && Date.parse(before) - at.getTime() <= mostAheadMs;
  return isAhead ? before : time;
}

/** Whether somebody hears of requests while they are on shift. */
export type Reaches = (person: Pick<ShiftPerson, 'phone'>) => boolean;

/** Where requests are told by text alone, whoever has no telephone hears of none. */
export function reachesBy({ smtp, sms }: Pick<Config, 'smtp' | 'sms'>): Reaches {
  const byTextAlone = !smtp && !sms.function && sms.provider !== undefined;
  return ({ phone }) => !byTextAlone || phone !== null;
}

/**
 * Alerts the operator when somebody was the last one on shift, or the last one whom requests reach, until the change that was just
 * written, while requests may come in. The caller holds the lock of people.
 *
 * @param before the person as they were before the change
 */
export async function alertAfterLast(
  trx: Transaction<Tables>,
  before: ShiftPerson,
  reaches: Reaches,
  at: Date,
): Promise<void> {
  if (before.on_shift_at === null) return;
  const left = await peopleOnShift(trx);
  const isLost = left.length === 0 || (reaches(before) && !left.some(reaches));
  if (!isLost || (await settingOf(trx, 'text-agent')) !== 'on') return;
  await raiseAlert(trx, { kind: left.length === 0 ? 'shift-empty' : 'shift-unreached', about: at.toISOString(), at });
}

/** Begins or ends a shift. When the last one goes off while requests may come in, the operator is alerted. */
export async function switchShift(
  trx: Transaction<Tables>,
  person: ShiftPerson,
  on: boolean,
  reaches: Reaches,
  at: Date,
): Promise<void> {
  await setShift(trx, person.id, {
    on_shift_at: on ? at.toISOString() : null,
    shift_decided_at: decidedAt(person, at),
    off_due_at: null,
  });
  if (!on) await alertAfterLast(trx, person, reaches, at);
  await changed(trx, 'people', person.id);
}

/** Leaves a shift as it is, now that somebody or the schedule has decided so: what was due before is over. */
export async function keepShift(trx: Transaction<Tables>, person: ShiftPerson, at: Date): Promise<void> {
  await setShift(trx, person.id, { shift_decided_at: decidedAt(person, at), off_due_at: null });
  if (person.off_due_at !== null) await changed(trx, 'people', person.id);
}

/** The key of what somebody holds and of their shift: whoever takes a request and the schedule's boundaries go one after another. */
export const shiftKeyOf = (personId: string): string => `shift ${personId}`;

/** What the schedule made of somebody's shift. `held`: their hours are over, and they stay until they have no request. */
export type ByScheduleOutcome = 'begun' | 'ended' | 'held' | 'kept';

/**
 * Does what the schedule says of somebody from now on. Whoever has a request does not go off: it is noted, and done once they
 * have none. The caller holds the lock of people and the person's `shiftKeyOf`.
 */
export async function followSchedule(
  trx: Transaction<Tables>,
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
    return 'held';
  }
  await switchShift(trx, person, on, reaches, at);
  return on ? 'begun' : 'ended';
}

/** The mail address of somebody with an account signs in: it is changed at the desk, with a fresh proof and a mail to the old one. */
export class AccountAddressError extends Error {
  override name = 'AccountAddressError';
}

export interface ShiftOptions {
  readonly storage: Storage;
  readonly audit: AuditLog;
  readonly invited: ReadInvited;
  readonly reaches: Reaches;
  readonly now: () => Date;
}

export type Shift = ReturnType<typeof createShift>;

/** The shift as the configuration and `npm run shift` know it: people by their names. */
export function createShift({ storage, audit, invited, reaches, now }: ShiftOptions) {
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
     * Adds somebody, on shift; for a known name, puts in the new ways to reach them.
     *
     * @throws AccountAddressError when another address would sign in to their account
     */
    add: (person: Person): Promise<void> =>
      storage.transaction(async (trx) => {
        await lockPeople(trx, storage);
        const known = await findPerson(trx, person.name);
        const account = known && hasOwnAddress(withInvitation(known, await invited(trx, now()))) ? known : undefined;
        const mail = person.mail ?? account?.mail ?? null;
        const row = rowOf({ ...person, mail }, now().toISOString());
        if (account && row.mail_key !== account.mail_key) throw new AccountAddressError();
        await putPerson(trx, row);
        if (known) await alertAfterLast(trx, known, reaches, now());
        await changed(trx, 'people', known?.id ?? row.id);
        await audit.write(trx, {
          by: null,
          action: known ? 'person-edited' : 'person-added',
          about: about([known ?? row]),
          detail: known ? { fields: ['phone', 'mail'] } : {},
        });
      }),

    /** Begins or ends somebody's shift. False when there is nobody of that name. */
    set: (name: string, on: boolean): Promise<boolean> =>
      storage.transaction(async (trx) => {
        // Of two who go off at the same moment, the second must see that the first is off.
        await lockPeople(trx, storage);
        const person = await findPerson(trx, name);
        if (!person) return false;
        await switchShift(trx, person, on, reaches, now());
        await audit.write(trx, { by: null, action: on ? 'shift-begun' : 'shift-ended', about: about([person]) });
        return true;
      }),

    /** Whether nobody is on shift. */
    isEmpty: async (): Promise<boolean> => (await peopleOnShift(db)).length === 0,

    /** Takes over the configuration's people while nobody is known. */
    seed: (people: readonly Person[]): Promise<void> =>
      storage.transaction(async (trx) => {
        await lockPeople(trx, storage);
        if (people.length === 0 || (await allPeople(trx)).length > 0) return;
        const byName = new Map(people.map((person) => [person.name, rowOf(person, now().toISOString())]));
        const rows = [...byName.values()];
        await insertPeople(trx, rows);
        await audit.write(trx, { by: null, action: 'person-added', about: about(rows) });
      }),
  };
}
