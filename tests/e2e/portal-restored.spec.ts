/** A page that was left while somebody entered the portal, and that the browser shows again, perhaps to somebody else. */
import type { Page } from '@playwright/test';
import { codeFromLinkPath, codeLinkPagePath, codeLinkPath } from '#contract/code-link.ts';
import { sessionPath } from '#contract/portal.ts';
import { fate, leaveAndReturn, withPageCache } from './page-cache.ts';
import { accessDialog, codeField, expect, type PortalBoxline, test } from './portal.ts';
import { hydrated, momentPasses } from './support.ts';

test.describe.configure({ mode: 'default' });
test.use(withPageCache);

/**
 * Holds the next answer to a code. `asked` resolves when the page waits for it, `release` when the page has it, or when the browser
 * has given it up with the page that was left.
 */
async function holdAnswer(page: Page) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  await page.route(`**${sessionPath}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    asked.resolve();
    await released.promise;
    await route.fulfill({ response }).finally(done.resolve);
  });
  const release = async () => {
    released.resolve();
    await done.promise;
  };
  return { asked: asked.promise, release };
}

async function typeCodeOnHome(page: Page, { code }: PortalBoxline): Promise<void> {
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('button', { name: 'Dealer Portal' }).first().click();
  await codeField(page).fill(code);
}

/** Checks that the code did not open anything: the page is the one that was left. */
async function expectLocked(page: Page, path: string): Promise<void> {
  expect(await fate(page)).toBe('restored');
  await momentPasses(page);
  expect(new URL(page.url()).pathname).toBe(path);
  await expect(page.getByRole('button', { name: 'Request An Agent' })).toBeHidden();
}

test('R882 a code that was typed over a page is gone when the browser shows that page again', async ({
  page,
  boxline,
}) => {
  await typeCodeOnHome(page, boxline);
  await leaveAndReturn(page);
  expect(await fate(page)).toBe('restored');
  await expect(accessDialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Dealer Portal' }).first().click();
  await expect(codeField(page)).toHaveValue('');
});

test('R882 a code that is being checked when its page is left opens nothing when that page is shown again', async ({
  page,
  boxline,
}) => {
  await typeCodeOnHome(page, boxline);
  const held = await holdAnswer(page);
  await page.getByRole('button', { name: 'Access Portal' }).click();
  await held.asked;
  await leaveAndReturn(page);
  await held.release();
  await expectLocked(page, '/');
});

test('R882 Back while a new code opens the portal does not open it when the page is shown again', async ({
  page,
  boxline,
}) => {
  const { code } = boxline;
  const [dealershipName, timeZone] = ['Harbor Point Motors', 'America/New_York'];
  const [serverNow, expiresAt] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()];
  const link = { dealershipName, expiresAt, serverNow };
  await page.route(`**${codeLinkPath}`, (route) => route.fulfill({ json: link }));
  const made = { dealershipName, code, earlierHoldsUntil: null, timeZone };
  await page.route(`**${codeFromLinkPath}`, (route) => route.fulfill({ json: made }));
  await page.goto(`${codeLinkPagePath}#${'a'.repeat(43)}`);
  await page.getByRole('button', { name: 'Make the code' }).click();
  const held = await holdAnswer(page);
  await page.getByRole('button', { name: 'Open the portal' }).click();
  await page.getByRole('button', { name: 'I have kept it: open the portal' }).click();
  await held.asked;
  await leaveAndReturn(page);
  await held.release();
  await expectLocked(page, codeLinkPagePath);
  await expect(page.getByRole('heading', { name: 'Your code was shown here' })).toBeVisible();
});
