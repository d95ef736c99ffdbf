/** The simulator's long run, and a check that it finds the faults that were mended in the product. */
import { beforeEach, describe, expect, test } from 'vitest';
import { simulate, simulateNights } from '../simulator/simulate.ts';
import { long, untilMs } from './support/rounds.ts';

/** The number of nights within which each fault must be found. A few dozen are usually enough. */
const nightsToFind = 1000;

/** Two to seven minutes on two cores, at 0.18 to 0.45 s of the processor a night. */
const leastNights = 1000;
/** The most nights that are played while time remains. */
const mostNights = 20_000;

const mendings = {
  'frozen worker': /again while it still waits for the answer to its own last try/,
  'lease check': /which is marked as sent|went out twice and does not say so/,
  'backward card': /went back from/,
  // It runs beside the other, or alone, with the answers that were changed.
  'late request': /pressed once, and .* run|was told that .* was sent, and .* says/,
  'late press': /was pressed \d+ times/,
  'erased with others': /is erased, and this is left|these leads cannot be found/,
  'clock set right': /these messages still wait/,
};

describe('the simulator', () => {
  beforeEach((context) => {
    if (!long) context.skip('only in npm run test:faults, because it takes minutes');
  });

  test.each(Object.entries(mendings))(
    'R48 finds the %s when its mending is undone, and says in which night and how',
    async (mending, words) => {
      const { code, said } = await simulate('--nights', String(nightsToFind), '--stop-at-first', '--undo', mending);
      expect(code).toBe(1);
      expect(said).toMatch(words);
      const seed = /^Night (\d+) failed after \d+ steps/m.exec(said)?.[1];
      expect(said).toContain(`npm run simulate -- --seed ${seed}`);
      process.stdout.write(`${mending}: found in night ${seed}\n`);
    },
    900_000,
  );

  test('R13 R33 R48 R230 in thousands of nights nothing is lost, said twice or left open', async () => {
    // The first 200 are those of the unit tests.
    const nights = { seed: 201, least: leastNights, most: mostNights, untilMs };
    expect(await simulateNights(nights)).toEqual([]);
  }, 7_200_000);
});
