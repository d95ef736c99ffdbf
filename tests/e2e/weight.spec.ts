/**
 * What pages request before the person touches them, and whether their layout stays still. Bytes are checked on the built files.
 */
import { publicPaths } from './public-pages.ts';
import { expect, framesPainted, hydrated, repeats, test, withMotion } from './support.ts';

test.use(withMotion);

type Page = import('@playwright/test').Page;
type Request = import('@playwright/test').Request;

const mostRequests = 8;

for (const path of publicPaths) {
  test(
    `R32 ${path} makes at most ${mostRequests} requests, its icon included`,
    repeats(path !== '/'),
    async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(path);
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      // A browser without a window asks for no icon; one with a window asks for one.
      const icons = asked.some((one) => /favicon|mark-/.test(one)) ? 0 : 1;
      expect(asked.length + icons, asked.join(' ')).toBeLessThanOrEqual(mostRequests);
      expect(new Set(asked).size).toBe(asked.length);
    },
  );
}

test('R32 a page loads no style sheet that stands in it already, whichever of its links is touched', {
  tag: '@long',
}, async ({ page }) => {
  for (const path of ['/', '/about', '/dealer-intake']) {
    const sheets: string[] = [];
    const note = (request: Request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.css')) sheets.push(pathname);
    };
    page.on('request', note);
    await page.goto(path);
    await hydrated(page);
    await page.evaluate(() => {
      for (const each of document.querySelectorAll('a[href], button')) {
        each.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
      }
    });
    await expect.poll(() => sheets.length, 'the links load other pages').toBeGreaterThan(1);
    await page.waitForLoadState('networkidle');
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll('style')].map((one) => one.textContent).join(''),
    );
    page.off('request', note);
    const loaded = await Promise.all(
      sheets.map(async (name) => [name, (await (await page.request.get(name)).text()).trim()] as const),
    );
    expect(
      loaded.filter(([, text]) => inline.includes(text)).map(([name]) => name),
      path,
    ).toEqual([]);
  }
});

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The opening, the typing and every animation that ends have ended, and the browser has painted what they left. */
async function motionEnded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { splash, typing } = document.documentElement.dataset;
    const isTyping = typing !== undefined && document.querySelector('.typed') !== null;
    const moving = document
      .getAnimations()
      .filter(({ timeline, playState }) => timeline instanceof DocumentTimeline && playState === 'running')
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return splash !== 'running' && !isTyping && moving.length === 0;
  });
  await framesPainted(page, 2);
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`R3 R32 nothing shifts on any page until its late font has come and all that moves has ended, at ${viewport.width} px`, {
    tag: '@long',
  }, async ({ context }) => {
    test.slow();
    const watched: Page[] = [];
    for (const path of [...publicPaths, '/dealer-intake#form']) {
      const page = await context.newPage();
      await page.setViewportSize(viewport);
      await watchShifts(page);
      const font = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        await font.promise;
        await route.continue();
      });
      // The document has loaded only when its font is there.
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await hydrated(page);
      await framesPainted(page, 2);
      const isThere = () =>
        page.evaluate(() => [...document.fonts].some((face) => face.status === 'loaded' && face.family === 'Archivo'));
      expect(await isThere(), path).toBe(false);
      font.resolve();
      await expect.poll(isThere).toBe(true);
      watched.push(page);
    }
    for (const page of watched) await motionEnded(page);
    const sumOf = (page: Page) =>
      page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0));
    const sums = await Promise.all(watched.map(async (page) => [page.url(), await sumOf(page)] as const));
    // 0.00, as it is reported: a line that moves by a pixel when the font comes stays below it.
    expect(sums.filter(([, sum]) => sum >= 0.005)).toEqual([]);
  });
}
