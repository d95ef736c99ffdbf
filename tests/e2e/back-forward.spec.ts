/** Back and Forward across the edges of the site, in a browser that keeps pages in its cache as it does for people. */
import { control, fillIn, inquiryOf } from './forms.ts';
import { fate, leaveAndReturn, withPageCache } from './page-cache.ts';
import { publicPaths } from './public-pages.ts';
import { expect, hydrated, newDealership, test } from './support.ts';

// One worker runs all of these tests, because each worker that begins with this file starts another browser.
test.describe.configure({ mode: 'default' });

test.use(withPageCache);

for (const path of publicPaths) {
  test(`R29 ${path} comes back as it was left`, async ({ page }) => {
    await page.goto(path);
    await hydrated(page);
    await leaveAndReturn(page);
    expect(await fate(page)).toBe('restored');
  });
}

test('R29 an inquiry that was left half filled in goes on where it was, and is sent once', async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  await page.goto('/inquiry');
  await hydrated(page);
  const { 'Last name': lastName = '', ...rest } = inquiryOf(dealership);
  await fillIn(page, rest);
  await leaveAndReturn(page);
  expect(await fate(page)).toBe('restored');
  await expect(control(page, 'Dealership name')).toHaveValue(dealership);
  await fillIn(page, { 'Last name': lastName });
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(page.getByRole('main')).toContainText(/BX-\w{4}-\w{4}/);
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});
