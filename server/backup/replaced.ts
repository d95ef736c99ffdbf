/** What a restore needs of the database that it replaces, as far as that can still be read. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { allCodesSql, type ReplacedCode } from '#server/access/service.ts';
import { databaseFile } from '#server/database/open.ts';
import type { ReplacedRow } from '#server/taken-over.ts';
import { BackupError } from './manifest.ts';
import { takenOver } from './taken-over.ts';

/** The replaced database. */
export interface Replaced {
  /** Every access code. */
  readonly codes: readonly ReplacedCode[];
  /** The rows of each table of which something is taken over. A database from before a table has none of it. */
  readonly tables: ReadonlyMap<string, readonly ReplacedRow[]>;
}

/** Runs one statement that reads. */
type Query = (sql: string) => Promise<readonly Record<string, unknown>[]>;

type CodeRow = { id: string; number?: number; revoked_at: string | null; expires_at: string | null };

const presentCode = ({ id, number, revoked_at, expires_at }: CodeRow): ReplacedCode => ({
  id,
  number,
  revokedAt: revoked_at,
  expiresAt: expires_at,
});

/** A value as our code knows it: PostgreSQL's driver makes objects of times and of JSON. */
function textOf(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

const rowOf = (row: Record<string, unknown>): ReplacedRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, textOf(value)]));

async function readAll(query: Query, tablesSql: string): Promise<Replaced> {
  const names = new Set((await query(tablesSql)).map(({ name }) => name));
  const tables = new Map<string, readonly ReplacedRow[]>();
  for (const { table } of takenOver) {
    if (names.has(table)) tables.set(table, (await query(`select * from ${table}`)).map(rowOf));
  }
  const codes = (await query(allCodesSql)).map((row) => presentCode(rowOf(row) as CodeRow));
  return { codes, tables };
}

async function readPostgres(url: string): Promise<Replaced> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tablesSql = 'select tablename as name from pg_catalog.pg_tables where schemaname = current_schema()';
    return await readAll(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows, tablesSql);
  } finally {
    await client.end();
  }
}

async function readSqlite(dataDir: string): Promise<Replaced> {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) throw new BackupError(`There is no database in ${dataDir}.`);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tablesSql = "select name from sqlite_master where type = 'table'";
    return await readAll(async (sql) => database.prepare(sql).all(), tablesSql);
  } finally {
    database.close();
  }
}

/**
 * Reads a data folder or a PostgreSQL database that a restored one replaces, and changes nothing there.
 *
 * @param place the folder, or the `postgres://` address
 */
export const readReplaced = (place: string): Promise<Replaced> =>
  /^postgres(ql)?:/.test(place) ? readPostgres(place) : readSqlite(place);
