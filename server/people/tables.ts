import type { Iso, Maybe } from '#server/database/tables.ts';

/** Somebody who takes agent requests. */
export interface ShiftPersonTable {
  id: string;
  name: string;
  /** In E.164. */
  phone: Maybe<string>;
  mail: Maybe<string>;
  created_at: Iso;
  /** Since when; null while off shift. */
  on_shift_at: Maybe<Iso>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    shift_people: ShiftPersonTable;
  }
}
