/** A receipt stays visible until the person leaves it, and is never shown for a form that the server did not receive. */
import type { Page } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { openFilledDialog, openFilledInquiry, openFilledIntake } from './sending.ts';
import { expect, hydrated, momentPasses, newDealership, stopClock, test } from './support.ts';

const receipt = (page: Page, name = 'Dealer inquiry') => page.getByRole('region', { name });

/** The receipt is on the screen, and what a reader reads next. */
async function expectInSight(page: Page, name = 'Dealer inquiry'): Promise<void> {
  await expect(receipt(page, name).getByRole('heading', { name })).toBeFocused();
  await expect(receipt(page, name).getByText(/^BX-/)).toBeInViewport({ ratio: 1 });
}

for (const height of [844, 600]) {
  test.describe(`at 390 by ${height} px`, () => {
    test.use({ viewport: { width: 390, height } });

    test('R41 after the inquiry on its page its receipt is in sight, and again after a reload', async ({ page }) => {
      await openFilledInquiry(page, newDealership());
      await page.getByRole('button', { name: 'Send inquiry' }).click();
      await expectInSight(page);
      await page.reload();
      await expectInSight(page);
    });

    test('R41 after the dialog has closed itself its receipt is in sight on home, and again after a reload', async ({
      page,
      boxline,
    }) => {
      const dealership = newDealership();
      await openFilledDialog(page, dealership);
      await page.getByRole('button', { name: 'Send inquiry' }).click();
      await expectInSight(page);
      const [lead] = await boxline.leadsOf(dealership);
      await page.reload();
      await expectInSight(page);
      await expect(receipt(page)).toContainText(lead?.reference ?? 'no lead');
      await page.evaluate(() => scrollTo(0, 0));
      await page.reload();
      await expect(receipt(page)).toBeVisible();
      await hydrated(page);
      await momentPasses(page);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await receipt(page).getByRole('button', { name: 'Dismiss' }).click();
      await page.reload();
      await hydrated(page);
      await momentPasses(page);
      await expect(receipt(page)).toBeHidden();
    });
  });
}

test('R41 a reload within the two seconds of a success keeps its receipt', async ({ page, boxline }) => {
  const dealership = newDealership();
  await openFilledDialog(page, dealership);
  await stopClock(page);
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(page.getByRole('button', { name: 'Submitted Successfully!' })).toBeVisible();
  await page.reload();
  const [lead] = await boxline.leadsOf(dealership);
  await expect(receipt(page)).toContainText(lead?.reference ?? 'no lead');
});

test('R41 the thanks for an intake leave a receipt in sight that survives a reload, and no other tab shows it', async ({
  page,
  context,
}) => {
  const business = newDealership();
  await openFilledIntake(page, business);
  await page.getByRole('button', { name: 'Send registration' }).click();
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectInSight(page, 'Dealer intake');
  await page.reload();
  await expectInSight(page, 'Dealer intake');
  const other = await context.newPage();
  await other.goto(pages['dealer-intake']);
  await hydrated(other);
  await momentPasses(other);
  await expect(receipt(other, 'Dealer intake')).toBeHidden();
});
