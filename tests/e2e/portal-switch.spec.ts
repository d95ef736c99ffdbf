import { enter, expect, type PortalDesk, test as shared, withPortal } from './portal.ts';

/** The switch is the whole server's, so these tests have a server of their own. */
const test = shared.extend<object, { desk: PortalDesk }>({
  desk: [async ({ browserName: _ }, use) => withPortal(use), { scope: 'worker', timeout: 60_000 }],
});

test('S2.33 S9.7 R22 Text Agent is disabled and Coming Soon while it is switched off, and says why', async ({
  page,
  desk,
}) => {
  await desk.setTextAgent(false);
  await enter(page, desk);
  await page.getByRole('button', { name: 'Request An Agent' }).click();
  const text = page.getByRole('button', { name: /^Text Agent/ });
  await expect(text).toHaveText('Text AgentComing Soon');
  await expect(text).toHaveAttribute('aria-disabled', 'true');
  await expect(text).toHaveAccessibleDescription('Requests by text are not switched on yet.');
  await text.click({ force: true });
  await expect(page.getByRole('alert')).toContainText('Text Agent is coming soon.');
  await desk.setTextAgent(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Request An Agent' }).click();
  await expect(page.getByRole('button', { name: 'Text Agent' })).not.toHaveAttribute('aria-disabled');
});
