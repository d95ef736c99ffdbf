import type { ExportKind } from '#contract/desk/export.ts';
import type { Iso, Json } from '#server/database/tables.ts';

/** An export that was begun and not yet downloaded. Downloading deletes the row. */
export interface ExportTicketTable {
  /** The keyed hash of the token in its address. */
  id: string;
  session_id: string;
  kind: ExportKind;
  filter: Json;
  expires_at: Iso;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    export_tickets: ExportTicketTable;
  }
}
