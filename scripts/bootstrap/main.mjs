import { StepFailed } from './ensure.mjs';
import { requireNode } from './node.mjs';

/**
 * Runs a command of package.json. The number it returns is the exit code; a failure that a person can mend is one sentence.
 *
 * @param {() => Promise<number | void>} work
 */
export async function main(work) {
  requireNode();
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
