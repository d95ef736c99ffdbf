import type { Compilable, CompiledQuery, Insertable, Kysely, QueryResult } from 'kysely';
import type { UnreadStatement } from './postgres-driver.ts';
import type { Tables } from './tables.ts';

/** A placeholder for one value of a prepared statement. */
export class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Returns a placeholder for every property that is read. */
const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });

type Build<Values extends object, Row> = (db: Kysely<Tables>, values: Values) => Compilable<Row>;

/**
 * Makes a statement that is built once and run with other values each time. `build` runs only once, so the shape of the statement
 * must not depend on a value.
 *
 * @param options `isUnread`: nobody reads the answer, see `postgres-driver.ts`
 */
function preparedStatement<Values extends object, Row>(
  build: Build<Values, Row>,
  { isUnread = false } = {},
): (db: Kysely<Tables>, values: Values) => Promise<QueryResult<Row>> {
  // Each dialect writes statements differently, so each has its own compiled statement.
  const statements = new WeakMap<object, CompiledQuery<Row>>();
  return (db, values) => {
    const executor = db.getExecutor();
    const compile = () => build(db, placeholders as Values).compile();
    const statement = statements.getOrInsertComputed(executor.adapter, compile);
    const given = values as Readonly<Record<string, unknown>>;
    const parameters = statement.parameters.map((value) =>
      value instanceof Placeholder ? (given[value.name] ?? null) : value,
    );
    // Does what `db.executeQuery` does, without the executor that kysely makes for each statement of a transaction. No plugin
    // changes results, so it is not needed.
    const filled: UnreadStatement<Row> = { ...statement, parameters, isUnread };
    return executor.provideConnection((connection) => connection.executeQuery<Row>(filled));
  };
}

/**
 * Makes a query that is built once and run with other values each time. It is for the queries of every lead and every timer:
 * building a statement costs more than running it. A query without values is run without any.
 *
 * @param build gets a placeholder for each value and passes it to the builder like the value itself. It runs only once, so the
 *   shape of the query must not depend on a value
 */
export function prepared<Values extends object, Row>(build: Build<Values, Row>) {
  const run = preparedStatement(build);
  return async (db: Kysely<Tables>, ...[values]: keyof Values extends never ? [] : [Values]): Promise<Row[]> =>
    (await run(db, values ?? ({} as Values))).rows;
}

/** Makes an update that is built once, like `prepared`. Resolves to whether it changed any row. */
export function preparedUpdate<Values extends object>(build: Build<Values, unknown>) {
  const run = preparedStatement(build);
  return async (db: Kysely<Tables>, values: Values): Promise<boolean> =>
    ((await run(db, values)).numAffectedRows ?? 0n) > 0n;
}

/**
 * Makes something once for each limit, such as a prepared statement with the limit written into it: SQLite plans a statement anew
 * each time that its limit is bound. Every result is kept, so a feature may use only a few limits.
 */
export function perLimit<Made>(make: (limit: number) => Made): (limit: number) => Made {
  const made = new Map<number, Made>();
  return (limit) => made.getOrInsertComputed(limit, make);
}

/**
 * Makes an insert of one row, built once. A column that a row leaves out is null. In a transaction on PostgreSQL nobody waits for
 * the answer: an error is thrown by a later statement of the transaction or by its commit (`postgres-driver.ts`).
 */
export function preparedInsert<Table extends keyof Tables>(
  table: Table,
  columns: readonly (keyof Insertable<Tables[Table]> & string)[],
): (db: Kysely<Tables>, row: Insertable<Tables[Table]>) => Promise<unknown> {
  const build = (db: Kysely<Tables>, row: Insertable<Tables[Table]>) => {
    const values = Object.fromEntries(columns.map((column) => [column, row[column]]));
    return db.insertInto(table).values(values as Insertable<Tables[Table]>);
  };
  return preparedStatement<Insertable<Tables[Table]>, unknown>(build, { isUnread: true });
}
