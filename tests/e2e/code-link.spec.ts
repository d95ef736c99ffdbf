/** How a dealership gets its access code: sent at the desk, opened by a mail scanner, pressed by the dealer, and used. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeLinkPagePath } from '#contract/code-link.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { memoryFolder } from '../support/postgres-server.ts';
import { staffOf } from '../support/staff.ts';
import { expect, expectAccessible, test, withBoxline } from './support.ts';

const dealership = 'Harbor Point Motors';
const mailTo = 'dana@harborpoint.example';

test('R116 R1282 a code is sent at the desk, a mail scanner opens its link, the dealer presses and opens the portal', async ({
  browser,
}) => {
  test.slow();
  const dataDir = await mkdtemp(join(memoryFolder(), 'boxline-e2e-code-'));
  const journey = withBoxline(
    async ({ server, mailbox }) => {
      const context = createContext(readConfig({ DATA_DIR: dataDir }));
      const { cookie } = await staffOf(context).signInAs('manager', { name: 'Sam Ortiz' });
      await context.storage.close();
      const [name = '', value = ''] = cookie.split('=');
      const origin = server.url.replace('127.0.0.1', 'localhost');
      const desk = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
      await desk.addCookies([{ name, value, url: origin }]);
      const manager = await desk.newPage();
      await manager.goto('/desk/dealerships');
      await manager.getByRole('button', { name: 'Add', exact: true }).click();
      await manager.getByRole('textbox', { name: 'Name' }).fill(dealership);
      await manager.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await manager.getByRole('button', { name: 'Set the agreement' }).click();
      await manager.getByLabel(/^Agreement/).fill('2026-11-02');
      await manager.getByRole('button', { name: 'Save' }).click();
      await manager.getByRole('button', { name: 'Add a contact' }).click();
      await manager.getByRole('textbox', { name: 'Name' }).fill('Dana Whitlock');
      await manager.getByRole('textbox', { name: /^E-mail/ }).fill(mailTo);
      await manager.getByRole('button', { name: 'Save' }).click();
      await manager.getByRole('button', { name: 'Send the code' }).click();
      await manager.getByRole('button', { name: 'Send the link' }).click();
      await expect(manager.getByText(/Link to Dana Whitlock: works until/)).toBeVisible();

      const mailed = () => mailbox.mails.find(({ to }) => to.includes(mailTo))?.parsed.text ?? '';
      await expect.poll(mailed).toContain(codeLinkPagePath);
      const token = /\/access-code#([\w-]{43})/.exec(mailed())?.[1] ?? '';
      const link = `${server.url}${codeLinkPagePath}#${token}`;

      // One scanner fetches the link and another runs the page; neither presses the button.
      for (const method of ['HEAD', 'GET']) {
        expect((await fetch(`${server.url}${codeLinkPagePath}`, { method })).status).toBe(200);
      }
      const scanner = await browser.newContext();
      const scanned = await scanner.newPage();
      await scanned.goto(link);
      await expect(scanned.getByText(dealership)).toBeVisible();
      await scanner.close();
      await expect(manager.getByText('No code has been issued yet.')).toBeVisible();

      const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
      const dealer = await phone.newPage();
      await dealer.goto(link);
      await expect(dealer.getByText(dealership)).toBeVisible();
      expect(new URL(dealer.url()).hash).toBe('');
      await expectAccessible(dealer);
      await dealer.getByRole('button', { name: 'Make the code' }).click();
      await expect(dealer.getByRole('heading', { name: 'Your access code' })).toBeFocused();
      const code = (await dealer.locator('.code-squares span').allTextContents()).join('-');
      expect(code).toMatch(/^(?:[0-9A-Z]{4}-){2}[0-9A-Z]{4}$/);
      await expectAccessible(dealer);
      await expect(manager.getByText(/^Code \d+$/)).toBeVisible();
      await expect(manager.locator('body')).not.toContainText(code);

      await dealer.getByRole('button', { name: 'Open the portal' }).click();
      await dealer.getByRole('button', { name: 'I have kept it: open the portal' }).click();
      await expect(dealer).toHaveURL(/\/portal$/);
      await expect(dealer.locator('.portal-dealership')).toContainText(dealership);
      await expect(manager.locator('.record-badge')).toHaveText('Code in use');

      const again = await phone.newPage();
      await again.goto(link);
      await expect(again.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
      await phone.close();
      await desk.close();
    },
    { DATA_DIR: dataDir },
  );
  await journey.finally(() => rm(dataDir, { recursive: true, force: true }));
});
