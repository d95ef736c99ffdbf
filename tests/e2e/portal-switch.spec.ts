import { textAgentPath } from '#contract/text-agent.ts';
import { told } from './live-regions.ts';
import { enter, expect, type PortalBoxline, test as shared, withPortal } from './portal.ts';
import { hydrated, momentPasses } from './support.ts';

/** The switch is the whole server's, so these tests have a server of their own. */
const test = shared.extend<object, { boxline: PortalBoxline }>({
  boxline: [async ({ browserName: _ }, use) => withPortal(use), { scope: 'worker', timeout: 90_000 }],
});

// One worker for all of them: each that begins with this file starts a server of its own.
test.describe.configure({ mode: 'default' });

test('S2.33 S9.7 R22 Text Agent is disabled and Coming Soon while it is switched off, and says why', async ({
  page,
  boxline,
}) => {
  await boxline.setTextAgent(false);
  await enter(page, boxline);
  await page.getByRole('button', { name: 'Request An Agent' }).click();
  const text = page.getByRole('button', { name: /^Text Agent/ });
  await expect(text).toHaveText('Text AgentComing Soon');
  await expect(text).toHaveAttribute('aria-disabled', 'true');
  await expect(text).toHaveAccessibleDescription('Requests by text are not switched on yet.');
  await text.click({ force: true });
  await expect(told(page, 'alert')).toContainText('Text Agent is coming soon.');
  await boxline.setTextAgent(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Request An Agent' }).click();
  await expect(page.getByRole('button', { name: 'Text Agent' })).not.toHaveAttribute('aria-disabled');
});

test('R69 the page about remote sessions says what the switch says, and no other page asks', async ({
  page,
  boxline,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(textAgentPath)) asked.push(new URL(page.url()).pathname);
  });
  const standing = page.getByRole('row', { name: /^Asking for an agent by text/ });
  await boxline.setTextAgent(false);
  const answered = page.waitForResponse((response) => response.url().endsWith(textAgentPath));
  await page.goto('/remote-fi');
  await answered;
  await expect(standing).toContainText('Coming Soon');
  await boxline.setTextAgent(true);
  // An answer of the last minute is read again, so the browser is told to fetch a new one.
  await page.evaluate((path) => fetch(path, { cache: 'reload' }), textAgentPath);
  await page.reload();
  await expect(standing).toContainText('Works today');
  asked.length = 0;
  for (const path of ['/', '/services', '/portal']) {
    await page.goto(path);
    await hydrated(page);
    await momentPasses(page);
  }
  expect(asked).toEqual([]);
});
