/**
 * Loaded before a command that is written in TypeScript: on the Node that comes with the packages it does nothing. A fresh clone has
 * neither them nor, on an older Node, somebody who reads TypeScript; then one sentence says what to do.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './node.mjs';

if (!process.features.typescript || !existsSync(join(project, 'node_modules', 'commander'))) {
  console.error('The packages are not installed, and the newer Node comes with them. Run npm ci, and then this again.');
  process.exit(1);
}
