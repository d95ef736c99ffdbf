import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import { isOneOf, jsonRows } from './json-rows.ts';
import type { Storage } from './open.ts';

/** A span of time with a name of its own; ISO-8601 in UTC. `until` is not included. */
export interface NamedSpan {
  readonly day: string;
  readonly since: string;
  readonly until: string;
}

type Reads = Storage['reads'];

interface RowsOfSpans {
  /** The table, and its time column. An index must begin with that column. */
  readonly table: string;
  readonly time: string;
  /** An aggregate over `rows`, a whole number. It changes whenever a row of the span changes. */
  readonly state: RawBuilder<unknown>;
}

/** How many spans one statement asks about. */
const spansAtOnce = 124;

/**
 * The state of the rows of each span as a text to be compared: their number, and an aggregate that every change of a row changes.
 */
export async function statesOfSpans(
  reads: Reads,
  spans: readonly NamedSpan[],
  { table, time, state }: RowsOfSpans,
): Promise<Map<string, string>> {
  const states = new Map<string, string>();
  const timeAt = (place: number) => sql`cast(value ->> ${sql.lit(place)} as ${sql.raw(dialectOf(reads).time)})`;
  for (let first = 0; first < spans.length; first += spansAtOnce) {
    const some = spans.slice(first, first + spansAtOnce).map(({ day, since, until }) => [day, since, until]);
    // A join would sort every row of a year to group them. With a subquery, each span adds up its own part of the index.
    const { rows } = await sql<{ day: string; state: string }>`
      with spans as materialized (
        select value ->> 0 as day, ${timeAt(1)} as since, ${timeAt(2)} as until from ${jsonRows(reads, some)}
      )
      select spans.day, (
        select count(*) || ' ' || coalesce(${state}, 0) from ${sql.table(table)} as rows
        where rows.${sql.ref(time)} >= spans.since and rows.${sql.ref(time)} < spans.until
      ) as state
      from spans`.execute(reads);
    for (const { day, state: stands } of rows) states.set(day, stands);
  }
  return states;
}

/**
 * Reads the states of a table's rows, day by day.
 *
 * @param stateOfRow what one row adds to the state of its span
 */
export const dayStatesOf = <Row>(rows: RowsOfSpans, stateOfRow: (row: Row) => number) => ({
  ofSpans: (reads: Reads, spans: readonly NamedSpan[]) => statesOfSpans(reads, spans, rows),

  /** The state of rows that were read already, in the form that `ofSpans` returns. */
  of: (some: readonly Row[]): string => `${some.length} ${some.reduce((sum, row) => sum + stateOfRow(row), 0)}`,

  /** The times of the rows with these ids. An id without a row is left out. */
  async times(reads: Reads, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const { table, time } = rows;
    const found = await sql<{ at: string }>`
      select ${sql.ref(time)} as at from ${sql.table(table)} where ${isOneOf(reads, 'id', ids)}`.execute(reads);
    return found.rows.map(({ at }) => at);
  },
});
