/**
 * Starts Boxline in a fresh clone or an old one: installs when the packages are not the lock's, builds the site when its
 * sources have changed, then runs the server. Runs on Node 20 and newer, without any package.
 *
 *   npm start
 */
import { ensureBuilt, ensureInstalled, StepFailed } from './bootstrap/ensure.mjs';
import { projectNode, requireNode } from './bootstrap/node.mjs';
import { run } from './bootstrap/run.mjs';

requireNode();
const say = (text) => console.log(`[start] ${text}`);
try {
  await ensureInstalled(say);
  await ensureBuilt(say);
  say('Starting the server');
  const { code } = await run(projectNode(), ['server/main.ts']);
  process.exitCode = code;
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(`[start] ${error.message}`);
  process.exitCode = 1;
}
