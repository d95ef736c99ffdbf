import type { Generated } from 'kysely';
import type { DeskTopic } from '#contract/desk/live.ts';
import type { Maybe } from '#server/database/tables.ts';

/** A change of something that the consoles show. The row is kept for a few minutes, until every server has told of it. */
export interface DeskChangeTable {
  /** Grows, and no number is used twice. Rows may become visible in another order. */
  seq: Generated<number>;
  topic: DeskTopic;
  /** The id of the changed thing; null when it is no single thing. */
  about: Maybe<string>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    desk_changes: DeskChangeTable;
  }
}
