import type { Generated } from 'kysely';
import type { DealershipEventKind } from '#contract/desk/dealerships.ts';
import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** A dealership with its account, also a closed, removed or erased one. */
export interface DealershipTable {
  id: string;
  /** Two dealerships may have the same name. */
  name: string;
  /** The name for comparison (`server/dealerships/name.ts`). */
  name_key: string;
  /** As people write it. */
  phone: Maybe<string>;
  /** A time zone of the IANA database; the brand's when null. */
  zone: Maybe<string>;
  created_at: Iso;
  /** When it was stored as a sample; null for the operator's own. */
  sample_at: Maybe<Iso>;
  removed_at: Maybe<Iso>;
  /** Incremented by every change of the record. */
  version: Generated<number>;
  address: Maybe<string>;
  website: Maybe<string>;
  /** `Hours` of the contract: seven days, Monday first; null while they are unknown. */
  hours: Maybe<Json>;
  /** The date of the agreement, such as `2026-11-02`. Before it, the dealership gets no code of its own. */
  agreement_date: Maybe<string>;
  /** When its account was closed; null while it is open. */
  closed_at: Maybe<Iso>;
  /** When it last changed, for programs that ask what changed since (`store-api.ts`). */
  updated_at: Generated<Iso>;
  /** The lead that the dealership was made from. Of dealerships that were not removed, no two have the same. */
  lead_id: Maybe<string>;
  /** The legal hold that keeps the dealership; null when there is none. */
  hold_id: Maybe<string>;
  /** When the row was blanked, because its time was over or a person asked for it. The row stays for counts. */
  erased_at: Maybe<Iso>;
}

/** A person at a dealership. */
export interface DealershipContactTable {
  id: string;
  dealership_id: string;
  /** The position in the list. */
  place: number;
  name: string;
  role: string;
  /** As people write it. */
  phone: Maybe<string>;
  mail: Maybe<string>;
  /**
   * The submission that gave consent to texts; `consent_phone` is the number that it is for, in E.164. Whether the consent still
   * holds is read from the submission each time (`leads/consent.ts`).
   */
  consent_submission_id: Maybe<string>;
  consent_phone: Maybe<string>;
}

/** The id of a contact that was removed or erased. No contact is made with it again. Rows are only added. */
interface EndedContactTable {
  id: string;
  ended_at: Iso;
}

/** An event in the history of a dealership. Rows are only added. */
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

/** The store sheet: facts about a dealership that people learned in practice. */
export interface StoreSheetTable {
  dealership_id: string;
  /** Incremented by every change. */
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
