/**
 * Pages with measured figures in a browser: React takes over what the server wrote, without another request and without moving
 * anything.
 */
import { pages } from '#contract/pages.ts';
import { sampleStatus, withHistory } from './measured-looks.ts';
import { expect, expectAccessible, hydrated, repeats, test } from './support.ts';

const gauge = 'main [data-figure=setup]';

test('R175 measured figures stand on the home page before and after the scripts, and on the next page in the document', async ({
  page,
}) => {
  await withHistory(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(pages.home, { waitUntil: 'commit' });
  await expect(page.locator(gauge)).toHaveText(
    /8\.4 s.*setup measured.*Median of 312 requests, last 90 days\. Target: under 10 seconds\./,
  );
  await hydrated(page);
  await expect(page.locator(gauge)).toHaveText(/8\.4 s.*setup measured/);
  await expect(page.locator('main [data-figure=profit]')).toHaveText(/40%.*target/);
  expect(asked.filter((path) => /status|figures\.json/.test(path))).toEqual([]);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Remote F&I' }).click();
  await expect(page).toHaveURL(pages['remote-fi']);
  await expect(page.locator('main [data-figure=uptime]')).toHaveText(/uptime\smeasured.*99\.83%/);
  await expect(page.locator('main [data-figure=availability] [data-note]')).toBeVisible();
  // And back: the document is still the first one.
  await page.goBack();
  await expect(page.locator(gauge)).toHaveText(/8\.4 s/);
});

test('R175 the page of the status is a document of its own, also for Back', { tag: '@long' }, async ({ page }) => {
  await withHistory(page);
  await page.goto(pages.home);
  await hydrated(page);
  const value = page.locator('[data-measured=uptime] [data-value]');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  await expect(value).toHaveText('99.83%');
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The box is never empty.');
  await page.goBack();
  await expect(value).toHaveText('99.83%');
});

test('R175 the page of the status is read without script, without colour and by the keyboard', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await withHistory(page);
  await page.goto(pages.status);
  // The earliest month of the window is before the first measured day.
  await expect(page.locator('.month')).toHaveCount(3);
  await expect(page.getByText('Measured since Sep 2.')).toBeVisible();
  await expect(page.getByText('No answer for this long')).toBeVisible();
  await expect(page.getByText('No day has been counted yet.')).toBeHidden();
  await expect(page.locator('.day.is-gap')).toHaveText([/^7/, /14.*3 min/, /2.*41 min/, /21.*2 min/, /11.*3 h/]);
  const table = page.getByRole('table');
  await expect(table).toBeHidden();
  await page.getByText('The same as a table').focus();
  await page.keyboard.press('Enter');
  await expect(table).toBeVisible();
  const shown = sampleStatus().days.filter(({ day }) => day >= '2026-09-01');
  await expect(table.getByRole('row')).toHaveCount(shown.length + 1);
  await expect(table.getByRole('row', { name: /Nov 11/ })).toContainText('3 h down');
  await context.close();
});

for (const width of [390, 1440])
  test(
    `R175 the page of the status passes axe at ${width} px with everything open`,
    repeats(width !== 390),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await withHistory(page);
      await page.goto(pages.status);
      await hydrated(page);
      await page.getByText('The same as a table').click();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    },
  );
