/** A module that comes late or never, when the person has moved on meanwhile. */
import type { Page } from '@playwright/test';
import { accessDialog, codeField, expect, test } from './portal.ts';
import { hydrated, moduleHasRun, momentPasses } from './support.ts';

// The browser itself reports a file that did not come.
test.use({ allowed: [/net::ERR_/] });

/** Holds a file of the site back until `comes`, `arrives` or `fails` is called. */
async function holdBack(page: Page, file: RegExp) {
  const { promise, resolve } = Promise.withResolvers<'arrives' | 'fails'>();
  await page.route(file, async (route) => ((await promise) === 'arrives' ? route.continue() : route.abort()));
  const isAsked = page.waitForRequest(file);
  return {
    isAsked,
    /** Lets the file come, for a file that is not a module. */
    comes: () => resolve('arrives'),
    /** Lets the module come, and waits until it has run. */
    arrives: async () => {
      resolve('arrives');
      await moduleHasRun(page, (await isAsked).url());
    },
    fails: async () => {
      const failed = page.waitForEvent('requestfailed', (request) => file.test(request.url()));
      resolve('fails');
      await failed;
    },
  };
}

const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name });

const headingOf = async (page: Page) => (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';

/** The page stays where it is, whatever comes of the module that was held back. */
async function expectStays(page: Page, path: string, happens: () => Promise<void>): Promise<void> {
  const heading = await headingOf(page);
  const visits: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && visits.push(request.url()));
  await happens();
  // A failure is heard within a frame or two. A visit that it begins asks the server before this does.
  await momentPasses(page);
  expect(visits).toEqual([]);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
}

test('R1177 a press whose dialog is still on its way says that it loads', async ({ page }) => {
  await page.goto('/about');
  await hydrated(page);
  const says = () => page.evaluate(() => getComputedStyle(document.documentElement, '::after').content);
  const dialogs = await holdBack(page, /\/assets\/PortalDialogs-.*\.js$/);
  expect(await says()).toBe('none');
  await page.getByRole('button', { name: 'Dealer Portal' }).click();
  await expect.poll(says).toBe('"Loading…"');
  // A newer wish takes the place of the press, and loads as well.
  const terms = await holdBack(page, /\/assets\/Terms-.*\.js$/);
  await footerLink(page, 'Terms of Service').click();
  await dialogs.arrives();
  expect(await says()).toBe('"Loading…"');
  await terms.arrives();
  await expect(page).toHaveURL(/\/terms$/);
  expect(await says()).toBe('none');
});

test.describe('R20 a right code, and the portal’s own file is still on its way', () => {
  async function enterCode(page: Page, code: string, path: string) {
    await page.goto(path);
    await hydrated(page);
    await page.keyboard.press('Escape');
    const portal = await holdBack(page, /\/assets\/Portal-.*\.js$/);
    await page.getByRole('button', { name: 'Dealer Portal' }).click();
    await codeField(page).fill(code);
    await codeField(page).press('Enter');
    await portal.isAsked;
    await expect(accessDialog(page)).toBeHidden();
    const ended = page.waitForRequest((request) => request.method() === 'DELETE');
    return { portal, ended };
  }

  test('the session ends when somebody goes to another page meanwhile', async ({ page, boxline }) => {
    const { portal, ended } = await enterCode(page, boxline.code, '/services');
    await footerLink(page, 'About').click();
    await ended;
    await expect(page).toHaveURL(/\/about$/);
    await expectStays(page, '/about', portal.arrives);
  });

  test('the session ends with Back', async ({ page, boxline }) => {
    await page.goto('/about');
    await hydrated(page);
    await footerLink(page, 'Services').click();
    await expect(page).toHaveURL(/\/services$/);
    const portal = await holdBack(page, /\/assets\/Portal-.*\.js$/);
    await page.getByRole('button', { name: 'Dealer Portal' }).click();
    await codeField(page).fill(boxline.code);
    await codeField(page).press('Enter');
    await portal.isAsked;
    const ended = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.goBack();
    await ended;
    await expect(page).toHaveURL(/\/about$/);
  });

  test('the session ends when somebody goes to a section of the page instead', async ({ page, boxline }) => {
    const { portal, ended } = await enterCode(page, boxline.code, '/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
    await ended;
    await expectStays(page, '/#services', portal.arrives);
  });

  test('the session ends when the document is left', async ({ page, boxline }) => {
    await page.goto('/services');
    await hydrated(page);
    // Held by the browser itself: Playwright's routes hold every request of the page, and lose those that it sends when it is left.
    const browser = await page.context().newCDPSession(page);
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<unknown>();
    browser.once('Fetch.requestPaused', isAsked);
    await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/Portal-*.js' }] });
    const before = boxline.sessions().length;
    await page.getByRole('button', { name: 'Dealer Portal' }).click();
    await codeField(page).fill(boxline.code);
    await codeField(page).press('Enter');
    await asked;
    expect(boxline.sessions().slice(before)).toEqual([{ isOpen: true }]);
    await page.goto('/robots.txt');
    // What counts is that the server has ended it.
    await expect.poll(() => boxline.sessions().slice(before)).toEqual([{ isOpen: false }]);
  });

  test('the session ends when the file does not come, and the portal’s address asks for the code again', async ({
    page,
    boxline,
  }) => {
    await page.goto('/services');
    await hydrated(page);
    await page.keyboard.press('Escape');
    // Blocked by the browser itself, too.
    const browser = await page.context().newCDPSession(page);
    await browser.send('Network.enable');
    await browser.send('Network.setBlockedURLs', { urls: ['*/assets/Portal-*.js'] });
    const before = boxline.sessions().length;
    await page.getByRole('button', { name: 'Dealer Portal' }).click();
    await codeField(page).fill(boxline.code);
    await codeField(page).press('Enter');
    await expect(page).toHaveURL(/\/portal$/);
    // What counts is that the server has ended it.
    await expect.poll(() => boxline.sessions().slice(before)).toEqual([{ isOpen: false }]);
    await expect(page.getByText(/with your access code/)).toBeVisible();
    // The page's own file is asked for again, and the page works once it comes.
    await browser.send('Network.setBlockedURLs', { urls: [] });
    await hydrated(page);
    await expect(codeField(page)).toBeVisible();
  });
});

test.describe('S2.3 a module that fails late leaves whoever went on where they are', () => {
  const accessCode = {
    from: '/services',
    file: /\/assets\/PortalDialogs-.*\.js$/,
    opener: (page: Page) => page.getByRole('button', { name: 'Dealer Portal' }),
  };
  const inquiry = {
    from: '/',
    file: /\/assets\/LazyInquiry-.*\.js$/,
    opener: (page: Page) => page.getByRole('link', { name: 'Dealer Inquiry' }),
  };

  for (const [title, { from, file, opener }, fate] of [
    ['the access-code dialog', accessCode, 'fails'],
    ['the access-code dialog, when it comes late after all, does not open over another page', accessCode, 'arrives'],
    ['the inquiry’s dialog', inquiry, 'fails'],
  ] as const) {
    test(title, async ({ page }) => {
      await page.goto(from);
      await hydrated(page);
      const room = await holdBack(page, file);
      await opener(page).click();
      await room.isAsked;
      await footerLink(page, 'About').click();
      await expect(page).toHaveURL(/\/about$/);
      await expectStays(page, '/about', room[fate]);
      await expect(page.getByRole('dialog')).toBeHidden();
    });
  }

  test('a page, after Home was pressed on the home page', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    const late = await holdBack(page, /\/assets\/About-.*\.js$/);
    await footerLink(page, 'About').click();
    await late.isAsked;
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expectStays(page, '/', late.fails);
  });

  test('a page, while another document is on its way', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    const late = await holdBack(page, /\/assets\/About-.*\.js$/);
    const other = await holdBack(page, /\/robots\.txt$/);
    await footerLink(page, 'About').click();
    await late.isAsked;
    await page.evaluate(() => location.assign('/robots.txt'));
    await other.isAsked;
    await late.fails();
    other.comes();
    await expect(page).toHaveURL(/\/robots\.txt$/);
  });

  test('and whoever waits for a page that does not come is led to its document', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    const late = await holdBack(page, /\/assets\/About-.*\.js$/);
    await footerLink(page, 'About').click();
    await late.isAsked;
    await late.fails();
    await expect(page).toHaveURL(/\/about$/);
  });
});
