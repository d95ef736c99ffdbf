/**
 * Changes the schedule. Each edit names the version that it was made from. When somebody else has changed the same week, exception
 * or holiday since, nothing is written. An edit that changes who is scheduled now switches those people at once.
 */

import { nameLine } from '#contract/clean-text.ts';
import { type Period, scheduleLimits, type scheduleRefusals, type Week, weekdays } from '#contract/desk/schedule.ts';
import type { NewAuditEntry } from '#server/audit/service.ts';
import { addDays, type Day, isDay } from '#server/calendar.ts';
import { changed } from '#server/changes/service.ts';
import type { Trx } from '#server/database/open.ts';
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

export type ScheduleRefusal = keyof typeof scheduleRefusals | 'notAllowed';

/** `changed`: somebody else has changed it since, so nothing was written. */
export type EditOutcome =
  | { readonly kind: 'done' | 'changed' }
  | { readonly kind: 'refused'; readonly why: ScheduleRefusal };

/** The id of the person who changes the schedule; null for a command. */
type Editor = string | null;

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

/** A value as text for comparison, with its members in a fixed order. */
const textOf = (value: Week | ExceptionHours | HolidayHours | null): string => {
  if (value === null) return '';
  const members =
    'mon' in value ? Object.entries(sortedWeek(value)) : Object.entries({ ...value, periods: sorted(value.periods) });
  return JSON.stringify(members.toSorted(([a], [b]) => a.localeCompare(b)));
};

export function createEdits(options: EditsOptions) {
  const { storage, audit, zone, policy, keeper, now } = options;

  /** An edit whose version has been checked. */
  interface Change {
    readonly write: (version: number, at: string) => Promise<void>;
    readonly entry: Omit<NewAuditEntry, 'by'>;
    /** The person whose hours may change; everybody's when absent. */
    readonly personId?: string;
  }

  /** Writes a change, and switches the people whom it puts on or off shift at this moment. */
  async function write(
    trx: Trx,
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

  /** Runs an edit while no other edit runs, if the editor may change the schedule at this moment. */
  const edit = (by: Editor, work: (trx: Trx) => Promise<EditOutcome>) =>
    storage.transaction(async (trx) => {
      await lockPeople(trx);
      if (by !== null) {
        const [editor] = await findPeopleByIds(trx, [by]);
        if (!editor || !policy.mayManageSchedule(editor.role)) return refused('notAllowed');
      }
      return work(trx);
    });

  function faultInDate(date: Day): ScheduleRefusal | undefined {
    if (!isDay(date)) return 'badDate';
    const today = zone.dateAt(now().getTime());
    const isNear = date >= addDays(today, -1) && date <= addDays(today, scheduleLimits.daysAhead);
    return isNear ? undefined : 'badDate';
  }

  const aboutPerson = (id: string) => [{ kind: 'person', id }] as const;

  return {
    /** Sets a person's weekly hours; null removes them. */
    changeWeek: (by: Editor, personId: string, seen: number, week: Week | null): Promise<EditOutcome> =>
      edit(by, async (trx) => {
        const [person] = await findPeopleByIds(trx, [personId]);
        if (!person) return refused('notFound');
        if (week && !policy.takesRequests(person.role)) return refused('takesNoRequests');
        const fault = week && faultInWeek(week);
        if (fault) return refused(fault);
        const stands = await findWeek(trx, personId);
        if (textOf(stands.value) === textOf(week)) return done;
        if (stands.version !== seen) return { kind: 'changed' };
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

    /** Sets a person's hours on one date in place of the week's; null removes them. */
    changeDay: (
      by: Editor,
      personId: string,
      date: Day,
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
        if (stands.version !== seen) return { kind: 'changed' };
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

    /** Sets a date as a holiday for everybody; null removes it. */
    changeHoliday: (by: Editor, date: Day, seen: number, holiday: HolidayHours | null): Promise<EditOutcome> =>
      edit(by, async (trx) => {
        const value = holiday && { name: nameLine(holiday.name), periods: sorted(holiday.periods) };
        const fault = faultInDate(date) ?? (value ? faultIn(value.periods) : undefined);
        if (fault) return refused(fault);
        if (value?.name === '') return refused('badName');
        const stands = await findHoliday(trx, date);
        if (textOf(stands.value) === textOf(value)) return done;
        if (stands.version !== seen) return { kind: 'changed' };
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
