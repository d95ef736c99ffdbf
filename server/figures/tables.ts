/** What the figures read of one day, kept so that the rows of that day are not read again while they are as they were. */
export interface FigureDayTable {
  /** What is counted: requests, calls, presence, leads. */
  kind: string;
  /** A day of the calendar: `2026-11-22`. */
  day: string;
  /** The time zone in which the day is meant (IANA). */
  zone: string;
  /** How the rows stood of which the facts were made. Other rows have another state. */
  state: string;
  /** JSON. */
  facts: string;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    figure_days: FigureDayTable;
  }
}
