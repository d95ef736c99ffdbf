import type { Iso, Json } from '#server/database/tables.ts';

/** A span of time in which one server answered each of its own probes. */
export interface UpSpanTable {
  id: string;
  started_at: Iso;
  /** The last answer of the span so far. */
  seen_at: Iso;
}

/** The counts of a full hour, so that all servers show the same and a new one need not count. */
export interface MeasuredHourTable {
  /** The full hour at which counting ended. */
  as_of: Iso;
  /** The shape of the facts (`factsForm`). */
  form: number;
  facts: Json;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    up_spans: UpSpanTable;
    measured_hours: MeasuredHourTable;
  }
}
