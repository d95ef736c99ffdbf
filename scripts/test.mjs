/**
 * Installs what is missing, then runs every check and test, or those that its words name.
 *
 *   npm test                     everything
 *   npm test -- types lint       some steps
 *   npm test -- outbox           the tests in files whose path holds the word
 *   npm run test:browsers        a journey through Chromium, Firefox and WebKit
 *   npm run test:faults          the long rounds of the fault tests
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
