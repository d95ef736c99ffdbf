import type { Iso } from '#server/database/tables.ts';

export type SettingName = 'text-agent' | 'shared-code' | 'last-backup' | 'last-restore' | 'jacket';

/** What the operator switches while the server runs. */
export interface SettingTable {
  name: SettingName;
  value: string;
  changed_at: Iso;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    settings: SettingTable;
  }
}
