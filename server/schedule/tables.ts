import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** The weekly hours of a person. What was taken away keeps its row, so that versions go on counting. */
export interface ScheduleTable {
  person_id: string;
  /** A `Week` (`contract/desk/schedule.ts`); null when it was taken away. */
  week: Maybe<Json>;
  version: number;
  changed_at: Iso;
}

/** The hours of a person that begin on one date, in the place of the week's. */
export interface ScheduleExceptionTable {
  person_id: string;
  /** `YYYY-MM-DD` in the zone of the schedule. */
  date: string;
  /** Periods; an empty list for off, null when the exception was taken away. */
  periods: Maybe<Json>;
  note: string;
  version: number;
  changed_at: Iso;
}

/** A date on which everybody has only what lies within some hours. */
export interface ScheduleHolidayTable {
  date: string;
  name: string;
  /** Periods; an empty list when nobody works, null when the holiday was taken away. */
  periods: Maybe<Json>;
  version: number;
  changed_at: Iso;
}

/** One row that counts every change of the schedule, so that a look sees with one query that nothing changed. */
export interface ScheduleRevisionTable {
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
