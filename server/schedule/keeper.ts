/**
 * Applies the schedule: begins or ends a person's shift at each boundary, once, however many servers look. A boundary that passed
 * while no server ran is applied at the start. When several have passed, the last one decides.
 */
import type { AuditLog, NewAuditEntry } from '#server/audit/service.ts';
import { addDays } from '#server/calendar.ts';
import { changed } from '#server/changes/service.ts';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import {
  allPeople,
  followSchedule,
  keepShift,
  lockPeople,
  type Reaches,
  type ShiftPerson,
  shiftKeyOf,
} from '#server/people/service.ts';
import type { Hours } from './hours.ts';
import { boundaryAheadMs, dueOf, mostBackMs, nextBoundary } from './policy.ts';
import { hoursOf, readRevision, readSchedule, type StoredSchedule } from './store.ts';
import type { Zone } from './zone.ts';

/** The desk's rules about who may have hours and who may edit the schedule (`server/desk/policy.ts`). */
interface SchedulePolicy {
  /** Whether people of this role take requests, and so may have hours. */
  takesRequests(role: ShiftPerson['role']): boolean;
  mayManageSchedule(role: ShiftPerson['role']): boolean;
}

export interface KeeperOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly audit: AuditLog;
  readonly zone: Zone;
  /** The ids of people who have a running request. */
  readonly holdersOf: (db: Reader) => Promise<ReadonlySet<string>>;
  readonly policy: SchedulePolicy;
  readonly reaches: Reaches;
}

/** A person whom the schedule switches, and to what. */
export interface Switched {
  readonly person: ShiftPerson;
  readonly on: boolean;
}

const msOf = (time: string | null): number | null => (time === null ? null : Date.parse(time));

/** Reads the schedule, far enough back for every boundary that may be due. */
export const readDue = (db: Reader, zone: Zone, at: Date): Promise<StoredSchedule> =>
  readSchedule(db, addDays(zone.dateAt(at.getTime() - mostBackMs), -3));

export type Keeper = ReturnType<typeof createKeeper>;

export function createKeeper({ storage, audit, zone, holdersOf, policy, reaches, now }: KeeperOptions) {
  const { db } = storage;
  /** What the last look saw. While the revision is the same and no boundary has come, there is nothing to do. */
  let seen: { readonly revision: number; readonly atMs: number; readonly nextMs: number } | undefined;

  /**
   * Begins or ends people's shifts as the schedule says, beginnings first: when one shift hands over to the next, nobody is told
   * that the shift is empty. The caller must hold the lock of people; this function locks the keys of their shifts.
   */
  async function follow(trx: Trx, switched: readonly Switched[], at: Date): Promise<void> {
    await dialectOf(trx).lock(
      trx,
      switched.map(({ person }) => shiftKeyOf(person.id)),
    );
    const holders = await holdersOf(trx);
    const entries: NewAuditEntry[] = [];
    for (const { person, on } of switched.toSorted((a, b) => Number(b.on) - Number(a.on))) {
      const outcome = await followSchedule(trx, person, { on, holdsRequest: holders.has(person.id) }, reaches, at);
      if (outcome === 'kept') continue;
      await changed(trx, 'schedule', person.id);
      if (outcome === 'stays') continue;
      const action = outcome === 'begun' ? 'shift-begun' : 'shift-ended';
      entries.push({ by: null, action, about: [{ kind: 'person', id: person.id }], detail: { by: 'schedule' } });
    }
    for (const entry of entries) await audit.write(trx, entry);
  }

  /** The people with a boundary that has passed and was not applied, and those who stayed for a request that has ended. */
  function findDue(
    people: readonly ShiftPerson[],
    schedule: StoredSchedule,
    holders: ReadonlySet<string>,
    at: Date,
  ): { readonly due: Switched[]; readonly pass: ShiftPerson[] } {
    const due: Switched[] = [];
    const pass: ShiftPerson[] = [];
    for (const person of people) {
      const hours = hoursOf(schedule, person.id);
      const on = hours && dueOf(hours, zone, msOf(person.shift_decided_at), at.getTime());
      if (on !== undefined && policy.takesRequests(person.role)) due.push({ person, on });
      else if (on !== undefined) pass.push(person);
      else if (person.off_due_at !== null && !holders.has(person.id)) due.push({ person, on: false });
    }
    return { due, pass };
  }

  async function apply(): Promise<void> {
    await storage.transaction(async (trx) => {
      await lockPeople(trx);
      const at = now();
      const { due, pass } = findDue(await allPeople(trx), await readDue(trx, zone, at), await holdersOf(trx), at);
      // A boundary of a person who takes no requests has no effect, not even later when they take requests again.
      for (const person of pass) await keepShift(trx, person, at);
      await follow(trx, due, at);
    });
  }

  const nextMsOf = (all: readonly Hours[], nowMs: number): number =>
    Math.min(
      nowMs + boundaryAheadMs,
      ...all.map((hours) => nextBoundary(hours, zone, nowMs)?.ms ?? Number.POSITIVE_INFINITY),
    );

  /** Applies what is due. Any number of servers may call it at any time. */
  async function look(): Promise<void> {
    const at = now();
    const atMs = at.getTime();
    const revision = await readRevision(db);
    const isQuiet = seen !== undefined && seen.revision === revision && atMs >= seen.atMs && atMs < seen.nextMs;
    if (isQuiet && seen) {
      seen = { ...seen, atMs };
      return;
    }
    seen = undefined;
    const schedule = await readDue(db, zone, at);
    const people = await allPeople(db);
    const { due, pass } = findDue(people, schedule, await holdersOf(db), at);
    if (due.length + pass.length > 0) await apply();
    const stays = (await allPeople(db)).some(({ off_due_at }) => off_due_at !== null);
    if (stays) return;
    const hours = people.flatMap(({ id }) => hoursOf(schedule, id) ?? []);
    seen = { revision, atMs, nextMs: nextMsOf(hours, atMs) };
  }

  return { look, follow };
}
