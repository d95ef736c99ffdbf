/** What a telephone lays out before its first paint, and what follows. */
import { expect, test } from './support.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

const below = ['.quarter.services', '.site-footer'];

/** Whether the page was laid out whole, from the first time that an element was there, whenever that changed. */
const watch = (selector: string) => `
  globalThis.seen = [];
  new MutationObserver(() => {
    if (!document.querySelector(${JSON.stringify(selector)})) return;
    const now = !document.documentElement.hasAttribute('data-first-paint');
    if (seen.at(-1) !== now) seen.push(now);
  }).observe(document, { subtree: true, childList: true, attributes: true });`;

for (const selector of below) {
  test(`R516 on a telephone ${selector} waits for the first paint, and for no module`, async ({ page }) => {
    await page.addInitScript(watch(selector));
    await page.route(/\/assets\/.*\.js$/, () => {});
    await page.goto('/', { waitUntil: 'commit' });
    await expect.poll(() => page.evaluate('globalThis.seen')).toEqual([false, true]);
    await page.locator(selector).scrollIntoViewIfNeeded();
    expect(await page.locator(selector).evaluate((found) => found.checkVisibility())).toBe(true);
    expect(await page.locator(selector).evaluate((found) => found.getBoundingClientRect().height)).toBeGreaterThan(200);
  });
}

test('R516 a page that begins further down is laid out whole, and begins there', async ({ page }) => {
  await page.addInitScript(watch('.site-footer'));
  await page.goto('/#services');
  await expect(page.locator('#services')).toBeInViewport();
  expect(await page.evaluate('globalThis.seen')).toEqual([true]);
});

test('R516 a page that is read again stands where it stood', async ({ page }) => {
  await page.goto('/');
  await page.locator('#lync').scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(1000);
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test('R516 an address that names a text of the page shows that text', async ({ page }) => {
  await page.addInitScript(watch('.site-footer'));
  await page.goto('/services#:~:text=What%20it%20costs');
  await expect(page.locator('#cost')).toBeInViewport();
  expect(await page.evaluate('globalThis.seen')).toEqual([true]);
});
