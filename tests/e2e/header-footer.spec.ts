import { brand } from '#brand/brand.ts';
import { timings } from '#contract/timings.ts';
import { publicPaths } from './public-pages.ts';
import { expect, expectAccessible, hydrated, repeats, test, withMotion } from './support.ts';

type Page = import('@playwright/test').Page;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await page.keyboard.press('Escape');
}

const header = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');

test.describe('with motion', () => {
  test.use(withMotion);

  test('S2.4 on home an item scrolls smoothly to its section, and Home to the top', { tag: '@long' }, async ({
    page,
  }) => {
    await open(page, '/');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('smooth');
    for (const [name, id] of [
      ['About', 'about'],
      ['Services', 'services'],
      ['Remote F&I', 'remote-fi'],
      ['Lync Coming Soon', 'lync'],
    ] as const) {
      await header(page).getByRole('link', { name }).click();
      await expect(page).toHaveURL(new RegExp(`/#${id}$`));
      await expect(page.locator(`#${id}`)).toBeInViewport();
    }
    await header(page).getByRole('link', { name: 'Home' }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(page).toHaveURL(/\/$/);
  });

  test('S2.5 S9.23 a legal link opens its page, and 100 ms later the page scrolls smoothly to its top', {
    tag: '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 500 });
    await open(page, '/terms');
    await page.clock.install();
    await page.evaluate(() => {
      const scrolls: unknown[] = [];
      const real = window.scrollTo.bind(window);
      Object.assign(window, { scrolls });
      window.scrollTo = ((options: ScrollToOptions) => {
        scrolls.push(options);
        real({ ...options, behavior: 'instant' });
      }) as typeof window.scrollTo;
    });
    const scrolls = () => page.evaluate(() => (window as unknown as { scrolls: unknown[] }).scrolls);
    await page.clock.pauseAt(Date.now() + 60_000);
    await footer(page).getByRole('link', { name: 'Privacy Policy' }).click();
    await expect(page).toHaveURL(/\/privacy$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.clock.runFor(timings.footerScrollMs - 1);
    expect(await scrolls()).toEqual([]);
    await page.clock.runFor(1);
    expect(await scrolls()).toEqual([{ top: 0, behavior: 'smooth' }]);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test('S2.4 elsewhere an item changes the page, and the shown one is marked', async ({ page }) => {
  await open(page, '/about');
  await expect(header(page).getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');
  await header(page).getByRole('link', { name: 'Services' }).click();
  await expect(page).toHaveURL(/\/services$/);
  await expect(header(page).getByRole('link', { name: 'Services' })).toHaveAttribute('aria-current', 'page');
});

test('S2.21 Dealer Portal fires the event openDealerPortal on the window', async ({ page }) => {
  await open(page, '/');
  const fired = page.evaluate(
    () => new Promise<string>((resolve) => addEventListener('openDealerPortal', ({ type }) => resolve(type))),
  );
  await header(page).getByRole('button', { name: 'Dealer Portal' }).click();
  expect(await fired).toBe('openDealerPortal');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('S4.21 the menu opens, closes by Esc and by a choice, and gives the focus back', async ({ page }) => {
    await open(page, '/');
    const toggle = header(page).getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu).toBeHidden();
    await toggle.click();
    await expect(menu).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(toggle).toBeFocused();
    await page.keyboard.press('Enter');
    await menu.getByRole('link', { name: 'Services' }).click();
    await expect(menu).toBeHidden();
    await expect(page.locator('#services')).toBeInViewport();
  });
});

test('S2.5 the footer’s menu opens the pages, on home too', async ({ page }) => {
  await open(page, '/');
  const menu = footer(page).getByRole('navigation', { name: 'Menu' });
  const targets = await menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(targets).toEqual(['/', '/about', '/services', '/remote-fi', '/lync']);
  await menu.getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
});

for (const width of [390, 1440]) {
  test(
    `S2.5 S4.21 Contact opens a modal with e-mail, phone and Close at ${width} px`,
    repeats(width !== 390),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await open(page, '/');
      const contact = footer(page).getByRole('button', { name: 'Contact' });
      await contact.click();
      const dialog = page.getByRole('dialog', { name: 'Contact' });
      await expect(dialog.getByRole('link', { name: brand.email })).toHaveAttribute('href', `mailto:${brand.email}`);
      await expect(dialog.getByRole('link', { name: brand.phone })).toHaveAttribute('href', /^tel:\+1207555/);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toBeHidden();
      await expect(contact).toBeFocused();
      await contact.click();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    },
  );
}

test('S2.23 the intake has neither header nor footer, the portal’s page has no footer', async ({ page }) => {
  await open(page, '/dealer-intake');
  await expect(header(page)).toHaveCount(0);
  await expect(footer(page)).toHaveCount(0);
  await page.goto('/portal');
  await hydrated(page);
  await expect(footer(page)).toHaveCount(0);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('R1 menu, Contact and Dealer Portal work', async ({ page }) => {
    await page.goto('/about');
    await header(page).getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
    await expect(page).toHaveURL(/\/services$/);
    await footer(page).getByRole('button', { name: 'Contact' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await header(page).getByRole('button', { name: 'Dealer Portal' }).click();
    await expect(page).toHaveURL(/\/portal\??$/);
  });
});

test('R913 on a wide screen a page’s title and form begin on the line of the header’s brand', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const leftOf = (selector: string) =>
    page
      .locator(selector)
      .filter({ visible: true })
      .evaluateAll((found) => found.map((one) => Math.round(one.getBoundingClientRect().left)));
  // The portal has a bar of its own.
  for (const path of publicPaths.filter((one) => one !== '/portal')) {
    await page.goto(path);
    const [brandAt] = await leftOf('.brand');
    expect(new Set(await leftOf('.brand, h1, .form-page .sheet')), path).toEqual(new Set([brandAt]));
  }
});
