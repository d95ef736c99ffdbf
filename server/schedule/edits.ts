/**
 * Changes of the schedule. Each names the version that it was made from; when somebody else has changed the same week, exception or
 * holiday since, nothing is written. An edit that changes what the schedule says of this moment switches people at once.
 */
import type { Transaction } from 'kysely';
import { type Period, scheduleLimits, type scheduleRefusals, type Week, weekdays } from '#contract/desk/schedule.ts';
import { nameLine } from '#contract/text.ts';
import type { NewAuditEntry } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import type { Tables } from '#server/database/tables.ts';
import { allPeople, findPeopleByIds, keepShift, lockPeople } from '#server/people/service.ts';
import { type HolidayHours, overlapIn, overlapInWeek } from './hours.ts';
import { type Keeper, type KeeperOptions, readDue, type Switched } from './keeper.ts';
import { editMakes } from './policy.ts';
import {
  countChange,
  type ExceptionHours,
  findException,
  findHoliday,
  findWeek,
  hoursOf,
  putException,
  putHoliday,
  putWeek,
  type Versioned,
} from './store.ts';
import { addDays, type DateText, isDate } from './zone.ts';

export type ScheduleRefusal = keyof typeof scheduleRefusals | 'notAllowed';

/** `changed`: somebody else has changed it since; nothing was written. */
export type EditOutcome =
  | { readonly kind: 'done' | 'changed' }
  | { readonly kind: 'refused'; readonly why: ScheduleRefusal };

/** Somebody who changes the schedule; null for a command. */
export type Editor = string | null;

export interface EditsOptions extends KeeperOptions {
  readonly keeper: Pick<Keeper, 'follow'>;
}

const refused = (why: ScheduleRefusal): EditOutcome => ({ kind: 'refused', why });
const done: EditOutcome = { kind: 'done' };

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What is wrong with some periods; undefined when nothing is. */
function faultIn(periods: readonly Period[]): ScheduleRefusal | undefined {
  const isClock = periods.every(({ from, to }) => clock.test(from) && clock.test(to));
  if (!isClock || periods.length > scheduleLimits.periodsPerDay) return 'badPeriod';
  return overlapIn(periods) ? 'overlap' : undefined;
}

function faultInWeek(week: Week): ScheduleRefusal | undefined {
  const faults = weekdays.map((day) => faultIn(week[day]));
  if (faults.includes('badPeriod')) return 'badPeriod';
  return faults.includes('overlap') || overlapInWeek(week) ? 'overlap' : undefined;
}

const sorted = (periods: readonly Period[]): Period[] =>
  periods.map(({ from, to }) => ({ from, to })).toSorted((a, b) => a.from.localeCompare(b.from));

const sortedWeek = (week: Week): Week =>
  Object.fromEntries(weekdays.map((day) => [day, sorted(week[day])])) as unknown as Week;

/** As it is compared: the members in one order. */
const textOf = (value: Week | ExceptionHours | HolidayHours | null): string => {
  if (value === null) return '';
  const members =
    'mon' in value ? Object.entries(sortedWeek(value)) : Object.entries({ ...value, periods: sorted(value.periods) });
  return JSON.stringify(members.toSorted(([a], [b]) => a.localeCompare(b)));
};

/** Whether somebody who saw a version may write over what stands. Who saw that there was none may write where there is none. */
const mayWriteOver = <T>({ value, version }: Versioned<T>, seen: number): boolean =>
  seen === version || (value === null && seen === 0);

export function createEdits(options: EditsOptions) {
  const { storage, audit, zone, policy, keeper, now } = options;

  /** What changes and how, once the version was found to be the one that was seen. */
  interface Change {
    readonly write: (version: number, at: string) => Promise<void>;
    readonly entry: Omit<NewAuditEntry, 'by'>;
    /** Whose hours it may change; everybody's without. */
    readonly personId?: string;
  }

  /** Writes a change and does what it makes of people at once. */
  async function write(
    trx: Transaction<Tables>,
    by: Editor,
    stands: Versioned<unknown>,
    { write: put, entry, personId }: Change,
  ): Promise<EditOutcome> {
    const at = now();
    const before = await readDue(trx, zone, at);
    await put(stands.version + 1, at.toISOString());
    const after = await readDue(trx, zone, at);
    const people = (await allPeople(trx)).filter(
      ({ id, role }) => policy.takesRequests(role) && (!personId || id === personId),
    );
    const switched: Switched[] = [];
    for (const person of people) {
      const decided = person.shift_decided_at;
      const [had, has] = [hoursOf(before, person.id), hoursOf(after, person.id)];
      const on = editMakes(had, has, zone, decided === null ? null : Date.parse(decided), at.getTime());
      if (on !== undefined) switched.push({ person, on });
      else if (has && person.off_due_at === null) await keepShift(trx, person, at);
    }
    await countChange(trx);
    await changed(trx, 'schedule', personId ?? null);
    await keeper.follow(trx, switched, at);
    await audit.write(trx, { by, ...entry });
    return done;
  }

  /** Runs an edit alone, by somebody who may change the schedule at this moment. */
  const edit = (by: Editor, work: (trx: Transaction<Tables>) => Promise<EditOutcome>) =>
    storage.transaction(async (trx) => {
      await lockPeople(trx, storage);
      if (by !== null) {
        const [editor] = await findPeopleByIds(trx, [by]);
        if (!editor || !policy.mayManageSchedule(editor.role)) return refused('notAllowed');
      }
      return work(trx);
    });

  function faultInDate(date: DateText): ScheduleRefusal | undefined {
    if (!isDate(date)) return 'badDate';
    const today = zone.dateAt(now().getTime());
    const isNear = date >= addDays(today, -1) && date <= addDays(today, scheduleLimits.daysAhead);
    return isNear ? undefined : 'badDate';
  }

  const aboutPerson = (id: string) => [{ kind: 'person', id }] as const;

  return {
    /** Gives a person weekly hours, changes them, or takes them away with null. */
    changeWeek: (by: Editor, personId: string, seen: number, week: Week | null): Promise<EditOutcome> =>
      edit(by, async (trx) => {
        const [person] = await findPeopleByIds(trx, [personId]);
        if (!person) return refused('notFound');
        if (week && !policy.takesRequests(person.role)) return refused('takesNoRequests');
        const fault = week && faultInWeek(week);
        if (fault) return refused(fault);
        const stands = await findWeek(trx, personId);
        if (textOf(stands.value) === textOf(week)) return done;
        if (!mayWriteOver(stands, seen)) return { kind: 'changed' };
        const value = week && sortedWeek(week);
        const days = weekdays.filter(
          (day) => JSON.stringify(sorted(stands.value?.[day] ?? [])) !== JSON.stringify(value?.[day] ?? []),
        );
        return write(trx, by, stands, {
          personId,
          write: (version, at) => putWeek(trx, personId, { value, version }, at),
          entry: week
            ? { action: 'week-changed', about: aboutPerson(personId), detail: { days } }
            : { action: 'week-removed', about: aboutPerson(personId) },
        });
      }),

    /** Sets the hours of a person on one date in the place of the week's; null takes them away. */
    changeDay: (
      by: Editor,
      personId: string,
      date: DateText,
      seen: number,
      hours: ExceptionHours | null,
    ): Promise<EditOutcome> =>
      edit(by, async (trx) => {
        const [person] = await findPeopleByIds(trx, [personId]);
        if (!person) return refused('notFound');
        const week = await findWeek(trx, personId);
        if (hours && (!policy.takesRequests(person.role) || week.value === null)) {
          return refused(week.value === null ? 'noWeek' : 'takesNoRequests');
        }
        const fault = faultInDate(date) ?? (hours ? faultIn(hours.periods) : undefined);
        if (fault) return refused(fault);
        const stands = await findException(trx, personId, date);
        const value = hours && { periods: sorted(hours.periods), note: nameLine(hours.note) };
        if (textOf(stands.value) === textOf(value)) return done;
        if (!mayWriteOver(stands, seen)) return { kind: 'changed' };
        return write(trx, by, stands, {
          personId,
          write: (version, at) => putException(trx, personId, date, { value, version }, at),
          entry: {
            action: hours ? 'exception-set' : 'exception-removed',
            about: aboutPerson(personId),
            detail: { date },
          },
        });
      }),

    /** Makes a date a holiday for everybody, changes it, or takes it away with null. */
    changeHoliday: (by: Editor, date: DateText, seen: number, holiday: HolidayHours | null): Promise<EditOutcome> =>
      edit(by, async (trx) => {
        const value = holiday && { name: nameLine(holiday.name), periods: sorted(holiday.periods) };
        const fault = faultInDate(date) ?? (value ? faultIn(value.periods) : undefined);
        if (fault) return refused(fault);
        if (value?.name === '') return refused('badName');
        const stands = await findHoliday(trx, date);
        if (textOf(stands.value) === textOf(value)) return done;
        if (!mayWriteOver(stands, seen)) return { kind: 'changed' };
        return write(trx, by, stands, {
          write: (version, at) => putHoliday(trx, date, { value, version }, at),
          entry: {
            action: holiday ? 'holiday-set' : 'holiday-removed',
            about: [{ kind: 'holiday', id: date }],
          },
        });
      }),
  };
}
