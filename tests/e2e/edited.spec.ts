/** Corrections made in a form after its button was pressed: none is lost, and none is sent without being asked for. */
import type { Page, Route } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { control, fillIn, intakeOf } from './forms.ts';
import {
  failure,
  holdNextPost,
  loseNextResponse,
  note,
  openFilledDialog,
  openFilledInquiry,
  openFilledIntake,
  posts,
  receipt,
} from './sending.ts';
import { expect, expectAccessible, goOffline, hydrated, newDealership, stopClock, test } from './support.ts';

test.use({ allowed: [/Failed to load resource: net::ERR_/] });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const unsent = (page: Page) => page.getByRole('status').filter({ hasText: 'Your changes are not sent yet' });

/**
 * Sends an inquiry and corrects the first name before the answer comes. The form was sent without the correction, and now has
 * changes.
 */
async function correctInMidSend(page: Page, dealership: string): Promise<void> {
  await openFilledInquiry(page, dealership);
  const { letGo } = await holdNextPost(page);
  await press(page, 'Send inquiry');
  await control(page, 'First name').fill('Adele');
  await letGo();
  await expect(unsent(page)).toBeVisible();
}

test('R528 a typing error that is corrected in mid-send is kept, said to be unsent, and amends the inquiry', async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  await correctInMidSend(page, dealership);
  // A person who is typing can go on typing.
  await expect(control(page, 'First name')).toBeFocused();
  await expectAccessible(page);
  const [lead] = await boxline.leadsOf(dealership);
  await expect(unsent(page)).toContainText(lead?.reference ?? 'no lead');
  expect(lead?.answers).toMatchObject({ first_name: 'Ada' });

  await page.reload();
  await hydrated(page);
  await expect(control(page, 'First name')).toHaveValue('Adele');
  await expect(unsent(page)).toContainText(lead?.reference ?? 'no lead');
  await press(page, 'Send the changes');
  // The receipt of the form that was received first is above the form.
  await expect(page.getByRole('form')).toBeHidden();
  await expect(receipt(page)).toContainText(lead?.reference ?? 'no lead');
  const leads = await boxline.leadsOf(dealership);
  expect(leads.map(({ reference, answers }) => [reference, answers['first_name']])).toEqual([
    [lead?.reference, 'Adele'],
  ]);
});

test('R528 a dialog that is closed in mid-send over a correction tells of it on the page', { tag: '@long' }, async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  await openFilledDialog(page, dealership);
  const { letGo } = await holdNextPost(page);
  await press(page, 'Send inquiry');
  await control(page, 'First name').fill('Adele');
  await page.keyboard.press('Escape');
  await letGo();
  await expect(note(page)).toContainText('What you changed after that is not sent yet');
  // It is told on every page until it is sent.
  await page.goto(pages.about);
  await expect(note(page)).toContainText('What you changed after that is not sent yet');
  await note(page).getByRole('link', { name: 'Open the form to send it' }).click();
  await expect(unsent(page)).toBeVisible();
  await expect(note(page)).toBeHidden();
  await press(page, 'Send the changes');
  await expect(page.getByRole('form')).toBeHidden();
  const leads = await boxline.leadsOf(dealership);
  expect(leads.map(({ answers }) => answers['first_name'])).toEqual(['Adele']);
});

test('R528 a correction of an intake that is not needed is cleared, and the next store is another lead', {
  tag: '@long',
}, async ({ page, boxline }) => {
  const [business, next] = [newDealership(), newDealership()];
  await openFilledIntake(page, business);
  const { letGo } = await holdNextPost(page);
  await press(page, 'Send registration');
  await control(page, 'Business name').fill(`${business} East`);
  await letGo();
  await expect(unsent(page)).toBeVisible();
  await press(page, 'Discard the changes');
  await expect(unsent(page)).toBeHidden();
  await expect(page.locator('.draft-note')).toBeFocused();
  await fillIn(page, intakeOf(next));
  await press(page, 'Send registration');
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
  expect(await boxline.leadsOf(next)).toHaveLength(1);
  const [lead, ...others] = await boxline.leadsOf(business);
  expect([lead?.answers['business_name'], others]).toEqual([business, []]);
});

test('R528 a correction in the two seconds of the thanks amends the inquiry', { tag: '@long' }, async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  await openFilledDialog(page, dealership);
  await stopClock(page);
  await press(page, 'Send inquiry');
  await expect(page.getByRole('button', { name: 'Submitted Successfully!' })).toBeVisible();
  await control(page, 'First name').fill('Adele');
  await page.clock.resume();
  await press(page, 'Send the changes');
  await expect(page.getByRole('dialog')).toBeHidden();
  const leads = await boxline.leadsOf(dealership);
  expect(leads.map(({ answers }) => answers['first_name'])).toEqual(['Adele']);
});

test('R528 a page that is reloaded in mid-send over a correction says what is unsent', { tag: '@long' }, async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  await openFilledInquiry(page, dealership);
  const arrived = Promise.withResolvers<void>();
  const route = async (held: Route) => {
    await held.fetch();
    arrived.resolve();
  };
  await page.route(posts, route, { times: 1 });
  await press(page, 'Send inquiry');
  await control(page, 'First name').fill('Adele');
  await arrived.promise;
  await page.reload();
  await expect(unsent(page)).toBeVisible();
  await press(page, 'Send the changes');
  await expect(page.getByRole('form')).toBeHidden();
  const leads = await boxline.leadsOf(dealership);
  expect(leads.map(({ answers }) => answers['first_name'])).toEqual(['Adele']);
});

test('R529 Clear and Undo after a failure without an answer leave one lead', { tag: '@long' }, async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  await openFilledInquiry(page, dealership);
  await loseNextResponse(page);
  await press(page, 'Send inquiry');
  await expect(failure(page)).toBeVisible();
  await press(page, 'Clear');
  await press(page, 'Clear it');
  await press(page, 'Undo');
  await press(page, 'Send inquiry');
  await expect(receipt(page)).toBeVisible();
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

test('R672 a change that is sent offline is said to be the change: by the receipt, the note and its end', {
  tag: '@long',
}, async ({ page, boxline }) => {
  const dealership = newDealership();
  await correctInMidSend(page, dealership);
  await goOffline(page);
  await press(page, 'Send the changes');
  await expect(receipt(page)).toContainText('Change put aside');
  const [lead] = await boxline.leadsOf(dealership);
  await expect(note(page)).toContainText(`A change of Dealer inquiry ${lead?.reference} waits in this browser`);
  await page.context().setOffline(false);
  await expect(note(page)).toContainText(`A change of Dealer inquiry ${lead?.reference} was sent. We have it.`);
  const [changed, ...others] = await boxline.leadsOf(dealership);
  expect([changed?.answers['first_name'], others]).toEqual(['Adele', []]);
});

test('R672 what is typed into a form that waits changes it: the button, the form and the note say so', {
  tag: '@long',
}, async ({ page, boxline }) => {
  const dealership = newDealership();
  await openFilledDialog(page, dealership);
  await goOffline(page);
  await press(page, 'Send inquiry');
  await expect(page.getByRole('dialog')).toContainText('Your inquiry is kept in this browser');
  await control(page, 'First name').fill('Adele');
  await expect(page.getByRole('button', { name: 'Send the changes' })).toBeVisible();
  await press(page, 'Send the changes');
  await expect(page.getByRole('dialog')).toContainText('Your change is kept in this browser');
  await press(page, 'Close');
  await expect(note(page)).toContainText(/A change of Dealer inquiry BX-\S+ waits in this browser/);
  await page.context().setOffline(false);
  await expect(note(page)).toContainText(/A change of Dealer inquiry BX-\S+ was sent/);
  const leads = await boxline.leadsOf(dealership);
  expect(leads.map(({ answers }) => answers['first_name'])).toEqual(['Adele']);
});
