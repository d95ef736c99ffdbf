import { type RawBuilder, sql } from 'kysely';
import type { Storage } from './open.ts';

/** A span of time with a name of its own; ISO-8601 in UTC, `until` not with. */
export interface NamedSpan {
  readonly day: string;
  readonly since: string;
  readonly until: string;
}

/** What is asked about the rows of each span. */
export interface RowsOfSpans {
  /** The table, and the column of its time; an index begins with it. */
  readonly table: string;
  readonly time: string;
  /** Changes when a row of the span changes: an aggregate over `rows`. */
  readonly state: RawBuilder<unknown>;
}

/** So many spans are asked about in one statement. */
const spansAtOnce = 62;

/** How the rows of each span stand, as texts to be compared: how many there are, and an aggregate that each change changes. */
export async function statesOfSpans(
  { reads, dialect }: Pick<Storage, 'reads' | 'dialect'>,
  spans: readonly NamedSpan[],
  { table, time, state }: RowsOfSpans,
): Promise<Map<string, string>> {
  const states = new Map<string, string>();
  const type = sql.raw(dialect.time);
  for (let first = 0; first < spans.length; first += spansAtOnce) {
    const values = spans
      .slice(first, first + spansAtOnce)
      .map(({ day, since, until }) => sql`(${day}, cast(${since} as ${type}), cast(${until} as ${type}))`);
    // Both engines name the columns of VALUES so.
    const { rows } = await sql<{ day: string; count: number; state: string | number | null }>`
      select spans.column1 as day, count(rows.${sql.ref(time)}) as count, ${state} as state
      from (values ${sql.join(values)}) as spans
      left join ${sql.table(table)} as rows
        on rows.${sql.ref(time)} >= spans.column2 and rows.${sql.ref(time)} < spans.column3
      group by spans.column1`.execute(reads);
    for (const row of rows) states.set(row.day, `${row.count} ${row.state ?? 0}`);
  }
  return states;
}
