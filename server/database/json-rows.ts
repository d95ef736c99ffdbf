import { type Kysely, type RawBuilder, sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Tables } from './tables.ts';

/**
 * Rows as the source of a query. Each row is a JSON array that is read with `value ->> 0`, `value ->> 1`. However many rows there
 * are, they are one parameter, and the SQL text stays the same, so the statement is compiled and prepared once.
 */
export function jsonRows(db: Kysely<Tables>, rows: readonly unknown[]): RawBuilder<unknown> {
  const list = JSON.stringify(rows);
  return dialectOf(db).engine === 'sqlite'
    ? sql`json_each(${list})`
    : sql`jsonb_array_elements(cast(${list} as jsonb)) as elements(value)`;
}

/** Whether a column is one of these ids. The SQL text is the same for every number of ids. */
export const isOneOf = (db: Kysely<Tables>, column: string, ids: readonly string[]): RawBuilder<boolean> =>
  dialectOf(db).engine === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any (${[...ids]}::text[])`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`;
