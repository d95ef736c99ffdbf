/** What the device and the page keep of a form: for how long, until which event, and who can see it. */
import type { Page } from '@playwright/test';
import { writeFieldErrors } from '#contract/field-errors.ts';
import { pages } from '#contract/pages.ts';
import { control, fillIn, inquiryOf, intakeOf } from './forms.ts';
import { holdNextPost, note, openFilledInquiry, openFilledIntake, posts, receipt } from './sending.ts';
import { expect, goOffline, hydrated, newDealership, stopClock, test } from './support.ts';

test.use({ allowed: [/Failed to load resource: (net::ERR_|the server responded with a status of (422|429))/] });

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

test('R15 a form on its way cannot be cleared, and can be as soon as it comes back', async ({ page }) => {
  await openFilledInquiry(page, newDealership());
  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  await expect(clear).toBeVisible();
  const { route } = await holdNextPost(page);
  await press(page, 'Send inquiry');
  await expect(page.getByText('Sending your inquiry…')).toBeVisible();
  await expect(clear).toBeHidden();
  await (await route).abort('failed');
  await expect(clear).toBeVisible();
});

test('R15 a form that was put aside is cleared from the device, and then goes nowhere', async ({ page, boxline }) => {
  const dealership = newDealership();
  await openFilledInquiry(page, dealership);
  await goOffline(page);
  await press(page, 'Send inquiry');
  await expect(note(page)).toContainText('waits in this browser');
  await note(page).getByRole('button', { name: 'Clear' }).click();
  await note(page).getByRole('button', { name: 'Keep it' }).click();
  await expect(note(page).getByRole('button', { name: 'Clear' })).toBeFocused();
  await expect(receipt(page)).toContainText('not confirmed yet');
  await note(page).getByRole('button', { name: 'Clear' }).click();
  await note(page).getByRole('button', { name: 'Clear it' }).click();
  await expect(note(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  // No text says any more that the form will be sent, and there is room for another form.
  await expect(receipt(page)).toBeHidden();
  await expect(control(page, 'Dealership name')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(dealership);
  await page.context().setOffline(false);
  // A waiting form is sent before the present one.
  const next = newDealership();
  await page.reload();
  await hydrated(page);
  await fillIn(page, inquiryOf(next));
  await press(page, 'Send inquiry');
  await expect(receipt(page)).toContainText(/Received \w+ \d+, \d{4}/);
  await expect(note(page)).toBeHidden();
  expect(await boxline.leadsOf(next)).toHaveLength(1);
  expect(await boxline.leadsOf(dealership)).toEqual([]);
});

const text = 'Enter an e-mail address in the format name@example.com';
const refusal = { status: 422, body: writeFieldErrors([{ field: 'business_email', text }]) };

test('R15 an intake that the server cannot take as it is comes back to the form, with what must be mended', async ({
  page,
  context,
}) => {
  await openFilledIntake(page, newDealership());
  await goOffline(page);
  await press(page, 'Send registration');
  await expect(page.getByRole('dialog')).toContainText('You are offline');
  await page.close();
  await context.setOffline(false);
  await context.route(posts, (route) => route.fulfill(refusal));
  const later = await context.newPage();
  await later.goto(pages.about);
  await note(later).getByRole('link', { name: 'Open the form to correct it' }).click();
  const summary = later.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: text }).click();
  await expect(control(later, 'Business e-mail')).toBeFocused();
});

test('R15 R62 such an intake comes back at once to who still reads that it waits, and after a reload', async ({
  page,
}) => {
  const business = newDealership();
  await openFilledIntake(page, business);
  await goOffline(page);
  await press(page, 'Send registration');
  // A page that is back online before it has put the form aside posts it at once, and then nothing waits and comes back.
  await expect(page.getByRole('dialog')).toContainText('You are offline');
  await page.route(posts, (route) => route.fulfill(refusal));
  await page.context().setOffline(false);
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(control(page, 'Business name')).toHaveValue(business);
  await page.goto(pages['dealer-intake']);
  await expect(summary).toBeFocused();
});

test('R512 the errors of an intake that came back keep the focus when the browser gives it to the form late', async ({
  page,
}) => {
  await page.goto(pages['dealer-intake']);
  await hydrated(page);
  await page.getByRole('link', { name: 'Continue to Form' }).click();
  await fillIn(page, intakeOf(newDealership()));
  await page.route(posts, (route) => route.fulfill(refusal));
  await press(page, 'Send registration');
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  // Back to the welcome panel, and on to the form again.
  await page.goBack();
  await page.goForward();
  await expect(summary).toBeFocused();
  // A browser gives the focus to what the fragment names, on a busy machine some frames later.
  await page.locator('#form').evaluate((element: HTMLElement) => element.focus());
  await expect(summary).toBeFocused();
});

test('a receipt waits for who left the page before the answer came', async ({ page, boxline }) => {
  const dealership = newDealership();
  await openFilledInquiry(page, dealership);
  const { letGo } = await holdNextPost(page);
  await press(page, 'Send inquiry');
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(pages.about);
  await letGo();
  // The lead is stored before its answer comes. Somebody who is back by then sees the form succeed instead.
  await expect(note(page)).toContainText('was sent. We have it.');
  await page.goBack();
  const [lead] = await boxline.leadsOf(dealership);
  await expect(receipt(page)).toContainText(lead?.reference ?? 'no lead');
  await receipt(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(receipt(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});

test('a receipt waits for who left the home page within the two seconds of its success', async ({ page, boxline }) => {
  const dealership = newDealership();
  await page.goto(pages.about);
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(pages.home);
  await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
  await fillIn(page, inquiryOf(dealership));
  await stopClock(page);
  await press(page, 'Send inquiry');
  await expect(page.getByRole('button', { name: 'Submitted Successfully!' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(pages.about);
  await page.goForward();
  const [lead] = await boxline.leadsOf(dealership);
  await expect(receipt(page)).toContainText(lead?.reference ?? 'no lead');
});

test('S2.11 R15 the thanks for an intake that was sent offline come when it goes out', async ({ page, boxline }) => {
  const business = newDealership();
  await openFilledIntake(page, business);
  await goOffline(page);
  await press(page, 'Send registration');
  await expect(page.getByRole('dialog', { name: 'Waiting for a connection' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toContainText('Exclusive Access Code');
  expect(await boxline.leadsOf(business)).toHaveLength(1);
});

test('R5 the title says Error only while the inquiry that has one is open', async ({ page }) => {
  await page.goto(pages.home);
  await hydrated(page);
  await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
  await press(page, 'Send inquiry');
  await expect(page).toHaveTitle(/^Error: /);
  await press(page, 'Cancel');
  await expect(page).not.toHaveTitle(/Error/);
  await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
  await expect(page).toHaveTitle(/^Error: /);
});

test('the time until the next try is read out once, and counted for the eyes', async ({ page, boxline }) => {
  const dealership = newDealership();
  await openFilledInquiry(page, dealership);
  const busy = { status: 429, headers: { 'retry-after': '4' }, body: 'Too many requests' };
  await page.route(posts, (route) => route.fulfill(busy), { times: 1 });
  await stopClock(page);
  await press(page, 'Send inquiry');
  const waiting = page.getByRole('status').filter({ hasText: 'The server is busy' });
  const countdown = waiting.locator('.countdown[aria-hidden="true"]');
  await expect(countdown).toHaveText(/^in [34] s$/);
  const spoken = await waiting.locator('.visually-hidden').textContent();
  await page.clock.runFor(2000);
  await expect(countdown).toHaveText(/^in [12] s$/);
  expect(await waiting.locator('.visually-hidden').textContent()).toBe(spoken);
  await page.clock.resume();
  await expect(receipt(page)).toBeVisible();
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});
