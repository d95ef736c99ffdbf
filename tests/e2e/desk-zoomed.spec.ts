/** The desk at a zoom of 400 %: elements fixed to the screen leave room to read, and every control can be reached. */
import { expect, test } from './desk.ts';
import { looks } from './desk-board-looks.ts';
import { openLook } from './desk-looks.ts';
import { pinnedPart, zoomed } from './zoomed.ts';

test.use({ ...zoomed, allowed: [/status of (?:401|404|409)/] });

for (const name of [
  'desk-board-ringing',
  'desk-request-waiting',
  'desk-request-mine',
  'desk-request-edit',
  'desk-leads',
  'desk-lead-late',
  'desk-message-retry',
]) {
  test(`R502 ${name} at a zoom of 400 % has more than half of the screen for what is read`, async ({ page }) => {
    const look = looks.find((one) => one.name === name);
    if (!look) throw new Error('there is no such state');
    await openLook(page, look);
    expect(await pinnedPart(page)).toBeLessThan(0.5);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(zoomed.viewport.width);
  });
}
