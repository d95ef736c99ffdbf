/** Telephone numbers and times in sentences, on telephones. */
import { dealerships } from '#brand/dealerships.ts';
import { enter, expect, openTextForm, test } from './portal.ts';
import { publicPaths } from './public-pages.ts';

type Page = import('@playwright/test').Page;

/** The telephone numbers and times of the page, or of its open dialog, that begin on one line and end on the next. */
const brokenNumbers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(
      document.querySelector('dialog:modal') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (!text.parentElement?.checkVisibility()) continue;
      for (const number of text.data.matchAll(/\(\d{3}\)\s\d{3}-\d{4}|\d:\d\d\s[ap]m\b/gi)) {
        const range = document.createRange();
        range.setStart(text, number.index);
        range.setEnd(text, number.index + number[0].length);
        if (range.getClientRects().length > 1) broken.push(`${number[0]} in ${text.data}`);
      }
    }
    return broken;
  });

for (const width of [390, 360, 320]) {
  test(`R953 R1018 no telephone number or time is broken at its space at ${width} px`, async ({ page, boxline }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of publicPaths) {
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      expect(await brokenNumbers(page), path).toEqual([]);
    }
    await enter(page, boxline);
    await openTextForm(page);
    for (const { name } of dealerships) {
      await page.getByLabel('Dealership').selectOption(name);
      expect(await brokenNumbers(page), name).toEqual([]);
    }
  });
}
