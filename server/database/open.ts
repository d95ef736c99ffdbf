import { join } from 'node:path';
import { type Dialect, Kysely, sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { isAt, makeFolder } from '#server/durable-files.ts';
import { transact } from './after-transaction.ts';
import { dialects, type Engine } from './dialect.ts';
import { migrate, migrations, pendingMigrations } from './migrate.ts';
import { noteCommit } from './partly-stored.ts';
import { refuseSharedSessions } from './pooler-check.ts';
import { openPostgresPool, openPostgresReadingPool, type PostgresPoolOptions, postgresDialect } from './postgres.ts';
import { runAgainWhenAborted } from './retry.ts';
import type { Soon } from './shared-commits.ts';
import { openSqliteConnections, sqliteDialect, sqliteReaderDialect } from './sqlite.ts';
import { markNewSqlite, markSqliteErased, writeSqliteAnew } from './sqlite-remains.ts';
import type { Tables } from './tables.ts';

export { afterTransaction } from './after-transaction.ts';
export { StorageBusyError } from './busy.ts';
export { isDatabaseDown, isLost } from './connection-errors.ts';
export { dayStatesOf, type NamedSpan, statesOfSpans } from './day-states.ts';
export { dialectOf, visibleTablesQuery } from './dialect.ts';
export { isOfStatement, isUnstorable, storageFaultOf } from './fault.ts';
export { isOneOf, jsonRows } from './json-rows.ts';
export { restoreMark } from './migrate.ts';
export { asCall, PartlyStoredError } from './partly-stored.ts';
export { refuseSharedSessions, SharedSessionError } from './pooler-check.ts';
export { everyConnection, setAll, setRight } from './postgres.ts';
export { createPostgresClient } from './postgres-client.ts';
export { changesAny, countChanged, countFound, findsAny } from './row-counts.ts';
export { inSlices, slicesOf } from './slices.ts';

/** The database, and the few operations that depend on its engine. */
export interface Storage {
  readonly engine: Engine;
  readonly db: Kysely<Tables>;
  /**
   * Connections that only read, and block neither writers nor the public site. The desk's lists, searches, figures and exports use
   * them, in slices. Each statement sees everything that was committed before it began.
   */
  readonly reads: Kysely<Tables>;
  /** The connections to PostgreSQL, for a library that speaks to it by itself. */
  readonly pool?: Pool;
  /**
   * Runs `work` in one transaction. When the promise resolves, everything that `work` wrote is on disk, unless `work` has called
   * `dialect.leaveToDisk`. When the database aborts the transaction for a deadlock or a serialisation failure, `work` runs again from
   * its beginning. So `work` must change nothing but the database: counting, showing and waking are done after the promise. What must
   * be forgotten in memory before the promise resolves is left to `afterTransaction`.
   */
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Writes a row, and tries whether there is room for more. Resolves when the row is on disk. */
  tryWrite(): Promise<void>;
  /** Notes, in the transaction that erases something, that the SQLite file has to be rewritten. */
  markErased(trx: Transaction<Tables>): Promise<unknown>;
  /**
   * Removes erased data from the files of SQLite: rewrites the database (VACUUM) and empties its write-ahead log. Does neither when
   * nothing was erased since the last time. Writers wait meanwhile, two to three seconds for 100 MB. A database of more than
   * `mostMb` (10^6 bytes) is not rewritten, and only its log is emptied. What PostgreSQL keeps is described in docs/security.md.
   *
   * @returns whether the database was rewritten
   */
  writeAnew(mostMb?: number): Promise<boolean>;
  /**
   * Brings the database up to date.
   *
   * @param options `restoring`: whether the caller is the restore that works on the database
   * @returns the names of the migrations that ran
   */
  migrate(options?: { readonly restoring?: boolean }): Promise<string[]>;
  /** The migrations that the database lacks. Throws when a newer version wrote the database, or one that is too early. */
  pending(): Promise<string[]>;
  close(): Promise<void>;
}

/** What a statement can run on: the database itself, or a running transaction. */
export type Reader = Storage['db'] | Trx;

/** A running transaction. */
export type Trx = Transaction<Tables>;

export interface StorageOptions {
  /** `postgres://…`; SQLite in `dataDir` when absent. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** Is told of broken connections. */
  readonly onBroken?: (error: Error) => void;
  /**
   * Wraps the connection of kysely to SQLite, such as with a disk that fails when a test says so. Every statement goes through the
   * wrapper, so reads and VACUUM run without their threads.
   */
  readonly around?: (dialect: Dialect) => Dialect;
  /** Schedules a shared commit of SQLite, see `createSharedCommits`. */
  readonly soon?: Soon;
}

/** There is no database yet. Only the server creates one. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError';
}

export const databaseFile = (dataDir: string): string => join(dataDir, 'boxline.sqlite');

/** @param patience time limits of the PostgreSQL pool, see `PostgresPoolOptions` */
function openKysely(
  { databaseUrl, dataDir, onBroken = () => {}, around, soon }: StorageOptions,
  patience: Omit<PostgresPoolOptions, 'onBroken'> = {},
) {
  if (databaseUrl) {
    const pool = openPostgresPool(databaseUrl, { onBroken, ...patience });
    return { engine: 'postgres', db: new Kysely<Tables>({ dialect: postgresDialect(pool) }), pool } as const;
  }
  makeFolder(dataDir);
  const dialect = sqliteDialect(openSqliteConnections(databaseFile(dataDir)), { soon, vacuumsBeside: !around });
  return { engine: 'sqlite', db: new Kysely<Tables>({ dialect: around?.(dialect) ?? dialect }) } as const;
}

/** Opens the connections that only read, beside `db`. With a wrapper (`around`), they are `db` itself. */
function openReads({ databaseUrl, dataDir, onBroken = () => {}, around }: StorageOptions, db: Kysely<Tables>) {
  if (databaseUrl) {
    const pool = openPostgresReadingPool(databaseUrl, onBroken);
    return {
      reads: new Kysely<Tables>({ dialect: postgresDialect(pool) }),
      close: async () => void (pool.ending || (await pool.end())),
    };
  }
  if (around) return { reads: db, close: async () => {} };
  const reads = new Kysely<Tables>({ dialect: sqliteReaderDialect(databaseFile(dataDir)) });
  return { reads, close: () => reads.destroy() };
}

/** Opens the database, and creates a SQLite file when there is none. Does not migrate it. */
export function openStorage(options: StorageOptions): Storage {
  const opened = openKysely(options);
  const { engine, db } = opened;
  const reading = openReads(options, db);
  return {
    ...opened,
    reads: reading.reads,
    async transaction(work) {
      const value = await runAgainWhenAborted(() => transact(db, work));
      noteCommit();
      return value;
    },
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    async tryWrite() {
      const written_at = new Date().toISOString();
      await transact(db, async (trx) => {
        await dialects[engine].takeRoom(trx);
        await trx
          .insertInto('write_probes')
          .values({ id: 'probe', written_at })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at }))
          .execute();
      });
    },
    markErased: async (trx) => {
      if (engine === 'sqlite') await markSqliteErased(trx);
    },
    writeAnew: (mostMb) => (engine === 'sqlite' ? writeSqliteAnew(db, mostMb) : Promise.resolve(false)),
    async migrate(how) {
      if (engine === 'sqlite') {
        await markNewSqlite(db);
        return migrate(db, dialects[engine], how);
      }
      // While a large table is rewritten, the database sends nothing for long, also to a replica that waits for it. So there is no
      // limit on silence.
      const patient = openKysely(options, { silenceMs: 0, idleMs: 0 });
      try {
        return await migrate(patient.db, dialects[engine], how);
      } finally {
        await patient.db.destroy();
      }
    },
    pending: () => pendingMigrations(db),
    async close() {
      // The connection that closes last tidies up SQLite's files, so it must be one that can write.
      await reading.close();
      // kysely ends a pool only when a statement went through it, so the pool is ended here.
      if (!opened.pool) await db.destroy();
      else if (!opened.pool.ending) await opened.pool.end();
    },
  };
}

const isThere = ({ databaseUrl, dataDir }: StorageOptions): boolean =>
  databaseUrl !== undefined || isAt(databaseFile(dataDir));

/** The result of `look` on the database; undefined when there is no database. Creates nothing, and `look` must change nothing. */
export async function lookAtStorage<T>(
  options: StorageOptions,
  look: (storage: Storage) => Promise<T>,
): Promise<T | undefined> {
  if (!isThere(options)) return undefined;
  const storage = openStorage(options);
  try {
    return await look(storage);
  } finally {
    await storage.close();
  }
}

/** Throws when a newer version wrote the database, or one that is too early (`pendingMigrations`). Creates and changes nothing. */
export async function refuseNewerDatabase(options: StorageOptions): Promise<void> {
  await lookAtStorage(options, (storage) => storage.pending());
}

/** Opens a database that must exist and be up to date. For the commands that run beside the server. */
export async function openExistingStorage(options: StorageOptions): Promise<Storage> {
  const start = 'Start the server once (npm start); it creates the database.';
  const place = options.databaseUrl === undefined ? `in ${options.dataDir}` : 'at DATABASE_URL';
  const none = new NoDatabaseError(`There is no database of Boxline ${place} yet. ${start}`);
  if (!isThere(options)) throw none;
  if (options.databaseUrl !== undefined) await refuseSharedSessions(options.databaseUrl);
  const storage = openStorage(options);
  try {
    const pending = await storage.pending();
    if (pending.length === 0) return storage;
    if (pending.length === Object.keys(migrations).length) throw none;
    throw new NoDatabaseError(
      'The database is of an earlier version than this one. Start the server once (npm start); it brings the database up to date. ' +
        'Only the earlier version can take a backup before that.',
    );
  } catch (error) {
    await storage.close();
    throw error;
  }
}
