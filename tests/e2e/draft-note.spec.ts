/** What a form says about its draft: since when it is kept, and where. */
import type { Page } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { control } from './forms.ts';
import { expect, hydrated, test } from './support.ts';

const draftKey = 'boxline.draft.inquiry';
const saved = (page: Page) => page.getByText(/^Saved in this browser/);
const refused = (page: Page) => page.getByText('Your browser keeps no draft.');

/** Fills the storage that all tabs share, so that not one more letter fits. */
const fillStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let size = 2 ** 24;
    for (let piece = 0; size >= 1; ) {
      try {
        localStorage.setItem(`full.${piece}`, 'x'.repeat(size));
        piece += 1;
      } catch {
        size /= 2;
      }
    }
  });

test('R395 a draft of the evening before is not said to be of this day', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-21T21:06:00');
  await page.goto(pages.inquiry);
  await hydrated(page);
  await control(page, 'First name').fill('Ada');
  await expect(saved(page)).toHaveText('Saved in this browser 9:06 pm');
  await page.clock.setFixedTime('2026-11-22T08:30:00');
  await page.reload();
  await hydrated(page);
  await expect(control(page, 'First name')).toHaveValue('Ada');
  await expect(saved(page)).toHaveText('Saved in this browser Nov 21, 9:06 pm');
  await control(page, 'Last name').fill('Quill');
  await expect(saved(page)).toHaveText('Saved in this browser 8:30 am');
});

test('R396 a draft that only the tab has, because the device is full, is never said to be on the device', async ({
  page,
}) => {
  await page.goto(pages.inquiry);
  await hydrated(page);
  await fillStorage(page);
  await control(page, 'First name').fill('Ada');
  await expect(refused(page)).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), draftKey)).toBeNull();
  // Another page of the site, and back, in the same document; then a reload.
  await page.getByRole('link', { name: 'Privacy policy' }).first().click();
  await expect(page).toHaveURL(pages.privacy);
  await page.goBack();
  for (const comeBack of [undefined, () => page.reload()]) {
    await comeBack?.();
    await hydrated(page);
    await expect(control(page, 'First name')).toHaveValue('Ada');
    await expect(refused(page)).toBeVisible();
    await expect(saved(page)).toBeHidden();
  }
  // Once there is room again, the next letter is kept.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('full.')) localStorage.removeItem(key);
  });
  await control(page, 'Last name').fill('Quill');
  await expect(saved(page)).toBeVisible();
  await expect(refused(page)).toBeHidden();
});

test('R492 a draft that another tab cleared is said to be in this tab, at once and after a reload', async ({
  page,
  context,
}) => {
  await page.goto(pages.inquiry);
  await hydrated(page);
  await control(page, 'First name').fill('Ada');
  await expect(saved(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(pages.inquiry);
  await hydrated(other);
  await expect(control(other, 'First name')).toHaveValue('Ada');
  await other.getByRole('button', { name: 'Clear', exact: true }).click();
  await other.getByRole('button', { name: 'Clear it' }).click();
  await expect(other.getByText('Cleared from this browser')).toBeVisible();
  const inTab = page.getByText('Kept in this tab alone, until it is closed');
  for (const comeBack of [undefined, () => page.reload()]) {
    await comeBack?.();
    await expect(inTab).toBeVisible();
    await expect(control(page, 'First name')).toHaveValue('Ada');
    await expect(saved(page)).toBeHidden();
    await expect(refused(page)).toBeHidden();
  }
  expect(await page.evaluate((key) => localStorage.getItem(key), draftKey)).toBeNull();
  await control(page, 'Last name').fill('Quill');
  await expect(saved(page)).toBeVisible();
});
