import { fillIn, inquiryOf, intakeOf } from './forms.ts';
import { told } from './live-regions.ts';
import { expect, newDealership, test } from './support.ts';

// The browser itself reports the status of a form that comes back.
test.use({ javaScriptEnabled: false, allowed: [/status of (413|422)/] });

test('R14 S7.3 the inquiry is filled in, refused with everything kept, mended and thanked for without script', async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  await page.goto('/');
  await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
  await expect(page).toHaveURL(/\/inquiry$/);
  const { 'First name': firstName = '', ...rest } = inquiryOf(dealership);
  await fillIn(page, rest);
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(told(page, 'alert')).toContainText('Enter your first name');
  await expect(page.getByLabel('Dealership name')).toHaveValue(dealership);
  await expect(page.getByLabel('Dealer type')).toHaveValue('Used Car Dealer');
  await fillIn(page, { 'First name': firstName });
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(page).toHaveURL(/\/thank-you\?/);
  const [lead, ...others] = await boxline.leadsOf(dealership);
  expect(others).toEqual([]);
  await expect(page.getByRole('main')).toContainText(lead?.reference ?? 'no lead');
  await expect(page.getByRole('main')).toContainText("We'll contact you within 24 hours");
  await expect(page.getByRole('main')).not.toContainText('Exclusive Access Code');
});

test('R14 R1089 R1226 S7.3 the intake shows its form by its address alone and is sent without script', async ({
  page,
  boxline,
}) => {
  const business = newDealership();
  await page.goto('/dealer-intake');
  await expect(page.getByRole('link', { name: 'Continue to Form' })).toBeVisible();
  await expect(page.getByRole('form')).toBeHidden();
  await expect(page.getByText('is saved in this browser')).toBeHidden();
  await page.getByRole('link', { name: 'Continue to Form' }).click();
  await expect(page.getByRole('form')).toBeVisible();
  await expect(page.getByText('Your personal phone number must be SMS-enabled')).toBeHidden();
  const { 'Mailing address': _, 'Average sales': sales = '', ...rest } = intakeOf(business);
  await fillIn(page, rest);
  await page.getByRole('checkbox', { name: 'Same as business address' }).check();
  await page.getByRole('button', { name: 'Send registration' }).click();
  await expect(told(page, 'alert')).toContainText('Choose your average sales');
  await expect(page.getByRole('form')).toBeVisible();
  // Nothing counts what is left of the answers that came back.
  await expect(page.getByRole('navigation', { name: 'Parts of the form' })).not.toContainText('required left');
  await fillIn(page, { 'Average sales': sales });
  await page.getByRole('button', { name: 'Send registration' }).click();
  await expect(page.getByRole('main')).toContainText('Exclusive Access Code');
  const [lead] = await boxline.leadsOf(business);
  expect(lead?.answers).toMatchObject({ mailing_address: '14 Commercial Wharf\nPortland, ME 04101' });
});

test('R907 the page of an agent’s link says without script what it needs, and not that the request is being opened', async ({
  page,
}) => {
  await page.goto('/agent#a-link');
  // Only the text that is drawn has the words of a `noscript`.
  const main = page.getByRole('main');
  await expect(main).toContainText('This page needs JavaScript.', { useInnerText: true });
  await expect(main).not.toContainText('Opening the request…', { useInnerText: true });
  await expect(main.getByRole('link', { name: /^call \(207\)/ })).toBeVisible();
});

test('R483 an answer that is far too long comes back with the form to be shortened, without script', {
  tag: '@long',
}, async ({ page, boxline }) => {
  const dealership = newDealership();
  await page.goto('/inquiry');
  await fillIn(page, { ...inquiryOf(dealership), 'Dealer address': `14 Commercial Wharf ${'x'.repeat(100_000)}` });
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(told(page, 'alert')).toContainText('only its beginning is left here: shorten it to 500');
  await expect(page.getByLabel('Dealership name')).toHaveValue(dealership);
  await expect(page.getByLabel('Dealer type')).toHaveValue('Used Car Dealer');
  await expect(page.getByLabel('Dealer address')).toHaveValue(/^14 Commercial Wharf x+$/);
  await fillIn(page, { 'Dealer address': '14 Commercial Wharf' });
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(page).toHaveURL(/\/thank-you\?/);
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

test('R483 a form that is too large to be read is answered with a page that says what to do, without script', {
  tag: '@long',
}, async ({ page, boxline }) => {
  const dealership = newDealership();
  await page.goto('/inquiry');
  await fillIn(page, { ...inquiryOf(dealership), 'Dealer address': 'x'.repeat(5_000_000) });
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your form was too large');
  await expect(page.getByRole('main')).toContainText('Go back in your browser');
  await expect(page).toHaveTitle(/^Your form was too large/);
  expect(await boxline.leadsOf(dealership)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Dealer inquiry' }).click();
  await expect(page.getByRole('form')).toBeVisible();
});
