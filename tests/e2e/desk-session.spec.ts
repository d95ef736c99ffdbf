/**
 * A session at the desk: locked and unlocked, ended from another browser, renewed with a new proof, cut off and connected again.
 */
import type { Page } from '@playwright/test';
import { staffTimes } from '#contract/desk/session.ts';
import { startTcpGate } from '../fakes/tcp-gate.ts';
import { expect, type Newcomer, test } from './desk-staff.ts';
import { anyDealership, askByText, enter } from './portal.ts';

/**
 * The browser reports the requests that are refused because a session is locked, over or not proved, and those that fail to reach
 * the server.
 */
test.use({ allowed: [/status of (40[139]|423)|net::ERR_/] });
test.slow();

const screen = { width: 1440, height: 900 };

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const screens = (page: Page) => page.getByRole('navigation', { name: 'Screens' });

async function signIn({ page, mail, password, code }: Newcomer): Promise<void> {
  await page.getByLabel('E-mail address').fill(mail);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code of your authenticator app').fill(code());
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Deal board')).toBeAttached();
}

async function proveByPassword(page: Page, { password }: Newcomer, submit: string): Promise<void> {
  await page.getByRole('radio', { name: 'Password' }).check();
  await page.getByLabel('Password', { exact: true }).and(page.locator('[name=proof]')).fill(password);
  await page.getByRole('button', { name: submit, exact: true }).click();
}

test('R195 whoever is idle on shift is locked, is rung all the same, and unlocks to the same screen with what they typed', async ({
  page: dealer,
  boxline,
  desk,
}) => {
  const dealership = anyDealership();
  const robin = await desk.comeToSignIn('manager', 'Robin Locke', { viewport: screen });
  const { page } = robin;
  await signIn(robin);
  await page.getByLabel('Your presence').selectOption('Available');
  await desk.beginShift(robin);
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add a person' });
  await form.getByLabel('Name', { exact: true }).fill('Half a name');

  await desk.pass(robin, 'active_at', staffTimes.idleForMs);
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await expect(screens(page)).toHaveCount(0);
  await expect(page.getByText('Half a name')).toHaveCount(0);
  await enter(dealer, boxline);
  await askByText(dealer, dealership);
  // The locked desk rings, but does not show passers-by what about.
  await expect(page.getByRole('region', { name: 'Ringing' })).toContainText(
    /(A request|Request \d+ of \d+) is waiting/,
  );
  await expect(page.getByText(dealership)).toHaveCount(0);

  await proveByPassword(page, robin, 'Unlock');
  await expect(heading(page, 'People')).toBeVisible();
  await expect(page).toHaveURL(`${desk.origin}/desk/people`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Half a name');
});

test('R196 a session that is ended from another browser is out by itself', async ({ desk }) => {
  const dana = await desk.arrive('admin', 'Dana Twice', screen);
  const elsewhere = await desk.arriveAgain(dana, 'admin', 'Safari on iPhone');
  await elsewhere.page.getByRole('link', { name: 'People', exact: true }).click();
  await expect(heading(elsewhere.page, 'People')).toBeVisible();

  await dana.page.getByRole('link', { name: /Dana Twice/ }).click();
  const sessions = dana.page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByRole('listitem')).toHaveText([/^Safari on iPhone/, /^Firefox on Linux \(this one\)/]);
  await sessions.getByRole('button', { name: 'End the session of Safari on iPhone' }).click();
  await expect(sessions.getByText('That session has ended.')).toBeVisible();
  await expect(heading(elsewhere.page, 'Sign in')).toBeVisible();
  await expect(elsewhere.page.getByText('Your session has ended. Sign in again to go on.')).toBeVisible();
  await expect(screens(elsewhere.page)).toHaveCount(0);
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(heading(dana.page, 'Your account')).toBeVisible();
});

test('R197 a step that needs a fresh proof goes on by itself once it is given', async ({ desk }) => {
  const ada = await desk.comeToSignIn('admin', 'Ada Proof', { viewport: screen });
  const kim = await desk.arrive('viewer', 'Kim Proof', screen);
  const { page } = ada;
  await signIn(ada);
  await desk.pass(ada, 'proved_at', staffTimes.freshProofForMs);
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('button', { name: kim.name }).click();
  await page.getByLabel('Role', { exact: true }).selectOption('Manager');
  await page.getByRole('button', { name: 'Change the role' }).click();
  await expect(page.getByRole('heading', { name: 'Prove that it is you' })).toBeVisible();
  await proveByPassword(page, ada, 'Go on');
  await expect(page.getByText(`${kim.name}: Manager.`)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Changing a person's role ends that person's sessions.
  await expect(heading(kim.page, 'Sign in')).toBeVisible();
});

test('R198 a console whose stream was cut shows what changed meanwhile once it is connected again', async ({
  desk,
}) => {
  const gate = await startTcpGate({ host: '127.0.0.1', port: Number(new URL(desk.origin).port) });
  const ada = await desk.arrive('admin', 'Ada Stream', screen, `http://localhost:${gate.port}`);
  const bo = await desk.arrive('admin', 'Bo Stream', screen);
  await ada.page.getByRole('link', { name: 'People', exact: true }).click();
  await expect(ada.page.getByRole('button', { name: bo.name })).toBeVisible();
  await expect(ada.page.getByText('Not live: connecting…').first()).toBeHidden();
  await gate.shut();
  await expect(ada.page.getByText('Not live: connecting…').first()).toBeVisible({ timeout: 20_000 });

  await bo.page.getByRole('link', { name: 'People', exact: true }).click();
  await bo.page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = bo.page.getByRole('dialog', { name: 'Add a person' });
  await form.getByLabel('Name', { exact: true }).fill('Marlow Meanwhile');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(bo.page.getByRole('button', { name: 'Marlow Meanwhile' })).toBeVisible();
  await expect(ada.page.getByRole('button', { name: 'Marlow Meanwhile' })).toHaveCount(0);

  await gate.open();
  await expect(ada.page.getByRole('button', { name: 'Marlow Meanwhile' })).toBeVisible({ timeout: 20_000 });
  await expect(ada.page.getByText('Not live: connecting…').first()).toBeHidden();
  await ada.page.close();
  await gate.stop();
});

test('R199 two admins edit one person: the later one sees both versions and decides', async ({ desk }) => {
  const ada = await desk.arrive('admin', 'Ada First', screen);
  const bo = await desk.arrive('admin', 'Bo Later', screen);
  const kim = await desk.arrive('viewer', 'Kim Edited', screen);
  for (const { page } of [ada, bo]) {
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByRole('button', { name: kim.name }).click();
  }
  await bo.page.getByLabel('Phone').fill('(207) 555-0177');
  await ada.page.getByLabel('Phone').fill('(207) 555-0155');
  await ada.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(ada.page.getByText(`${kim.name} is saved.`)).toBeVisible();

  await bo.page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = bo.page.getByRole('table').filter({ hasText: 'Your version' });
  await expect(conflict.getByRole('row', { name: /^Phone/ })).toHaveText(/555-0155.*555-0177/);
  await expect(ada.page.getByRole('row', { name: kim.name })).toContainText('555-0155');
  await bo.page.getByRole('button', { name: 'Save my version' }).click();
  await expect(bo.page.getByText(`${kim.name} is saved.`)).toBeVisible();
  await expect(ada.page.getByRole('row', { name: kim.name })).toContainText('555-0177');

  // The same once more, and the later one leaves it as it stands.
  for (const { page } of [ada, bo]) await page.getByRole('button', { name: kim.name }).click();
  await ada.page.getByLabel('Phone').fill('(207) 555-0144');
  await bo.page.getByLabel('Name', { exact: true }).fill('Somebody else');
  await bo.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(bo.page.getByText('Somebody else is saved.')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Save', exact: true }).click();
  await ada.page.getByRole('button', { name: 'Keep their version' }).click();
  await expect(ada.page.getByRole('row', { name: 'Somebody else' })).toContainText('555-0177');
});
