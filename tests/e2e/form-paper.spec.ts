/** The public pages on paper, and the forms that somebody fills in or keeps. */
import type { Page } from '@playwright/test';
import { brand } from '#brand/brand.ts';
import { pages } from '#contract/pages.ts';
import { publicPaths } from './public-pages.ts';
import { openFilledInquiry, receipt } from './sending.ts';
import { expect, hydrated, newDealership, test } from './support.ts';

/** The texts that are too pale to be read on the paper, or on the ground that a browser prints when it is asked to. */
const paleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    function brightness(color: string): number {
      if (!pixel) throw new Error('no canvas');
      pixel.fillStyle = 'white';
      pixel.fillRect(0, 0, 1, 1);
      pixel.fillStyle = color;
      pixel.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...pixel.getImageData(0, 0, 1, 1).data].map((part) =>
        part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
    function groundOf(element: Element | null): string {
      if (!element) return 'white';
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : backgroundColor;
    }
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== ''))
      .filter((element) => {
        const text = brightness(getComputedStyle(element).color);
        return [brightness('white'), brightness(groundOf(element))].some(
          (ground) => (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05) < 4.5,
        );
      })
      .map((element) => element.textContent);
  });

for (const [name, path] of [
  ['the inquiry', pages.inquiry],
  ['the welcome of the intake', pages['dealer-intake']],
  ['the intake', `${pages['dealer-intake']}#form`],
  ['the terms', pages.terms],
  ['the privacy policy', pages.privacy],
] as const) {
  test(`R948 every text of ${name} can be read on paper`, async ({ page }) => {
    await page.goto(path);
    await hydrated(page);
    await page.emulateMedia({ media: 'print' });
    expect(await paleTexts(page)).toEqual([]);
  });
}

test('R1070 every lender of the intake is on paper', async ({ page }) => {
  await page.goto(`${pages['dealer-intake']}#form`);
  await hydrated(page);
  await page.emulateMedia({ media: 'print' });
  const hidden = await page
    .locator('.many')
    .evaluateAll((lists) => lists.map((list) => list.scrollHeight - list.clientHeight));
  expect(hidden.length).toBeGreaterThan(0);
  for (const height of hidden) expect(height).toBe(0);
});

test('R898 a printed page has the brand and the telephone number, and nothing that leads somewhere else', async ({
  page,
}) => {
  await page.goto(pages.services);
  await hydrated(page);
  const shown = { header: page.getByRole('banner'), footer: page.getByRole('contentinfo') };
  await expect(shown.header.getByRole('button', { name: 'Dealer Portal' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(shown.header.getByRole('button')).toHaveCount(0);
  await expect(shown.header.getByRole('link')).toHaveText([brand.name]);
  await expect(shown.footer.getByRole('link')).toHaveText([brand.phone]);
});

test('R948 every text of a receipt can be read on paper', async ({ page }) => {
  await openFilledInquiry(page, newDealership());
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(receipt(page)).toContainText(/BX-/);
  await page.emulateMedia({ media: 'print' });
  expect(await paleTexts(page)).toEqual([]);
});

for (const path of publicPaths.filter((one) => one !== pages.portal)) {
  test(`R952 ${path} is printed dark on white, whether its grounds are printed or not`, async ({ page }) => {
    await page.goto(path);
    await hydrated(page);
    await page.emulateMedia({ media: 'print' });
    expect(await paleTexts(page)).toEqual([]);
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)']).toContain(ground);
  });
}
