/**
 * The desk on a phone for a person whose text is twice as large: nothing is cut off, and nothing fixed to the screen covers it
 * (WCAG 1.4.4, 1.4.10).
 */
import { expect, test } from './desk.ts';
import { looks } from './desk-board-looks.ts';
import { openLook } from './desk-looks.ts';
import { setDefaultTextSize, unfitting } from './large-text.ts';

test.use({ viewport: { width: 390, height: 844 }, allowed: [/status of (?:401|404|409)/] });

for (const name of [
  'desk-board',
  'desk-board-ringing',
  'desk-log-a-call',
  'desk-request-mine',
  'desk-leads',
  'desk-lead-late',
  'desk-lead-changed',
  'desk-schedule',
  'desk-schedule-edit',
  'desk-schedule-conflict',
]) {
  test(`R353 ${name} fits a phone with text of twice the size`, async ({ page }) => {
    await setDefaultTextSize(page, 32);
    const look = looks.find((one) => one.name === name);
    if (!look) throw new Error('there is no such state');
    await openLook(page, look);
    expect(await unfitting(page)).toEqual([]);
  });
}

test('R353 no bar covers a lead on a phone with text of twice the size', async ({ page }) => {
  await setDefaultTextSize(page, 32);
  const look = looks.find((one) => one.name === 'desk-lead-late');
  if (!look) throw new Error('there is no such state');
  await openLook(page, look);
  const covered = await page.evaluate(() => {
    const heights = [...document.querySelectorAll('.shell *')]
      .filter((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position) && one.checkVisibility())
      .map((one) => one.getBoundingClientRect().height);
    return heights.reduce((sum, height) => sum + height, 0) / innerHeight;
  });
  expect(covered).toBeLessThan(0.25);
});
