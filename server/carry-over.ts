/**
 * What a restored database carries over from the one that it replaces. Each feature decides for its own tables. So a restore gives
 * nobody back what was taken from them since the backup, and nobody is called, texted or let in by outdated data
 * (docs/decisions/0121, 0126). Each feature also names what was made since the backup and is missing.
 */
import type { Selectable } from 'kysely';
import type { Trx } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';

type Table = keyof Tables;

/** A restore, for the features that carry something over. */
export interface Restoring {
  readonly at: Iso;
  /** The key of the backup, which is also the key of the restored server. */
  readonly secretKey: string;
  /** The rows that were read from a table of the replaced database; undefined when it has no such table. */
  rowsOf<Name extends Table>(table: Name): readonly Selectable<Tables[Name]>[] | undefined;
}

export type ReplacedRow = Readonly<Record<string, unknown>>;

/** The words for one and for several: `person`, `people`. */
export type Things = readonly [one: string, many: string];

interface About {
  readonly things: Things;
  /** Columns with times: only rows with one after the backup are read. When absent, all rows are. */
  readonly since?: readonly string[] | undefined;
}

/** What is carried over from one table. */
export interface CarryOver extends About {
  readonly table: Table;
  /** Changes the restored database. @returns how many items were changed */
  carryOver(trx: Trx, rows: readonly ReplacedRow[], restoring: Restoring): Promise<number>;
}

/** What was made since the backup and is not in the restored database. */
export interface MadeSince extends About {
  readonly table: Table;
  /** The names, for people, of those rows that the restored database lacks, in order. */
  namesOf(trx: Trx, rows: readonly ReplacedRow[]): Promise<readonly string[]>;
}

/** Defines what is carried over from a table. */
export const defineCarryOver = <Name extends Table>(
  table: Name,
  about: About,
  carryOver: (trx: Trx, rows: readonly Selectable<Tables[Name]>[], restoring: Restoring) => Promise<number>,
): CarryOver => ({
  table,
  ...about,
  carryOver: (trx, rows, restoring) =>
    carryOver(trx, rows as unknown as readonly Selectable<Tables[Name]>[], restoring),
});

/** Defines what is carried over from a table, row by row. `carryOver` resolves to whether it changed anything that is counted. */
export const defineRowCarryOver = <Name extends Table>(
  table: Name,
  about: About,
  carryOver: (trx: Trx, row: Selectable<Tables[Name]>, restoring: Restoring) => Promise<boolean>,
): CarryOver =>
  defineCarryOver(table, about, async (trx, rows, restoring) => {
    let changed = 0;
    for (const row of rows) if (await carryOver(trx, row, restoring)) changed += 1;
    return changed;
  });

/**
 * Defines how rows that were made since a backup are found and named.
 *
 * @param find finds the row with this id in the restored database
 * @param nameOf the name of a row for people; null when the row does not count any more
 */
export const defineMadeSince = <Name extends Table>(
  table: Name,
  about: About,
  find: (trx: Trx, id: string) => Promise<unknown>,
  nameOf: (row: Selectable<Tables[Name]>, trx: Trx) => string | null | Promise<string | null>,
): MadeSince => ({
  table,
  ...about,
  async namesOf(trx, rows) {
    const names: string[] = [];
    for (const row of rows as unknown as readonly (Selectable<Tables[Name]> & { readonly id: string })[]) {
      if (await find(trx, row.id)) continue;
      const name = await nameOf(row, trx);
      if (name !== null) names.push(name);
    }
    return names;
  },
});
