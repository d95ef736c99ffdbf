import { readFile } from 'node:fs/promises';
import { brand } from '#brand/brand.ts';
import { control, fillIn, inquiryOf } from './forms.ts';
import {
  expect,
  expectAccessible,
  framesPainted,
  goOffline,
  hydrated,
  momentPasses,
  newDealership,
  repeats,
  stopClock,
  test,
} from './support.ts';

const labels = [
  'Dealership name',
  'First name',
  'Last name',
  'Phone number',
  'E-mail',
  'Dealership website',
  'Dealer address',
  'Dealer type',
  'DMS provider',
  'CRM provider',
  'Units sold per month',
];

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
});

const openInquiry = async (page: import('@playwright/test').Page) => {
  await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dealer inquiry' });
  await expect(dialog).toBeVisible();
  return dialog;
};

test('S2.7 the inquiry is a dialog with a title, one section, a privacy notice, Cancel and a close button', async ({
  page,
}) => {
  const dialog = await openInquiry(page);
  await expect(dialog.getByRole('heading', { name: 'Dealer inquiry' })).toBeFocused();
  await expect(dialog.getByRole('heading', { name: 'Dealership' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy');
  for (const way of ['Cancel', 'Close the inquiry']) {
    await dialog.getByRole('button', { name: way }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('link', { name: 'Dealer Inquiry' })).toBeFocused();
    await openInquiry(page);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
});

test('S3.1 the inquiry shows its eleven fields in order, the required ones marked', async ({ page }) => {
  const dialog = await openInquiry(page);
  const shown = await dialog.locator('.field-label').allTextContents();
  expect(shown).toEqual(labels.map((label) => (label === 'Dealership website' ? `${label} (optional)` : `${label} *`)));
  for (const label of labels.slice(-4)) {
    await expect(control(page, label).locator('option').first()).toHaveText('Choose…');
    await expect(control(page, label)).toHaveValue('');
  }
});

test('R5 an empty inquiry is refused by a summary that takes the focus and leads to each field', async ({ page }) => {
  const dialog = await openInquiry(page);
  await dialog.getByRole('button', { name: 'Send inquiry' }).click();
  const summary = dialog.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(10);
  await expect(page).toHaveTitle(/^Error: /);
  await expect(control(page, 'First name')).toHaveAccessibleDescription('Enter your first name');
  await expect(control(page, 'First name')).toHaveAttribute('aria-invalid', 'true');

  await summary.getByRole('link', { name: 'Choose a dealer type' }).click();
  await expect(control(page, 'Dealer type')).toBeFocused();
  await control(page, 'Dealer type').selectOption('Other');
  await expect(control(page, 'Dealer type')).toHaveAccessibleDescription('');
  await control(page, 'First name').focus();
  await page.keyboard.type('Ada');
  await expect(control(page, 'First name')).toHaveAccessibleDescription('Enter your first name');
  await control(page, 'Last name').click();
  await expect(control(page, 'First name')).toHaveAccessibleDescription('');
  await expect(page).toHaveURL(/\/$/);
});

test('R5 help about what was typed never blocks, and corrects a mail domain at a press', async ({ page }) => {
  await openInquiry(page);
  await fillIn(page, { 'Phone number': '555-0148', 'E-mail': 'ada@gmial.com', 'Dealership website': 'harbor.example' });
  await control(page, 'First name').focus();
  await expect(page.locator('[data-field="phone_number"]').getByText('a US number has 10')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use https://harbor.example' })).toBeVisible();
  await page.getByRole('button', { name: 'Use ada@gmail.com' }).click();
  await expect(control(page, 'E-mail')).toHaveValue('ada@gmail.com');
  await expect(control(page, 'E-mail')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeHidden();
});

test('S4.1 S4.3 S9.2 an inquiry is sent, says so, and closes itself 2 s later, leaving its receipt', async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  const dialog = await openInquiry(page);
  await fillIn(page, inquiryOf(dealership));
  await stopClock(page);
  await dialog.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: "We'll contact you within 24 hours" })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Submitted Successfully!' })).toBeDisabled();
  await page.clock.runFor(1900);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(200);
  await expect(dialog).toBeHidden();

  const receipt = page.getByRole('region', { name: 'Dealer inquiry' });
  const [lead, ...others] = await boxline.leadsOf(dealership);
  expect(others).toEqual([]);
  await expect(receipt).toContainText(lead?.reference ?? 'no lead');
  for (const { phone } of brand.agents) await expect(receipt.getByRole('link', { name: phone })).toBeVisible();
  const mails = await boxline.mailbox.waitFor(
    2,
    ({ parsed }) => parsed.text?.includes(lead?.reference ?? 'no lead') === true,
  );
  expect(mails.flatMap(({ to }) => to).sort()).toEqual(['ada@harborpoint.example', 'operator@boxline.example']);

  const saving = page.waitForEvent('download');
  await receipt.getByRole('button', { name: 'Save a copy' }).click();
  const copy = await readFile(await (await saving).path(), 'utf8');
  expect(copy).toContain(lead?.reference);
  expect(copy).toContain('14 Commercial Wharf');

  await openInquiry(page);
  await expect(control(page, 'Dealership name')).toHaveValue('');
});

test('a printed receipt is the whole form on paper, and nothing else', { tag: '@long' }, async ({ page }) => {
  const dealership = newDealership();
  const dialog = await openInquiry(page);
  await fillIn(page, inquiryOf(dealership));
  await dialog.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(dialog).toBeHidden();
  // The paper is looked at in place of the browser's question about a printer.
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('button', { name: 'Print a copy' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article').getByText(dealership)).toBeVisible();
  await expect(page.getByRole('main')).toBeHidden();
});

test.describe('when the server fails', () => {
  test.use({ allowed: [/status of 500/] });

  test('S4.2 S8.1 a failed inquiry says so, keeps what was typed, and can be sent again', async ({ page, boxline }) => {
    const dealership = newDealership();
    const dialog = await openInquiry(page);
    await fillIn(page, inquiryOf(dealership));
    await page.route('**/api/v1.0/email/send', (route) => route.fulfill({ status: 500, body: 'down' }));
    await dialog.getByRole('button', { name: 'Send inquiry' }).click();
    const alert = dialog.getByRole('alert').filter({ hasText: 'Submission Failed' });
    await expect(alert).toBeFocused();
    await expect(alert).toContainText(`Please try again or contact support at ${brand.email}.`);
    await expect(control(page, 'Dealership name')).toHaveValue(dealership);

    await page.unroute('**/api/v1.0/email/send');
    await dialog.getByRole('button', { name: 'Send inquiry' }).click();
    await expect(dialog).toBeHidden();
    expect(await boxline.leadsOf(dealership)).toHaveLength(1);
  });
});

test('R15 what is typed is saved, survives a reload, and is cleared and brought back on demand', async ({ page }) => {
  await openInquiry(page);
  await control(page, 'Dealership name').fill('Harbor Point Motors');
  await expect(page.getByText(/^Saved in this browser \d+:\d\d\s[ap]m$/)).toBeVisible();
  await page.reload();
  await hydrated(page);
  const dialog = await openInquiry(page);
  await expect(control(page, 'Dealership name')).toHaveValue('Harbor Point Motors');
  await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(control(page, 'Dealership name')).toHaveValue('Harbor Point Motors');
  await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
  await dialog.getByRole('button', { name: 'Clear it' }).click();
  await expect(control(page, 'Dealership name')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(control(page, 'Dealership name')).toHaveValue('Harbor Point Motors');
});

test('R284 what was deleted by hand, down to an empty form, does not come back after a reload', {
  tag: '@long',
}, async ({ page }) => {
  await openInquiry(page);
  const name = control(page, 'Dealership name');
  await name.fill('Harbor Point Motors');
  const saved = page.getByText(/^Saved in this browser/);
  await expect(saved).toBeVisible();
  await name.fill('');
  await expect(saved).toBeHidden();
  await page.reload();
  await hydrated(page);
  await openInquiry(page);
  await expect(name).toHaveValue('');
  await expect(saved).toBeHidden();
  // Nor when the page is left before typing has paused.
  await name.fill('Harbor Point Motors');
  await expect(saved).toBeVisible();
  await name.fill('');
  await page.reload();
  await hydrated(page);
  await openInquiry(page);
  await momentPasses(page);
  await expect(name).toHaveValue('');
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain('Harbor Point');
});

test('a press beside the dialog closes an empty inquiry and never one that was begun', async ({ page }) => {
  const dialog = await openInquiry(page);
  await page.mouse.click(10, 10);
  await expect(dialog).toBeHidden();
  await openInquiry(page);
  await control(page, 'First name').fill('Ada');
  await page.mouse.click(10, 10);
  await framesPainted(page, 2);
  await expect(dialog).toBeVisible();
});

test('R15 an inquiry sent offline waits on the device and goes out by itself', async ({ page, context, boxline }) => {
  const dealership = newDealership();
  const dialog = await openInquiry(page);
  await fillIn(page, inquiryOf(dealership));
  await goOffline(page);
  await dialog.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  const receipt = page.getByRole('region', { name: 'Dealer inquiry' });
  await expect(receipt).toContainText('not confirmed yet');
  await context.setOffline(false);
  await expect(receipt).toContainText(/Received \w+ \d+, \d{4}/);
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, repeats(width !== 390), () => {
    test.use({ allowed: [/status of 500/] });

    test(`the inquiry has nothing that axe finds wrong at ${width} px`, async ({ page }) => {
      // Axe looks at every element of every state, which takes its time on a busy machine.
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height: 844 });
      await expectAccessible(page);
      const dialog = await openInquiry(page);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Send inquiry' }).click();
      await expectAccessible(page);
      await fillIn(page, { ...inquiryOf(newDealership()), 'E-mail': 'ada@gmial.com' });
      await page.route('**/api/v1.0/email/send', (route) => route.fulfill({ status: 500, body: 'down' }), { times: 1 });
      await dialog.getByRole('button', { name: 'Send inquiry' }).click();
      await expect(dialog.getByRole('alert').filter({ hasText: 'Submission Failed' })).toBeFocused();
      await expectAccessible(page);
      await stopClock(page);
      await dialog.getByRole('button', { name: 'Send inquiry' }).click();
      await expect(dialog.getByRole('button', { name: 'Submitted Successfully!' })).toBeVisible();
      await page.clock.resume();
      await expect(dialog).toBeHidden();
      await expectAccessible(page);
      await page.goto('/inquiry');
      await hydrated(page);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  });
}
