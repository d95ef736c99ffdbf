/** The person learns the result of a form that was sent, wherever they are by then. */
import type { Locator, Page } from '@playwright/test';
import { writeFieldErrors } from '#contract/field-errors.ts';
import { pages } from '#contract/pages.ts';
import { control, fillIn, inquiryOf, intakeOf } from './forms.ts';
import {
  failure,
  type HeldPost,
  holdNextPost,
  note,
  openFilledDialog,
  openFilledIntake,
  posts,
  receipt,
} from './sending.ts';
import { expect, goOffline, hydrated, momentPasses, newDealership, repeats, stopClock, test } from './support.ts';

test.use({ allowed: [/Failed to load resource: (net::ERR_|the server responded with a status of (422|500))/] });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Dealer inquiry' });

/** Sends an inquiry from its dialog on the home page. Resolves once its post is held. */
async function sendInDialog(page: Page, dealership: string): Promise<HeldPost> {
  await page.goto(pages.terms);
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(pages.home);
  await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
  await fillIn(page, inquiryOf(dealership));
  const held = await holdNextPost(page);
  await dialog(page).getByRole('button', { name: 'Send inquiry' }).click();
  await expect(dialog(page).getByText('Sending your inquiry…')).toBeVisible();
  // The page says that it sends before it posts.
  await held.route;
  return held;
}

const inSight = (locator: Locator) => expect(locator).toBeInViewport({ ratio: 0.9 });

const ways: readonly [string, (page: Page) => Promise<void>][] = [
  ['Esc', (page) => page.keyboard.press('Escape')],
  ['the close button', (page) => dialog(page).getByRole('button', { name: 'Close the inquiry' }).click()],
  [
    'a change of the page',
    async (page) => {
      await page.goBack();
      await expect(page).toHaveURL(pages.terms);
      // The address changes before the page's file has come.
      await expect(dialog(page)).toBeHidden();
    },
  ],
];

for (const [way, leave] of ways) {
  test.describe(
    `an inquiry whose dialog is left by ${way} in mid-send`,
    repeats(way !== 'a change of the page'),
    () => {
      test('R62 is said to be on its way, and then that it was received', async ({ page, boxline }) => {
        const dealership = newDealership();
        const held = await sendInDialog(page, dealership);
        await leave(page);
        await expect(dialog(page)).toBeHidden();
        await expect(note(page)).toContainText('Dealer inquiry is being sent');
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await held.letGo();
        await expect(note(page)).toContainText(/Dealer inquiry BX-\w{4}-\w{4} was sent. We have it./);
        await inSight(note(page));
        const [lead] = await boxline.leadsOf(dealership);
        await expect(note(page)).toContainText(lead?.reference ?? 'no lead');
        await note(page).getByRole('button', { name: 'Dismiss' }).click();
        await expect(note(page)).toBeHidden();
        // A person who reads on keeps their place.
        await expect(page.locator('main')).toBeFocused();
        expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
        await page.goto(pages.home);
        await hydrated(page);
        await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
        await expect(control(page, 'Dealership name')).toHaveValue('');
      });

      test('R62 that fails says so there, and the form is as it was typed', { tag: '@long' }, async ({
        page,
        boxline,
      }) => {
        const dealership = newDealership();
        const held = await sendInDialog(page, dealership);
        await leave(page);
        await (await held.route).fulfill({ status: 500, body: 'down' });
        await expect(note(page)).toContainText('Dealer inquiry could not be sent');
        await note(page).getByRole('link', { name: 'Open the form' }).click();
        await expect(failure(page)).toBeFocused();
        await expect(note(page)).toBeHidden();
        await expect(control(page, 'Dealership name')).toHaveValue(dealership);
        await page.getByRole('button', { name: 'Send inquiry' }).click();
        await expect(receipt(page)).toContainText(/BX-/);
        expect(await boxline.leadsOf(dealership)).toHaveLength(1);
      });

      test('R62 that is refused says so there, and the form says what to mend', { tag: '@long' }, async ({ page }) => {
        const held = await sendInDialog(page, newDealership());
        await leave(page);
        const body = writeFieldErrors([{ field: 'email', text: 'Enter another address' }]);
        await (await held.route).fulfill({ status: 422, body });
        await expect(note(page)).toContainText('Dealer inquiry could not be accepted as it is');
        await note(page).getByRole('link', { name: 'Open the form' }).click();
        await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused();
        await expect(note(page)).toBeHidden();
      });
    },
  );
}

test('R62 an inquiry that goes offline after its dialog was closed is said to wait, and then to be sent', {
  tag: '@long',
}, async ({ page, context, boxline }) => {
  const dealership = newDealership();
  const held = await sendInDialog(page, dealership);
  await page.keyboard.press('Escape');
  await goOffline(page);
  await (await held.route).abort('internetdisconnected');
  await expect(note(page)).toContainText('waits in this browser');
  await context.setOffline(false);
  await expect(note(page)).toContainText('was sent. We have it');
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

test('R62 a dialog that is opened again in mid-send shows how it stands, and how it ends', { tag: '@long' }, async ({
  page,
}) => {
  const held = await sendInDialog(page, newDealership());
  await page.keyboard.press('Escape');
  await expect(note(page)).toContainText('Dealer inquiry is being sent');
  await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
  await expect(dialog(page).getByText('Sending your inquiry…')).toBeVisible();
  await expect(note(page)).toBeHidden();
  await (await held.route).fulfill({ status: 500, body: 'down' });
  await expect(failure(page)).toBeFocused();
});

test('R62 Submission Failed that was read does not outlive Cancel', { tag: '@long' }, async ({ page }) => {
  const held = await sendInDialog(page, newDealership());
  await (await held.route).fulfill({ status: 500, body: 'down' });
  await expect(failure(page)).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
  await momentPasses(page);
  await expect(note(page)).toBeHidden();
  await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
  await expect(dialog(page)).toBeVisible();
  await expect(page.getByText('Submission Failed')).toBeHidden();
});

test('R62 an intake whose page is left in mid-send is told of on the page that the person is on', {
  tag: '@long',
}, async ({ page, boxline }) => {
  const business = newDealership();
  await openFilledIntake(page, business);
  for (const arrives of [false, true]) {
    const held = await holdNextPost(page);
    await page.getByRole('button', { name: 'Send registration' }).click();
    await expect(page.getByRole('button', { name: 'Submitting Inquiry...' })).toBeVisible();
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(note(page)).toContainText('Dealer intake is being sent');
    if (arrives) {
      await held.letGo();
      await expect(note(page)).toContainText('was sent. We have it');
    } else {
      await (await held.route).fulfill({ status: 500, body: 'down' });
      await expect(note(page)).toContainText('Dealer intake could not be sent');
      await note(page).getByRole('link', { name: 'Open the form' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Failed to submit form.' })).toBeFocused();
    }
  }
  expect(await boxline.leadsOf(business)).toHaveLength(1);
});

test('R62 an intake that is left by Back to its welcome panel in mid-send is told of there', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(pages['dealer-intake']);
  await hydrated(page);
  await page.getByRole('link', { name: 'Continue to Form' }).click();
  await fillIn(page, intakeOf(newDealership()));
  const held = await holdNextPost(page);
  await page.getByRole('button', { name: 'Send registration' }).click();
  await expect(page.getByRole('button', { name: 'Submitting Inquiry...' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('form')).toBeHidden();
  await expect(note(page)).toContainText('Dealer intake is being sent');
  await (await held.route).fulfill({ status: 500, body: 'down' });
  await note(page).getByRole('link', { name: 'Open the form' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to submit form.' })).toBeFocused();
});

for (const [fate, arrives] of [
  ['after the server had it', true],
  ['before the server had it', false],
] as const) {
  test(`R62 a reload in mid-send, ${fate}, is told of when the site is open again`, { tag: '@long' }, async ({
    page,
    boxline,
  }) => {
    const dealership = newDealership();
    const held = await sendInDialog(page, dealership);
    const route = await held.route;
    if (arrives) await route.fetch();
    await page.goto(pages.about);
    await hydrated(page);
    if (arrives) {
      const [lead] = await boxline.leadsOf(dealership);
      await expect(note(page)).toContainText(`Dealer inquiry ${lead?.reference} was sent`);
      await note(page).getByRole('button', { name: 'Dismiss' }).click();
    } else {
      await expect(note(page)).toContainText('was not sent', { timeout: 10_000 });
      expect(await boxline.leadsOf(dealership)).toEqual([]);
      await note(page).getByRole('link', { name: 'Open the form' }).click();
      await expect(control(page, 'Dealership name')).toHaveValue(dealership);
      await page.getByRole('button', { name: 'Send inquiry' }).click();
      await expect(receipt(page)).toContainText(/BX-/);
      expect(await boxline.leadsOf(dealership)).toHaveLength(1);
    }
    await expect(note(page)).toBeHidden();
    await page.reload();
    await hydrated(page);
    await momentPasses(page);
    await expect(note(page)).toBeHidden();
  });
}

test('R62 another tab says nothing of a send that its own tab still waits for', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const held = await sendInDialog(page, newDealership());
  const other = await context.newPage();
  await other.goto(pages.about);
  await hydrated(other);
  await stopClock(page);
  await held.letGo();
  await expect(dialog(page).getByRole('button', { name: 'Submitted Successfully!' })).toBeVisible();
  await page.clock.resume();
  await momentPasses(other);
  await expect(note(other)).toBeHidden();
});

/** Sends an inquiry in its dialog while the browser is offline. Returns the name of the dealership. */
async function sendOfflineInDialog(page: Page): Promise<string> {
  const dealership = newDealership();
  await openFilledDialog(page, dealership);
  await goOffline(page);
  await dialog(page).getByRole('button', { name: 'Send inquiry' }).click();
  await expect(dialog(page).getByText('You are offline')).toBeVisible();
  return dealership;
}

test('R62 R15 a dialog that says offline says that it was sent as soon as it was, and closes itself', async ({
  page,
  context,
  boxline,
}) => {
  const dealership = await sendOfflineInDialog(page);
  await stopClock(page);
  await context.setOffline(false);
  await expect(dialog(page).getByText("We'll contact you within 24 hours")).toBeVisible();
  await expect(dialog(page).getByText('You are offline')).toBeHidden();
  await expect(dialog(page).getByRole('button', { name: 'Submitted Successfully!' })).toBeDisabled();
  await page.clock.resume();
  await expect(dialog(page)).toBeHidden();
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

test('R62 a dialog that waits offline says what to mend when the server cannot take it as it is', {
  tag: '@long',
}, async ({ page, context }) => {
  const dealership = await sendOfflineInDialog(page);
  const body = writeFieldErrors([{ field: 'email', text: 'Enter another address' }]);
  await page.route(posts, (route) => route.fulfill({ status: 422, body }));
  await context.setOffline(false);
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused();
  await expect(control(page, 'Dealership name')).toHaveValue(dealership);
  await expect(control(page, 'E-mail')).toHaveAccessibleDescription('Enter another address');
});

test('R899 an inquiry that came through, and whose answer was lost because the device went offline, is not said to be unsent', {
  tag: '@long',
}, async ({ page, context, boxline }) => {
  const dealership = newDealership();
  await openFilledDialog(page, dealership);
  await page.route(posts, async (route) => {
    await route.fetch();
    await goOffline(page);
    await route.abort('connectionreset');
  });
  await dialog(page).getByRole('button', { name: 'Send inquiry' }).click();
  await expect(dialog(page).getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(receipt(page)).toContainText('not confirmed yet');
  await expect(receipt(page)).not.toContainText('sent yet');
  await page.unroute(posts);
  await context.setOffline(false);
  await expect(receipt(page)).toContainText(/Received \w+ \d+, \d{4}/);
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});
