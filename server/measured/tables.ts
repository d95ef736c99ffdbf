import type { Iso, Json } from '#server/database/tables.ts';

/** A span of time in which one server answered its own probe at every look. */
export interface UpSpanTable {
  id: string;
  started_at: Iso;
  /** The last answer of the span so far. */
  seen_at: Iso;
}

/** What was counted at a full hour, so that all servers show the same and a new one need not count. */
export interface MeasuredHourTable {
  /** The full hour up to which everything was counted. */
  as_of: Iso;
  /** The form of the facts (`factsForm`). */
  form: number;
  facts: Json;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    up_spans: UpSpanTable;
    measured_hours: MeasuredHourTable;
  }
}
