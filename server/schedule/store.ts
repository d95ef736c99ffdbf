import { type Selectable, sql } from 'kysely';
import type { Period, Week } from '#contract/desk/schedule.ts';
import type { Day } from '#server/calendar.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import type { Iso, Json } from '#server/database/tables.ts';
import type { HolidayHours, Hours } from './hours.ts';
import type { ScheduleExceptionTable, ScheduleHolidayTable, ScheduleTable } from './tables.ts';

/** A value that is edited by version. `value` is null when there is none, or when it was removed. */
export interface Versioned<T> {
  readonly value: T | null;
  readonly version: number;
}

export interface ExceptionHours {
  readonly periods: readonly Period[];
  readonly note: string;
}

const none = { value: null, version: 0 } as const;

const readPeriods = (json: Json): readonly Period[] => JSON.parse(json) as Period[];

/** PostgreSQL reorders the members of a `jsonb`, so text for comparison and storage is always written from the parsed value. */
const weekOf = ({ week, version }: Selectable<ScheduleTable>): Versioned<Week> => ({
  value: week === null ? null : (JSON.parse(week) as Week),
  version,
});

const exceptionOf = (row: Selectable<ScheduleExceptionTable>): Versioned<ExceptionHours> => ({
  value: row.periods === null ? null : { periods: readPeriods(row.periods), note: row.note },
  version: row.version,
});

const holidayOf = (row: Selectable<ScheduleHolidayTable>): Versioned<HolidayHours> => ({
  value: row.periods === null ? null : { periods: readPeriods(row.periods), name: row.name },
  version: row.version,
});

/** The weekly hours of a person, with their version. */
export async function findWeek(db: Reader, personId: string): Promise<Versioned<Week>> {
  const row = await db.selectFrom('schedules').selectAll().where('person_id', '=', personId).executeTakeFirst();
  return row ? weekOf(row) : none;
}

/** The hours of a person on one date, with their version. */
export async function findException(db: Reader, personId: string, date: Day): Promise<Versioned<ExceptionHours>> {
  const row = await db
    .selectFrom('schedule_exceptions')
    .selectAll()
    .where('person_id', '=', personId)
    .where('date', '=', date)
    .executeTakeFirst();
  return row ? exceptionOf(row) : none;
}

/** The holiday of a date, with its version. */
export async function findHoliday(db: Reader, date: Day): Promise<Versioned<HolidayHours>> {
  const row = await db.selectFrom('schedule_holidays').selectAll().where('date', '=', date).executeTakeFirst();
  return row ? holidayOf(row) : none;
}

/** Stores a version of a person's weekly hours. */
export async function putWeek(trx: Trx, personId: string, { value, version }: Versioned<Week>, at: Iso): Promise<void> {
  const row = { week: value === null ? null : JSON.stringify(value), version, changed_at: at };
  await trx
    .insertInto('schedules')
    .values({ person_id: personId, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}

/** Stores a version of a person's hours on one date. */
export async function putException(
  trx: Trx,
  personId: string,
  date: Day,
  { value, version }: Versioned<ExceptionHours>,
  at: Iso,
): Promise<void> {
  const periods = value === null ? null : JSON.stringify(value.periods);
  const row = { periods, note: value?.note ?? '', version, changed_at: at };
  await trx
    .insertInto('schedule_exceptions')
    .values({ person_id: personId, date, ...row })
    .onConflict((conflict) => conflict.columns(['person_id', 'date']).doUpdateSet(row))
    .execute();
}

/** Stores a version of the holiday of a date. */
export async function putHoliday(
  trx: Trx,
  date: Day,
  { value, version }: Versioned<HolidayHours>,
  at: Iso,
): Promise<void> {
  const periods = value === null ? null : JSON.stringify(value.periods);
  const row = { periods, name: value?.name ?? '', version, changed_at: at };
  await trx
    .insertInto('schedule_holidays')
    .values({ date, ...row })
    .onConflict((conflict) => conflict.column('date').doUpdateSet(row))
    .execute();
}

/** Counts a change of the schedule. */
export const countChange = (trx: Trx) =>
  trx.updateTable('schedule_revisions').set({ revision: sql<number>`revision + 1` }).execute();

/** The number of changes of the schedule so far. */
export async function readRevision(db: Reader): Promise<number> {
  const row = await db.selectFrom('schedule_revisions').select('revision').executeTakeFirst();
  return row?.revision ?? 0;
}

/** The versions of what was removed, by date. */
type RemovedDays = Readonly<Record<Day, number>>;

/** A value that was not removed. */
type Standing<T> = Versioned<T> & { readonly value: T };

/** The current schedule, with exceptions and holidays from a date on. */
export interface StoredSchedule {
  /** The weekly hours of everybody who has a schedule, by person. */
  readonly weeks: ReadonlyMap<string, Standing<Week>>;
  /** By person, in the order of dates. */
  readonly exceptions: ReadonlyMap<string, ReadonlyMap<Day, Standing<ExceptionHours>>>;
  /** In the order of dates. */
  readonly holidays: ReadonlyMap<Day, Standing<HolidayHours>>;
  /** The versions of what was removed: weeks by person, exceptions by person and date, holidays by date. */
  readonly removed: {
    readonly weeks: ReadonlyMap<string, number>;
    readonly exceptions: ReadonlyMap<string, RemovedDays>;
    readonly holidays: RemovedDays;
  };
}

const stands = <T>(one: Versioned<T>): one is Standing<T> => one.value !== null;

const byDate = <T, Row extends { readonly date: Day }>(rows: readonly Row[], read: (row: Row) => Versioned<T>) =>
  new Map(
    rows.flatMap((row): [Day, Standing<T>][] => {
      const one = read(row);
      return stands(one) ? [[row.date, one]] : [];
    }),
  );

const removedOf = (rows: readonly { readonly date: Day; readonly periods: Json | null; readonly version: number }[]) =>
  Object.fromEntries(rows.filter(({ periods }) => periods === null).map(({ date, version }) => [date, version]));

/** Reads everybody's schedule, with exceptions and holidays from a date on. */
export async function readSchedule(db: Reader, from: Day): Promise<StoredSchedule> {
  const rows = await db.selectFrom('schedules').selectAll().execute();
  const exceptionRows = await db
    .selectFrom('schedule_exceptions')
    .selectAll()
    .where('date', '>=', from)
    .orderBy('date')
    .execute();
  const holidayRows = await db
    .selectFrom('schedule_holidays')
    .selectAll()
    .where('date', '>=', from)
    .orderBy('date')
    .execute();
  const weeks = new Map<string, Standing<Week>>();
  const removedWeeks = new Map<string, number>();
  for (const row of rows) {
    const week = weekOf(row);
    if (stands(week)) weeks.set(row.person_id, week);
    else removedWeeks.set(row.person_id, week.version);
  }
  const ofPeople = [...Map.groupBy(exceptionRows, ({ person_id }) => person_id)];
  const exceptions = new Map(ofPeople.map(([personId, own]) => [personId, byDate(own, exceptionOf)]));
  const removed = {
    weeks: removedWeeks,
    exceptions: new Map(ofPeople.map(([personId, own]) => [personId, removedOf(own)])),
    holidays: removedOf(holidayRows),
  };
  return { weeks, exceptions, holidays: byDate(holidayRows, holidayOf), removed };
}

/** Everything that decides when a person works; undefined when they have no schedule. */
export function hoursOf({ weeks, exceptions, holidays }: StoredSchedule, personId: string): Hours | undefined {
  const week = weeks.get(personId)?.value;
  if (!week) return undefined;
  const own = exceptions.get(personId) ?? new Map<Day, { readonly value: ExceptionHours }>();
  return {
    week,
    exceptions: new Map([...own].map(([date, { value }]) => [date, value.periods])),
    holidays: new Map([...holidays].map(([date, { value }]) => [date, value])),
  };
}

/** All stored hours of these people, past ones included. */
export async function storedHoursOf(db: Reader, ids: readonly string[]) {
  const weeks = db.selectFrom('schedules').selectAll().where('person_id', 'in', ids);
  const days = db.selectFrom('schedule_exceptions').selectAll().where('person_id', 'in', ids).orderBy('date');
  return { weeks: await weeks.execute(), days: await days.execute() };
}

/** Deletes the hours of people who were removed. Their shifts ended with the removal. */
export async function deleteHoursOf(trx: Trx, personIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('schedules').where('person_id', 'in', personIds).execute();
  await trx.deleteFrom('schedule_exceptions').where('person_id', 'in', personIds).execute();
}
