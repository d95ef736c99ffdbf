/** Nothing pinned to the screen lies over what has the focus (WCAG 2.4.11): the buttons of a dialog, and the note about forms. */
import { pages } from '#contract/pages.ts';
import { focused, startTabbing } from './access.ts';
import { failure, note, openFilledDialog, waitBehind } from './sending.ts';
import { expect, hydrated, newDealership, test } from './support.ts';

test.use({ allowed: [/Failed to load resource: (net::ERR_|the server responded with a status of (40[34]|500))/] });

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('R1087 Tab goes through the dialog of a failed inquiry, and nothing lies over where it stops', {
      tag: '@long',
    }, async ({ page }) => {
      await openFilledDialog(page, newDealership());
      await page.route('**/api/v1.0/email/send', (route) => route.fulfill({ status: 500, body: 'down' }));
      await page.getByRole('button', { name: 'Send inquiry' }).click();
      await expect(failure(page)).toBeFocused();
      const count = await startTabbing(page);
      for (let stop = 1; stop < count; stop += 1) {
        expect(await focused(page)).toMatchObject({ seen: true });
        await page.keyboard.press('Tab');
      }
    });

    test('R1087 a failure that comes while somebody types does not lie over the field', {
      tag: '@long',
    }, async ({ page }) => {
      await openFilledDialog(page, newDealership());
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route('**/api/v1.0/email/send', async (route) => {
        await promise;
        await route.fulfill({ status: 500, body: 'down' });
      });
      await page.getByRole('button', { name: 'Send inquiry' }).click();
      const field = page.getByLabel('Dealer address');
      await field.click();
      await page.keyboard.type('More.');
      // The field stands right above the bar, where a bar that grows lies over it.
      await field.evaluate((one) => one.scrollIntoView({ block: 'end' }));
      resolve();
      await expect(failure(page)).toBeVisible();
      await expect(field).toBeFocused();
      expect(await focused(page)).toMatchObject({ seen: true });
    });

    test('R1088 the header stays in view below the note about a form that waits', {
      tag: '@long',
    }, async ({ page }) => {
      await waitBehind(page, { status: 403, body: '<html>Access denied</html>' });
      await page.goto(pages.services);
      await hydrated(page);
      await expect(note(page)).toBeVisible();
      await page.mouse.wheel(0, 900);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(400);
      const portal = page.getByRole('banner').getByRole('button', { name: 'Dealer Portal' });
      await portal.focus();
      expect(await focused(page)).toMatchObject({ seen: true });
    });
  });
}
