/** The second press of a double click, when the screen already shows the result of the first. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './desk-staff.ts';
import { hydrated } from './support.ts';

/** Presses in the middle of an element; `next` presses there again, as the press of a multiple click that it is told to be. */
async function pressIn({ mouse }: Page, element: Locator): Promise<(count: number) => Promise<void>> {
  await element.click();
  return async (clickCount) => {
    await mouse.down({ clickCount });
    await mouse.up({ clickCount });
  };
}

test('R519 a double click on the inquiry opens it, and a press beside it closes it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await hydrated(page);
  const dialog = page.getByRole('dialog', { name: 'Dealer inquiry' });
  const press = await pressIn(page, page.getByRole('link', { name: 'Dealer Inquiry' }));
  await expect(dialog).toBeVisible();
  await press(2);
  await expect(dialog).toBeVisible();
  await press(1);
  await expect(dialog).toBeHidden();
});

for (const width of [390, 1440]) {
  test(`R519 a double click on Contact opens it at ${width} px, and a press beside it closes it`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/about');
    await hydrated(page);
    const dialog = page.getByRole('dialog', { name: 'Contact' });
    const press = await pressIn(page, page.getByRole('contentinfo').getByRole('button', { name: 'Contact' }));
    await expect(dialog).toHaveAttribute('closedby', 'closerequest');
    await press(2);
    await expect(dialog).toHaveAttribute('closedby', 'any');
    await expect(dialog).toBeVisible();
    await press(1);
    await expect(dialog).toBeHidden();
  });
}

test('R519 a double click on an export of the desk begins one, and a press after it another', async ({ desk }) => {
  const { page } = await desk.arrive('manager', 'Robin Twice', { width: 1440, height: 900 });
  await page.getByRole('link', { name: 'People', exact: true }).click();
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/exports')) begun.push(request.url());
  });
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.url()));
  const button = page.getByRole('button', { name: 'Export CSV' });
  await button.click();
  /** Presses the button wherever it is by now: a request that rings for a moment moves the page. */
  const press = async (clickCount: number) => {
    await button.hover();
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  };
  await expect.poll(() => downloads.length).toBe(1);
  await expect(page.getByText(/Your browser downloads the file/)).toBeVisible();
  await press(2);
  await press(3);
  expect(begun).toHaveLength(1);
  await press(1);
  await expect.poll(() => downloads.length).toBe(2);
  expect(begun).toHaveLength(2);
});
