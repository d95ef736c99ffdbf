import { StepFailed } from './ensure.mjs';
import { requireNode } from './node.mjs';

/**
 * Runs a command of package.json: its number is the exit code, and a failure that is a person's to mend is one sentence.
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
