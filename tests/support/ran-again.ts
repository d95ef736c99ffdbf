/**
 * Counts the transactions that ran again because PostgreSQL aborted them, for tests of the order of locks
 * (`server/database/tables.ts`). Running again is not good enough: the abort comes only after a second, in which two transactions
 * wait.
 */
import { expect, vi } from 'vitest';
import type { Storage } from '#server/database/open.ts';
import { createAtOnce } from './at-once.ts';
import { roundsOf } from './each-engine.ts';

type Act = () => Promise<unknown>;

/** Plays rounds of acts at the same instant. No act may fail, and no transaction may run again. */
type PlayInOrder = (many: number, round: (at: number) => Promise<readonly Act[]>) => Promise<void>;

/**
 * Watches a storage from now on.
 *
 * @param mostTurns see `createAtOnce`
 */
export function watchOrder(storage: Storage, mostTurns?: number): PlayInOrder {
  let again = 0;
  const transaction = storage.transaction.bind(storage);
  vi.spyOn(storage, 'transaction').mockImplementation((work) => {
    let runs = 0;
    return transaction((trx) => {
      runs += 1;
      if (runs > 1) again += 1;
      return work(trx);
    });
  });
  const atOnce = createAtOnce(storage, mostTurns);
  return async (many, round) => {
    for (let at = 0; at < roundsOf(many); at++) {
      const acts = await round(at);
      await atOnce(acts);
      expect(again, `transactions that were aborted and ran again, by round ${at}`).toBe(0);
    }
  };
}
