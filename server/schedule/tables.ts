import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** The weekly hours of a person. Removed hours keep their row, so that their version goes on counting. */
export interface ScheduleTable {
  person_id: string;
  /** A `Week` (`contract/desk/schedule.ts`); null when it was removed. */
  week: Maybe<Json>;
  version: number;
  changed_at: Iso;
}

/** A person's hours on one date, in place of the week's. */
export interface ScheduleExceptionTable {
  person_id: string;
  /** `YYYY-MM-DD` in the zone of the schedule. */
  date: string;
  /** Periods; an empty list for a day off, null when the exception was removed. */
  periods: Maybe<Json>;
  note: string;
  version: number;
  changed_at: Iso;
}

/** A date on which everybody's weekly hours are cut to some periods. */
export interface ScheduleHolidayTable {
  date: string;
  name: string;
  /** Periods; an empty list when nobody works, null when the holiday was removed. */
  periods: Maybe<Json>;
  version: number;
  changed_at: Iso;
}

/** One row that counts every change of the schedule, so that a look finds with one query that nothing changed. */
interface ScheduleRevisionTable {
  id: 'schedule';
  revision: number;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    schedules: ScheduleTable;
    schedule_exceptions: ScheduleExceptionTable;
    schedule_holidays: ScheduleHolidayTable;
    schedule_revisions: ScheduleRevisionTable;
  }
}
