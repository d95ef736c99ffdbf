/** Somebody clears the browser's data, here or in another tab, while a form waits on the device. */
import type { BrowserContext, Page } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { note, openFilledDialog, openFilledInquiry, openFilledIntake } from './sending.ts';
import { expect, goOffline, newDealership, test } from './support.ts';

test.use({ allowed: [/Failed to load resource: net::ERR_/] });

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** The ways in which a browser's data is cleared: by a script of another tab, or by the browser itself, which tells no script. */
const ways: Readonly<Record<string, (other: Page, context: BrowserContext) => Promise<void>>> = {
  'by another tab': (other) => other.evaluate(() => localStorage.clear()),
  'by the browser': async (other, context) => {
    const { origin } = new URL(other.url());
    const session = await context.newCDPSession(other);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  },
};

for (const [how, clear] of Object.entries(ways)) {
  for (const [name, open, button] of [
    ['an inquiry', openFilledInquiry, 'Send inquiry'],
    ['an inquiry in its dialog', openFilledDialog, 'Send inquiry'],
    ['an intake', openFilledIntake, 'Send registration'],
  ] as const) {
    test(`R815 ${name} that waits offline and is cleared ${how} is said to be gone, and nothing is written again`, async ({
      page,
      context,
    }) => {
      const dealership = newDealership();
      await open(page, dealership);
      const other = await context.newPage();
      await other.goto(pages.about);
      await goOffline(page);
      await press(page, button);
      await expect(note(page)).toContainText('waits on this device');
      await clear(other, context);
      // A page that tries to send it at that moment does not know whether it came through.
      await expect(note(page)).toContainText(
        /is no longer on this device: it was cleared before (it was sent\. We do not|an answer came\. We may) have it/,
      );
      await expect(note(page)).not.toContainText('waits on this device');
      const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
      expect(await kept()).not.toContain(dealership);
      // A dialog stands before the note.
      await page.keyboard.press('Escape');
      await note(page).getByRole('button', { name: 'Put away' }).click();
      await expect(note(page)).toBeHidden();
    });
  }
}
