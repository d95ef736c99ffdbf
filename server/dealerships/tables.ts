import type { Generated } from 'kysely';
import type { DealershipEventKind } from '#contract/desk/dealerships.ts';
import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** A dealership that may ask for an agent. */
export interface DealershipTable {
  id: string;
  /** Two may share one. */
  name: string;
  /** The name as it is compared (`server/dealerships/name.ts`). */
  name_key: string;
  /** As people write it. */
  phone: Maybe<string>;
  /** A time zone of the IANA database; the brand's when null. */
  zone: Maybe<string>;
  created_at: Iso;
  /** When it was stored as a sample; null for the operator's own. */
  sample_at: Maybe<Iso>;
  removed_at: Maybe<Iso>;
  /** Grows with every change of the record. */
  version: Generated<number>;
  address: Maybe<string>;
  website: Maybe<string>;
  /** `Hours` of the contract: seven days, Monday first; null while nobody knows them. */
  hours: Maybe<Json>;
  /** The day of the agreement, `2026-11-02`. No code of its own is made before it. */
  agreement_date: Maybe<string>;
  /** When its account was closed; null while it is open. */
  closed_at: Maybe<Iso>;
  /** When it last changed, for programs that ask what changed since (`store-api.ts`). */
  updated_at: Generated<Iso>;
  /** The lead that it was made from. No two that are there were made from one. */
  lead_id: Maybe<string>;
  /** The legal hold that keeps it; null when none does. */
  hold_id: Maybe<string>;
  /** When it was blanked, because its time was over or a person asked for it. The row stays to be counted. */
  erased_at: Maybe<Iso>;
}

/** Somebody at a dealership. */
export interface DealershipContactTable {
  id: string;
  dealership_id: string;
  /** The order of the list. */
  place: number;
  name: string;
  role: string;
  /** As people write it. */
  phone: Maybe<string>;
  mail: Maybe<string>;
  /**
   * The submission that gave consent to texts, and the number that it is for, in E.164. Whether it stands is read from the
   * submission each time (`leads/consent.ts`).
   */
  consent_submission_id: Maybe<string>;
  consent_phone: Maybe<string>;
}

/** A contact that was removed or erased: its id makes none again. Rows are only added. */
export interface EndedContactTable {
  id: string;
  ended_at: Iso;
}

/** What happened to a dealership. Rows are only added. */
export interface DealershipEventTable {
  id: string;
  dealership_id: string;
  at: Iso;
  kind: DealershipEventKind;
  /** The person who did it; null for a command, the server, and the dealership itself. */
  by_id: Maybe<string>;
  /** Names of fields, a code's number, a date: a list of texts. */
  detail: Json;
}

/** What only practice knows of a dealership. */
export interface StoreSheetTable {
  dealership_id: string;
  /** Grows with each change. */
  version: number;
  /** `StoredFields` (`sheet-fields.ts`). */
  fields: Json;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    dealerships: DealershipTable;
    dealership_contacts: DealershipContactTable;
    ended_contacts: EndedContactTable;
    dealership_events: DealershipEventTable;
    store_sheets: StoreSheetTable;
  }
}
