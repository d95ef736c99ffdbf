/**
 * Loaded before each command that is written in TypeScript. It does nothing when the packages are installed and this Node reads
 * TypeScript. Otherwise, as in a fresh clone or on an older Node, it says in one sentence what to do and ends the process.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './node.mjs';

if (!process.features.typescript || !existsSync(join(project, 'node_modules', 'commander'))) {
  console.error('The packages are not installed, and the newer Node comes with them. Run npm ci, and then this again.');
  process.exit(1);
}
