import type { Generated } from 'kysely';
import type { Presence } from '#contract/desk/live.ts';
import type { Iso, Maybe } from '#server/database/tables.ts';

/** Why a presence changed: the person switched it, a shift began or ended, a deal began or left the person. */
type PresenceCause = 'person' | 'shift' | 'deal';

/** The presence that somebody with an account has. Who has no row yet is away. */
export interface PresenceTable {
  person_id: string;
  state: Presence;
  since: Iso;
  /** The beginning of the shift that this presence has taken note of; null when the person was off shift. */
  shift_at: Maybe<Iso>;
}

/** Every presence that somebody had. Rows are only added. */
export interface PresenceChangeTable {
  seq: Generated<number>;
  person_id: string;
  state: Presence;
  at: Iso;
  cause: PresenceCause;
  /** The request that began or ended, when that is why. */
  request_id: Maybe<string>;
}

/** Whose deal a running request is, as presence has taken note of it. */
export interface PresenceDealTable {
  request_id: string;
  person_id: string;
  since: Iso;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    presence: PresenceTable;
    presence_changes: PresenceChangeTable;
    presence_deals: PresenceDealTable;
  }
}
