/**
 * Makes a transaction fail that asks PostgreSQL for a second connection, in every test that starts the app. If as many such
 * transactions ran as there are connections, each would wait for one that another holds.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Storage } from '#server/database/open.ts';

const inTransaction = new AsyncLocalStorage<true>();

/** Runs what somebody else does while the test is in the middle of a transaction. */
export const bySomebodyElse = <T>(act: () => T): T => inTransaction.exit(act);

export function refuseSecondConnection(storage: Storage): void {
  const { pool } = storage;
  // SQLite reads by a separate connection, for which nobody waits.
  if (!pool) return;
  const transaction = storage.transaction.bind(storage);
  const connect = pool.connect.bind(pool) as () => Promise<never>;
  Object.assign(storage, {
    transaction: ((work) => transaction((trx) => inTransaction.run(true, () => work(trx)))) as Storage['transaction'],
  });
  Object.assign(pool, {
    connect(...callback: []) {
      if (inTransaction.getStore())
        throw new Error('A transaction asks for a second connection: give it to what it calls');
      return connect(...callback);
    },
  });
}
