import type { Page } from '@playwright/test';
import { brand } from '#brand/brand.ts';
import { lists } from '#brand/lists.ts';
import { control, fillIn, intakeOf } from './forms.ts';
import { expect, expectAccessible, hydrated, newDealership, repeats, test } from './support.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/dealer-intake');
  await hydrated(page);
});

const openForm = async (page: Page) => {
  await page.getByRole('link', { name: 'Continue to Form' }).click();
  const form = page.getByRole('form', { name: 'Dealer intake' });
  await expect(form).toBeVisible();
  return form;
};

const send = (page: Page) => page.getByRole('button', { name: 'Send registration' }).click();

test('S2.9 S4.4 the intake begins with a welcome panel, and Continue to Form replaces it by the form', async ({
  page,
}) => {
  for (const highlight of ['Business Details', 'Dealer Information', 'Sales Data']) {
    await expect(page.getByRole('heading', { name: highlight })).toBeVisible();
  }
  await expect(page.getByText('Your personal phone number must be SMS-enabled')).toBeVisible();
  await expect(page.getByRole('form')).toBeHidden();
  await openForm(page);
  await expect(page.getByRole('heading', { name: 'Business Details' })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Business Details' })).toBeVisible();
  await expect(page.getByRole('form')).toBeHidden();
  await page.goForward();
  await expect(page.getByRole('form')).toBeVisible();
});

test('R946 the form of the intake is laid out behind its welcome panel, where nobody sees, reads or reaches it', async ({
  page,
}) => {
  const form = page.locator('form');
  expect(await form.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(1000);
  await expect(form).toBeHidden();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const panel = page.getByRole('region', { name: 'What you will need' });
  const below = await page.evaluate(() => document.documentElement.scrollHeight);
  const panelEnd = await panel.evaluate((element) => element.getBoundingClientRect().bottom + scrollY);
  expect(below - panelEnd).toBeLessThan(200);
  await page.getByRole('link', { name: 'Continue to Form' }).focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('form') ?? null)).toBeNull();
  await page.emulateMedia({ media: 'print' });
  expect(await form.evaluate((element) => element.getBoundingClientRect().height)).toBe(0);
});

test('S2.10 the intake has no header or footer of the site, and a Home button', async ({ page }) => {
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('S3.2 S9.3 the form has its three groups, and sixteen lenders in a list that scrolls', async ({ page }) => {
  const form = await openForm(page);
  for (const group of ['Business Information', 'Dealer Details', 'Sales Information']) {
    await expect(form.getByRole('region', { name: group })).toBeVisible();
  }
  const lenders = form.getByRole('group', { name: /^Current lenders/ });
  await expect(lenders.getByRole('checkbox')).toHaveCount(16);
  const list = lenders.getByRole('list');
  expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
});

test('S4.6 Same as business address copies the address, disables it and keeps it in step', async ({ page }) => {
  await openForm(page);
  const mailing = control(page, 'Mailing address');
  await control(page, 'Business address').fill('14 Commercial Wharf');
  await page.getByRole('checkbox', { name: 'Same as business address' }).check();
  await expect(mailing).toBeDisabled();
  await expect(mailing).toHaveValue('14 Commercial Wharf');
  await control(page, 'Business address').fill('15 Commercial Wharf');
  await expect(mailing).toHaveValue('15 Commercial Wharf');
  await page.reload();
  await hydrated(page);
  await expect(mailing).toBeDisabled();
  await expect(mailing).toHaveValue('15 Commercial Wharf');
  await page.getByRole('checkbox', { name: 'Same as business address' }).uncheck();
  await expect(mailing).toBeEnabled();
});

test('S4.6 a business address that something fills in without a word is the mailing address all the same', {
  tag: '@long',
}, async ({ page, boxline }) => {
  const business = newDealership();
  await page.goto('/dealer-intake#form');
  await hydrated(page);
  await fillIn(page, intakeOf(business));
  await control(page, 'Same as business address').check();
  await control(page, 'Business address').evaluate((address: HTMLTextAreaElement) => {
    address.value = '99 New Street';
  });
  await page.getByRole('button', { name: 'Send registration' }).click();
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
  const [lead] = await boxline.leadsOf(business);
  expect(lead?.answers).toMatchObject({ business_address: '99 New Street', mailing_address: '99 New Street' });
});

test('R5 an empty intake is refused with a summary, and counts what is left', async ({ page }) => {
  await openForm(page);
  await expect(page.getByRole('navigation', { name: 'Parts of the form' })).toContainText('6 required left');
  await send(page);
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(12);
  await expect(page).toHaveTitle(/^Error: /);
  await summary.getByRole('link', { name: 'Choose your average sales' }).click();
  await expect(control(page, 'Average sales')).toBeFocused();
  await control(page, 'Average sales').selectOption('$25,000+');
  await expect(page.getByRole('link', { name: /Sales Information/ })).toContainText('Complete');
});

test('S2.11 S4.5 S9.4 R18 an intake is sent and thanked for, with the agents and the promise of a code', async ({
  page,
  boxline,
}) => {
  const business = newDealership();
  await openForm(page);
  await fillIn(page, intakeOf(business));
  await page.getByRole('checkbox', { name: lists.lenders[1] }).check();
  await page.getByRole('checkbox', { name: lists.lenders[4] }).check();
  await expect(page.getByRole('checkbox', { name: /may text this number/ })).not.toBeChecked();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1.0/email/send', async (route) => {
    await held;
    await route.continue();
  });
  await send(page);
  await expect(page.getByRole('status').filter({ hasText: 'Submitting Inquiry...' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submitting Inquiry...' })).toBeDisabled();
  release();
  const dialog = page.getByRole('dialog', { name: 'Thank you' });
  await expect(dialog.getByRole('heading', { name: 'Thank you' })).toBeFocused();
  await expect(dialog).toContainText('Exclusive Access Code');
  await expect(dialog).toContainText('under construction');
  for (const { name, phone } of brand.agents) {
    const digits = phone.replaceAll(/\D/g, '');
    await expect(dialog.getByRole('link', { name })).toHaveAttribute('href', `tel:+1${digits}`);
  }
  const [lead, ...others] = await boxline.leadsOf(business);
  expect(others).toEqual([]);
  expect(lead?.answers).toMatchObject({ current_lenders: [lists.lenders[1], lists.lenders[4]], sms_consent: false });
  await expect(dialog).toContainText(lead?.reference ?? 'no lead');
  await boxline.mailbox.waitFor(2, ({ parsed }) => parsed.text?.includes(lead?.reference ?? 'no lead') === true);
  await dialog.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test.describe('when the server fails', () => {
  test.use({ allowed: [/status of 500/] });

  test('S8.2 R4 a failed intake alerts in the page, keeps what was typed, and can be sent again', async ({
    page,
    boxline,
  }) => {
    const business = newDealership();
    await openForm(page);
    await fillIn(page, intakeOf(business));
    await page.route('**/api/v1.0/email/send', (route) => route.fulfill({ status: 500, body: 'down' }));
    await send(page);
    const alert = page.getByRole('alert').filter({
      hasText: 'Failed to submit form. Please try again or contact us directly.',
    });
    await expect(alert).toBeFocused();
    await expect(control(page, 'Business name')).toHaveValue(business);
    await page.unroute('**/api/v1.0/email/send');
    await send(page);
    await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
    expect(await boxline.leadsOf(business)).toHaveLength(1);
  });
});

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, repeats(width !== 390), () => {
    test.use({ allowed: [/status of 500/] });

    test(`the intake has nothing that axe finds wrong at ${width} px`, async ({ page }) => {
      // Axe looks at every element of every state, which takes its time on a busy machine.
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height: 844 });
      await expectAccessible(page);
      await openForm(page);
      await expectAccessible(page);
      await send(page);
      await expectAccessible(page);
      await fillIn(page, intakeOf(newDealership()));
      await page.getByRole('checkbox', { name: 'Same as business address' }).check();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.route('**/api/v1.0/email/send', (route) => route.fulfill({ status: 500, body: 'down' }), { times: 1 });
      await send(page);
      await expect(page.getByText('Nothing you typed was lost.')).toBeVisible();
      await expectAccessible(page);
      await send(page);
      await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('region', { name: 'Dealer intake' })).toBeVisible();
      await expectAccessible(page);
    });
  });
}
