import type { Generated } from 'kysely';
import type { Role } from '#contract/desk/permissions.ts';
import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** Somebody who takes agent requests, works at the desk, or both. */
export interface PersonTable {
  id: string;
  /** No two have the same who are not removed. */
  name: string;
  /** In E.164. */
  phone: Maybe<string>;
  mail: Maybe<string>;
  /** The mail address as it is compared; of those who have a role no two have the same. */
  mail_key: Maybe<string>;
  /** Whoever has one has a staff account; the others take requests by their links alone. */
  role: Maybe<Role>;
  created_at: Iso;
  /** Since when; null while off shift. */
  on_shift_at: Maybe<Iso>;
  /** Since when somebody hears of requests that nobody accepts; null while they do not. */
  on_call_at: Maybe<Iso>;
  /** How far their shift is decided, by a switch or by the schedule. Boundaries of the schedule up to then are over. */
  shift_decided_at: Maybe<Iso>;
  /** The schedule ended their shift then while they had a request: they go off as soon as they have none. */
  off_due_at: Maybe<Iso>;
  /** The states that they are licensed in, as a JSON list of postal codes; empty when nothing is known. */
  licensed_states: Generated<Json>;
  /** Their row stays for the history. */
  removed_at: Maybe<Iso>;
  /** When it was blanked, because its time was over or a person asked for it. The row stays to be counted. */
  erased_at: Maybe<Iso>;
  /** Grows with every change but those of shift and on call, so that two who edit at once see each other's change. */
  version: Generated<number>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    people: PersonTable;
  }
}
