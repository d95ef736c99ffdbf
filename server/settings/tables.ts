import type { Generated } from 'kysely';
import type { Iso } from '#server/database/tables.ts';

export type SettingName =
  | 'text-agent'
  | 'shared-code'
  | 'jacket'
  | 'alert-recipients'
  | 'lender-hours'
  | 'last-backup'
  /** The absolute path of the folder that it was written into. */
  | 'last-backup-folder'
  | 'last-restore'
  /** When every line of the first hour was done. */
  | 'first-hour-done'
  /** A keyed hash that shows with which key the database was made. */
  | 'key-check';

/** A setting or switch of the operator, or a fact that the server stores like one. */
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
