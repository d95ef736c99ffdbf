import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';
import { createRandom, type Random } from './random.ts';

/** The seed of everything that a test file chooses. */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 32));

/**
 * Random numbers for the running test, from the environment's `SEED` or from a new seed. A failing test prints the seed, so that it
 * can run again with the same choices. Things that happen at the same time may still come in another order.
 */
export function seededRandom(): Random {
  onTestFailed(() => void process.stderr.write(`Its choices were those of SEED=${seed}\n`));
  return createRandom(seed);
}
