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
}

/** What only practice knows of a dealership. */
export interface StoreSheetTable {
  dealership_id: string;
  /** Grows with each change. */
  version: number;
  /** `StoredSheetFields` (`store-sheet.ts`). */
  fields: Json;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    dealerships: DealershipTable;
    store_sheets: StoreSheetTable;
  }
}
