/**
 * What SQLite leaves of rows that were deleted or overwritten: pages in the write-ahead log; copies in pages that were split or
 * joined while the rows were still there, which `secure_delete` does not reach; and in a file of an earlier version whatever was
 * deleted before `secure_delete` was on (docs/decisions/0105).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

const tryForMs = 5000;
const pauseMs = 50;

/** Moves the log into the database and empties it. False when somebody has read or written all the time. */
async function truncateSqliteLog(db: Kysely<Tables>): Promise<boolean> {
  for (const endMs = performance.now() + tryForMs; ; ) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return true;
    if (performance.now() > endMs) return false;
    await sleep(pauseMs);
  }
}

/** What `user_version` says of a file: whether something was erased since it was last written anew. */
const remains = { some: 0, none: 1, beingWritten: 2 } as const;

async function readRemains(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  return rows[0]?.user_version ?? remains.some;
}

const writeRemains = (db: Kysely<Tables>, is: number) => sql.raw(`pragma user_version = ${is}`).execute(db);

/** Marks a file that nothing was ever in: it has no table, and no page that a deleted one left. */
export async function markNewSqlite(db: Kysely<Tables>): Promise<void> {
  const { rows: tables } = await sql`select 1 from sqlite_master limit 1`.execute(db);
  const { rows: left } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
  if (tables.length > 0 || left[0]?.freelist_count !== 0) return;
  await writeRemains(db, remains.none);
}

/** Says in the transaction that erases something that the file has to be written anew. */
export const markSqliteErased = (trx: Transaction<Tables>) => writeRemains(trx, remains.some);

async function megabytesOf(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db);
  return (rows[0]?.bytes ?? 0) / 1e6;
}

/**
 * Writes the file anew when something was erased since it was last written anew (VACUUM). It takes two to three seconds for 100 MB
 * and needs as much room again; whoever writes waits meanwhile. A larger file than `mostMb` stays as it is.
 *
 * @returns whether it was written anew
 */
export async function writeSqliteAnew(db: Kysely<Tables>, mostMb = Number.POSITIVE_INFINITY): Promise<boolean> {
  if ((await readRemains(db)) === remains.none) return false;
  const isDone = (await megabytesOf(db)) <= mostMb;
  if (isDone) {
    await writeRemains(db, remains.beingWritten);
    await sql`vacuum`.execute(db);
    await db.transaction().execute(async (trx) => {
      // Whoever erased something meanwhile has marked the file again.
      if ((await readRemains(trx)) === remains.beingWritten) await writeRemains(trx, remains.none);
    });
  }
  await truncateSqliteLog(db);
  return isDone;
}
