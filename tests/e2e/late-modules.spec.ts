/** A module that comes late, or not at all, when somebody has gone on meanwhile. */
import type { Page } from '@playwright/test';
import { accessDialog, codeField, expect, test } from './portal.ts';
import { hydrated } from './support.ts';

// The browser itself reports a file that did not come.
test.use({ allowed: [/net::ERR_/] });

/** Keeps a file of the site back until it is let go: `arrives` or `fails`. */
async function holdBack(page: Page, file: RegExp) {
  const { promise, resolve } = Promise.withResolvers<'arrives' | 'fails'>();
  await page.route(file, async (route) => ((await promise) === 'arrives' ? route.continue() : route.abort()));
  const isAsked = page.waitForRequest(file);
  return {
    isAsked,
    arrives: async () => {
      const loaded = page.waitForResponse(file);
      resolve('arrives');
      await (await loaded).finished();
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

/** Marks the document, so that a test sees whether it was left. */
const mark = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset['same'] = 'document';
  });

/** The page stays where it is: long enough for a module to run, and for a visit to another document to begin. */
async function expectStays(page: Page, path: string, heading: string): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.locator('html')).toHaveAttribute('data-same', 'document');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
}

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
    await mark(page);
    await portal.arrives();
    await expectStays(page, '/about', await headingOf(page));
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
    await mark(page);
    await portal.arrives();
    await expectStays(page, '/#services', await headingOf(page));
  });

  test('the session ends when the document is left', async ({ page, boxline }) => {
    const { ended } = await enterCode(page, boxline.code, '/services');
    await page.goto('/robots.txt');
    await ended;
  });

  test('the session ends when the file does not come, and the portal’s address asks for the code again', async ({
    page,
    boxline,
  }) => {
    const { portal, ended } = await enterCode(page, boxline.code, '/services');
    await portal.fails();
    await ended;
    await expect(page).toHaveURL(/\/portal$/);
  });
});

test.describe('S2.3 a module that fails late leaves whoever went on where they are', () => {
  test('the access-code dialog', async ({ page }) => {
    await page.goto('/services');
    await hydrated(page);
    const room = await holdBack(page, /\/assets\/PortalDialogs-.*\.js$/);
    await page.getByRole('button', { name: 'Dealer Portal' }).click();
    await room.isAsked;
    await footerLink(page, 'About').click();
    await expect(page).toHaveURL(/\/about$/);
    await mark(page);
    const heading = await headingOf(page);
    await room.fails();
    await expectStays(page, '/about', heading);
  });

  test('the access-code dialog, when it comes late after all, does not open over another page', async ({ page }) => {
    await page.goto('/services');
    await hydrated(page);
    const room = await holdBack(page, /\/assets\/PortalDialogs-.*\.js$/);
    await page.getByRole('button', { name: 'Dealer Portal' }).click();
    await room.isAsked;
    await footerLink(page, 'About').click();
    await expect(page).toHaveURL(/\/about$/);
    await mark(page);
    await room.arrives();
    await expectStays(page, '/about', await headingOf(page));
    await expect(accessDialog(page)).toBeHidden();
  });

  test('the inquiry’s dialog', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    const room = await holdBack(page, /\/assets\/InquiryRoom-.*\.js$/);
    await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
    await room.isAsked;
    await footerLink(page, 'About').click();
    await expect(page).toHaveURL(/\/about$/);
    await mark(page);
    const heading = await headingOf(page);
    await room.fails();
    await expectStays(page, '/about', heading);
  });

  test('a page, after Home was pressed on the home page', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    const heading = await headingOf(page);
    await mark(page);
    const late = await holdBack(page, /\/assets\/About-.*\.js$/);
    await footerLink(page, 'About').click();
    await late.isAsked;
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await late.fails();
    await expectStays(page, '/', heading);
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
    await other.arrives();
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
