import { DatabaseSync } from 'node:sqlite';
import {
  type Dialect,
  type Driver,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import { createSqliteDriver, type SqliteConnections, type SqliteDriverOptions } from './sqlite-driver.ts';
import { createSqliteReader, createSqliteReaderDriver } from './sqlite-reader.ts';

/** How long opening a file waits for another process that opens it too. No statement waits in here (`busy.ts`). */
const openTimeoutMs = 5000;

/** The pages that a connection keeps in memory, in kB. */
const cacheKb = 16_000;

/** Opens a file with the settings that make an acknowledged write survive a power cut (docs/decisions/0002). */
export function openSqliteFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: openTimeoutMs, enableForeignKeyConstraints: true });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864');
  // What is deleted is overwritten with zeros. Copies of it can be left all the same, see `sqlite-log.ts`.
  database.exec('pragma busy_timeout = 0; pragma secure_delete = on');
  // What a savepoint would undo is kept in memory: SQLite would write it to a temporary file. The ids are random, so each
  // lead touches pages all over its indexes, and many leads share a commit: with the usual 2 MB their pages would be read
  // from the file again and again.
  database.exec(`pragma temp_store = memory; pragma cache_size = -${cacheKb}`);
  return database;
}

/** Opens a file twice: to write, and only to read. */
export function openSqliteConnections(path: string): SqliteConnections {
  const writer = openSqliteFile(path);
  const reader = openSqliteFile(path);
  reader.exec('pragma query_only = on');
  return { writer, reader };
}

class TwoConnectionsSqliteAdapter extends SqliteAdapter {
  /** SQLite rolls back schema changes like any other; saying so makes a migration all or nothing. */
  override get supportsTransactionalDdl() {
    return true;
  }
  /** The driver itself makes writers take turns, so kysely need not make everybody take turns. */
  override get supportsMultipleConnections() {
    return true;
  }
}

/**
 * Writes limits out. SQLite plans for the number of rows that a limit has, so it plans a statement anew each time that a
 * limit is bound, which takes longer than running it. What is planned is the same.
 */
class LimitsWrittenOut extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const value = ValueNode.is(node.limit) ? node.limit.value : undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value)) this.append(`limit ${value}`);
    else super.visitLimit(node);
  }
}

const dialectWith = (createDriver: () => Driver): Dialect => ({
  createDriver,
  createQueryCompiler: () => new LimitsWrittenOut(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createAdapter: () => new TwoConnectionsSqliteAdapter(),
});

export const sqliteDialect = (connections: SqliteConnections, options?: SqliteDriverOptions): Dialect =>
  dialectWith(() => createSqliteDriver(connections, options));

/** The same for what only reads, in a thread of its own that begins with the first statement. */
export const sqliteReaderDialect = (path: string): Dialect =>
  dialectWith(() => createSqliteReaderDriver(createSqliteReader({ path, busyMs: openTimeoutMs, cacheKb })));
