/** A deal at the desk, from the ring to its disposition, as everyone who sees it sees it. */
import type { Page } from '@playwright/test';
import { receivePushes } from './desk-push.ts';
import { expect, type StaffMember, test } from './desk-staff.ts';
import { anyDealership, askByText, card, enter } from './portal.ts';

const phone = { width: 390, height: 844 };
const screen = { width: 1440, height: 900 };

const row = (page: Page, dealership: string) => page.locator('.row', { hasText: dealership });
const record = (page: Page) => page.getByRole('region', { name: 'The open request' });
const action = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name: 'What you do' }).getByRole('button', { name });

/** Presses a button of the bar once it acts: a button that has just appeared does not. */
async function press({ page }: StaffMember, name: string | RegExp): Promise<void> {
  await expect(action(page, name)).not.toHaveAttribute('aria-disabled');
  await action(page, name).click();
}

test('R77 R83 R89 a request is rung, accepted from a push on a phone, handed off, finished and seen live by a third person', async ({
  page,
  boxline,
  desk,
}) => {
  test.slow();
  const dealership = anyDealership();
  const lee = await desk.arrive('agent', 'Lee Marsh', phone);
  const dana = await desk.arrive('agent', 'Dana Whitcomb', screen);
  const push = await receivePushes(lee.context, lee.page);
  await lee.page.getByRole('link', { name: 'Leads' }).click();
  const viewer = await desk.arrive('viewer', 'Kim Vale', screen);
  await enter(page, boxline);
  await askByText(page, dealership, 'Trade has a second lien');

  const rings = lee.page.getByRole('region', { name: 'Ringing' });
  await expect(rings).toContainText(dealership);
  await expect(row(viewer.page, dealership)).toContainText('nobody yet');
  const requestId = await row(viewer.page, dealership).getByRole('link').getAttribute('data-row');
  if (requestId === null) throw new Error('the row names no request');
  await push.deliver({ ring: requestId });
  await expect.poll(push.shown).toMatchObject([['A dealership is waiting', { data: { ring: requestId } }]]);
  await push.press(requestId);
  await expect(lee.page).toHaveURL(`${desk.origin}/desk/requests/${requestId}`);
  await press(lee, 'Accept');
  // Nobody touches these consoles. They read again what the event stream names.
  await expect(row(dana.page, dealership)).toContainText('Lee Marsh');
  await expect(row(viewer.page, dealership)).toContainText('Lee Marsh');
  await expect(card(page)).toContainText('Lee Marsh');
  await expect(rings).not.toContainText(dealership);
  await expect(record(lee.page)).toContainText('Trade has a second lien');

  await page.getByLabel('AnyDesk address on this computer').fill('412 098 637');
  await page.getByRole('button', { name: 'Send to Lee Marsh' }).click();
  await expect(record(lee.page)).toContainText('412 098 637');
  for (const word of await record(lee.page).locator('.four-words dd').allTextContents()) {
    await expect(card(page)).toContainText(word);
  }

  await press(lee, 'Connected');
  await expect(card(page)).toContainText('Connected');
  await press(lee, 'Hand off…');
  const handOff = lee.page.getByRole('dialog', { name: `Hand off ${dealership}` });
  await handOff.getByLabel('To', { exact: true }).selectOption({ label: 'Dana Whitcomb (available)' });
  await handOff.getByLabel('Lender').fill('Harbor Bank');
  await handOff.getByLabel('What was promised').fill('First payment in 45 days');
  await handOff.getByRole('button', { name: 'Hand off' }).click();
  await expect(handOff).toBeHidden();
  await expect(row(viewer.page, dealership)).toContainText('Handed off to Dana Whitcomb');
  await expect(card(page)).not.toContainText('Lee Marsh is connected');

  await row(dana.page, dealership).getByRole('link').click();
  await expect(record(dana.page)).toContainText('First payment in 45 days');
  await dana.page.keyboard.press('a');
  await expect(card(page)).toContainText('Accepted by Dana Whitcomb');
  await press(dana, 'Connected');
  await press(dana, 'Signing');
  await expect(row(viewer.page, dealership)).toContainText('Signing');
  await record(dana.page).getByRole('checkbox', { name: 'Signed menu' }).check();
  await press(dana, 'Done…');
  const done = dana.page.getByRole('dialog', { name: `Close ${dealership}` });
  await done.getByRole('radio', { name: 'Contracted: retail' }).check();
  await done.getByLabel('Minutes').fill('31');
  await done.getByRole('checkbox', { name: 'GAP' }).check();
  await done.getByRole('button', { name: 'Close request' }).click();
  await expect(done).toBeHidden();
  await expect(row(viewer.page, dealership)).toContainText('Closing');
  boxline.endClosing();
  await expect(row(viewer.page, dealership)).toContainText('Contracted: retail');
  await expect(card(page)).toContainText('Dana Whitcomb');
  await expect(record(dana.page)).toContainText('What was different tonight?');
  expect(await boxline.operate('audit', 'verify')).toMatch(/The audit log is intact: \d+ entries/);
});
