/** Everything in which the two engines differ beyond opening them. */
import {
  type ColumnDataType,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely';
import { runUnread } from './postgres-driver.ts';
import type { Iso, Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

export interface EngineDialect {
  readonly engine: Engine;
  /** The column types of the conventions: a time, a JSON document. */
  readonly time: ColumnDataType;
  readonly json: ColumnDataType;
  /** The type of a primary key that the database counts up. */
  readonly autoIncrement: ColumnDataType;
  /** A text as its bytes sort, for a search by its beginning; an index over it is written in the same words. */
  readonly inByteOrder: (text: RawBuilder<string>) => RawBuilder<string>;
  /** Lets a table be written without waiting for the disk. A crash may empty it. */
  makeUnlogged(db: Kysely<unknown>, table: string): Promise<void>;
  /**
   * Makes transactions that name one of the same keys run one after another. SQLite runs every writing transaction alone,
   * so there is nothing to do there.
   */
  lock(trx: Transaction<Tables>, keys: readonly string[]): Promise<void>;
  /**
   * The same, for whoever goes on with a statement of the transaction at once: that statement waits for the lock, and nobody
   * waits for an answer before it.
   */
  lockAhead(trx: Transaction<Tables>, keys: readonly string[]): Promise<void>;
  /**
   * Lets transactions that share a key run beside each other, and none that locks it: what is read under it stays as it is
   * until the transaction ends. On SQLite there is nothing to do, as above.
   */
  share(trx: Transaction<Tables>, keys: readonly string[]): Promise<void>;
  /**
   * Runs migrations. SQLite does not enforce references meanwhile: a table that is made anew keeps what refers to its rows
   * (`remake-sqlite-table.ts`). A transaction cannot switch that off, so it happens around it.
   */
  migrating<T>(db: Kysely<Tables>, run: () => Promise<T>): Promise<T>;
  /**
   * Makes a select keep the rows that it finds: until the transaction ends, whoever else would change them waits. Which
   * rows come first is said in `tables.ts`. On SQLite there is nothing to do, as above.
   */
  keepRows<T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>): SelectQueryBuilder<Tables, T, O>;
  /** The same for many at once: whoever only reads them under it does not wait. `table` is the one whose rows are kept. */
  shareRows<T extends keyof Tables, O>(
    query: SelectQueryBuilder<Tables, T, O>,
    table: T & string,
  ): SelectQueryBuilder<Tables, T, O>;
  /**
   * The moment so many milliseconds from now, by the one clock that all servers of a database have in common: how long a lease
   * lasts must not depend on whose clock is right. On PostgreSQL it is the database's own, read once for a statement, so an
   * index bounds what is compared with it. A file of SQLite has one server, and its clock is the common one.
   *
   * @param own that moment by this server's clock
   */
  commonTime(own: Iso, inMs?: number): RawBuilder<Iso>;
  /** The time of the database's own clock, in milliseconds since 1970. Undefined on SQLite, which has none. */
  timeOf(db: Kysely<Tables>): Promise<number | undefined>;
  /** Makes a select pass over rows that another replica is claiming at this moment. */
  skipLocked<T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>): SelectQueryBuilder<Tables, T, O>;
}

const sqlite: EngineDialect = {
  engine: 'sqlite',
  time: 'text',
  json: 'text',
  autoIncrement: 'integer',
  inByteOrder: (text) => text,
  makeUnlogged: async () => {},
  lock: async () => {},
  lockAhead: async () => {},
  share: async () => {},
  async migrating(db, run) {
    await sql`pragma foreign_keys = off`.execute(db);
    try {
      return await run();
    } finally {
      await sql`pragma foreign_keys = on`.execute(db);
    }
  },
  keepRows: (query) => query,
  shareRows: (query) => query,
  commonTime: (own) => sql<Iso>`${own}`,
  timeOf: async () => undefined,
  skipLocked: (query) => query,
};

/** The statements that lock these keys, in one order for everybody: two transactions with the same keys never wait for each other. */
const locksOf = (keys: readonly string[]) =>
  [...new Set(keys)].sort().map((key) => sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);

const postgres: EngineDialect = {
  engine: 'postgres',
  time: 'timestamptz',
  json: 'jsonb',
  autoIncrement: 'bigserial',
  // A collation of a language sorts by more than bytes, so an index in it finds no text by its beginning.
  inByteOrder: (text) => sql<string>`${text} collate "C"`,
  async makeUnlogged(db, table) {
    await sql`alter table ${sql.table(table)} set unlogged`.execute(db);
  },
  async lock(trx, keys) {
    for (const lock of locksOf(keys)) await lock.execute(trx);
  },
  async lockAhead(trx, keys) {
    for (const lock of locksOf(keys)) await runUnread(trx, lock.compile(trx));
  },
  async share(trx, keys) {
    for (const key of [...new Set(keys)].sort()) {
      await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(trx);
    }
  },
  migrating: (_db, run) => run(),
  keepRows: (query) => query.forNoKeyUpdate(),
  shareRows: (query, table) => query.forShare(table as never),
  commonTime: (_own, inMs = 0) => sql<Iso>`statement_timestamp() + ${inMs} * interval '1 millisecond'`,
  async timeOf(db) {
    const asked = sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
    return (await asked.execute(db)).rows[0]?.ms;
  },
  skipLocked: (query) => query.forUpdate().skipLocked(),
};

export const dialects: Record<Engine, EngineDialect> = { sqlite, postgres };

/** The dialect of whatever a query goes to, for a function that is given no more than that. */
export const dialectOf = (db: Kysely<Tables>): EngineDialect =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite;
