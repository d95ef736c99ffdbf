/**
 * Starts Boxline in a fresh or an old clone: installs the packages when they differ from the lock, builds the site when its sources
 * have changed, then runs the server. Runs on Node 20 and newer, without any package.
 *
 *     npm start
 */
import { ensureBuilt, ensureInstalled } from './bootstrap/ensure.mjs';
import { main } from './bootstrap/main.mjs';
import { projectNode } from './bootstrap/node.mjs';
import { run } from './bootstrap/run.mjs';

/** The signals that ask a server to end. */
const asking = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * The sentence for a program that a signal ended.
 *
 * @param {NodeJS.Signals | null} signal
 * @returns {string | undefined} undefined when it ended by itself, or because somebody asked it to
 */
function whyEnded(signal) {
  if (signal === null || asking.includes(signal)) return undefined;
  return signal === 'SIGKILL'
    ? 'The server was killed (SIGKILL): by a person, or by the system because memory ran out.'
    : `The server crashed (${signal}). It does so when it may open too few files: raise ulimit -n to 1024 or more.`;
}

await main(async () => {
  await ensureInstalled(console.log);
  await ensureBuilt(console.log);
  console.log('Starting the server');
  const { code, signal } = await run(projectNode(), ['server/main.ts'], { withParent: true });
  const why = whyEnded(signal);
  if (why) console.error(why);
  return code;
});
