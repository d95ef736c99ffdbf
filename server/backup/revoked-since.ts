/** The codes that the replaced database had revoked, as far as it can still be read. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { databaseFile } from '#server/storage/open.ts';
import type { LaterRevocation } from './after-restore.ts';
import { BackupError } from './manifest.ts';

const select = 'select * from access_codes where revoked_at is not null';

type Row = { id: string; number?: number; revoked_at: string | Date };
const present = ({ id, number, revoked_at }: Row): LaterRevocation => ({
  id,
  number,
  revokedAt: new Date(revoked_at).toISOString(),
});

async function readPostgres(url: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(select)).rows;
  } finally {
    await client.end();
  }
}

function readSqlite(dataDir: string): Row[] {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) throw new BackupError(`There is no database in ${dataDir}.`);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(select).all() as Row[];
  } finally {
    database.close();
  }
}

/**
 * Reads every revoked code of a data folder or of a PostgreSQL database, and changes nothing there.
 *
 * @param place the folder, or the `postgres://` address
 */
export async function revokedIn(place: string): Promise<LaterRevocation[]> {
  return (/^postgres(ql)?:/.test(place) ? await readPostgres(place) : readSqlite(place)).map(present);
}
