/** What SQLite leaves of deleted rows: pages in the write-ahead log, and in a file that was written before they were overwritten. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

const tryForMs = 5000;
const pauseMs = 50;

/** Moves the log into the database and empties it. False when somebody has read or written all the time. */
export async function truncateSqliteLog(db: Kysely<Tables>): Promise<boolean> {
  for (const endMs = performance.now() + tryForMs; ; ) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return true;
    if (performance.now() > endMs) return false;
    await sleep(pauseMs);
  }
}

/** `user_version` of a file that was written anew since deleted rows are overwritten. */
const writtenAnew = 1;

/** Marks a file that nothing was ever in: it has no table, and no page that a deleted one left. */
export async function markNewSqlite(db: Kysely<Tables>): Promise<void> {
  const { rows: tables } = await sql`select 1 from sqlite_master limit 1`.execute(db);
  const { rows: left } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
  if (tables.length > 0 || left[0]?.freelist_count !== 0) return;
  await sql.raw(`pragma user_version = ${writtenAnew}`).execute(db);
}

/**
 * Writes the file anew, once (VACUUM): earlier versions did not overwrite what they deleted. It takes two to three seconds for
 * 100 MB, needs as much room again, and nobody else writes meanwhile. False when that has been done before.
 */
export async function writeSqliteAnew(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  if ((rows[0]?.user_version ?? 0) >= writtenAnew) return false;
  await sql`vacuum`.execute(db);
  await sql.raw(`pragma user_version = ${writtenAnew}`).execute(db);
  await truncateSqliteLog(db);
  return true;
}
