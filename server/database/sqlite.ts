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

/** How long opening a file waits for another process that opens it too. Statements do not wait inside SQLite (`busy.ts`). */
const openTimeoutMs = 5000;

/** The page cache of a connection, in kB. */
const cacheKb = 16_000;

/** Opens a file with the settings that make an acknowledged write survive a power cut (docs/decisions/0002). */
export function openSqliteFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: openTimeoutMs, enableForeignKeyConstraints: true });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864');
  // Deleted data is overwritten with zeros. Copies of it may still remain, see `sqlite-remains.ts`.
  database.exec('pragma busy_timeout = 0; pragma secure_delete = on');
  // Temporary data, such as what a savepoint would undo, is kept in memory instead of a file. The cache is large because ids are
  // random: each lead touches pages all over its indexes, and many leads share a commit. With the default of 2 MB, those pages
  // would be read from the file again and again.
  database.exec(`pragma temp_store = memory; pragma cache_size = -${cacheKb}`);
  return database;
}

/** Opens a file twice: one connection writes, the other only reads. */
export function openSqliteConnections(path: string): SqliteConnections {
  const writer = openSqliteFile(path);
  const reader = openSqliteFile(path);
  reader.exec('pragma query_only = on');
  return { writer, reader };
}

class TwoConnectionsSqliteAdapter extends SqliteAdapter {
  /** SQLite rolls back schema changes like other changes. This makes a migration all or nothing. */
  override get supportsTransactionalDdl() {
    return true;
  }
  /** The driver makes writers take turns, so kysely must not make everybody take turns. */
  override get supportsMultipleConnections() {
    return true;
  }
}

/**
 * Writes limits into the SQL text. SQLite plans for the number of rows in a limit, so it plans a statement anew each time that a
 * limit is bound, which takes longer than running it. The plan itself is the same.
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

/** The dialect for reads only. They run in a thread that starts with the first statement. */
export const sqliteReaderDialect = (path: string): Dialect =>
  dialectWith(() => createSqliteReaderDriver(createSqliteReader({ path, busyMs: openTimeoutMs, cacheKb })));
