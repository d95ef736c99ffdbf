/** The access codes of the database that a restored one replaces, as far as it can still be read. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { allCodesSql, type ReplacedCode } from '#server/access/service.ts';
import { databaseFile } from '#server/database/open.ts';
import { BackupError } from './manifest.ts';

type Time = string | Date | null;
type Row = { id: string; number?: number; revoked_at: Time; expires_at: Time };
const iso = (time: Time) => (time === null ? null : new Date(time).toISOString());
const present = ({ id, number, revoked_at, expires_at }: Row): ReplacedCode => ({
  id,
  number,
  revokedAt: iso(revoked_at),
  expiresAt: iso(expires_at),
});

async function readPostgres(url: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(allCodesSql)).rows;
  } finally {
    await client.end();
  }
}

function readSqlite(dataDir: string): Row[] {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) throw new BackupError(`There is no database in ${dataDir}.`);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(allCodesSql).all() as Row[];
  } finally {
    database.close();
  }
}

/**
 * Reads every code of a data folder or of a PostgreSQL database, and changes nothing there.
 *
 * @param place the folder, or the `postgres://` address
 */
export async function codesIn(place: string): Promise<ReplacedCode[]> {
  return (/^postgres(ql)?:/.test(place) ? await readPostgres(place) : readSqlite(place)).map(present);
}
