/**
 * Loaded before each command that is written in TypeScript. It does nothing when the packages are installed and this Node reads
 * TypeScript. Otherwise, as in a fresh clone or on an older Node, it says in one sentence what to do and ends the process.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './node.mjs';
import { refusalIn } from './refused.mjs';

const missing = 'The packages are not installed, and the newer Node comes with them. Run npm ci, and then this again.';

/** Why the packages cannot be used; undefined when they can. */
function whyNot() {
  try {
    statSync(join(project, 'node_modules', 'commander'));
  } catch (error) {
    return refusalIn(error) ?? missing;
  }
  return process.features.typescript ? undefined : missing;
}

const sentence = whyNot();
if (sentence !== undefined) {
  console.error(sentence);
  process.exit(1);
}
