/**
 * What a restored database takes over of the one that it replaces: each feature says it of its own tables, so that nobody is given
 * back by a restore what was taken from them since the backup, and nobody is called, texted or let in by what holds no longer
 * (docs/decisions/0121, 0126). What was made since and is not there, each feature names.
 */
import type { Selectable, Transaction } from 'kysely';
import type { Iso, Tables } from '#server/database/tables.ts';

type Table = keyof Tables;

/** A restore, as those see it who take something over. */
export interface Restoring {
  readonly at: Iso;
  /** The key of the backup, which is the key of the restored server. */
  readonly secretKey: string;
  /** The rows of a table in the replaced database, as far as they are read; undefined when it has no such table. */
  rowsOf<Name extends Table>(table: Name): readonly Selectable<Tables[Name]>[] | undefined;
}

/** A row of the replaced database. */
export type ReplacedRow = Readonly<Record<string, unknown>>;

/** How one thing is counted, and several: `person`, `people`. */
export type Things = readonly [one: string, many: string];

/** What is read of a table of the replaced database. */
export interface ReadOfReplaced {
  readonly table: Table;
  /** Columns with times: only rows of which one lies after the backup are read. Without them every row is. */
  readonly since?: readonly string[] | undefined;
}

/** What is taken over of one table. */
export interface TakenOver extends ReadOfReplaced {
  readonly things: Things;
  /** Changes the restored database. @returns how many things were changed in it */
  takeOver(trx: Transaction<Tables>, rows: readonly ReplacedRow[], restoring: Restoring): Promise<number>;
}

/** What was made since the backup, and is not in the restored database. */
export interface MadeSince extends ReadOfReplaced {
  readonly things: Things;
  /** How people know those of these rows that are not there, in their order. */
  namesOf(trx: Transaction<Tables>, rows: readonly ReplacedRow[]): Promise<readonly string[]>;
}

interface About {
  readonly things: Things;
  readonly since?: readonly string[];
}

/** Describes what is taken over of a table, by its rows in the replaced database. */
export const defineTakenOver = <Name extends Table>(
  table: Name,
  about: About,
  takeOver: (
    trx: Transaction<Tables>,
    rows: readonly Selectable<Tables[Name]>[],
    restoring: Restoring,
  ) => Promise<number>,
): TakenOver => ({
  table,
  ...about,
  takeOver: (trx, rows, restoring) => takeOver(trx, rows as unknown as readonly Selectable<Tables[Name]>[], restoring),
});

/** The references of those rows that the restored database does not have. */
export async function absentReferences(
  rows: readonly { readonly id: string; readonly reference: string }[],
  find: (id: string) => Promise<unknown>,
): Promise<string[]> {
  const absent: string[] = [];
  for (const { id, reference } of rows) if (!(await find(id))) absent.push(reference);
  return absent;
}

/** Describes what may have been made since a backup, by the rows that were. */
export const defineMadeSince = <Name extends Table>(
  table: Name,
  about: About,
  namesOf: (trx: Transaction<Tables>, rows: readonly Selectable<Tables[Name]>[]) => Promise<readonly string[]>,
): MadeSince => ({
  table,
  ...about,
  namesOf: (trx, rows) => namesOf(trx, rows as unknown as readonly Selectable<Tables[Name]>[]),
});
