import type { Generated } from 'kysely';
import type { Role } from '#contract/desk/permissions.ts';
import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** A person who takes agent requests, works at the desk, or both. */
export interface PersonTable {
  id: string;
  /** No two people have the same, removed ones aside. */
  name: string;
  /** In E.164. */
  phone: Maybe<string>;
  mail: Maybe<string>;
  /** The mail address for comparison. Of people with a role, no two have the same. */
  mail_key: Maybe<string>;
  /** The role of a staff account. A person without one takes requests only by links. */
  role: Maybe<Role>;
  created_at: Iso;
  /** Since when the person is on shift; null while off shift. */
  on_shift_at: Maybe<Iso>;
  /** Since when the person is told of requests that nobody accepts; null while they are not. */
  on_call_at: Maybe<Iso>;
  /**
   * The time up to which the shift is decided, by a switch or by the schedule. Earlier boundaries of the schedule have no effect.
   */
  shift_decided_at: Maybe<Iso>;
  /** When the schedule ended the shift while the person had a request. They go off as soon as they have none. */
  off_due_at: Maybe<Iso>;
  /** The states in which the person is licensed, as a JSON list of postal codes; empty when nothing is known. */
  licensed_states: Generated<Json>;
  /** The row of a removed person stays for the history. */
  removed_at: Maybe<Iso>;
  /** When the row was blanked, because its time was over or a person asked for it. The row stays for counts. */
  erased_at: Maybe<Iso>;
  /**
   * Incremented by every change except those of shift and on call, so that two people who edit at once notice each other's change.
   */
  version: Generated<number>;
  /** Incremented by every switch of the shift and of the on-call duty, so that a press that arrives after a newer one is known. */
  switches: Generated<number>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    people: PersonTable;
  }
}
