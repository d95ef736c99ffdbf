/** From an empty folder to the first finished request, only through the pages, as docs/operating.md says. */
import { codeLinkPagePath } from '#contract/code-link.ts';
import { expect, test } from './desk.ts';
import { becomeAdmin, withServer } from './desk-set-up.ts';
import { enter, openTextForm } from './portal.ts';

/** The test starts a server of its own, at a port that the shared checks do not know. */
test.use({ allowed: [/status of 40[13]|request to http:\/\/localhost/] });
test.slow();

test('R141 from an empty folder to the first finished request, with the code from the mail and no command but the start', async ({
  page,
  browser,
}) => {
  const startedAtMs = Date.now();
  await withServer(
    page,
    async (boxline) => {
      await becomeAdmin(page, boxline);
      const nav = page.getByRole('navigation', { name: 'Screens' });
      await expect(nav.getByRole('link', { name: /First hour \d open/ })).toBeVisible();

      await page.getByRole('button', { name: 'Send a test mail' }).click();
      await expect(page.getByText('The mail server took the test for dana@boxline.example')).toBeVisible();
      expect(boxline.mailbox.mails.map(({ parsed }) => parsed.subject)).toContain('A test mail from Boxline');

      // Whoever gets the test link opens it in a browser of their own.
      await page.getByRole('combobox', { name: 'To' }).selectOption({ label: 'Dana Whitcomb' });
      await page.getByRole('button', { name: 'Send a test link' }).click();
      const linked = () => boxline.mailbox.mails.map(({ parsed }) => parsed.text ?? '').join('\n');
      await expect.poll(linked).toContain('http://desk.example/test-link/');
      const telephone = await (await browser.newContext({ baseURL: boxline.server.url })).newPage();
      await telephone.goto(/\/test-link\/\S+/.exec(linked())?.[0] ?? '');
      await telephone.getByRole('button', { name: 'Links reach me' }).click();
      await expect(telephone.getByRole('heading', { name: 'Links reach you' })).toBeVisible();
      await telephone.context().close();

      await page.getByRole('button', { name: 'Remove the samples' }).click();
      await expect(page.getByText('There are no sample dealerships.')).toBeVisible();

      await page.getByRole('link', { name: 'Add a dealership' }).click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Add a dealership' });
      await form.getByLabel('Name', { exact: true }).fill('Harbor Light Motors');
      await form.getByLabel('Phone on file (optional)').fill('(207) 555-0138');
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Harbor Light Motors' })).toBeVisible();
      await page.getByRole('button', { name: 'Set the agreement' }).click();
      await page.getByLabel(/^Agreement/).fill('2026-11-02');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Add a contact' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Dana Whitlock');
      await page.getByRole('textbox', { name: /^E-mail/ }).fill('dana@harborlight.example');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Send the code' }).click();
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByText(/Link to Dana Whitlock: works until/)).toBeVisible();

      // The dealership uses its own browser and has only the mail.
      const dealer = await (await browser.newContext({ baseURL: boxline.server.url })).newPage();
      const mailed = () =>
        boxline.mailbox.mails.find(({ to }) => to.includes('dana@harborlight.example'))?.parsed.text ?? '';
      await expect.poll(mailed).toContain(`http://desk.example${codeLinkPagePath}#`);
      const { pathname, hash } = new URL(/http:\/\/desk\.example\S+/.exec(mailed())?.[0] ?? '');
      await dealer.goto(pathname + hash);
      await dealer.getByRole('button', { name: 'Make the code' }).click();
      await expect(dealer.getByRole('heading', { name: 'Your access code' })).toBeFocused();
      const code = (await dealer.locator('.code-squares span').allTextContents()).join('-');

      await nav.getByRole('link', { name: /^People/ }).click();
      await page.getByRole('switch', { name: /shift/i }).click();
      await nav.getByRole('link', { name: /^Settings/ }).click();
      await page.getByRole('button', { name: 'Switch Text Agent on' }).click();
      await expect(page.getByText('Text Agent is on.')).toBeVisible();
      await nav.getByRole('link', { name: /^Deal board/ }).click();

      await enter(dealer, { code });
      await openTextForm(dealer);
      await expect(dealer.getByText('Harbor Light Motors').first()).toBeVisible();
      await dealer.getByRole('button', { name: 'Request Agent' }).click();
      await expect(dealer.getByRole('heading', { name: 'Agent Requested!' })).toBeFocused();

      const rings = page.getByRole('region', { name: 'Ringing' });
      const accept = rings.getByRole('button', { name: 'Accept' });
      await expect(accept).not.toHaveAttribute('aria-disabled');
      await accept.click();
      const actions = page.getByRole('region', { name: 'What you do' });
      const connected = actions.getByRole('button', { name: 'Connected' });
      await expect(connected).not.toHaveAttribute('aria-disabled');
      await connected.click();
      const close = actions.getByRole('button', { name: 'Done…' });
      await expect(close).not.toHaveAttribute('aria-disabled');
      await close.click();
      const done = page.getByRole('dialog', { name: 'Close Harbor Light Motors' });
      await done.getByRole('radio', { name: 'Contracted: retail' }).check();
      await done.getByRole('button', { name: 'Close request' }).click();
      await expect(done).toBeHidden();
      await expect(page.locator('.row', { hasText: 'Harbor Light Motors' })).toContainText('Closing');
      await nav.getByRole('link', { name: /^First hour/ }).click();
      await expect(page.getByText('1 of 1 has one.')).toBeVisible();
      await dealer.context().close();
    },
    { PUBLIC_URL: 'http://desk.example' },
  );
  test.info().annotations.push({
    type: 'first hour',
    description: `${Math.round((Date.now() - startedAtMs) / 1000)} s from the start to the finished request`,
  });
});
