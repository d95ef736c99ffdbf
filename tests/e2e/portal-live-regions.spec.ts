/** What the portal and its dialogs announce to screen readers is in live regions that were there before. */
import { mountedWithWords, watchLiveRegions } from './live-regions.ts';
import {
  accessDialog,
  agentTakes,
  anyDealership,
  askByText,
  card,
  codeField,
  enter,
  expect,
  linkIn,
  openTextForm,
  test,
} from './portal.ts';

test.use({ allowed: [/Failed to load resource: the server responded with a status of (401|500)/] });

test.beforeEach(({ page }) => watchLiveRegions(page));
test.afterEach(async ({ page }) => expect(await mountedWithWords(page)).toEqual([]));

test('R31 a wrong code and a portal that does not answer are announced by regions that were there', async ({
  page,
}) => {
  await page.goto('/portal');
  await expect(codeField(page)).toBeFocused();
  for (const code of ['AAAA-BBBB-CCCC', 'AAAA-BBBB-DDDD']) {
    await codeField(page).fill(code);
    await page.getByRole('button', { name: 'Access Portal' }).click();
    await expect(accessDialog(page).getByRole('alert').filter({ hasText: 'Invalid access code' })).toBeVisible();
  }
  const show = page.getByRole('button', { name: 'Show the code' });
  await expect(show).not.toHaveAttribute('aria-pressed');
  await show.click();
  await expect(page.getByRole('button', { name: 'Hide the code' })).not.toHaveAttribute('aria-pressed');
});

test('R31 a request is announced, step by step, by regions that were there', async ({ page, boxline }) => {
  await enter(page, boxline);
  await openTextForm(page);
  await page.getByRole('button', { name: 'Request Agent' }).press('Enter');
  const dealership = page.getByLabel('Dealership');
  await expect(dealership).toHaveAttribute('aria-invalid', 'true');
  // An answer that is marked as wrong says why, where its control is.
  await expect(dealership).toHaveAccessibleDescription('Please select your dealership');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await askByText(page, anyDealership());
  await expect(card(page)).toBeVisible();
  await card(page)
    .getByLabel(/AnyDesk address/)
    .fill('12');
  await card(page)
    .getByRole('button', { name: /Send to/ })
    .click();
  await expect(card(page).getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  await card(page)
    .getByLabel(/AnyDesk address/)
    .fill('123 456 789');
  await card(page)
    .getByRole('button', { name: /Send to/ })
    .click();
  await expect(card(page).getByText('123 456 789').first()).toBeVisible();
});

test('R814 who takes the request is announced while the dialog “Agent Requested!” is open, and stands in the title', async ({
  page,
  boxline,
}) => {
  const dealership = anyDealership();
  await enter(page, boxline);
  await openTextForm(page, dealership);
  await page.getByRole('button', { name: 'Request Agent' }).click();
  await expect(page.getByRole('heading', { name: 'Agent Requested!' })).toBeFocused();
  const [text] = await boxline.textsOf(dealership);
  await agentTakes(boxline, linkIn(text), 'accept');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Marlow Finch has your request');
  await expect(page).toHaveTitle('Marlow Finch has your request | Dealer Portal');
  await page.getByRole('button', { name: 'Got It' }).click();
  await expect(card(page).getByRole('heading', { level: 2 })).toBeFocused();
  await expect(page).toHaveTitle('Marlow Finch has your request | Dealer Portal');
});
