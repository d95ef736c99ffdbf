import { type RawBuilder, sql } from 'kysely';
import type { EngineDialect } from './dialect.ts';

/**
 * Rows as a source of a query, each a JSON array that is read with `value ->> 0`, `value ->> 1`: one value and one text of the
 * statement however many rows there are, so it is compiled and prepared once.
 */
export function jsonRows({ engine }: Pick<EngineDialect, 'engine'>, rows: readonly unknown[]): RawBuilder<unknown> {
  const list = JSON.stringify(rows);
  return engine === 'sqlite'
    ? sql`json_each(${list})`
    : sql`jsonb_array_elements(cast(${list} as jsonb)) as elements(value)`;
}

/** Whether a column is one of these ids: one text of the statement, too. */
export const isOneOf = (
  { engine }: Pick<EngineDialect, 'engine'>,
  column: string,
  ids: readonly string[],
): RawBuilder<boolean> =>
  engine === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any (${[...ids]}::text[])`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`;
