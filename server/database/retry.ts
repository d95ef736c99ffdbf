/** Runs a transaction again that the database aborted although nothing was wrong with it. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * PostgreSQL ended one transaction so that another could go on: `serialization_failure` and `deadlock_detected` (Appendix A,
 * "PostgreSQL Error Codes"). Nothing of the transaction was kept.
 */
const abortedCodes = ['40001', '40P01'];

/** The most runs of the work, the first included. Locks have one order (`tables.ts`): a second is rare, a third never seen. */
const mostTries = 5;

/** The longest pause before the second run, in milliseconds. It doubles with every run. */
const firstPauseMs = 20;

const wasAborted = (error: unknown): boolean => abortedCodes.includes((error as { code?: string } | null)?.code ?? '');

/**
 * Runs `work`, and runs it again from its beginning when the database aborted it for a deadlock or a serialisation failure. The
 * pauses are random, because transactions that ran into each other would otherwise do so again.
 *
 * @throws the database's error after the last run, and every other error at once
 */
export async function runAgainWhenAborted<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || !wasAborted(error)) throw error;
      await sleep(Math.random() * firstPauseMs * 2 ** (tries - 1));
    }
  }
}
