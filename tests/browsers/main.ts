/**
 * Takes the journey through one engine: `node tests/browsers/main.ts firefox`. Pictures are saved in artifacts/browsers; put
 * those of one state side by side to compare the engines.
 */
import { resolve } from 'node:path';
import { startPortalServer } from '../support/portal-server.ts';
import type { EngineName } from './driver.ts';
import { engines } from './engines.ts';
import { travel } from './journey.ts';

const pictures = resolve(import.meta.dirname, '../../artifacts/browsers');
const name = process.argv[2] as EngineName;
const engine = engines[name];
if (!engine) throw new Error(`Name an engine: ${Object.keys(engines).join(', ')}`);

const portal = await startPortalServer();
try {
  const browser = await engine();
  try {
    const wrong = await travel(name, browser, portal, pictures);
    for (const sentence of wrong) process.stderr.write(`${sentence}\n`);
    process.exitCode = wrong.length > 0 ? 1 : 0;
  } finally {
    await browser.close();
  }
} finally {
  await portal.stop();
}
