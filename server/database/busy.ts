/** Limits on waiting for somebody else's work in the database. Waits for a lock on the SQLite file without blocking the process. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The longest wait for another program to end its write, or for a free connection, in milliseconds. */
export const busyForMs = 5000;

/** The longest wait for a PostgreSQL lock, in milliseconds: shorter than the silence by which a connection counts as broken. */
export const lockedForMs = 4000;

/** The pauses between tries, in milliseconds; the last one repeats. */
const pausesMs = [1, 2, 5, 10, 15, 20, 25];

const whyBusy = {
  SQLITE_BUSY: `Another program has kept the database locked for ${busyForMs / 1000} seconds.`,
  POOL_BUSY: `Every connection to the database was in use for ${busyForMs / 1000} seconds.`,
  LOCK_BUSY: `Somebody else has kept a lock in the database for ${lockedForMs / 1000} seconds.`,
  SILENCE_BUSY: 'The database said nothing to a statement for too long.',
  FULL_BUSY: `The database took no further connection for ${busyForMs / 1000} seconds.`,
  AWAY_BUSY: 'The database lets nobody in, or ended the connection.',
};

/**
 * The database was busy for longer than anybody should wait: another program held the write lock of the SQLite file, every connection
 * to PostgreSQL was in use, it took no more of them, another transaction there held a lock, or it said nothing. Or it was away: no
 * connection could be made, or it ended one before the commit was sent. Nothing was written by the statement or transaction that failed;
 * what the same work committed before it stays.
 */
export class StorageBusyError extends Error {
  override name = 'StorageBusyError';
  readonly code: keyof typeof whyBusy;
  constructor(code: StorageBusyError['code'], cause: unknown) {
    super(whyBusy[code], { cause });
    this.code = code;
  }
}

/** SQLITE_BUSY and its extended codes, such as SQLITE_BUSY_SNAPSHOT (517): the low byte is the primary code (sqlite.org/rescode.html). */
const isBusy = (error: unknown): boolean => (((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff) === 5;

/**
 * Runs one statement, and tries it again while another program has the file locked. It never blocks the process, as SQLite's own
 * time-out would.
 *
 * @param sinceMs when the wait began, by `performance.now`; the statement is tried at least once
 * @throws StorageBusyError after `busyForMs`
 */
export async function whenFree<T>(statement: () => T, sinceMs = performance.now()): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return statement();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() - sinceMs >= busyForMs) throw new StorageBusyError('SQLITE_BUSY', error);
      await sleep(pausesMs[tries] ?? pausesMs.at(-1));
    }
  }
}
