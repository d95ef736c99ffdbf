/**
 * What follows from the end of a transaction in the memory of this process. Until a transaction ends, others read the database as it was
 * before it. So a cache that a change makes untrue is emptied after the end, or a read of the meantime would fill it with the old state.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

const tasksOf = new WeakMap<Transaction<Tables>, (() => void)[]>();

/**
 * Calls `task` when the caller's transaction has ended, however it ended, and before its promise resolves. `task` must not throw, and
 * whoever runs the transaction again calls it for each run.
 */
export function afterEnd(trx: Transaction<Tables>, task: () => void): void {
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
