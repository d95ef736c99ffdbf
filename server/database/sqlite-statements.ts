import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { putNewest } from '#server/put-newest.ts';

/**
 * How many prepared statements are kept. Each length of a list of ids makes a new statement, so only the most recent ones are kept.
 */
const statementsKept = 200;

export type RunStatement = (sql: string, parameters: readonly unknown[]) => QueryResult<unknown>;

/** All rows of a statement. Throws when there are more than `mostRows`, because all of them are in memory at once. */
function readRows(statement: StatementSync, parameters: readonly SQLInputValue[], mostRows: number): unknown[] {
  if (mostRows === Number.POSITIVE_INFINITY) return statement.all(...parameters);
  const rows: unknown[] = [];
  for (const row of statement.iterate(...parameters)) {
    if (rows.length === mostRows) throw new Error(`A statement has more than ${mostRows} rows; read in slices`);
    rows.push(row);
  }
  return rows;
}

/**
 * Runs statements on a connection, and keeps recently used ones prepared.
 *
 * @param mostRows a statement with more rows throws
 */
export function statementsOf(database: DatabaseSync, mostRows = Number.POSITIVE_INFINITY): RunStatement {
  const kept = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

  function prepare(sql: string) {
    let entry = kept.get(sql);
    if (!entry) {
      const statement = database.prepare(sql);
      entry = { statement, returnsRows: statement.columns().length > 0 };
    }
    putNewest(kept, sql, entry, statementsKept);
    return entry;
  }

  return (sql, given) => {
    const { statement, returnsRows } = prepare(sql);
    const parameters = given as SQLInputValue[];
    if (returnsRows) return { rows: readRows(statement, parameters, mostRows) };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
}
