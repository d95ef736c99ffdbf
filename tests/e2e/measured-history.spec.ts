/** One real history of 90 days in a database, and every place that shows what was measured from it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pages } from '#contract/pages.ts';
import type { Status } from '#contract/status-endpoints.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { minuteMs, seedAnswers, seedPresence, seedRequests } from '../support/measured-history.ts';
import { memoryFolder } from '../support/postgres-server.ts';
import { createRandom } from '../support/random.ts';
import { recordsOf } from '../support/records.ts';

import { openDesk } from './desk-staff.ts';
import { expect, hydrated, test, withBoxline } from './support.ts';

const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The test has ended by then. */
const testMs = 90_000;

/** Makes a database with 95 days of activity of two servers, two people and a store. */
async function seedHistory(dataDir: string): Promise<void> {
  const { storage } = createContext(readConfig({ DATA_DIR: dataDir }));
  await storage.migrate();
  const { db } = storage;
  const now = new Date();
  // A store with an access code. Its own request is older than the period that is shown.
  await recordsOf(db, { at: now }).addRequest({ days: 400 });
  const personIds = ['ana', 'ben'];
  const person = (id: string) => ({ id, name: `Seeded ${id}`, created_at: now.toISOString() });
  await db.insertInto('people').values(personIds.map(person)).execute();
  const toMs = Math.floor(now.getTime() / minuteMs) * minuteMs - 2 * minuteMs;
  const options = { storage, random: createRandom(7), replicas: 2, fromMs: toMs - 95 * dayMs, toMs };
  await seedAnswers(options);
  await seedPresence(options, personIds);
  await seedRequests(options, { count: 150, connectMs: (random) => random.between(1000, 16_000) });
  await storage.close();
}

test('R219 the pages, /status.json and the desk show the same values of one real history', async ({ browser }) => {
  // The figures are counted anew at each full hour, and the test compares what it read before with what it reads after.
  const hourLeftMs = hourMs - (Date.now() % hourMs);
  const waitMs = hourLeftMs < testMs ? hourLeftMs : 0;
  test.setTimeout(testMs + waitMs);
  await sleep(waitMs);
  const dataDir = await mkdtemp(join(memoryFolder(), 'boxline-history-'));
  await seedHistory(dataDir);
  try {
    await withBoxline(
      async ({ server }) => {
        const status = async () => (await (await fetch(`${server.url}/status.json`)).json()) as Status;
        await expect.poll(async () => (await status()).asOf, { timeout: 20_000 }).not.toBeNull();
        const { figures } = await status();
        expect(figures.map(({ standing }) => standing)).toEqual(figures.map(() => 'measured'));
        const values = Object.fromEntries(figures.map(({ id, value }) => [id, value]));

        const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
        const page = await context.newPage();
        await expect
          .poll(async () => {
            await page.goto(pages.status);
            return page.locator('[data-measured=uptime] [data-value]').textContent();
          })
          .toBe(values['uptime']);
        for (const { id, value, note } of figures) {
          const shown = page.locator(`[data-measured=${id}]`);
          await expect(shown.locator('[data-value]')).toHaveText(value ?? '');
          await expect(shown).toContainText(note);
        }
        // The definition stands beside the value, with what nobody can show.
        await expect(page.locator('main')).toContainText('When the database was put back from a backup');
        await page.goto(pages.home);
        await hydrated(page);
        await expect(page.locator('main [data-figure=setup] [data-value]')).toHaveText(values['setup'] ?? '');
        await page.goto(pages['remote-fi']);
        await hydrated(page);
        for (const id of ['uptime', 'availability']) {
          await expect(page.locator(`main [data-figure=${id}] [data-value]`)).toHaveText(values[id] ?? '');
        }
        await context.close();

        const { desk, close } = await openDesk(browser, { server, dataDir }, []);
        const { page: own } = await desk.arrive('admin', 'Dana Whitcomb', { width: 1440, height: 900 });
        await own.goto('/desk/numbers');
        const section = own.getByRole('region', { name: 'What the site shows' });
        for (const { name, value, note } of figures) {
          const tile = section.locator('dl > div').filter({ has: own.getByText(`${name}, measured`, { exact: true }) });
          await expect(tile.locator('.tile-value')).toHaveText(value ?? '');
          await expect(tile).toContainText(note);
        }
        await close();
      },
      { DATA_DIR: dataDir },
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
