/** Acts that meet at a row which somebody else holds, for tests of the order of locks on PostgreSQL. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';

/** How many transactions of this database wait for a lock at this moment. */
async function countWaiting(trx: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct waits.pid)::int as count from pg_locks waits
    where not waits.granted and exists (
      select from pg_locks own join pg_database base on base.oid = own.database
      where own.pid = waits.pid and base.datname = current_database()
    )`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** How often the locks are looked at, in milliseconds. */
const pollEveryMs = 5;

/** Waiting takes this long at most, in milliseconds. It takes longer only when an act hangs. */
const longestMs = 30_000;

/**
 * Returns acts to be run at the same instant: one that locks a row, and the given ones, which begin once it is locked. The row stays
 * locked until each of them waits for a lock or has ended. So those that need it have begun by then, and none of them could end.
 */
export function whileHeld<Result>(
  storage: Pick<Storage, 'transaction'>,
  lock: (trx: Transaction<Tables>) => Promise<unknown>,
  acts: readonly (() => Promise<Result>)[],
): readonly (() => Promise<Result | 'held'>)[] {
  let ended = 0;
  const locked = Promise.withResolvers<void>();
  const counted = acts.map((act) => async () => {
    try {
      await locked.promise;
      return await act();
    } finally {
      ended += 1;
    }
  });
  const hold = () =>
    storage.transaction(async (trx) => {
      await lock(trx);
      locked.resolve();
      const untilMs = performance.now() + longestMs;
      while (ended + (await countWaiting(trx)) < acts.length) {
        if (performance.now() > untilMs) throw new Error('An act neither waits for a lock nor ends');
        await pause(pollEveryMs);
      }
      return 'held' as const;
    });
  return [() => hold().finally(locked.resolve), ...counted];
}
