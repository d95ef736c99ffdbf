/** Text that is typed at the desk and not sent yet, after a reload. */
import type { Page } from '@playwright/test';
import { expect, test } from './desk-staff.ts';
import { fillIn, inquiryOf } from './forms.ts';
import { anyDealership, askByText, enter } from './portal.ts';
import { hydrated, newDealership } from './support.ts';

test.use({ allowed: [/status of 401/] });
test.slow();

const screen = { width: 1440, height: 900 };

/** Presses a button of the bar once it acts: a button that has just appeared does not. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('region', { name: 'What you do' }).getByRole('button', { name });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.click();
}

test('R200 the form that closes a request is as it was after a reload, until it is sent', async ({
  page: dealer,
  boxline,
  desk,
}) => {
  const dealership = anyDealership();
  const { page } = await desk.arrive('agent', 'Robin Draft', screen);
  await enter(dealer, boxline);
  await askByText(dealer, dealership);
  await page.locator('.row', { hasText: dealership }).getByRole('link').click();
  await press(page, 'Accept');
  await press(page, 'Connected');
  await press(page, 'Done…');
  const form = page.getByRole('dialog', { name: `Close ${dealership}` });
  await form.getByRole('radio', { name: 'Contracted: lease' }).check();
  await form.getByRole('checkbox', { name: 'GAP' }).check();
  await form.getByLabel('Note').fill('Second key is on its way');
  await form.getByRole('checkbox', { name: 'Don’t bill this one' }).check();
  await form.getByLabel('Why not').fill('The store’s first night');

  await page.reload();
  await press(page, 'Done…');
  await expect(form.getByRole('radio', { name: 'Contracted: lease' })).toBeChecked();
  await expect(form.getByRole('checkbox', { name: 'GAP' })).toBeChecked();
  await expect(form.getByLabel('Note')).toHaveValue('Second key is on its way');
  await expect(form.getByLabel('Why not')).toHaveValue('The store’s first night');
  await form.getByRole('button', { name: 'Close request' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('region', { name: 'The open request' })).toContainText('Second key is on its way');
});

test('R200 a note is as it was after a reload, and nothing of it is left after the sign-out', async ({
  page: dealer,
  desk,
}) => {
  const dealership = newDealership();
  await dealer.goto('/inquiry');
  await hydrated(dealer);
  await fillIn(dealer, inquiryOf(dealership));
  await dealer.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(dealer.getByText(/BX-[0-9A-Z]{4}-[0-9A-Z]{4}/).first()).toBeVisible();
  const { page } = await desk.arrive('admin', 'Toni Draft', screen);
  await page.goto('/desk/leads');
  await page.locator('.row', { hasText: dealership }).getByRole('link').click();
  await page.getByLabel('Note').fill('Asked for Priya, back at four');

  await page.reload();
  await expect(page.getByLabel('Note')).toHaveValue('Asked for Priya, back at four');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Priya');
  await page.getByRole('link', { name: /Toni Draft/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByText('Your session has ended', { exact: false })).toBeHidden();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('Priya');
});
