/** A form that waited on the device and is then refused with 403, by the product's server or by something in between. */
import { brand } from '#brand/brand.ts';
import { pages } from '#contract/pages.ts';
import { refusalHeader } from '#contract/refusal-mark.ts';
import { control } from './forms.ts';
import { note, openFilledInquiry, posts, waitBehind } from './sending.ts';
import { expect, goOffline, hydrated, momentPasses, newDealership, test } from './support.ts';

test.use({ allowed: [/Failed to load resource: (net::ERR_|the server responded with a status of (?:403|413))/] });

test('R670 a firewall that refuses a form that waits is told of, with whom to call, until it lets it pass', async ({
  page,
  boxline,
}) => {
  const dealership = await waitBehind(page, { status: 403, body: '<html>Access denied</html>' });
  await expect(note(page).getByRole('link', { name: brand.phone })).toBeVisible();
  await expect(note(page).getByRole('link', { name: brand.email })).toBeVisible();
  await page.unroute(posts);
  await page.reload();
  await hydrated(page);
  await expect(note(page)).toContainText('was sent. We have it.');
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

test('R670 a form that waits and is refused by our server with 403 comes back, with whom to call', async ({ page }) => {
  const dealership = newDealership();
  await openFilledInquiry(page, dealership);
  await goOffline(page);
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(note(page)).toContainText('waits in this browser');
  await page.goto('about:blank').catch(() => undefined);
  let calls = 0;
  await page.route(posts, (route) => {
    calls += 1;
    return route.fulfill({ status: 403, body: 'Forbidden', headers: { [refusalHeader]: '403' } });
  });
  await page.context().setOffline(false);
  await page.goto(pages.about);
  await hydrated(page);
  await expect(note(page)).toContainText('was refused, and sending it again as it is does not help');
  await expect(note(page).getByRole('link', { name: brand.phone })).toBeVisible();
  const before = calls;
  await note(page).getByRole('link', { name: 'Open the form' }).click();
  await expect(page.getByRole('alert').filter({ hasText: `Call ${brand.phone} or write to` })).toBeVisible();
  await expect(control(page, 'Dealership name')).toHaveValue(dealership);
  await page.reload();
  await hydrated(page);
  await expect(control(page, 'Dealership name')).toHaveValue(dealership);
  await momentPasses(page);
  expect(calls).toBe(before);
});

test('R743 a form that waits and is too large for a proxy is tried on, until it lets it pass', async ({
  page,
  boxline,
}) => {
  const dealership = await waitBehind(page, { status: 413, body: '<html>413 Request Entity Too Large</html>' });
  await page.unroute(posts);
  await page.reload();
  await hydrated(page);
  await expect(note(page)).toContainText('was sent. We have it.');
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});
