/** Notices that the disk of SQLite's file is full, before a lead does. */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The bytes that must be free: four times what a lead with its messages and search entries adds to the log. */
const neededBytes = 1_000_000;
/** SQLITE_FULL (sqlite.org/rescode.html). */
const full = 13;

/** The free bytes of the disk with a file; undefined where the file system does not say. */
function freeBytes(file: string): number | undefined {
  const { blocks, bavail, bfree, bsize } = statfsSync(dirname(file));
  if (blocks === 0) return undefined;
  // Some blocks are kept for root.
  return (process.getuid?.() === 0 ? bfree : bavail) * bsize;
}

/**
 * Fails, as SQLite does, when the disk has no room for a lead. Trying a small write does not show it: the write-ahead log is reused from
 * its beginning, so small writes still fit for a long time after a larger one has failed.
 */
export async function takeSqliteRoom(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const file = rows[0]?.file ?? '';
  const free = file === '' ? undefined : freeBytes(file);
  if (free === undefined || free >= neededBytes) return;
  throw Object.assign(new Error('the disk has no room for a lead'), { code: 'ERR_SQLITE_ERROR', errcode: full });
}
