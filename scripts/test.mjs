/**
 * Installs what is missing, then runs the checks and tests for a change, or only those that the arguments name.
 *
 *     npm test                     every check, and the tests for a change
 *     npm test -- types lint       some steps
 *     npm test -- outbox           the tests in files whose path contains the word
 *     npm run test:browsers        a journey through Chromium, Firefox and WebKit
 *     npm run test:faults          the tests that "npm test" leaves out
 */
import { ensureInstalled } from './bootstrap/ensure.mjs';
import { main } from './bootstrap/main.mjs';
import { projectNode } from './bootstrap/node.mjs';
import { run } from './bootstrap/run.mjs';

await main(async () => {
  await ensureInstalled(console.log);
  const { code } = await run(projectNode(), ['tests/run/main.ts', ...process.argv.slice(2)]);
  return code;
});
