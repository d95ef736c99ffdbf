/** Builds the site when its sources have changed: `npm run build`, and a step of `npm test`. */
import { ensureBuilt, ensureInstalled } from './bootstrap/ensure.mjs';
import { main } from './bootstrap/main.mjs';

await main(async () => {
  await ensureInstalled(console.log);
  await ensureBuilt(console.log);
});
