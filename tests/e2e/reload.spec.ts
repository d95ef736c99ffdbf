/** A reload, and Back, keep the place, whatever stands in the address. */
import { expect, framesPainted, hydrated, test } from './support.ts';

type Page = import('@playwright/test').Page;

const top = (page: Page) => page.evaluate(() => Math.round(scrollY));
const moveTo = (page: Page, to: number): Promise<void> =>
  page.evaluate((at) => scrollTo({ top: at, behavior: 'instant' }), to);
const header = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: false });

/** Goes to a section of home by the header, and then a little further. */
async function readOn(page: Page): Promise<number> {
  await page.goto('/');
  await hydrated(page);
  await header(page, 'Services').click();
  await expect(page).toHaveURL(/#services$/);
  await expect.poll(() => top(page)).toBeGreaterThan(500);
  const at = (await page.evaluate(() => document.getElementById('services')?.offsetTop ?? 0)) + 150;
  await moveTo(page, at);
  await expect.poll(() => top(page)).toBe(at);
  return at;
}

test('R61 a reload of an address with a fragment stays where the person was', async ({ page }) => {
  const at = await readOn(page);
  await page.reload();
  await hydrated(page);
  await expect.poll(() => top(page)).toBe(at);
});

test('R61 a reload stays where the person scrolled to before the script had come', async ({ page }) => {
  const at = await readOn(page);
  const { promise: scrolled, resolve: letScriptCome } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scrolled;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => top(page)).toBe(at);
  // By the wheel: what a script scrolls, the browser takes back when it restores the place.
  await page.mouse.move(195, 400);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => top(page)).toBe(at + 400);
  letScriptCome();
  await page.waitForLoadState('load');
  await hydrated(page);
  await framesPainted(page, 2);
  expect(await top(page)).toBe(at + 400);
});

test('R61 Back to an address with a fragment, from a page of the site and from another document', async ({ page }) => {
  const at = await readOn(page);
  await page.locator('footer a[href="/terms"]').evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/\/terms$/);
  await expect.poll(() => top(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/#services$/);
  await expect.poll(() => top(page)).toBe(at);
  await page.goto('/robots.txt');
  await page.goBack();
  await hydrated(page);
  await expect.poll(() => top(page)).toBe(at);
});

test('R61 Back among the sections of the home page, also after a reload', async ({ page }) => {
  const at = await readOn(page);
  // By script: the test's own pointer would scroll first.
  await header(page, 'About').evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/#about$/);
  await expect.poll(() => top(page)).toBeLessThan(at - 300);
  await page.reload();
  await hydrated(page);
  await page.goBack();
  await expect(page).toHaveURL(/#services$/);
  await expect.poll(() => top(page)).toBe(at);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => top(page)).toBe(0);
});

test('R61 an address with a fragment opens at its section', async ({ page }) => {
  const isThere = () =>
    page.evaluate(() => {
      const { top: at = -1 } = document.getElementById('services')?.getBoundingClientRect() ?? {};
      return Math.abs(at) < innerHeight / 2;
    });
  await page.goto('/#services');
  await hydrated(page);
  await expect.poll(isThere).toBe(true);
});
