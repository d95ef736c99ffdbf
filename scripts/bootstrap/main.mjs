import { StepFailed } from './ensure.mjs';
import { requireNode } from './node.mjs';
import { refusalIn } from './refused.mjs';

/**
 * Runs a command of package.json. Its return value is the exit code. A `StepFailed`, and a file that
 * the system refuses, is printed as one sentence; every other error is thrown on.
 *
 * @param {() => Promise<number | void>} work
 */
export async function main(work) {
  requireNode();
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    const sentence = error instanceof StepFailed ? error.message : refusalIn(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    process.exitCode = 1;
  }
}
