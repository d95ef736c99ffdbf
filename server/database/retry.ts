/** Runs again what the database aborted although nothing was wrong with it. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What PostgreSQL says when it ended one transaction so that another could go on: `serialization_failure` and
 * `deadlock_detected` (Appendix A, "PostgreSQL Error Codes"). Nothing of the transaction was kept.
 */
const abortedCodes = ['40001', '40P01'];

/** Tries altogether. One order of locks makes a second one rare (`tables.ts`); a third one has not been seen. */
const mostTries = 5;

/** The longest pause before the second try, in milliseconds. It doubles with every try. */
const firstPauseMs = 20;

const wasAborted = (error: unknown): boolean => abortedCodes.includes((error as { code?: string } | null)?.code ?? '');

/**
 * Runs `work`, and runs it again from its beginning when the database aborted it for a deadlock or a serialisation
 * failure. What met once would meet again at the same moment, so the pauses are random.
 */
export async function runAgainWhenAborted<T>(work: () => Promise<T>, random: () => number = Math.random): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || !wasAborted(error)) throw error;
      await sleep(random() * firstPauseMs * 2 ** (tries - 1));
    }
  }
}
