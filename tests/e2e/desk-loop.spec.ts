/** The whole business once: a form, a dealership, its code, its first request, and what the desk then shows of it. */
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page, test } from '@playwright/test';
import { codeLinkPagePath } from '#contract/code-link.ts';
import { databaseFile } from '#server/database/open.ts';
import { startFakeSmtp } from '../fakes/smtp.ts';
import { openDesk } from './desk-staff.ts';
import { fillIn, inquiryOf, intakeOf } from './forms.ts';
import { card, enter, openTextForm, type PortalBoxline, withPortal } from './portal.ts';
import { hydrated } from './support.ts';

const business = 'Harbor Lantern Motors';
const weekMs = 7 * 86_400_000;
const screen = { width: 1440, height: 900 };

const list = (page: Page, text: string) => page.locator('.row').filter({ hasText: business }).filter({ hasText: text });
const bar = (page: Page) => page.getByRole('region', { name: 'What you do' });

/** Presses a button of the bar once it acts: a button that has just appeared does not. */
async function press(page: Page, name: string): Promise<void> {
  const button = bar(page).getByRole('button', { name });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.click();
}

/** A dealer sends an inquiry, which is dated back a week, and an intake. */
async function sendForms(dealer: Page, { dataDir }: PortalBoxline): Promise<void> {
  await dealer.goto('/inquiry');
  await hydrated(dealer);
  await fillIn(dealer, inquiryOf(business));
  await dealer.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(dealer.getByText(/BX-[0-9A-Z]{4}-[0-9A-Z]{4}/).first()).toBeVisible();
  const database = new DatabaseSync(databaseFile(dataDir), { timeout: 10_000 });
  const then = new Date(Date.now() - weekMs).toISOString();
  expect(database.prepare('update leads set created_at = ?').run(then).changes).toBe(1);
  database.close();
  await dealer.goto('/dealer-intake');
  await hydrated(dealer);
  await dealer.getByRole('link', { name: 'Continue to Form' }).click();
  await fillIn(dealer, intakeOf(business));
  await dealer.getByRole('button', { name: 'Send registration' }).click();
  await expect(dealer.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
}

/** The manager joins both forms, makes a dealership from them, and sends its code to the dealer. */
async function takeOn(manager: Page): Promise<void> {
  await manager.goto('/desk/leads');
  await list(manager, 'Intake').getByRole('link').click();
  await manager.getByRole('button', { name: /^Join BX-/ }).click();
  await manager.getByRole('button', { name: 'Join them' }).click();
  await expect(manager.getByRole('heading', { name: 'Perhaps the same people' })).toBeHidden();
  await expect(list(manager, '')).toHaveCount(1);
  await press(manager, 'Make it a dealership');
  await manager.getByRole('link', { name: 'The dealership that was made of it' }).click();
  await expect(manager.getByRole('heading', { name: business })).toBeVisible();
  await manager.getByRole('button', { name: 'Set the agreement' }).click();
  await manager.getByLabel(/^Agreement/).fill('2026-11-02');
  await manager.getByRole('button', { name: 'Save' }).click();
  await manager.getByRole('button', { name: 'Send the code' }).click();
  await manager.getByRole('button', { name: 'Send the link' }).click();
  await expect(manager.getByText(/: works until/)).toBeVisible();
}

test('R112 R143 a form becomes a dealership with a code and a request that ends, and the desk tells the story', async ({
  browser,
}) => {
  test.slow();
  const mailbox = await startFakeSmtp();
  const smtp = { SMTP_URL: mailbox.url, MAIL_FROM: 'desk@boxline.example', MAIL_TO: 'operator@boxline.example' };
  await withPortal(async (boxline) => {
    const { desk, close } = await openDesk(browser, boxline, []);
    const dealerContext = await browser.newContext({ baseURL: boxline.server.url, reducedMotion: 'reduce' });
    const dealer = await dealerContext.newPage();
    await sendForms(dealer, boxline);
    const { page: manager } = await desk.arrive('manager', 'Sam Ortiz', screen);
    await takeOn(manager);

    const mailed = () =>
      mailbox.mails.map(({ parsed }) => parsed.text ?? '').find((text) => text.includes(codeLinkPagePath));
    await expect.poll(mailed).toBeDefined();
    const token = /\/access-code#([\w-]{43})/.exec(mailed() ?? '')?.[1] ?? '';
    // A mail scanner opens the link and does not press the button.
    const scanned = await (await browser.newContext()).newPage();
    await scanned.goto(`${boxline.server.url}${codeLinkPagePath}#${token}`);
    await expect(scanned.getByText(business)).toBeVisible();
    await scanned.context().close();
    await dealer.goto(`${codeLinkPagePath}#${token}`);
    await dealer.getByRole('button', { name: 'Make the code' }).click();
    await expect(dealer.getByRole('heading', { name: 'Your access code' })).toBeFocused();
    const code = (await dealer.locator('.code-squares span').allTextContents()).join('-');
    await enter(dealer, { code });
    await openTextForm(dealer);
    await dealer.getByRole('button', { name: 'Request Agent' }).click();
    await expect(dealer.getByRole('heading', { name: 'Agent Requested!' })).toBeFocused();
    await dealer.getByRole('button', { name: 'Got It' }).click();

    const { page: lee } = await desk.arrive('agent', 'Lee Marsh', screen);
    const { page: dana } = await desk.arrive('agent', 'Dana Whitcomb', screen);
    await list(lee, '').getByRole('link').click();
    await press(lee, 'Accept');
    await expect(card(dealer)).toContainText('Lee Marsh');
    await press(lee, 'Connected');
    await press(lee, 'Hand off…');
    const handOff = lee.getByRole('dialog', { name: `Hand off ${business}` });
    await handOff.getByLabel('To', { exact: true }).selectOption({ label: 'Dana Whitcomb (available)' });
    await handOff.getByRole('button', { name: 'Hand off' }).click();
    // A row that moves to another group under the pointer ignores the press. The row is hers once it says so.
    await list(dana, 'Handed off to you').getByRole('link').click();
    await press(dana, 'Accept');
    await press(dana, 'Connected');
    await press(dana, 'Done…');
    const done = dana.getByRole('dialog', { name: `Close ${business}` });
    await done.getByRole('radio', { name: 'Contracted: retail' }).check();
    await done.getByLabel('Minutes').fill('31');
    await done.getByRole('button', { name: 'Close request' }).click();
    await expect(done).toBeHidden();
    boxline.endClosing();
    await expect(list(dana, 'Contracted: retail')).toBeVisible();

    const story = manager.getByRole('region', { name: 'Requests' });
    await expect(story).toContainText('Contracted: retail');
    await expect(story).toContainText('31 min');
    await manager.goto('/desk/leads?status=all');
    await list(manager, 'Won').getByRole('link').click();
    const history = manager.getByRole('region', { name: /^History/ });
    for (const told of [/Intake .* received/, /Inquiry .* received/, /dealership/i])
      await expect(history).toContainText(told);
    await manager.goto('/desk/numbers');
    const endings = manager.getByRole('region', { name: 'How they ended' });
    await expect(endings.getByRole('row', { name: /Contracted: retail/ })).toContainText('1');
    await dealerContext.close();
    await close();
  }, smtp);
  await mailbox.stop();
});
