/**
 * What the forms announce to screen readers is in live regions that were there before. The portal's are in
 * portal-live-regions.spec.ts.
 */
import { writeFieldErrors } from '#contract/field-errors.ts';
import { control, fillIn, inquiryOf, intakeOf } from './forms.ts';
import { mountedWithWords, watchLiveRegions } from './live-regions.ts';
import { posts } from './sending.ts';
import { expect, goOffline, hydrated, newDealership, test } from './support.ts';

test.use({ allowed: [/Failed to load resource: (net::ERR_|the server responded with a status of (422|429|500))/] });

test.beforeEach(({ page }) => watchLiveRegions(page));
test.afterEach(async ({ page }) => expect(await mountedWithWords(page)).toEqual([]));

for (const [path, formOf, send] of [
  ['/inquiry', inquiryOf, 'Send inquiry'],
  ['/dealer-intake#form', intakeOf, 'Send registration'],
] as const) {
  test(`R31 every answer to a form on ${path} is announced by a region that was there`, async ({ page }) => {
    await page.goto(path);
    await hydrated(page);
    const press = () => page.getByRole('button', { name: send }).click();
    await press();
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused();
    await fillIn(page, formOf(newDealership()));
    await expect(page.getByText(/^Saved in this browser \d/)).toBeVisible();
    for (const answer of [
      { status: 500, body: 'down' },
      { status: 422, body: writeFieldErrors([{ field: 'dealer_type', text: 'Choose another' }]) },
      { status: 429, headers: { 'retry-after': '4' }, body: 'Too Many Requests' },
    ]) {
      await page.route(posts, (route) => route.fulfill(answer), { times: 1 });
      // A second press while the first is on its way is the same press.
      await Promise.all([page.waitForResponse(posts), press()]);
    }
    await expect(page.getByText('The server is busy')).toBeVisible();
    await expect(page.getByText(/BX-\w{4}-\w{4}/).first()).toBeVisible();
  });
}

test('R31 what became of a draft, and of a form that waits, is announced by a region that was there', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
  await fillIn(page, inquiryOf(newDealership()));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
  await dialog.getByRole('button', { name: 'Clear it' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Cleared from this browser' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await control(page, 'E-mail').fill('ada@gmial.com');
  await goOffline(page);
  await dialog.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(page.getByText('You are offline')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('waits in this browser')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('was sent. We have it')).toBeVisible();
});
