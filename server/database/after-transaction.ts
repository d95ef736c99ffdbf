/**
 * Tasks that this process runs in memory when a transaction has ended. Until a transaction ends, others read the database as it was
 * before it. So a cache is emptied after the end; emptied earlier, a read meanwhile would fill it with the old state.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

const tasksOf = new WeakMap<Transaction<Tables>, (() => void)[]>();

/**
 * Calls `task` when the caller's transaction has ended, however it ended, and before its promise resolves. `task` must not throw. It is
 * called once for each run of the transaction.
 */
export function afterTransaction(trx: Transaction<Tables>, task: () => void): void {
  const tasks = tasksOf.get(trx);
  if (!tasks) throw new Error('Only a transaction of the storage says when it has ended');
  tasks.push(task);
}

/** Runs `work` in a transaction, and then the tasks that it has left to the end. */
export async function transact<T>(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  const tasks: (() => void)[] = [];
  try {
    return await db.transaction().execute((trx) => {
      tasksOf.set(trx, tasks);
      return work(trx);
    });
  } finally {
    for (const task of tasks) task();
  }
}
