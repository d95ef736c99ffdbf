import { expect, expectAccessible, hydrated, test, withoutOpening } from './support.ts';

test.use(withoutOpening);

test('S2.3 pages change inside the document, with title, focus, Back and Forward, and scroll where it was', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/');
  await hydrated(page);
  const home = await page.title();
  await page.evaluate(() => {
    document.documentElement.dataset['same'] = 'document';
  });
  const link = page.locator('main a[href="/services"]').first();
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await link.click();
  await expect(page).toHaveURL(/\/services$/);
  await expect(page).toHaveTitle(/^Services/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveTitle(home);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  await page.goForward();
  await expect(page).toHaveTitle(/^Services/);
  await expect(page.locator('html')).toHaveAttribute('data-same', 'document');
});

test('S2.2 the address of the intake opens the intake at once', async ({ page }) => {
  await page.goto('/dealer-intake');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Put your store on the desk.');
});

test.describe('an address that names no page', () => {
  // The browser itself reports the status of the document.
  test.use({ allowed: [/status of 404/] });

  test('S2.3 is answered with a page that says so', async ({ page }) => {
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This square is empty.');
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: /^Home/ }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});
