/** A page that something else changes: the browser translates it, or an extension inserts its own nodes. */
import type { Page } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { receivedPath } from '#contract/send.ts';
import { control, fillIn, inquiryOf } from './forms.ts';
import { note, openFilledInquiry, posts, receipt } from './sending.ts';
import { expect, goOffline, hydrated, newDealership, test } from './support.ts';
import { translate } from './translator.ts';

test.describe('R233 a page that is translated before its script has come', () => {
  // React says that it draws the page anew.
  test.use({ allowed: [/Minified React error #418/] });

  /** Opens a page whose script is held back, until the returned function is called. */
  async function openWithoutScript(page: Page, path: string): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/client-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('footer, .intake').waitFor();
    return async () => {
      held.resolve();
      await hydrated(page);
    };
  }

  for (const path of [pages.home, pages.about, pages.privacy, pages.inquiry, pages['dealer-intake']]) {
    test(`${path} shows what it showed`, async ({ page }) => {
      const letGo = await openWithoutScript(page, path);
      const words = (await page.locator('main').textContent()) ?? '';
      await translate(page);
      await letGo();
      await expect(page.locator('main')).toHaveText(words);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  }

  test('keeps what was typed and the focus, and sends it once', async ({ page, boxline }) => {
    const dealership = newDealership();
    const letGo = await openWithoutScript(page, pages.inquiry);
    await fillIn(page, inquiryOf(dealership));
    await control(page, 'E-mail').focus();
    await translate(page);
    await letGo();
    await expect(control(page, 'E-mail')).toBeFocused();
    await expect(page.getByText('Saved in this browser')).toBeVisible();
    await expect(control(page, 'Dealership name')).toHaveValue(dealership);
    await page.getByRole('button', { name: 'Send inquiry' }).click();
    await expect(receipt(page)).toContainText(/BX-/);
    expect(await boxline.leadsOf(dealership)).toHaveLength(1);
  });
});

test.describe('R233 a page that is translated while it is used', () => {
  test.use({ allowed: [/Failed to load resource: (net::ERR_|the server responded with a status of (429|500))/] });

  test('tells of a form that waits offline, and that it was sent', async ({ page, context, boxline }) => {
    const dealership = newDealership();
    await openFilledInquiry(page, dealership);
    await goOffline(page);
    await page.getByRole('button', { name: 'Send inquiry' }).click();
    await translate(page);
    await expect(note(page)).toContainText('waits in this browser');
    await context.setOffline(false);
    await expect(note(page)).toContainText('was sent. We have it.');
    await expect(note(page)).not.toContainText('waits in this browser');
    await note(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(note(page)).toBeHidden();
    expect(await boxline.leadsOf(dealership)).toHaveLength(1);
  });

  test('tells of a form whose page was left, from the question to the answer', async ({ page, boxline }) => {
    const dealership = newDealership();
    await openFilledInquiry(page, dealership);
    await page.route(posts, () => undefined, { times: 1 });
    const asked = page.waitForRequest(posts);
    await page.getByRole('button', { name: 'Send inquiry' }).click();
    await asked;
    const held = Promise.withResolvers<void>();
    await page.route(`**${receivedPath}*`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(pages.about);
    await expect(note(page)).toContainText('Asking whether we have it');
    await translate(page);
    held.resolve();
    await expect(note(page)).toContainText('was not sent', { timeout: 10_000 });
    await expect(note(page)).not.toContainText('Asking');
    expect(await boxline.leadsOf(dealership)).toEqual([]);
  });

  test('counts down until a form goes out again', async ({ page }) => {
    await openFilledInquiry(page, newDealership());
    await page.route(posts, (route) => route.fulfill({ status: 429, body: '' }));
    await page.getByRole('button', { name: 'Send inquiry' }).click();
    await expect(page.locator('.countdown')).toHaveText(/^in \d+ s$/);
    await translate(page);
    await expect(page.locator('.countdown')).toHaveText(/in [12] s/);
    // The next wait is longer.
    await expect(page.locator('.countdown')).toHaveText(/in [45] s/);
  });

  test('clears a form and brings it back', async ({ page }) => {
    await page.goto(pages.inquiry);
    await hydrated(page);
    await translate(page);
    await control(page, 'First name').fill('Ada');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('button', { name: 'Clear it' }).click();
    await expect(page.getByText('Cleared from this browser')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(control(page, 'First name')).toHaveValue('Ada');
    await expect(page.getByText('Cleared from this browser')).toBeHidden();
    await expect(page.getByText('Saved in this browser')).toBeVisible();
  });
});
