import type { Generated } from 'kysely';
import type { Iso } from '#server/database/tables.ts';

export type SettingName =
  | 'text-agent'
  | 'shared-code'
  | 'jacket'
  | 'alert-recipients'
  | 'lender-hours'
  | 'last-backup'
  | 'last-restore'
  /** When every line of the first hour was done. */
  | 'first-hour-done';

/** What the operator switches while the server runs. */
export interface SettingTable {
  name: SettingName;
  value: string;
  changed_at: Iso;
  /** Grows with every change. */
  version: Generated<number>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    settings: SettingTable;
  }
}
