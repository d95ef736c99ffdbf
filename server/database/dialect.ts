/** Every difference between the two engines except how they are opened. */
import {
  type ColumnDataType,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type TableMetadata,
  type Transaction,
} from 'kysely';
import { runUnread } from './postgres-driver.ts';
import { takeSqliteRoom } from './sqlite-disk-space.ts';
import type { Iso, Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

export interface EngineDialect {
  readonly engine: Engine;
  /** The column types of a time and of a JSON document. */
  readonly time: ColumnDataType;
  readonly json: ColumnDataType;
  readonly autoIncrement: ColumnDataType;
  /** A text compared byte by byte, for a search by its beginning. An index for such a search must use the same expression. */
  readonly inByteOrder: (text: RawBuilder<string>) => RawBuilder<string>;
  /**
   * Lets the commit of this transaction not wait for the disk. A crash of the database within its next second may undo the
   * transaction, as a whole. Only for what is made again from rows that stay, as the index of leads is. On SQLite the commit waits as
   * ever: there it is shared with those that must wait.
   */
  leaveToDisk(trx: Transaction<Tables>): Promise<void>;
  /** Makes transactions that name one of the same keys run one by one. On SQLite does nothing: its writes are alone anyway. */
  lock(trx: Transaction<Tables>, keys: readonly string[]): Promise<void>;
  /** The same without waiting for the answer, for a caller whose next statement follows at once: that one waits for the lock. */
  lockAhead(trx: Transaction<Tables>, keys: readonly string[]): Promise<void>;
  /**
   * Locks keys in shared mode. Transactions that share a key run beside each other, but not beside one that locks it, so what is
   * read under the shared key stays as it is until the transaction ends. On SQLite there is nothing to do, as above.
   */
  share(trx: Transaction<Tables>, keys: readonly string[]): Promise<void>;
  /**
   * Makes a select lock the rows that it finds: others that would change them wait until the transaction ends. The order in which
   * rows are locked is in `tables.ts`. On SQLite there is nothing to do, as above.
   */
  lockRows<T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>): SelectQueryBuilder<Tables, T, O>;
  /** The same in shared mode: others that only share the rows do not wait. `table` is the one to lock. */
  shareRows<T extends keyof Tables, O>(
    query: SelectQueryBuilder<Tables, T, O>,
    table: T & string,
  ): SelectQueryBuilder<Tables, T, O>;
  /**
   * The time in so many milliseconds, by the one clock that all servers of a database have in common, so that the length of a lease
   * does not depend on which server's clock is right. On PostgreSQL it is the database's clock, read once for each statement, so an
   * index can bound a comparison with it. A SQLite file has one server, whose clock is the common one.
   *
   * @param own the time in so many milliseconds, by this server's clock
   */
  commonTime(own: Iso, inMs?: number): RawBuilder<Iso>;
  /** The time of the database's own clock, in milliseconds since 1970. Undefined on SQLite, which has none. */
  timeOf(db: Kysely<Tables>): Promise<number | undefined>;
  /**
   * Fails when the disk has no room for anything new. A row that is written into a place that became free needs none.
   */
  takeRoom(trx: Transaction<Tables>): Promise<void>;
  /**
   * The tables that statements find by their names alone. On PostgreSQL these are the ones of the `search_path`: other schemas of the
   * database may have tables of the same names, such as those of another installation.
   */
  tables(db: Kysely<Tables>): Promise<TableMetadata[]>;
  /**
   * The schema that migrations are recorded in: the one that has the record, or else the one that new tables are made in. Undefined on
   * SQLite, which has no schemas.
   */
  migrationSchema(db: Kysely<Tables>): Promise<string | undefined>;
  /** Makes a select skip rows that another replica has locked. */
  skipLocked<T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>): SelectQueryBuilder<Tables, T, O>;
}

const sqlite: EngineDialect = {
  engine: 'sqlite',
  time: 'text',
  json: 'text',
  autoIncrement: 'integer',
  inByteOrder: (text) => text,
  leaveToDisk: async () => {},
  lock: async () => {},
  lockAhead: async () => {},
  share: async () => {},
  lockRows: (query) => query,
  shareRows: (query) => query,
  commonTime: (own) => sql<Iso>`${own}`,
  timeOf: async () => undefined,
  takeRoom: takeSqliteRoom,
  tables: (db) => db.introspection.getTables({ withInternalKyselyTables: true }),
  migrationSchema: async () => undefined,
  skipLocked: (query) => query,
};

/**
 * PostgreSQL's query for the tables that statements find by their names alone, with their schemas: those in the schemas of a connection
 * that no schema before them in the `search_path` hides. PostgreSQL's own tables are left out.
 */
export const visibleTablesQuery = `
  select n.nspname as schema, c.relname as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and pg_table_is_visible(c.oid) and n.nspname not in ('pg_catalog', 'information_schema')`;

/** The statements that lock these keys. All lock in the same order, so two transactions with the same keys never deadlock. */
const locksOf = (keys: readonly string[]) =>
  [...new Set(keys)].sort().map((key) => sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);

const postgres: EngineDialect = {
  engine: 'postgres',
  time: 'timestamptz',
  json: 'jsonb',
  autoIncrement: 'bigserial',
  // An index in a language's collation does not sort by bytes, so it cannot find texts by their beginning.
  inByteOrder: (text) => sql<string>`${text} collate "C"`,
  async leaveToDisk(trx) {
    await runUnread(trx, sql`set local synchronous_commit to off`.compile(trx));
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
  lockRows: (query) => query.forNoKeyUpdate(),
  shareRows: (query, table) => query.forShare(table as never),
  commonTime: (_own, inMs = 0) => sql<Iso>`statement_timestamp() + ${inMs} * interval '1 millisecond'`,
  async timeOf(db) {
    const asked = sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
    return (await asked.execute(db)).rows[0]?.ms;
  },
  async takeRoom(trx) {
    // A sort of more (300 kB) than it may keep in memory is written into a file that is removed with the statement.
    await sql`set local work_mem = '64kB'`.execute(trx);
    const rows = sql`
      select rpad(n::text, 300) as text from generate_series(1, 1000) as n order by rpad(n::text, 300) collate "C" offset 0`;
    await sql`select count(*) from (${rows}) as sorted`.execute(trx);
  },
  async tables(db) {
    const { rows } = await sql.raw<{ schema: string; name: string }>(visibleTablesQuery).execute(db);
    const visible = new Set(rows.map(({ schema, name }) => `${schema}.${name}`));
    const all = await db.introspection.getTables({ withInternalKyselyTables: true });
    return all.filter(({ schema, name }) => visible.has(`${schema}.${name}`));
  },
  async migrationSchema(db) {
    const { rows } = await sql<{ name: string | null }>`
      select coalesce((select n.nspname from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
        where c.oid = to_regclass('kysely_migration')), current_schema()) as name`.execute(db);
    return rows[0]?.name ?? undefined;
  },
  skipLocked: (query) => query.forUpdate().skipLocked(),
};

export const dialects: Record<Engine, EngineDialect> = { sqlite, postgres };

/** The dialect of a database or transaction, for a function that gets nothing else. */
export const dialectOf = (db: Kysely<Tables>): EngineDialect =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite;
