/** Forms that are filled in on a slow connection, before the page's script has come. */
import type { Page } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { control, fillIn, inquiryOf } from './forms.ts';
import { note, receipt } from './sending.ts';
import { expect, hydrated, newDealership, test } from './support.ts';

/** Opens a page whose scripts wait until the returned function is called. */
async function openWithoutScript(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return async () => {
    release();
    await hydrated(page);
  };
}

test.use({ allowed: [/Failed to load resource: (net::ERR_|the server responded with a status of 422)/] });

test('R398 what was typed before the script came is a draft, and is there after another page', async ({ page }) => {
  const scriptComes = await openWithoutScript(page, pages.inquiry);
  await control(page, 'First name').fill('Ada');
  await scriptComes();
  await expect(page.getByText('Saved in this browser')).toBeVisible();
  await page.getByRole('link', { name: 'Privacy policy' }).first().click();
  await expect(page).toHaveURL(pages.privacy);
  await page.goBack();
  await expect(control(page, 'First name')).toHaveValue('Ada');
});

test('R398 what is added to a draft before the script came is kept with it', async ({ page, context }) => {
  await page.goto(pages.inquiry);
  await hydrated(page);
  await control(page, 'First name').fill('Ada');
  await expect(page.getByText('Saved in this browser')).toBeVisible();
  const other = await context.newPage();
  const scriptComes = await openWithoutScript(other, pages.inquiry);
  await control(other, 'Last name').fill('Quill');
  await scriptComes();
  await expect(control(other, 'First name')).toHaveValue('Ada');
  await other.getByRole('link', { name: 'Privacy policy' }).first().click();
  await expect(other).toHaveURL(pages.privacy);
  await other.goBack();
  await expect(control(other, 'Last name')).toHaveValue('Quill');
  await expect(control(other, 'First name')).toHaveValue('Ada');
});

test('R398 an intake that was begun before the script came counts what is left, and copies the address', async ({
  page,
}) => {
  const scriptComes = await openWithoutScript(page, pages['dealer-intake']);
  await page.getByRole('link', { name: 'Continue to Form' }).click();
  await control(page, 'Average sales').selectOption('$25,000+');
  await control(page, 'Business address').fill('14 Commercial Wharf');
  await control(page, 'Same as business address').check();
  await scriptComes();
  await expect(page.getByRole('link', { name: /Sales Information/ })).toContainText('Complete');
  await expect(control(page, 'Mailing address')).toBeDisabled();
  await expect(control(page, 'Mailing address')).toHaveValue('14 Commercial Wharf');
});

/** Sends an inquiry before its script came, and goes back to it from the page that thanks. */
async function sendEarlyAndGoBack(page: Page, dealership: string): Promise<void> {
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(pages.inquiry);
  await fillIn(page, inquiryOf(dealership));
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(page).toHaveURL(/\/thank-you\?/);
  await page.unroute('**/*.js');
  await page.goBack();
  await hydrated(page);
  await expect(control(page, 'Dealership name')).toHaveValue(dealership);
}

test('R674 a form that is sent before its script came, gone back to and sent again is one lead', async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  await sendEarlyAndGoBack(page, dealership);
  const [lead] = await boxline.leadsOf(dealership);
  await expect(note(page)).toContainText(`Dealer inquiry ${lead?.reference} was sent. We have it.`);
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(receipt(page)).toContainText(lead?.reference ?? 'no lead');
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

test('R674 what is corrected in it after going back amends it, and the form says so', async ({ page, boxline }) => {
  const dealership = newDealership();
  await sendEarlyAndGoBack(page, dealership);
  await control(page, 'First name').fill('Adele');
  const [lead] = await boxline.leadsOf(dealership);
  await expect(page.getByText('Your changes are not sent yet')).toBeVisible();
  await expect(page.getByRole('form')).toContainText(lead?.reference ?? 'no lead');
  await page.getByRole('button', { name: 'Send the changes' }).click();
  await expect(receipt(page)).toContainText(lead?.reference ?? 'no lead');
  const leads = await boxline.leadsOf(dealership);
  expect(leads.map(({ answers }) => answers['first_name'])).toEqual(['Adele']);
});

test('R805 a form that was refused before its script came, corrected and gone back to is told as sent', async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  const { 'First name': firstName = '', ...rest } = inquiryOf(dealership);
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(pages.inquiry);
  await fillIn(page, rest);
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(page).toHaveTitle(/^Error/);
  await fillIn(page, { 'First name': firstName });
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(page).toHaveURL(/\/thank-you\?/);
  await page.unroute('**/*.js');
  // In a task of its own, because the page that is left takes the evaluation with it.
  await page.evaluate(() => void setTimeout(() => history.go(-2)));
  await hydrated(page);
  await expect(control(page, 'Dealership name')).toHaveValue(dealership);
  const [lead, ...others] = await boxline.leadsOf(dealership);
  expect(others).toEqual([]);
  await expect(note(page)).toContainText(`Dealer inquiry ${lead?.reference} was sent. We have it.`);
});

test('R674 a form that is sent twice without its script is one lead, and with other answers another', async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(pages.inquiry);
  await fillIn(page, inquiryOf(dealership));
  for (const change of [undefined, undefined, 'Adele']) {
    if (change) await control(page, 'First name').fill(change);
    await page.getByRole('button', { name: 'Send inquiry' }).click();
    await expect(page).toHaveURL(/\/thank-you\?/);
    await page.goBack();
    await expect(control(page, 'Dealership name')).toHaveValue(dealership);
  }
  const leads = await boxline.leadsOf(dealership);
  expect(leads.map(({ answers }) => answers['first_name']).sort()).toEqual(['Ada', 'Adele']);
});
