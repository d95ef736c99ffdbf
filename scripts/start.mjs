/**
 * Starts Boxline in a fresh or an old clone: installs the packages when they differ from the lock, builds the site when its sources
 * have changed, then runs the server. Runs on Node 20 and newer, without any package.
 *
 *     npm start
 */
import { whyEnded } from './bootstrap/ended.mjs';
import { ensureBuilt, ensureInstalled } from './bootstrap/ensure.mjs';
import { main } from './bootstrap/main.mjs';
import { projectNode } from './bootstrap/node.mjs';
import { run } from './bootstrap/run.mjs';

await main(async () => {
  await ensureInstalled(console.log);
  await ensureBuilt(console.log);
  console.log('Starting the server');
  const { code, signal } = await run(projectNode(), ['server/main.ts'], { withParent: true });
  const why = whyEnded(signal);
  if (why) console.error(why);
  return code;
});
