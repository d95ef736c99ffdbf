import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely';

/** How long a statement waits for another process, such as a command beside the server, to end its write. */
const busyTimeoutMs = 5000;

/** Prepared statements kept ready: those used last. A list of ids is another statement for each length, so they never end. */
const statementsKept = 200;

/** Opens a file with the settings that make an acknowledged write survive a power cut (docs/decisions/0002). */
export function openSqliteFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864');
  return database;
}

/** Gives `node:sqlite` the interface that kysely's dialect expects of better-sqlite3. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, { statement: StatementSync; reader: boolean }>();
  const prepare = (sql: string) => {
    let entry = kept.get(sql);
    if (!entry) {
      const statement = database.prepare(sql);
      entry = { statement, reader: statement.columns().length > 0 };
    }
    // Taken out and put in again, it is the newest; the first of the map is the one used longest ago.
    kept.delete(sql);
    kept.set(sql, entry);
    const [oldest] = kept.keys();
    if (kept.size > statementsKept && oldest !== undefined) kept.delete(oldest);
    return entry;
  };
  return {
    close: () => database.close(),
    prepare: (text) => {
      // Every transaction writes. Taking the write lock first makes one that waits for another process wait here,
      // where the busy time-out applies, instead of failing when it comes to write.
      const sql = text === 'begin' ? 'begin immediate' : text;
      const { statement, reader } = prepare(sql);
      return {
        reader,
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters) => database.prepare(sql).iterate(...(parameters as SQLInputValue[])),
      };
    },
  };
}

/** SQLite rolls back schema changes like any other; saying so makes a migration all or nothing. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

export function sqliteDialect(database: DatabaseSync): Dialect {
  const dialect = new SqliteDialect({ database: adapt(database) });
  return {
    createDriver: () => dialect.createDriver(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createAdapter: () => new TransactionalSqliteAdapter(),
  };
}
