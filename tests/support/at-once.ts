import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as soon } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Storage } from '#server/database/open.ts';
import { roundsOf } from './each-engine.ts';
import { seededRandom } from './seeded.ts';

/** The most turns by which one of them begins after another, where they are of about the same length. */
const usualTurns = 10;

/** How many times as many turns the round takes that is played. */
const stretch = new AsyncLocalStorage<number>();

/**
 * The most by which turns are stretched: an act may then have some 640 queries more than another, or wait for a thread that a busy
 * machine runs late.
 */
const mostStretch = 64;

type Acts = readonly (() => Promise<unknown>)[];
type ResultsOf<A extends Acts> = { -readonly [At in keyof A]: Awaited<ReturnType<A[At]>> };

/**
 * Lets all of them act at once: each begins after a few turns, as many as chance says, so that over many rounds each comes
 * first. The results are in the order of the acts.
 */
export type AtOnce = <const A extends Acts>(acts: A) => Promise<ResultsOf<A>>;

/**
 * What the test that runs lets people act at once with. A turn is one of the event loop and one of the database: on
 * PostgreSQL an act waits so long for its first query that turns of the event loop alone would not change the order.
 *
 * @param mostTurns more than one act has queries more than another, or the short one would always be first
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
 * Plays round after round: at least `least` (in `npm test` a few), and on until each outcome came, because a race that always ends in one way was
 * none. In those that are added the acts begin further and further apart: how much longer one of them takes than another differs
 * from machine to machine. Fails when an outcome still has not come after ten times as many.
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
