/** Back and Forward at each step of the forms, without a pause after the last letter. */
import type { BrowserContext } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { control, fillIn, intakeOf, type Typed } from './forms.ts';
import { openFilledInquiry, receipt } from './sending.ts';
import { expect, hydrated, newDealership, test } from './support.ts';

/** Checks that the device keeps what was typed last. Another tab has nothing that the browser itself could bring back. */
async function expectKept(context: BrowserContext, address: string, typed: Typed): Promise<void> {
  const other = await context.newPage();
  await other.goto(address);
  await hydrated(other);
  for (const [label, answer] of Object.entries(typed)) await expect(control(other, label)).toHaveValue(answer);
  await other.close();
}

test('R746 Back from an inquiry to another document, and Forward, brings all of it back: it is one lead', async ({
  page,
  context,
  boxline,
}) => {
  const dealership = newDealership();
  await page.goto('/robots.txt');
  await openFilledInquiry(page, dealership);
  await page.goBack();
  await expect(page).toHaveURL('/robots.txt');
  await expectKept(context, pages.inquiry, { 'Units sold per month': '51-100 per month' });
  await page.goForward();
  await hydrated(page);
  await expect(control(page, 'Dealership name')).toHaveValue(dealership);
  await expect(control(page, 'Units sold per month')).toHaveValue('51-100 per month');
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(receipt(page)).toContainText('Received');
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
  // Back from the receipt, and Forward, does not send it or offer it again.
  await page.goBack();
  await page.goForward();
  await hydrated(page);
  await expect(receipt(page)).toContainText('Received');
  await expect(control(page, 'Dealership name')).toHaveValue('');
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

test('R746 Back with the dialog of an inquiry open, and Forward, leaves what was typed in it', async ({ page }) => {
  await page.goto(pages.about);
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL(pages.home);
  await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
  await fillIn(page, { 'First name': 'Odalys' });
  await page.goBack();
  await expect(page).toHaveURL(pages.about);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goForward();
  await expect(page).toHaveURL(pages.home);
  await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
  await expect(control(page, 'First name')).toHaveValue('Odalys');
});

test('R746 Back from the form of the intake to its welcome, out of it and Forward again leaves what was typed', async ({
  page,
  context,
}) => {
  const business = newDealership();
  await page.goto(pages.about);
  await hydrated(page);
  await page.goto(pages['dealer-intake']);
  await hydrated(page);
  await page.getByRole('link', { name: 'Continue to Form' }).click();
  await fillIn(page, intakeOf(business));
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Continue to Form' })).toBeVisible();
  await page.goForward();
  await expect(control(page, 'Business name')).toHaveValue(business);
  await fillIn(page, { 'Doing business as': 'Odalys Motors' });
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(pages.about);
  await expectKept(context, `${pages['dealer-intake']}#form`, { 'Doing business as': 'Odalys Motors' });
  await page.goForward();
  await hydrated(page);
  await page.getByRole('link', { name: 'Continue to Form' }).click();
  await expect(control(page, 'Business name')).toHaveValue(business);
  await expect(control(page, 'Doing business as')).toHaveValue('Odalys Motors');
  await expect(control(page, 'Average sales')).toHaveValue(intakeOf(business)['Average sales'] ?? '');
});
