/** The facts of one day, kept so that its rows are not read again while they are unchanged. */
export interface FigureDayTable {
  /** The kind of facts, such as requests, calls, presence or leads. */
  kind: string;
  /** A date, such as `2026-11-22`. */
  day: string;
  /** The IANA time zone in which the day is meant. */
  zone: string;
  /** The state of the rows that the facts were made from. Changed rows have another state. */
  state: string;
  /** JSON. */
  facts: string;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    figure_days: FigureDayTable;
  }
}
