/** Back and Forward across the edges of the site, in a browser that keeps pages in its cache as it does for people. */
import { chromiumArguments, findChromium } from '../../scripts/chromium.ts';
import { control, fillIn, inquiryOf } from './forms.ts';
import { publicPaths } from './public-pages.ts';
import { expect, hydrated, newDealership, test } from './support.ts';

type Page = import('@playwright/test').Page;

const executablePath = findChromium();

// One worker runs all of these tests, because each worker that begins with this file starts another browser.
test.describe.configure({ mode: 'default' });

test.use({
  launchOptions: {
    args: chromiumArguments,
    // Playwright turns the cache off, because a page that comes back was never loaded.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    ...(executablePath && { executablePath }),
  },
});

/** Why the browser dropped the page, in its own words; `restored` when it kept it. */
const fate = (page: Page): Promise<string> =>
  page.evaluate(() => {
    if (document.documentElement.dataset['shown'] === 'again') return 'restored';
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceEntry & {
      notRestoredReasons?: unknown;
    })[];
    return `loaded anew: ${JSON.stringify(entry?.notRestoredReasons)}`;
  });

async function leaveAndReturn(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset['shown'] = persisted ? 'again' : 'first';
    });
  });
  await page.goto('/robots.txt');
  await page.goBack({ waitUntil: 'commit' });
}

for (const path of publicPaths) {
  test(`R29 ${path} comes back as it was left`, async ({ page }) => {
    await page.goto(path);
    await hydrated(page);
    await leaveAndReturn(page);
    expect(await fate(page)).toBe('restored');
  });
}

test('R29 an inquiry that was left half filled in goes on where it was, and is sent once', async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  await page.goto('/inquiry');
  await hydrated(page);
  const { 'Last name': lastName = '', ...rest } = inquiryOf(dealership);
  await fillIn(page, rest);
  await leaveAndReturn(page);
  expect(await fate(page)).toBe('restored');
  await expect(control(page, 'Dealership name')).toHaveValue(dealership);
  await fillIn(page, { 'Last name': lastName });
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(page.getByRole('main')).toContainText(/BX-\w{4}-\w{4}/);
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});
