import type { Generated } from 'kysely';
import type { Role } from '#contract/desk/permissions.ts';
import type { Iso, Maybe } from '#server/database/tables.ts';

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
  /** Their row stays for the history. */
  removed_at: Maybe<Iso>;
  /** Counts the changes of name, role, telephone and mail, so that two who edit at once see each other's. */
  version: Generated<number>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    people: PersonTable;
  }
}
