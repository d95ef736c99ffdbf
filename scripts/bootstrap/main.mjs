import { StepFailed } from './ensure.mjs';
import { requireNode } from './node.mjs';

/**
 * Runs a command of package.json. Its return value is the exit code. A `StepFailed` is printed as one sentence; every other error
 * is thrown on.
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
