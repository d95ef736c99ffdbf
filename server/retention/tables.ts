import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** An order to keep a record that would be deleted. The record's row names it (`hold_id`) for as long as it stands. */
export interface LegalHoldTable {
  id: string;
  kind: 'lead' | 'dealership';
  subject_id: string;
  /** The reason as somebody typed it. */
  reason: string;
  /** The person; null for a command. */
  set_by_id: Maybe<string>;
  set_at: Iso;
  ended_by_id: Maybe<string>;
  ended_at: Maybe<Iso>;
}

/** Why a sweep only reported: it is the first, it would take far more than was foreseen, or it does not believe the clock. */
export type SweepDoubt = 'first' | 'more' | 'clock';

/** One night's sweep: what it was to take, and what it took. */
export interface RecordSweepTable {
  id: string;
  /** The calendar day in the operator's time zone. There is one sweep a night, on whichever server. */
  night: string;
  started_at: Iso;
  /** The sweeping server renews this; after this time another server takes over. */
  lease_until: Iso;
  lease_token: string;
  ended_at: Maybe<Iso>;
  /** Numbers by kind, JSON: what was due, what will be due some days later, what was taken, and what a hold kept. */
  planned: Json;
  foreseen: Json;
  taken: Json;
  kept: Json;
  /** Set when the sweep took nothing and waits for an admin. */
  doubt: Maybe<SweepDoubt>;
  confirmed_at: Maybe<Iso>;
  /** Null for a command. */
  confirmed_by_id: Maybe<string>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    legal_holds: LegalHoldTable;
    record_sweeps: RecordSweepTable;
  }
}
