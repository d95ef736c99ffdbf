/**
 * Runs the whole product for development: the site with hot reload, the server restarting on change, sample leads, and a page with
 * the mail that was sent. Everything listens on this machine only and keeps its data in data/dev.
 *
 *     npm run dev            the site on port 8080, the server on 8081, the mail on 8082
 *     PORT=9000 npm run dev  on 9000, 9001 and 9002
 */
import { ensureBuilt, ensureInstalled } from './bootstrap/ensure.mjs';
import { main } from './bootstrap/main.mjs';
import { projectNode } from './bootstrap/node.mjs';
import { run } from './bootstrap/run.mjs';

await main(async () => {
  await ensureInstalled(console.log);
  // The server needs the built pages when it starts, although a browser gets its pages from Vite.
  await ensureBuilt(console.log);
  const { code } = await run(projectNode(), ['scripts/dev/main.ts'], { withParent: true });
  return code;
});
