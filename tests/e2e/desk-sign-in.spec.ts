import type { BrowserContext, Page } from '@playwright/test';
import { deskOrigin, expect, test } from './desk.ts';
import { becomeAdmin, codeOf, password, secretOf, withServer } from './desk-set-up.ts';
import { repeats } from './support.ts';

/** Each test starts a server of its own, at a port that the shared checks do not know. */
test.use({ allowed: [/status of 40[13]|request to http:\/\/localhost/] });
test.slow();

async function signOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Dana Whitcomb/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
}

async function givePassword(page: Page, words = password): Promise<void> {
  await page.getByLabel('E-mail address').fill('dana@boxline.example');
  await page.getByLabel('Password', { exact: true }).fill(words);
  await page.keyboard.press('Enter');
}

test('R97 from the first start to a signed-in admin, and nothing is left after the sign-out', async ({ page }) => {
  await withServer(page, async (boxline) => {
    const { secret, codes } = await becomeAdmin(page, boxline);
    expect(codes).toHaveLength(10);
    await page.evaluate(() => localStorage.setItem('a lead that waits', 'kept'));
    await signOut(page);
    // Going back shows the sign-in, at whatever address.
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(page.getByText('Dana Whitcomb')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('a lead that waits'))).toBe('kept');
    await givePassword(page);
    await page.getByLabel('Code of your authenticator app').fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('navigation', { name: 'Screens' }).first()).toBeVisible();
  });
});

test('R97 a page that the browser kept shows nothing of a session that has ended', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await withServer(page, async (boxline) => {
    await becomeAdmin(page, boxline);
    await page.getByRole('link', { name: 'People' }).first().click();
    await expect(page.getByText('dana@boxline.example')).toBeVisible();
    await page.goto(`${deskOrigin(boxline.server.url)}/about`);
    await context.clearCookies();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(page.getByText('dana@boxline.example')).toHaveCount(0);
  });
});

async function addVirtualKey(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('R97 a recovery code signs in once', repeats(true), async ({ page }) => {
  await withServer(page, async (boxline) => {
    const { codes } = await becomeAdmin(page, boxline);
    const [code = ''] = codes;
    const giveCode = async () => {
      await givePassword(page);
      await page.getByRole('radio', { name: 'Recovery code' }).check();
      await page.getByLabel('Recovery code', { exact: true }).and(page.locator('[name=code]')).fill(code.toLowerCase());
      await page.keyboard.press('Enter');
    };
    await signOut(page);
    await giveCode();
    await expect(page.getByRole('navigation', { name: 'Screens' }).first()).toBeVisible();
    await signOut(page);
    await giveCode();
    await expect(page.getByText('That did not work. Try again.')).toBeVisible();
  });
});

test(
  'R97 a forgotten password is set anew by the mailed link and the second factor',
  repeats(true),
  async ({ page }) => {
    await withServer(page, async (boxline) => {
      const { secret } = await becomeAdmin(page, boxline);
      await signOut(page);
      await page.getByRole('link', { name: 'Forgotten your password?' }).click();
      await page.getByLabel('E-mail address').fill('dana@boxline.example');
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByText('Look at your mail')).toBeVisible();
      const [mail] = await boxline.mailbox.waitFor(
        1,
        ({ parsed }) => parsed.text?.includes('/desk/password-reset#') ?? false,
      );
      const [, hash = ''] = /\/desk\/password-reset(#\S+)/.exec(mail?.parsed.text ?? '') ?? [];
      await page.goto(`${deskOrigin(boxline.server.url)}/desk/password-reset${hash}`);
      await page.getByLabel('New password', { exact: true }).fill('another four quiet lamps');
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByLabel('Code of your authenticator app').fill(codeOf(secret, 1));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Deal board' })).toBeVisible();
      await signOut(page);
      await givePassword(page);
      await expect(page.getByText('The e-mail address or the password is wrong.')).toBeVisible();
    });
  },
);

test('R97 somebody invited by link has an account once the inviter has typed their code', async ({ page, browser }) => {
  await withServer(page, async (boxline) => {
    await becomeAdmin(page, boxline);
    await page.getByRole('link', { name: 'People' }).first().click();
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite to the desk' });
    await dialog.getByLabel('Name', { exact: true }).fill('Lee Marsh');
    await dialog.getByLabel('E-mail address').fill('lee@boxline.example');
    await dialog.getByLabel('Role').selectOption('Finance manager');
    await dialog.getByLabel('How it reaches them').selectOption('By a link that I hand over');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const once = page.getByRole('dialog', { name: 'The invitation of Lee Marsh' });
    const link = new URL((await once.locator('code').textContent()) ?? '');
    await once.getByRole('button', { name: 'I have kept it' }).click();

    const other = await browser.newContext();
    const lee = await other.newPage();
    await lee.goto(deskOrigin(boxline.server.url) + link.pathname + link.hash);
    await lee.getByLabel('Password', { exact: true }).fill('a lantern for lee in the rain');
    await lee.getByRole('button', { name: 'Go on' }).click();
    const secret = await secretOf(lee);
    await lee.getByLabel('The code that the app shows now').fill(codeOf(secret));
    await lee.getByRole('button', { name: 'Add the app' }).click();
    await lee.getByLabel('I have kept these codes').check();
    await lee.getByRole('button', { name: 'Go on' }).click();
    await expect(lee.getByRole('heading', { name: 'Almost there' })).toBeVisible();
    const code = (await lee.locator('.big-code').textContent()) ?? '';

    await page.getByLabel('The code that Lee Marsh reads to you').fill(code);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Lee Marsh can work at the desk now.')).toBeVisible();
    await expect(lee.getByRole('heading', { name: 'Deal board' })).toBeVisible();
    await expect(lee.getByRole('link', { name: 'Audit' })).toHaveCount(0);
    await other.close();
  });
});

test('R97 a passkey alone signs in', async ({ page, context }) => {
  await withServer(page, async (boxline) => {
    await addVirtualKey(context, page);
    await becomeAdmin(page, boxline);
    await page.getByRole('link', { name: /Dana Whitcomb/ }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Another passkey' })
      .getByRole('button', { name: 'Add' })
      .click();
    await page.getByLabel('Name of the passkey').fill('Work laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('Passkey: Work laptop')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('navigation', { name: 'Screens' }).first()).toBeVisible();
  });
});
