import type { Compilable, CompiledQuery, Insertable, Kysely, QueryResult } from 'kysely';
import type { UnreadStatement } from './postgres-driver.ts';
import type { Tables } from './tables.ts';

/** The place of one value in a prepared statement. */
export class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Gives a place instead of a value for whatever is asked of it. */
const places = new Proxy({}, { get: (_, name) => new Place(String(name)) });

/**
 * A statement that is built once and run with other values each time, for what every lead and every look of a timer runs:
 * building a statement costs more than running it. What `build` decides, it decides once, so the statement may depend on no
 * value.
 *
 * @param build gets a place for each value, which it hands to the builder like the value itself; one that is not given is null
 * @param options `isUnread`: nobody reads the answer, see `postgres-driver.ts`
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
  { isUnread = false } = {},
): (db: Kysely<Tables>, values: Values) => Promise<QueryResult<Row>> {
  // The dialects write statements differently, so each has its own.
  const statements = new WeakMap<object, CompiledQuery<Row>>();
  return (db, values) => {
    const executor = db.getExecutor();
    const statement = statements.get(executor.adapter) ?? build(db, places as Values).compile();
    statements.set(executor.adapter, statement);
    const given = values as Readonly<Record<string, unknown>>;
    const parameters = statement.parameters.map((value) =>
      value instanceof Place ? (given[value.name] ?? null) : value,
    );
    // As `db.executeQuery`, without the executor that kysely makes for each statement of a transaction: no plugin changes results.
    const filled: UnreadStatement<Row> = { ...statement, parameters, isUnread };
    return executor.provideConnection((connection) => connection.executeQuery<Row>(filled));
  };
}

/**
 * Something for each limit, such as a prepared statement with the limit written out: SQLite plans a statement anew each time
 * that its limit is bound. For the few limits that a feature has, because each is kept.
 */
export function perLimit<Made>(make: (limit: number) => Made): (limit: number) => Made {
  const made = new Map<number, Made>();
  return (limit) => {
    const one = made.get(limit) ?? make(limit);
    made.set(limit, one);
    return one;
  };
}

/**
 * An insert of one row, built once. A column that a row leaves out is null. In a transaction on PostgreSQL nobody waits for its
 * answer: its error is thrown by a later statement of the transaction or by the commit (`postgres-driver.ts`).
 */
export function preparedInsert<Table extends keyof Tables>(
  table: Table,
  columns: readonly (keyof Insertable<Tables[Table]> & string)[],
): (db: Kysely<Tables>, row: Insertable<Tables[Table]>) => Promise<unknown> {
  const build = (db: Kysely<Tables>, row: Insertable<Tables[Table]>) => {
    const places = Object.fromEntries(columns.map((column) => [column, row[column]]));
    return db.insertInto(table).values(places as Insertable<Tables[Table]>);
  };
  return prepared<Insertable<Tables[Table]>, unknown>(build, { isUnread: true });
}
