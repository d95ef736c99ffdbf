/** Makes a test's user the first admin through the pages, on a server of its own. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { deskOrigin, expect } from './desk.ts';
import type { Boxline } from './support.ts';
import { withBoxline } from './support.ts';

export const password = 'four lamps over a quiet lot';
const stepMs = 30_000;

/** Starts a server, and closes the pages before it stops: an open desk keeps sending requests. */
export const withServer = (
  page: Page,
  use: (boxline: Boxline) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> =>
  withBoxline(async (boxline) => {
    try {
      await use(boxline);
    } finally {
      for (const each of page.context().pages()) await each.close();
    }
  }, env);

/** The set-up link that the server wrote at its start, at the address for which browsers keep its cookie. */
function setUpLink({ server }: Boxline): string {
  const [, file = ''] = /is in (\S*set-up-link)/.exec(server.output()) ?? [];
  const { pathname, hash } = new URL(readFileSync(file, 'utf8').trim());
  return deskOrigin(server.url) + pathname + hash;
}

/**
 * The code of an authenticator app, `steps` after now; each code works only once. The next code is accepted for two steps more, and
 * the present one for one. A past code could expire while it is typed.
 */
export const codeOf = (secret: string, steps: 0 | 1 = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * stepMs });

/** The secret that the page shows for typing, without the spaces between its groups. */
export const secretOf = async (page: Page): Promise<string> =>
  ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '');

/** Becomes the first admin through the pages. Ends on the screen of the first hour. */
export async function becomeAdmin(page: Page, boxline: Boxline): Promise<{ secret: string; codes: string[] }> {
  await page.goto(setUpLink(boxline));
  await expect(page).toHaveURL(/\/desk\/set-up$/);
  await page.getByLabel('Your name').fill('Dana Whitcomb');
  await page.getByLabel('E-mail address').fill('dana@boxline.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  const secret = await secretOf(page);
  await page.getByLabel('The code that the app shows now').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Add the app' }).click();
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible();
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  await page.getByLabel('I have kept these codes').check();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('heading', { name: 'First hour' })).toBeVisible();
  return { secret, codes };
}
