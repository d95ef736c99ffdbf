/**
 * What a restored database takes over of the one that it replaces: each feature says it of its own tables, so that nobody is given
 * back by a restore what was taken from them since the backup (docs/decisions/0121).
 */
import type { Selectable, Transaction } from 'kysely';
import type { Iso, Tables } from '#server/database/tables.ts';

/** A restore, as those see it who take something over. */
export interface Restoring {
  readonly at: Iso;
  /** The key of the backup, which is the key of the restored server. */
  readonly secretKey: string;
}

/** A row of the replaced database. */
export type ReplacedRow = Readonly<Record<string, unknown>>;

/** What is taken over of one table. */
export interface TakenOver {
  readonly table: keyof Tables;
  /** Changes the restored database. @returns how many things were taken away in it */
  takeOver(trx: Transaction<Tables>, rows: readonly ReplacedRow[], restoring: Restoring): Promise<number>;
}

/** Describes what is taken over of a table, by all of its rows in the replaced database. */
export const defineTakenOver = <Name extends keyof Tables>(
  table: Name,
  takeOver: (
    trx: Transaction<Tables>,
    rows: readonly Selectable<Tables[Name]>[],
    restoring: Restoring,
  ) => Promise<number>,
): TakenOver => ({
  table,
  takeOver: (trx, rows, restoring) => takeOver(trx, rows as unknown as readonly Selectable<Tables[Name]>[], restoring),
});
