/**
 * Every state of the portal and of the agent's page, looked at by axe at two widths. With SCREENSHOTS=folder, as
 * `npm run shots` sets it, each is saved there as a picture, and the width of a tablet is added.
 */
import { join } from 'node:path';
import type { Browser, Page, ViewportSize } from '@playwright/test';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { portalRefusals } from '#contract/portal.ts';
import type { CurrentRequest } from '#contract/portal-endpoints.ts';
import { told } from './live-regions.ts';
import {
  anyDealership,
  askByText,
  card,
  codeField,
  enter,
  expect,
  linkIn,
  type PortalBoxline,
  screens,
  test,
} from './portal.ts';
import { expectAccessible, repeats } from './support.ts';

const folder = process.env['SCREENSHOTS'];
const [[, phone], [, desktop]] = screens;
const everyWidth = folder ? [{ width: 768, height: 1024 }, desktop, phone] : [desktop, phone];

// Failures are part of what is looked at, and the browser reports each.
test.use({
  viewport: phone,
  allowed: [/status of [45]\d\d|ERR_INTERNET_DISCONNECTED|^console warning: Request Agent failed: /],
});
test.slow();

/** One state at some widths: it is reached once. The journey then goes on at the width at which there is least room to press. */
async function look(page: Page, name: string, widths: readonly ViewportSize[] = everyWidth): Promise<void> {
  for (const viewport of widths) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    if (folder) await page.screenshot({ path: join(folder, `portal-${name}-${viewport.width}.png`) });
  }
  await page.setViewportSize(phone);
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** `npm test` looks at them as they are on a phone, and the long run on a desktop. */
const parts = folder
  ? [{ where: 'at every width', widths: everyWidth, isRepetition: false }]
  : [
      { where: 'on a phone', widths: [phone], isRepetition: false },
      { where: 'on a desktop', widths: [desktop], isRepetition: true },
    ];

for (const { where, widths, isRepetition } of parts) {
  test.describe(where, repeats(isRepetition), () => {
    test('S2.31 the way in', async ({ page, boxline }) => {
      await page.goto('/portal');
      await expect(codeField(page)).toBeFocused();
      await look(page, 'access', widths);
      await codeField(page).fill('wrong');
      await press(page, 'Access Portal');
      await expect(told(page, 'alert')).toBeVisible();
      await look(page, 'access-wrong', widths);
      // One with symbols missing is not asked about.
      await codeField(page).fill('AAAA-BBBB-CCCC');
      await codeField(page).fill('AAAA-BBBB-CCCC');
      await page.route('**/api/portal/session', (route) => route.abort('internetdisconnected'), { times: 1 });
      await press(page, 'Access Portal');
      await expect(page.getByText('The portal did not open')).toBeVisible();
      await look(page, 'access-unreachable', widths);
      const late = { status: 429, headers: { 'retry-after': '30' }, body: portalRefusals.tooManyTries.text };
      await page.route('**/api/portal/session', (route) => route.fulfill(late), { times: 1 });
      await press(page, 'Access Portal');
      await expect(page.getByText('Too many wrong codes')).toBeVisible();
      await look(page, 'access-waiting', widths);
      await enter(page, boxline);
      await look(page, 'open', widths);
      await page.route(
        '**/api/portal/session',
        (route) => route.fulfill({ status: 401, body: portalRefusals.locked.text }),
        {
          times: 1,
        },
      );
      await press(page, 'Request An Agent');
      await expect(page.getByText('Your session has ended').first()).toBeVisible();
      await look(page, 'session-ended', widths);
    });

    test('S2.33 S2.37 the dialogs', async ({ page, context, boxline }) => {
      await context.route(/^https:\/\/anydesk\.com\//, (route) => route.fulfill({ body: 'AnyDesk' }));
      await enter(page, boxline);
      await press(page, 'Request An Agent');
      await look(page, 'choose', widths);
      await press(page, 'Call Agent');
      await look(page, 'call', widths);
      await page.keyboard.press('Escape');
      await press(page, 'Download AnyDesk');
      await look(page, 'download', widths);
      const opened = context.waitForEvent('page');
      await page.getByRole('link', { name: 'Windows' }).click();
      await (await opened).close();
      await look(page, 'install', widths);
      await page.keyboard.press('Escape');
      await page.route('**/api/portal/session', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), textAgent: false } });
      });
      await press(page, 'Request An Agent');
      await page.getByRole('button', { name: /Coming Soon/ }).click({ force: true });
      await look(page, 'choose-off', widths);
      await page.unroute('**/api/portal/session');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await press(page, 'Request An Agent');
      await press(page, 'Text Agent');
      await look(page, 'text', widths);
      // Without a dealership the button says why it cannot act; to Playwright it is disabled.
      await page.getByRole('button', { name: 'Request Agent', exact: true }).click({ force: true });
      await look(page, 'text-missing', widths);
      await page.getByLabel('Dealership').selectOption('Driftless Trucks');
      await page.getByLabel('Additional info').fill('Card 4111 1111 1111 1111');
      await page.getByLabel('Request type').focus();
      await page.route('**/functions/v1/send-sms', (route) => route.fulfill({ status: 500 }), { times: 1 });
      await press(page, 'Request Agent');
      await expect(told(page, 'alert')).toBeVisible();
      await look(page, 'text-failed', widths);
    });

    test('R24 the request', async ({ page, boxline, browser }) => {
      const dealership = anyDealership();
      await enter(page, boxline);
      await press(page, 'Request An Agent');
      await press(page, 'Text Agent');
      await page.getByLabel('Dealership').selectOption(dealership);
      await page.getByLabel('Additional info').fill('2021 F-150. Customer wants GAP and a service contract.');
      await press(page, 'Request Agent');
      await expect(page.getByRole('heading', { name: 'Agent Requested!' })).toBeVisible();
      await look(page, 'requested', widths);
      await press(page, 'Got It');
      await expect(card(page)).toContainText('Sent. Waiting');
      await look(page, 'sent', widths);
      const [first] = await boxline.textsOf(dealership);
      if (!first) throw new Error('There is an agent');
      await boxline.report(first, 'delivered');
      await expect(card(page)).toContainText('Text delivered. Waiting');
      await press(page, 'Send to the finance manager');
      await look(page, 'anydesk-refused', widths);
      await page.getByLabel('AnyDesk address on').fill('1412098637');
      await press(page, 'Send to the finance manager');
      await expect(card(page)).toContainText('1 412 098 637');
      await press(page, 'Cancel request');
      await look(page, 'cancel', widths);
      await press(page, 'Keep it');

      const theirs = await browser.newContext({ baseURL: boxline.server.url, viewport: phone });
      const agent = await theirs.newPage();
      await agent.goto('/agent');
      await expect(agent.getByText('Open the link')).toBeVisible();
      await look(agent, 'agent-no-link', widths);
      await agent.goto('/agent#nothing');
      await expect(told(agent, 'status')).toBeVisible();
      await look(agent, 'agent-dead', widths);
      await agent.goto(linkIn(first));
      await expect(agent.getByRole('button', { name: 'Accept' })).toBeVisible();
      await look(agent, 'agent-open', widths);
      await agent.getByRole('button', { name: 'Accept' }).click();
      await expect(agent.getByRole('button', { name: 'Connected' })).toBeVisible();
      await look(agent, 'agent-mine', widths);
      await expect(card(page)).toContainText('has your request');
      await look(page, 'accepted', widths);
      await agent.getByRole('button', { name: 'Connected' }).click();
      await expect(card(page)).toContainText('is connected');
      await look(page, 'connected', widths);
      await expect(agent.getByRole('button', { name: 'Undo Connected' })).toBeEnabled();
      await look(agent, 'agent-connected', widths);
      await page.reload();
      await expect(card(page)).toContainText('is connected');
      await look(page, 'locked', widths);
      await theirs.close();
    });
  });
}

test('R600 two requests that run at a time', { tag: '@long' }, async ({ page, boxline, browser }) => {
  const dealership = anyDealership();
  await enter(page, boxline);
  await askByText(page, dealership, 'The first customer.');
  const [first] = await boxline.textsOf(dealership);
  const theirs = await browser.newContext({ baseURL: boxline.server.url, viewport: phone });
  const agent = await theirs.newPage();
  await agent.goto(linkIn(first));
  await agent.getByRole('button', { name: 'Accept' }).click();
  await expect(card(page)).toContainText('has your request');
  await askByText(page, dealership, 'The second customer.');
  await expect(page.locator('.beside')).toContainText('has had it since');
  await look(page, 'two-requests');
  await theirs.close();
});

for (const [name, status, words] of [
  ['left-sent', 200, 'Agent Requested!'],
  ['left-failed', 500, 'Failed to send request'],
] as const) {
  test(`S4.8 a request whose portal was left: ${name}`, { tag: '@long' }, async ({ page, boxline }) => {
    await enter(page, boxline);
    await press(page, 'Request An Agent');
    await press(page, 'Text Agent');
    await page.getByLabel('Dealership').selectOption(anyDealership());
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    await page.route('**/functions/v1/send-sms', async (route) => {
      await left;
      if (status === 200) await route.continue();
      else await route.fulfill({ status });
    });
    await press(page, 'Request Agent');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL(/\/$/);
    leave();
    await expect(page.getByRole('dialog')).toContainText(words);
    await look(page, name);
    // On a phone its few lines are at the lower edge, as in the portal, and not on an empty sheet.
    await page.setViewportSize({ width: 390, height: 844 });
    const { y = 0, height = 0 } = (await page.getByRole('dialog').boundingBox()) ?? {};
    expect(y + height).toBeCloseTo(844, 0);
    expect(height).toBeLessThan(500);
  });
}

/** A request that the first of two agents has accepted. */
async function accepted(page: Page, boxline: PortalBoxline, browser: Browser) {
  const dealership = anyDealership();
  await enter(page, boxline);
  await askByText(page, dealership, '2021 F-150. Customer wants GAP and a service contract.');
  const [first, second] = await boxline.textsOf(dealership);
  const theirs = await browser.newContext({ baseURL: boxline.server.url, viewport: phone });
  const agent = await theirs.newPage();
  await agent.goto(linkIn(first));
  await agent.getByRole('button', { name: 'Accept' }).click();
  await expect(card(page)).toContainText('has your request');
  return { dealership, agent, second, theirs };
}

test(
  'R35 R58 the request that is late, taken over and handed back',
  repeats(true),
  async ({ page, boxline, browser }) => {
    const { dealership, agent, second, theirs } = await accepted(page, boxline, browser);
    const late = await theirs.newPage();
    await late.goto(linkIn(second));
    await expect(told(late, 'status')).toContainText('has it, since');
    await look(late, 'agent-taken');
    boxline.makeLate(dealership);
    await expect(card(page)).toContainText('is not connected yet');
    await look(page, 'late');
    await expect(told(agent, 'status')).toContainText('are not connected');
    await look(agent, 'agent-late');
    await expect(late.getByRole('button', { name: 'Take over' })).toBeEnabled();
    await look(late, 'agent-take-over');
    await agent.getByRole('button', { name: 'Hand back' }).click();
    await look(agent, 'agent-hand-back');
    await agent.getByRole('button', { name: 'Yes, hand it back' }).click();
    await expect(card(page)).toContainText('Looking for another finance manager');
    await look(page, 'handed-back');
    await expect(told(agent, 'status')).toContainText('You handed it back');
    await look(agent, 'agent-handed-back');
    await expect(told(late, 'status')).toContainText('Marlow Finch handed it back');
    await look(late, 'agent-open-again');
    await late.getByRole('button', { name: 'Not me' }).click();
    // The button has other words while the press is on its way: only the answer says that it arrived.
    await expect(told(late, 'status')).toContainText('You said “not me”', { timeout: 15_000 });
    await expect(card(page)).toContainText('Nobody can take it now');
    await look(page, 'nobody-left');
    await look(late, 'agent-declined');
    await late.close();
    await theirs.close();
  },
);

test('R35 the request that closes', repeats(true), async ({ page, boxline, browser }) => {
  const { agent, theirs } = await accepted(page, boxline, browser);
  await agent.getByRole('button', { name: 'Connected' }).click();
  await expect(card(page)).toContainText('is connected');
  await press(page, 'Cancel request');
  await press(page, 'Yes, cancel it');
  await expect(page.getByRole('button', { name: 'Take back' })).toBeEnabled();
  await look(page, 'cancelled');
  await expect(told(agent, 'status')).toContainText('The dealership cancelled it');
  await look(agent, 'agent-cancelled');
  await press(page, 'Take back');
  await expect(card(page)).toContainText('is connected');
  await agent.getByRole('button', { name: 'Done' }).click();
  await agent.getByRole('button', { name: 'Close request' }).click();
  await expect(agent.getByText('Choose how it ended.')).toBeVisible();
  await look(agent, 'agent-done-missing');
  await agent.getByRole('radio', { name: 'Contracted: retail' }).check();
  await look(agent, 'agent-done');
  await agent.getByRole('button', { name: 'Close request' }).click();
  await expect(card(page)).toContainText('is closing this request');
  await look(page, 'closing');
  await expect(agent.getByRole('button', { name: 'Undo Done' })).toBeEnabled();
  await look(agent, 'agent-closing');
  boxline.endClosing();
  await expect(card(page)).toContainText('closed this request');
  await look(page, 'done');
  await expect(agent.getByRole('heading', { level: 1 })).toHaveText('This request is over');
  await look(agent, 'agent-over');
  await theirs.close();
});

test('R24 the request that nobody takes', repeats(true), async ({ page, boxline }) => {
  let change: Partial<RequestView> = {};
  await page.route('**/api/portal/requests/*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as CurrentRequest | RequestView;
    if (answer === null) return route.fulfill({ response });
    const changed = (view: RequestView) => ({ ...view, ...change, version: view.version + 100 });
    const json = 'request' in answer ? { ...answer, request: changed(answer.request) } : changed(answer);
    return route.fulfill({ response, json });
  });
  await page.route('**/events', (route) => route.fulfill({ status: 502 }));
  change = { callAfterMs: 0 };
  await enter(page, boxline);
  await askByText(page, anyDealership());
  await expect(card(page)).toContainText('Nobody has accepted yet');
  await look(page, 'call-now');
  change = { smsStatus: 'capped', sentAt: null, state: 'stored' };
  await expect(card(page)).toContainText('used up');
  await look(page, 'capped');
  await page.route('**/api/portal/requests/*', (route) => route.abort('internetdisconnected'));
  await expect(card(page)).toContainText('No connection to the desk');
  await look(page, 'cut-off');
  await page.unroute('**/api/portal/requests/*');
  await page.route('**/api/portal/requests/*', async (route) => {
    const response = await route.fetch();
    const ended = { state: 'expired', endedAt: new Date().toISOString(), version: 1_000_000 };
    return route.fulfill({ response, json: { ...((await response.json()) as RequestView), ...ended } });
  });
  await expect(card(page)).toContainText('has expired');
  await look(page, 'expired');
});
