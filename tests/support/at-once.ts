import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as soon } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Storage } from '#server/database/open.ts';
import { roundsOf } from './each-engine.ts';
import { seededRandom } from './seeded.ts';

/** The most turns that an act waits before it begins, for acts of about the same length. */
const usualTurns = 10;

/** The factor by which the turns of the current round are multiplied. */
const stretch = new AsyncLocalStorage<number>();

/**
 * The largest factor. With it, one act may have some 640 queries more than another, or wait for a thread that a busy machine runs
 * late.
 */
const mostStretch = 64;

type Acts = readonly (() => Promise<unknown>)[];
type ResultsOf<A extends Acts> = { -readonly [At in keyof A]: Awaited<ReturnType<A[At]>> };

/**
 * Runs acts at the same time. Each begins after a random number of turns, so that over many rounds each one comes first. The
 * results are in the order of the acts.
 */
type AtOnce = <const A extends Acts>(acts: A) => Promise<ResultsOf<A>>;

/**
 * Makes an `AtOnce` for the running test. A turn is one turn of the event loop and one query of the database. On PostgreSQL an act
 * waits so long for its first query that turns of the event loop alone would not change the order.
 *
 * @param mostTurns the most turns of a wait. It must be larger than the difference between the acts' numbers of queries, or the
 * shorter act would always come first
 */
export function createAtOnce({ db }: Pick<Storage, 'db'>, mostTurns = usualTurns): AtOnce {
  const random = seededRandom();
  return <const A extends Acts>(acts: A) =>
    Promise.all(
      acts.map(async (act) => {
        for (let turns = random.between(0, mostTurns * (stretch.getStore() ?? 1)); turns > 0; turns--) {
          await soon();
          await sql`SELECT 1`.execute(db);
        }
        return act();
      }),
    ) as Promise<ResultsOf<A>>;
}

/**
 * Plays rounds of a race: at least `least` (a few in `npm test`), and more until each outcome came, because a race that always ends
 * in one way was no race. In each further round the acts begin further apart, because the difference between their lengths varies
 * from machine to machine. Fails when an outcome has not come after ten times `least` rounds.
 */
export async function playRounds(
  least: number,
  outcomes: readonly string[],
  round: (at: number) => Promise<string>,
): Promise<void> {
  const missing = new Set(outcomes);
  const played = roundsOf(least);
  for (let at = 0; at < played || (missing.size > 0 && at < 10 * least); at++) {
    const added = Math.max(0, at - played + 1);
    const outcome = await stretch.run(Math.min(1 + added, mostStretch), () => round(at));
    expect(outcomes).toContain(outcome);
    missing.delete(outcome);
  }
  expect([...missing], 'outcomes that never came').toEqual([]);
}
