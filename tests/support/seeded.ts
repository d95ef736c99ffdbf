import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';
import { createRandom, type Random } from './random.ts';

/** One for everything that a test file chooses. */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 32));

/**
 * Random numbers for the test that runs: from `SEED` of the environment, or else from a new seed. A test that fails says
 * which, so that it can be run with the same choices again. What happens at once may still come in another order.
 */
export function seededRandom(): Random {
  onTestFailed(() => void process.stderr.write(`Its choices were those of SEED=${seed}\n`));
  return createRandom(seed);
}
