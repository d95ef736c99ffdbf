/** The site at a zoom of 400 %: elements fixed to the screen leave room to read and type. */
import { anyDealership, askByText, card, enter, test as portalTest } from './portal.ts';
import { expect, hydrated, test } from './support.ts';
import { pinnedPart, zoomed } from './zoomed.ts';

test.use({ ...zoomed, allowed: [/status of 404/] });

for (const path of ['/', '/dealer-intake#form', '/inquiry', '/agent']) {
  test(`R502 ${path} at a zoom of 400 % has more than half of the screen for what is read`, async ({ page }) => {
    await page.goto(path);
    await hydrated(page);
    expect(await pinnedPart(page)).toBeLessThan(0.5);
  });
}

test('R502 the inquiry at a zoom of 400 % has more than half of the screen for what is typed', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('link', { name: 'Dealer Inquiry', exact: true }).first().click();
  const dialog = page.locator('dialog:modal');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('First name').fill('Ada');
  await expect(dialog.getByText(/Saved on this device/)).toBeVisible();
  expect(await pinnedPart(page)).toBeLessThan(0.5);
});

portalTest.describe('the portal', () => {
  portalTest.use(zoomed);
  portalTest(
    'R502 a running request at a zoom of 400 % has more than half of the screen for what is read',
    async ({ page, boxline }) => {
      await enter(page, boxline);
      await askByText(page, anyDealership());
      await expect(card(page)).toBeVisible();
      expect(await pinnedPart(page)).toBeLessThan(0.5);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    },
  );
});
