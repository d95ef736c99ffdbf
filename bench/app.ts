/**
 * How much of the processor it takes to build the HTTP app of a server, without a socket. A unit test builds one for itself.
 *
 *     node bench/app.ts
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { openStorage } from '#server/database/open.ts';
import { writeBareSiteInto } from '../tests/support/bare-site.ts';

const times = 100;
/** The first ones load and compile code. */
const unmeasured = 20;

const root = mkdtempSync(join(tmpdir(), 'boxline-app-'));
const siteDir = join(root, 'site');
mkdirSync(siteDir);
writeBareSiteInto(siteDir);
const storage = openStorage({ dataDir: root });
await storage.migrate();
const config = readConfig({ DATA_DIR: root, LOG_LEVEL: 'silent' });

let spentMs = 0;
for (let built = -unmeasured; built < times; built++) {
  const context = createContext(config, { siteDir, storage });
  const before = process.cpuUsage();
  const app = await createApp(context);
  await app.ready();
  const { user, system } = process.cpuUsage(before);
  if (built >= 0) spentMs += (user + system) / 1000;
  await app.close();
}
console.log(`${(spentMs / times).toFixed(1)} ms of the processor for one app`);

await storage.close();
rmSync(root, { recursive: true, force: true });
