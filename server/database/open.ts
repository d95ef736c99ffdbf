import { join } from 'node:path';
import { type Dialect, Kysely, sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { isAt, makeFolder } from '#server/durable-files.ts';
import { dialects, type Engine, type EngineDialect } from './dialect.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { openPostgresPool, openPostgresReadingPool, type PostgresPoolOptions, postgresDialect } from './postgres.ts';
import { runAgainWhenAborted } from './retry.ts';
import type { Soon } from './shared-commits.ts';
import { openSqliteConnections, sqliteDialect, sqliteReaderDialect } from './sqlite.ts';
import { markNewSqlite, markSqliteErased, writeSqliteAnew } from './sqlite-log.ts';
import type { Tables } from './tables.ts';

export { StorageBusyError } from './busy.ts';
export { dayStatesOf, type NamedSpan, statesOfSpans } from './day-states.ts';
export { dialectOf } from './dialect.ts';
export { isUnstorable, storageFaultOf } from './fault.ts';
export { isOneOf, jsonRows } from './json-rows.ts';
export { restoreMark } from './migrate.ts';
export { inSlices } from './slices.ts';

/** The database, and the few things in which its engine matters. */
export interface Storage {
  readonly engine: Engine;
  readonly dialect: EngineDialect;
  readonly db: Kysely<Tables>;
  /**
   * Only reads, and holds up neither writers nor the public site: lists, searches, figures and exports of the desk go through
   * it, in slices. Each statement sees everything that was committed before it began.
   */
  readonly reads: Kysely<Tables>;
  /** The connections to PostgreSQL, for a library that speaks to it by itself. */
  readonly pool?: Pool;
  /**
   * Runs `work` in one transaction; when the promise resolves, everything it wrote is on disk. A transaction that the
   * database aborts for a deadlock or a serialisation failure runs again from its beginning, so `work` changes nothing
   * but the database: what is counted, shown or woken comes after the promise.
   */
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Writes a row and resolves when it is on the disk. */
  tryWrite(): Promise<void>;
  /** Says in the transaction that erases something that the file of SQLite has to be written anew. */
  markErased(trx: Transaction<Tables>): Promise<unknown>;
  /**
   * Lets no file of SQLite keep what was erased: writes the database anew, unless nothing was erased since the last time, and
   * empties its write-ahead log. Whoever writes waits for it, two to three seconds for 100 MB; a database of more than `mostMb`
   * (10^6 bytes) is left to a call without that limit. What PostgreSQL keeps is said in docs/security.md.
   *
   * @returns whether it was written anew
   */
  writeAnew(mostMb?: number): Promise<boolean>;
  /**
   * Brings the database up to date.
   *
   * @param options `restoring`: the caller is the restore that works on the database
   * @returns the migrations that ran
   */
  migrate(options?: { readonly restoring?: boolean }): Promise<string[]>;
  /** The migrations that the database lacks; throws when it is newer than the code. */
  pending(): Promise<string[]>;
  close(): Promise<void>;
}

/** What a statement can run on: the database by itself, or a transaction that is under way. */
export type Reader = Storage['db'] | Transaction<Tables>;

export interface StorageOptions {
  /** `postgres://…`; SQLite in `dataDir` when absent. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** Hears of broken connections. */
  readonly onBroken?: (error: Error) => void;
  /**
   * Puts something between kysely and SQLite, such as a disk that fails when a test says so. Everything goes through it, so
   * neither what only reads nor VACUUM has a thread.
   */
  readonly around?: (dialect: Dialect) => Dialect;
  /** What a commit to SQLite waits for, see `createSharedCommits`. */
  readonly soon?: Soon;
}

/** There is no database yet, and only the server creates one. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError';
}

export const databaseFile = (dataDir: string): string => join(dataDir, 'boxline.sqlite');

/** @param patience for PostgreSQL, see there */
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

/** The connections that only read, beside `db`. Where a test put something between, `db` itself. */
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

/** Opens the database, creating a SQLite file when there is none. It is not migrated yet. */
export function openStorage(options: StorageOptions): Storage {
  const opened = openKysely(options);
  const { engine, db } = opened;
  const reading = openReads(options, db);
  return {
    ...opened,
    reads: reading.reads,
    dialect: dialects[engine],
    transaction: (work) => runAgainWhenAborted(() => db.transaction().execute(work)),
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    async tryWrite() {
      const written_at = new Date().toISOString();
      await db
        .insertInto('write_probes')
        .values({ id: 'probe', written_at })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at }))
        .execute();
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
      // Rewriting a large table says nothing for long, and neither does the replica that waits for it: no limit on silence.
      const patient = openKysely(options, { silenceMs: 0, idleMs: 0 });
      try {
        return await migrate(patient.db, dialects[engine], how);
      } finally {
        await patient.db.destroy();
      }
    },
    pending: () => pendingMigrations(db),
    async close() {
      // SQLite's file is tidied up by whoever closes it last, and that one must be able to write.
      await reading.close();
      // We end the pool: kysely ends only a pool that a statement of its own went through.
      if (!opened.pool) await db.destroy();
      else if (!opened.pool.ending) await opened.pool.end();
    },
  };
}

const isThere = ({ databaseUrl, dataDir }: StorageOptions): boolean =>
  databaseUrl !== undefined || isAt(databaseFile(dataDir));

/** What `look` finds in the database; undefined when there is none. Creates nothing, and `look` must change nothing. */
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

/** Throws `NewerDatabaseError` when a newer version wrote the database. Creates and changes nothing. */
export async function refuseNewerDatabase(options: StorageOptions): Promise<void> {
  await lookAtStorage(options, (storage) => storage.pending());
}

/** Opens a database that must exist and be up to date, for the commands beside the server. */
export async function openExistingStorage(options: StorageOptions): Promise<Storage> {
  const start = 'Start the server once (npm start); it creates the database.';
  if (!isThere(options)) {
    throw new NoDatabaseError(`There is no database in ${options.dataDir} yet. ${start}`);
  }
  const storage = openStorage(options);
  try {
    const pending = await storage.pending();
    if (pending.length === 0) return storage;
    throw new NoDatabaseError(`The database lacks ${pending.join(', ')}. ${start}`);
  } catch (error) {
    await storage.close();
    throw error;
  }
}
