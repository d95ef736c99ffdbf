/** Reads what a restore needs from the database that it replaces, if that can still be read. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { allCodesSql, type ReplacedCode } from '#server/access/service.ts';
import type { ReplacedRow } from '#server/carry-over.ts';
import { createPostgresClient, databaseFile, everyConnection, setAll } from '#server/database/open.ts';
import { lastSeen } from '#server/measured/service.ts';
import { skewMs } from '#server/skew.ts';
import { quoted } from '#server/sql-text.ts';
import { isoBefore } from '#server/times.ts';
import { carriedOver, madeSince } from './carry-over.ts';
import { BackupError } from './manifest.ts';

/** The replaced database. */
export interface Replaced {
  readonly codes: readonly ReplacedCode[];
  /** The rows that may be carried over or named, by table. A table that the database does not have yet is missing. */
  readonly tables: ReadonlyMap<string, readonly ReplacedRow[]>;
  /** When a server was last seen there, ISO-8601; null when that is not known. */
  readonly seenAt: string | null;
}

type Query = (sql: string) => Promise<readonly Record<string, unknown>[]>;

/** Converts a value into the form of our code: PostgreSQL's driver makes objects of times and of JSON. */
function textOf(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

const rowOf = (row: Record<string, unknown>): ReplacedRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, textOf(value)]));

/** The time columns that choose each table's rows: a row is read when one is after the backup. `all` means every row. */
function readsOf(): ReadonlyMap<string, readonly string[] | 'all'> {
  const reads = new Map<string, readonly string[] | 'all'>();
  for (const { table, since } of [...carriedOver, ...madeSince]) {
    const before = reads.get(table) ?? [];
    reads.set(table, since === undefined || before === 'all' ? 'all' : [...new Set([...before, ...since])]);
  }
  return reads;
}

/**
 * Reads the codes, and the rows that changed since the backup.
 *
 * @param columnsSql reads the columns of every table, as `table` and `column`
 */
async function readAll(query: Query, columnsSql: string, takenAt: string): Promise<Replaced> {
  const columns = Map.groupBy(await query(columnsSql), ({ table }) => table);
  const since = quoted(isoBefore(takenAt, skewMs));
  const tables = new Map<string, readonly ReplacedRow[]>();
  for (const [table, times] of readsOf()) {
    const there = new Set(columns.get(table)?.map(({ column }) => column));
    if (there.size === 0) continue;
    // A database without such a column cannot tell which rows changed, so all are read.
    const isBounded = times !== 'all' && times.every((name) => there.has(name));
    const bound = isBounded ? ` where ${times.map((name) => `${name} > ${since}`).join(' or ')}` : '';
    tables.set(table, (await query(`select * from ${table}${bound}`)).map(rowOf));
  }
  const codes = (await query(allCodesSql)).map((row) => rowOf(row) as unknown as ReplacedCode);
  const [seen] = columns.has(lastSeen.table) ? (await query(lastSeen.sql)).map(rowOf) : [];
  return { codes, tables, seenAt: (seen?.['seen_at'] as string | null | undefined) ?? null };
}

async function readPostgres(url: string, takenAt: string): Promise<Replaced> {
  const client = createPostgresClient(url);
  await client.connect();
  try {
    await client.query(setAll(everyConnection));
    // A server may still use the database. What several tables say has to be of one moment.
    await client.query('begin transaction isolation level repeatable read, read only');
    const columnsSql = `select table_name as "table", column_name as "column" from information_schema.columns
      where pg_table_is_visible(format('%I.%I', table_schema, table_name)::regclass)`;
    return await readAll(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows, columnsSql, takenAt);
  } finally {
    await client.end();
  }
}

async function readSqlite(dataDir: string, takenAt: string): Promise<Replaced> {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) throw new BackupError(`There is no database in ${dataDir}.`);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.exec('begin');
    const columnsSql = `select t.name as "table", c.name as "column"
      from sqlite_master as t join pragma_table_info(t.name) as c where t.type = 'table'`;
    return await readAll(async (sql) => database.prepare(sql).all(), columnsSql, takenAt);
  } finally {
    database.close();
  }
}

/**
 * Reads the data folder or the PostgreSQL database that a restored one replaces. Changes nothing there.
 *
 * @param place the folder, or the `postgres://` address
 * @param takenAt when the restored backup was taken; changes since then are read
 */
export const readReplaced = (place: string, takenAt: string): Promise<Replaced> =>
  /^postgres(ql)?:/.test(place) ? readPostgres(place, takenAt) : readSqlite(place, takenAt);
