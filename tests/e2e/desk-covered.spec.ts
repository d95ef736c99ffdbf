/** What has the focus is never under the pinned buttons of a record, however many rows they take (WCAG 2.4.11). */
import type { Page } from '@playwright/test';
import { expect, test } from './desk.ts';
import { looks } from './desk-board-looks.ts';
import { openLook } from './desk-looks.ts';

/** More than a record has controls. The rest of the keys walk through it again. */
const keys = 60;

/** What has the focus, when the pinned buttons cover the middle of it; otherwise nothing. */
const coveredNow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const bar = document.querySelector('.bar');
    if (!focused || !bar || focused === document.body || bar.contains(focused)) return [];
    const { x, y, width, height } = focused.getBoundingClientRect();
    const isCovered = bar.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    return isCovered ? [focused.textContent || focused.outerHTML] : [];
  });

for (const [name, width] of [
  ['desk-lead-late', 390],
  ['desk-request-mine', 390],
  ['desk-lead-late', 1180],
] as const) {
  test(`R919 whoever walks through ${name} with Tab at ${width} px sees what they reach, above the pinned buttons`, async ({
    page,
  }) => {
    const look = looks.find((one) => one.name === name);
    if (!look) throw new Error('there is no such state');
    await page.setViewportSize({ width, height: 844 });
    await openLook(page, look);
    await expect(page.locator('.bar').getByRole('button').first()).toBeVisible();
    const covered: string[] = [];
    for (let key = 0; key < keys; key += 1) {
      await page.keyboard.press('Tab');
      covered.push(...(await coveredNow(page)));
    }
    expect(covered).toEqual([]);
  });
}
