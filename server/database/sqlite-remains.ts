/**
 * Removes what SQLite keeps of deleted or overwritten rows. Such rows stay in pages of the write-ahead log. Copies stay in pages
 * that were split or joined while the rows still existed, which `secure_delete` does not reach. In a file of an earlier version,
 * everything stays that was deleted before `secure_delete` was on (docs/decisions/0105).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

const tryForMs = 5000;
const pauseMs = 50;

/** Moves the log into the database and empties it. False when somebody was reading or writing during all tries. */
async function truncateSqliteLog(db: Kysely<Tables>): Promise<boolean> {
  for (const endMs = performance.now() + tryForMs; ; ) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return true;
    if (performance.now() > endMs) return false;
    await sleep(pauseMs);
  }
}

/** The values of `user_version`: whether something was erased since the file was last rewritten. */
const remains = { some: 0, none: 1, beingWritten: 2 } as const;

async function readRemains(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  return rows[0]?.user_version ?? remains.some;
}

const writeRemains = (db: Kysely<Tables>, is: number) => sql.raw(`pragma user_version = ${is}`).execute(db);

/** Marks a file that never held anything: it has no table, and no free page of a deleted one. */
export async function markNewSqlite(db: Kysely<Tables>): Promise<void> {
  const { rows: tables } = await sql`select 1 from sqlite_master limit 1`.execute(db);
  const { rows: left } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
  if (tables.length > 0 || left[0]?.freelist_count !== 0) return;
  await writeRemains(db, remains.none);
}

/** Marks, in the transaction that erases something, that the file has to be rewritten. */
export const markSqliteErased = (trx: Transaction<Tables>) => writeRemains(trx, remains.some);

async function megabytesOf(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db);
  return (rows[0]?.bytes ?? 0) / 1e6;
}

/**
 * Rewrites the file (VACUUM) and empties its log, when something was erased since it was last rewritten. It takes two to three
 * seconds for 100 MB and needs as much free space again; writers wait meanwhile. A file larger than `mostMb` (10^6 bytes) is not
 * rewritten, and only its log is emptied.
 *
 * @returns whether the file was rewritten
 */
export async function writeSqliteAnew(db: Kysely<Tables>, mostMb = Number.POSITIVE_INFINITY): Promise<boolean> {
  if ((await readRemains(db)) === remains.none) return false;
  const isDone = (await megabytesOf(db)) <= mostMb;
  if (isDone) {
    await writeRemains(db, remains.beingWritten);
    await sql`vacuum`.execute(db);
  }
  // A long read keeps the log from being emptied. Then the file stays marked, and the next run repeats everything.
  if ((await truncateSqliteLog(db)) && isDone) {
    await db.transaction().execute(async (trx) => {
      // When something was erased meanwhile, the file is already marked again.
      if ((await readRemains(trx)) === remains.beingWritten) await writeRemains(trx, remains.none);
    });
  }
  return isDone;
}
