import { expect, expectAccessible, hydrated, moduleHasRun, test } from './support.ts';

type Page = import('@playwright/test').Page;

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

/** What the browser shows now: the path, the page and the scroll position in px. */
const standing = (page: Page) =>
  page.evaluate(() => ({ path: location.pathname, shown: document.documentElement.dataset['page'], top: scrollY }));

test('S2.3 a page that loads late is not shown when somebody went on meanwhile, and each keeps its own scroll', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/about');
  await hydrated(page);
  await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }));
  await page.locator('footer a[href="/services"]').evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
  await page.reload();
  await hydrated(page);
  await expect.poll(() => standing(page)).toEqual({ path: '/services', shown: 'services', top: 300 });

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/About-.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/assets\/About-.*\.js$/);
  await page.evaluate(() => history.back());
  await asked;
  await expect(page).toHaveURL(/\/about$/);
  await page.evaluate(() => history.forward());
  await expect(page).toHaveURL(/\/services$/);
  release();
  await moduleHasRun(page, (await asked).url());
  expect(await standing(page)).toEqual({ path: '/services', shown: 'services', top: 300 });
  await page.goBack();
  await expect.poll(() => standing(page)).toEqual({ path: '/about', shown: 'about', top: 120 });
  await page.goForward();
  await expect.poll(() => standing(page)).toEqual({ path: '/services', shown: 'services', top: 300 });
});

test('R1235 whoever stays on a page while Back still loads the one before gets its address back, and Back works again', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/about');
  await hydrated(page);
  const home = page.getByRole('banner').getByRole('link', { name: 'Home' });
  await home.evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.reload();
  await hydrated(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/About-.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/assets\/About-.*\.js$/);
  await page.evaluate(() => history.back());
  await asked;
  await expect(page).toHaveURL(/\/about$/);
  await home.click();
  await expect(page).toHaveURL(/:\d+\/$/);
  release();
  await moduleHasRun(page, (await asked).url());
  expect(await standing(page)).toMatchObject({ path: '/', shown: 'home' });
  await page.goBack();
  await expect.poll(() => standing(page)).toMatchObject({ path: '/about', shown: 'about' });
});

test('S2.3 a link to the page that is shown adds no step to the history', async ({ page }) => {
  await page.goto('/about');
  await hydrated(page);
  const services = page.getByRole('contentinfo').getByRole('link', { name: 'Services' });
  const steps = () => page.evaluate(() => history.length);
  const before = await steps();
  await services.click();
  await expect(page).toHaveURL(/\/services$/);
  expect(await steps()).toBe(before + 1);
  await services.click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await steps()).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.locator('html')).toHaveAttribute('data-page', 'about');
});

test.describe('what lies over a page', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const [name, opener] of [
    ['Contact', (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Contact' })],
    ['Dealer Portal', (page: Page) => page.getByRole('button', { name: 'Dealer Portal' })],
    ['the menu', (page: Page) => page.getByRole('button', { name: 'Menu' })],
  ] as const) {
    test(`S2.3 S4.21 ${name} closes with Back, and the focus is on the heading of the page that comes`, {
      tag: '@long',
    }, async ({ page }) => {
      await page.goto('/about');
      await hydrated(page);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).click();
      await expect(page).toHaveURL(/\/services$/);
      await opener(page).click();
      const open = page.locator('dialog:modal, :popover-open');
      await expect(open).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(/\/about$/);
      await expect(open).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await opener(page).click();
      await expect(open).toBeVisible();
    });
  }
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
