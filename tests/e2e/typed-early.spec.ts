/** Forms that are filled in on a slow connection, before the page's script has come. */
import type { Page } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { control } from './forms.ts';
import { expect, hydrated, test } from './support.ts';

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

test('R398 what was typed before the script came is a draft, and is there after another page', async ({ page }) => {
  const scriptComes = await openWithoutScript(page, pages.inquiry);
  await control(page, 'First name').fill('Ada');
  await scriptComes();
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.getByRole('link', { name: 'Privacy policy' }).first().click();
  await expect(page).toHaveURL(pages.privacy);
  await page.goBack();
  await expect(control(page, 'First name')).toHaveValue('Ada');
});

test('R398 what is added to a draft before the script came is kept with it', async ({ page, context }) => {
  await page.goto(pages.inquiry);
  await hydrated(page);
  await control(page, 'First name').fill('Ada');
  await expect(page.getByText('Saved on this device')).toBeVisible();
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
