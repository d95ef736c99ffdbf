/** The portal on small screens and on paper. */
import { brand } from '#brand/brand.ts';
import { anyDealership, askByText, card, enter, expect, test } from './portal.ts';

const call = { name: `Call ${brand.directLine}` };

test('R297 R298 a card leaves room to read at 400 % zoom, and is printed dark on white without what is pressed', async ({
  page,
  boxline,
}) => {
  await enter(page, boxline);
  await askByText(page, anyDealership());
  await test.step('at 400 % zoom', async () => {
    await page.setViewportSize({ width: 320, height: 256 });
    const pinned = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position))
        .reduce((height, element) => height + element.getBoundingClientRect().height, 0),
    );
    expect(pinned).toBeLessThan(128);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expect(page.getByRole('link', call)).toBeVisible();
  });
  await test.step('on paper', async () => {
    // A4 within its margins: as narrow as the screens whose number to call is pinned on a ground of its own.
    await page.setViewportSize({ width: 718, height: 1047 });
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.portal-call')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(card(page).getByRole('heading', { level: 2 })).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(card(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.getByRole('link', call)).toBeVisible();
    await expect(card(page)).toContainText(/BX-/);
    const before = await page.locator('.live-clock').evaluate((clock) => getComputedStyle(clock, '::before').content);
    expect(before).toBe('"Waited "');
    await expect(page.getByRole('button')).toHaveCount(0);
  });
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
});
