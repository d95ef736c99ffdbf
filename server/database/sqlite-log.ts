/** SQLite's write-ahead log: pages as they were before a change stay in it until it is emptied. */
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
