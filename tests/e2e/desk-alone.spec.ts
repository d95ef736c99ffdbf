/** A whole shift, from sign-in to sign-out, once only by keyboard and once only by thumb. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './desk-staff.ts';
import { anyDealership, askByText, card, enter } from './portal.ts';

/** Before the sign-in the page asks who is signed in, and hears that nobody is. */
test.use({ allowed: [/status of 401/] });

/** More than the number of Tab stops on any screen of the desk. */
const mostStops = 120;

/** The line of a dealership among the ringing requests, because requests of other tests ring too. */
const ring = (page: Page, dealership: string) =>
  page.getByRole('region', { name: 'Ringing' }).getByRole('listitem').filter({ hasText: dealership });
const record = (page: Page) => page.getByRole('region', { name: 'The open request' });
const action = (page: Page, name: string) =>
  page.getByRole('region', { name: 'What you do' }).getByRole('button', { name });

const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === element.ownerDocument.activeElement);

/** Presses Tab until the given element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < mostStops; stops += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function pressByKey(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await expect(target).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press(key);
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test('R89 a whole shift is worked by the keyboard alone', async ({ page: dealer, boxline, desk }) => {
  test.slow();
  const dealership = anyDealership();
  const { page, mail, password, code, name } = await desk.comeToSignIn('agent', 'Robin Hale', {
    viewport: { width: 1440, height: 900 },
  });
  await typeInto(page, page.getByLabel('E-mail address'), mail);
  await typeInto(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await typeInto(page, page.getByLabel('Code of your authenticator app'), code());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Your presence'));
  await page.keyboard.type('Av');
  await expect(page.getByLabel('Your presence')).toHaveValue('available');

  await enter(dealer, boxline);
  await askByText(dealer, dealership, 'Lease buyout, customer waits');
  await pressByKey(page, ring(page, dealership).getByRole('button', { name: 'Accept' }));
  await expect(record(page)).toContainText('Lease buyout, customer waits');
  await expect(card(dealer)).toContainText(name);
  await pressByKey(page, action(page, 'Connected'));
  await expect(card(dealer)).toContainText('Connected');
  await pressByKey(page, action(page, 'Signing'));
  await pressByKey(page, record(page).getByRole('checkbox', { name: 'Signed menu' }), 'Space');
  await expect(record(page).getByRole('checkbox', { name: 'Signed menu' })).toBeChecked();
  await pressByKey(page, action(page, 'Done…'));
  const done = page.getByRole('dialog', { name: `Close ${dealership}` });
  const contracted = done.getByRole('radio', { name: 'Contracted: retail' });
  await pressByKey(page, contracted, 'Space');
  await expect(contracted).toBeChecked();
  await typeInto(page, done.getByLabel('Minutes'), '24');
  await pressByKey(page, done.getByRole('button', { name: 'Close request' }));
  await expect(done).toBeHidden();
  boxline.endClosing();
  await expect(record(page)).toContainText('What was different tonight?');

  await page.keyboard.press('Escape');
  await pressByKey(page, page.getByRole('link', { name: /Robin Hale/ }));
  await pressByKey(page, page.getByRole('button', { name: 'Sign out', exact: true }));
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('R89 a whole shift is worked by the thumb alone', async ({ page: dealer, boxline, desk }) => {
  test.slow();
  const dealership = anyDealership();
  const { page, mail, password, code, name } = await desk.comeToSignIn('agent', 'Toni Reyes', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  /** Types with the telephone's own keys, after a tap. */
  const type = async (target: Locator, text: string) => {
    await target.tap();
    await target.fill(text);
  };
  const tap = async (target: Locator) => {
    await expect(target).not.toHaveAttribute('aria-disabled', 'true');
    await target.tap();
  };
  await type(page.getByLabel('E-mail address'), mail);
  await type(page.getByLabel('Password', { exact: true }), password);
  await tap(page.getByRole('button', { name: 'Go on' }));
  await type(page.getByLabel('Code of your authenticator app'), code());
  await tap(page.getByRole('button', { name: 'Sign in', exact: true }));
  // The telephone shows the choices of a list by itself.
  await page.getByLabel('Your presence').selectOption('Available');

  await enter(dealer, boxline);
  await askByText(dealer, dealership, 'Second signer is on the way');
  await tap(ring(page, dealership).getByRole('button', { name: 'Accept' }));
  await expect(record(page)).toContainText('Second signer is on the way');
  await expect(card(dealer)).toContainText(name);
  await tap(action(page, 'Connected'));
  await expect(card(dealer)).toContainText('Connected');
  await tap(action(page, 'Signing'));
  await tap(record(page).getByRole('checkbox', { name: 'Signed menu' }));
  await expect(record(page).getByRole('checkbox', { name: 'Signed menu' })).toBeChecked();
  await tap(action(page, 'Done…'));
  const done = page.getByRole('dialog', { name: `Close ${dealership}` });
  await tap(done.getByRole('radio', { name: 'Contracted: lease' }));
  await type(done.getByLabel('Minutes'), '18');
  await tap(done.getByRole('button', { name: 'Close request' }));
  await expect(done).toBeHidden();
  boxline.endClosing();
  await expect(record(page)).toContainText('What was different tonight?');

  await tap(page.getByRole('button', { name: 'More' }));
  await tap(page.getByRole('link', { name: 'Your account' }));
  await tap(page.getByRole('button', { name: 'Sign out', exact: true }));
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});
