import { type RawBuilder, sql } from 'kysely';
import type { EngineDialect } from './dialect.ts';

/**
 * Rows as the source of a query. Each row is a JSON array that is read with `value ->> 0`, `value ->> 1`. However many rows there
 * are, they are one parameter, and the SQL text stays the same, so the statement is compiled and prepared once.
 */
export function jsonRows({ engine }: Pick<EngineDialect, 'engine'>, rows: readonly unknown[]): RawBuilder<unknown> {
  const list = JSON.stringify(rows);
  return engine === 'sqlite'
    ? sql`json_each(${list})`
    : sql`jsonb_array_elements(cast(${list} as jsonb)) as elements(value)`;
}

/** Whether a column is one of these ids. The SQL text is the same for every number of ids. */
export const isOneOf = (
  { engine }: Pick<EngineDialect, 'engine'>,
  column: string,
  ids: readonly string[],
): RawBuilder<boolean> =>
  engine === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any (${[...ids]}::text[])`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`;
