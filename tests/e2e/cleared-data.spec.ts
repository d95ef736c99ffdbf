/** Somebody clears the browser's data, here or in another tab, while a form waits on the device. */
import type { BrowserContext, Page, Route } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { control } from './forms.ts';
import { failure, holdNextPost, note, openFilledDialog, openFilledInquiry, openFilledIntake } from './sending.ts';
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
      await expect(note(page)).toContainText('waits in this browser');
      await clear(other, context);
      // A page that tries to send it at that moment does not know whether it came through. Of what the browser itself clears it learns
      // with its next try.
      await expect(note(page)).toContainText(
        /is no longer in this browser: it was cleared before (it was sent\. We do not|an answer came\. We may) have it/,
        { timeout: 30_000 },
      );
      await expect(note(page)).not.toContainText('waits in this browser');
      const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
      expect(await kept()).not.toContain(dealership);
      // A dialog stands before the note.
      await page.keyboard.press('Escape');
      await note(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(note(page)).toBeHidden();
    });
  }
}

/** Sends a form, leaves its page while the post is held, and clears the browser's data if it is to be. Resolves to the held post. */
async function leaveInMidSend(page: Page, button: string, isCleared: boolean): Promise<Route> {
  const { route } = await holdNextPost(page);
  await press(page, button);
  const held = await route;
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: /^privacy policy$/i })
    .first()
    .click();
  await expect(note(page)).toContainText('is being sent');
  if (isCleared) {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }
  return held;
}

for (const isCleared of [true, false]) {
  for (const [name, open, button, label] of [
    ['an inquiry', openFilledDialog, 'Send inquiry', 'Dealership name'],
    ['an intake', openFilledIntake, 'Send registration', 'Business name'],
  ] as const) {
    test(`R896 ${name} whose page is left in mid-send and that then fails, is said to be kept only when it is${isCleared ? ' not cleared' : ''}`, async ({
      page,
    }) => {
      const dealership = newDealership();
      await open(page, dealership);
      const route = await leaveInMidSend(page, button, isCleared);
      await route.abort('failed');
      await expect(note(page)).toContainText(
        'could not be sent. What you typed is in the form, unless it was cleared.',
      );
      await note(page).getByRole('link', { name: 'Open the form to try again' }).click();
      await expect(control(page, label)).toHaveValue(isCleared ? '' : dealership);
      await expect(page.getByText(/^(Submission Failed|Failed to submit form)/)).toHaveCount(isCleared ? 0 : 1);
      await expect(page.getByText('Nothing you typed was lost')).toHaveCount(isCleared ? 0 : 1);
    });
  }
}

for (const isCleared of [true, false]) {
  test(`R896 an inquiry that is opened again while it is still being sent, and that then fails, is said to be kept only when it is${isCleared ? ' not cleared' : ''}`, async ({
    page,
  }) => {
    const dealership = newDealership();
    await openFilledInquiry(page, dealership);
    const route = await leaveInMidSend(page, 'Send inquiry', isCleared);
    await page.goBack();
    await expect(control(page, 'Dealership name')).toHaveValue(isCleared ? '' : dealership);
    await route.abort('failed');
    await expect(failure(page)).toBeVisible();
    await expect(page.getByText('Nothing you typed was lost')).toHaveCount(isCleared ? 0 : 1);
  });
}
