/** The card of a request, from the press to the end of the request, on both sides. */
import { brand } from '#brand/brand.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { portalRefusals } from '#contract/portal.ts';
import type { CurrentRequest } from '#contract/portal-endpoints.ts';
import { startTcpGate, type TcpGate } from '../fakes/tcp-gate.ts';
import { told } from './live-regions.ts';
import {
  agentTakes,
  anyDealership,
  askByText,
  card,
  codeField,
  enter,
  expect,
  linkIn,
  openTextForm,
  screens,
  test as shared,
} from './portal.ts';
import { momentPasses, repeats, stopClock } from './support.ts';

/** The browser's own offline mode does not end a running stream. A gate in the line cuts it. */
const test = shared.extend<{ gate: TcpGate }>({
  gate: async ({ boxline }, use) => {
    const { hostname, port } = new URL(boxline.server.url);
    const gate = await startTcpGate({ host: hostname, port: Number(port) });
    await use(gate);
    await gate.stop();
  },
});

const direct = { name: `Call ${brand.directLine}` };
const requestAnAgent = { name: 'Request An Agent' };

for (const [screen, viewport] of screens) {
  test.describe(`on a ${screen}`, repeats(screen !== 'desktop'), () => {
    test.use({ viewport });

    test.describe('the request', () => {
      // The browser itself reports how an agent's page learns that the request is over.
      test.use({ allowed: [/status of 410/] });

      test('S2.35 S2.36 S4.8 R24 R25 from a request through the agent’s acceptance to its end', async ({
        page,
        browser,
        boxline,
      }) => {
        const dealership = anyDealership();
        await enter(page, boxline);
        await askByText(page, dealership, 'Customer is in the chair');
        await expect(card(page).getByRole('heading', { level: 2 })).toBeFocused();
        // From here on the stream moves the card: a page that has it asks for nothing by itself.
        await expect(card(page)).toContainText('Live');
        const [first, second] = await boxline.textsOf(dealership);
        if (!first || !second) throw new Error('There are two agents');
        await boxline.report(first, 'delivered');
        await expect(card(page)).toContainText('Text delivered. Waiting for a finance manager.');

        await page.getByLabel('AnyDesk address on this computer').fill('41209');
        await page.getByRole('button', { name: 'Send to the finance manager' }).click();
        await expect(told(page, 'alert')).toHaveText(/^Enter the 9 or 10 digits/);
        await page.getByLabel('AnyDesk address on this computer').fill('412-098 637');
        await page.getByRole('button', { name: 'Send to the finance manager' }).click();
        await expect(card(page)).toContainText('412 098 637');

        const theirs = await browser.newContext({ baseURL: boxline.server.url });
        const agent = await theirs.newPage();
        await agent.goto(linkIn(first));
        await expect(agent.getByRole('heading', { level: 1 })).toHaveText(dealership);
        await expect(agent).toHaveURL(/\/agent$/);
        await expect(agent.getByText('Customer is in the chair')).toBeVisible();
        await expect(agent.getByRole('link', { name: 'Open in AnyDesk' })).toHaveAttribute('href', 'anydesk:412098637');
        await momentPasses(page);
        await expect(card(page)).not.toContainText('Accepted by');
        await agent.getByRole('button', { name: 'Accept' }).click();
        await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Marlow Finch has your request');
        await expect(told(card(page), 'status').first()).toContainText('Marlow Finch has your request');

        const late = await theirs.newPage();
        await late.goto(linkIn(second));
        await expect(told(late, 'status')).toHaveText(/^Marlow Finch has it, since/);
        await expect(late.getByRole('button', { name: 'Accept' })).toHaveCount(0);
        // What a reload shows is the link's, without the token in the address.
        await agent.reload();
        await agent.getByRole('button', { name: 'Connected' }).click();
        await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Marlow Finch is connected');
        await agent.getByRole('button', { name: 'Done' }).click();
        await agent.getByRole('radio', { name: 'Contracted: lease' }).check();
        await agent.getByRole('button', { name: 'Close request' }).click();
        await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Marlow Finch is closing this request');
        boxline.endClosing();
        await expect(agent.getByRole('heading', { level: 1 })).toHaveText('This request is over');
        await expect(told(agent, 'status')).toContainText('Contracted: lease');
        await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Marlow Finch closed this request');
        await theirs.close();
        await page.getByRole('button', { name: 'Dismiss' }).click();
        await expect(card(page)).toHaveCount(0);
      });
    });

    test('R20 R24 after Home, Back and reload the portal is locked and the running card is there', {
      tag: '@long',
    }, async ({ page, boxline }) => {
      const dealership = anyDealership();
      await enter(page, boxline);
      await askByText(page, dealership);
      await expect(card(page)).toContainText(dealership);
      await page.reload();
      await expect(card(page)).toContainText(dealership);
      await expect(page.getByRole('button', { name: 'Enter access code' })).toBeVisible();
      await expect(page.getByRole('button', requestAnAgent)).toHaveCount(0);
      // The tab that asked feeds its own card without the code.
      await page.getByLabel('AnyDesk address on this computer').fill('412 098 637');
      await page.getByRole('button', { name: 'Send to the finance manager' }).click();
      await expect(card(page)).toContainText('412 098 637');
      await page.getByRole('link', { name: 'Home' }).click();
      await expect(page).toHaveURL(/\/$/);
      await page.goBack();
      await expect(card(page)).toContainText(dealership);
      await page.getByRole('button', { name: 'Enter access code' }).click();
      await codeField(page).fill(boxline.code);
      await page.getByRole('button', { name: 'Access Portal' }).click();
      await expect(page.getByRole('button', requestAnAgent)).toBeVisible();
      await expect(card(page)).toContainText(dealership);

      await page.getByRole('button', { name: 'Cancel request' }).click();
      await page.getByRole('button', { name: 'Keep it' }).click();
      await page.getByRole('button', { name: 'Cancel request' }).click();
      await page.getByRole('button', { name: 'Yes, cancel it' }).click();
      await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Cancelled');
      boxline.endClosing();
      await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('You cancelled this request');
    });
  });
}

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('R779 somebody who taps again and again at the button that sends the AnyDesk address cancels nothing', {
    tag: '@long',
  }, async ({ page, boxline }) => {
    await enter(page, boxline);
    // A short name: with one more line about the request, Cancel does not come exactly where the address was sent.
    await askByText(page, 'Driftless Trucks');
    await expect(card(page)).toContainText('Live');
    await page.getByLabel('AnyDesk address on this computer').fill('412 098 637');
    // The taps come before a moment has passed, however long the test takes.
    await stopClock(page);
    const send = page.getByRole('button', { name: 'Send to the finance manager' });
    await send.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await send.boundingBox()) ?? {};
    const point = { x: x + width / 2, y: y + height / 2 };
    const tap = () => page.touchscreen.tap(point.x, point.y);
    await tap();
    await expect(page.getByRole('button', { name: 'Change' })).toBeVisible();
    // By the words on the card, Cancel is now where the address was sent, or one line beside it.
    const cancel = page.getByRole('button', { name: 'Cancel request' });
    const box = await cancel.boundingBox();
    Object.assign(point, { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 });
    for (let times = 0; times < 3; times += 1) await tap();
    await page.clock.runFor(2_000);
    await momentPasses(page);
    await expect(card(page).getByRole('heading', { level: 2 })).not.toHaveText('Cancelled');
    await expect(page.getByRole('button', { name: 'Cancel request' })).toBeVisible();
  });
});

test('R20 a request is cancelled after a reload, without the code, and then the tab has nothing left of it', {
  tag: '@long',
}, async ({ page, boxline }) => {
  await enter(page, boxline);
  await askByText(page, anyDealership());
  await expect(card(page)).toContainText('Live');
  await page.reload();
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Cancelled');
  await page.reload();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Cancelled');
  boxline.endClosing();
  await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('You cancelled this request');
  expect(await page.evaluate(() => sessionStorage.getItem('boxline.request'))).toBeNull();
  await page.reload();
  await expect(codeField(page)).toBeFocused();
  await expect(card(page)).toHaveCount(0);
});

test.describe('R601 an AnyDesk address that is being typed', { tag: '@long' }, () => {
  // The session that ends is refused.
  test.use({ allowed: [/status of 401/] });

  test('is there again when the agent closes the request meanwhile and takes that back, and when the session ends', async ({
    page,
    boxline,
  }) => {
    const dealership = anyDealership();
    await enter(page, boxline);
    await askByText(page, dealership);
    const [text] = await boxline.textsOf(dealership);
    const link = linkIn(text);
    await agentTakes(boxline, link, 'accept');
    await expect(card(page)).toContainText('has your request');
    const field = page.getByLabel('AnyDesk address on this computer');
    await field.pressSequentially('41209');
    await agentTakes(boxline, link, 'done');
    await expect(card(page)).toContainText('is closing this request');
    await agentTakes(boxline, link, 'undo-done');
    await expect(field).toHaveValue('41209');
    await page.route('**/api/portal/session', (route) =>
      route.fulfill({ status: 401, headers: { 'boxline-refusal': '401' }, body: portalRefusals.locked.text }),
    );
    await page.getByRole('button', requestAnAgent).click();
    await expect(page.getByText('Your session has ended').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Enter access code' })).toBeVisible();
    await expect(field).toHaveValue('41209');
  });

  test('stays when a colleague gives one meanwhile, and is not sent by itself', async ({ page, boxline, context }) => {
    const dealership = anyDealership();
    const code = await boxline.ownCode(dealership);
    await enter(page, { code });
    await askByText(page, dealership);
    const field = page.getByLabel('AnyDesk address on this computer');
    await field.pressSequentially('4120');
    const other = await context.newPage();
    await enter(other, { code });
    await other.getByLabel('AnyDesk address on this computer').fill('987654321');
    await other.getByRole('button', { name: 'Send to the finance manager' }).click();
    await expect(card(page)).toContainText('987 654 321 was given meanwhile');
    await expect(field).toHaveValue('4120');
    await expect(field).toBeFocused();
    await field.pressSequentially('98637');
    await page.getByRole('button', { name: 'Send to the finance manager' }).click();
    await expect(other.locator('.anydesk-given')).toContainText('412 098 637');
    await expect(page.locator('.anydesk-given')).toContainText('412 098 637');
    await page.getByRole('button', { name: 'Cancel request' }).click();
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Cancelled');
    boxline.endClosing();
    await expect(card(page)).toContainText('You cancelled this request');
    await expect(card(other)).toContainText('Your store cancelled this request');
  });
});

test.describe('what is not heard', { tag: '@long' }, () => {
  test.use({ allowed: [/net::ERR_FAILED/] });

  test('R25 an AnyDesk address whose answer is lost is shown as given once the card has it', async ({
    page,
    boxline,
  }) => {
    await enter(page, boxline);
    await askByText(page, anyDealership());
    // It arrives, and only its answer does not.
    await page.route(
      '**/anydesk',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByLabel('AnyDesk address on this computer').fill('412 098 637');
    await page.getByRole('button', { name: 'Send to the finance manager' }).click();
    await expect(card(page).locator('.anydesk-given')).toContainText('412 098 637');
    await expect(card(page)).not.toContainText('No answer came');
    await card(page).getByRole('button', { name: 'Change' }).click();
    await expect(page.getByLabel('AnyDesk address on this computer')).toBeFocused();
  });

  test('R1280 the parts of a card whose files do not come are named, each once, and come when they can', async ({
    page,
    boxline,
  }) => {
    const files = /\/assets\/(?:AnydeskField|CancelRequest)-.*\.js$/;
    await page.route(files, (route) => route.abort());
    await enter(page, boxline);
    await askByText(page, anyDealership());
    const missing = card(page).getByText('has not come yet');
    await expect(missing).toHaveText([
      'The field for AnyDesk has not come yet. Call.',
      'The button to cancel has not come yet. Call.',
    ]);
    await page.unroute(files);
    await card(page).getByRole('button', { name: 'Cancel request' }).click();
    await expect(page.getByLabel('AnyDesk address on this computer')).toBeVisible();
    await expect(missing).toHaveCount(0);
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Cancelled');
  });

  test('R24 a request that this tab has not heard of yet is not said to go on', async ({ page, boxline }) => {
    await enter(page, boxline);
    await askByText(page, anyDealership());
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Dealer Portal' }).first().click();
    await expect(page.getByRole('dialog')).toContainText(/This tab follows request BX-\w{4}-\w{4}\./);
    await page.route('**/api/portal/requests/**', (route) => route.abort());
    await page.getByRole('link', { name: 'See your request' }).click();
    await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Your request');
    await expect(page.locator('.locked-portal')).not.toContainText('goes on');
    await page.unroute('**/api/portal/requests/**');
    await expect(page.locator('.locked-portal')).toContainText('Your request goes on.');
  });
});

test('S4.8 R20 a request whose portal is left while it is sent is told where the person is, with its card', {
  tag: '@long',
}, async ({ page, boxline }) => {
  const dealership = anyDealership();
  await enter(page, boxline);
  await openTextForm(page, dealership);
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  await page.route('**/functions/v1/send-sms', async (route) => {
    await left;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Request Agent' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/$/);
  const ended = page.waitForRequest((request) => request.method() === 'DELETE');
  leave();
  await expect(page.getByRole('heading', { name: 'Agent Requested!' })).toBeFocused();
  // The session is over once the tab has what is its own of the request.
  await ended;
  await page.getByRole('link', { name: 'See your request' }).click();
  await expect(page).toHaveURL(/\/portal$/);
  await expect(card(page)).toContainText(dealership);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test.describe('R24 at 45 s without acceptance', { tag: '@long' }, () => {
  test.use({ allowed: [/status of 502/] });

  test('the card says so and offers the call', async ({ page, boxline }) => {
    let byMs = 0;
    const older = (view: RequestView) => ({
      ...view,
      createdAt: new Date(Date.parse(view.createdAt) - byMs).toISOString(),
      expiresAt: new Date(Date.parse(view.expiresAt) - byMs).toISOString(),
    });
    // The request as the server tells it, older than it is once it was seen to wait.
    await page.route('**/api/portal/requests/*', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as CurrentRequest | RequestView;
      if (answer === null) return route.fulfill({ response });
      const json = 'request' in answer ? { ...answer, request: older(answer.request) } : older(answer);
      return route.fulfill({ response, json });
    });
    await page.route('**/events', (route) => route.fulfill({ status: 502 }));
    await enter(page, boxline);
    await askByText(page, anyDealership());
    await expect(card(page)).toContainText('Waiting for a finance manager.');
    byMs = 41_000;
    await expect(card(page).getByRole('heading', { level: 2 })).toHaveText('Nobody has accepted yet. Call the desk.', {
      timeout: 15_000,
    });
    await expect(card(page).getByRole('link', direct)).toBeVisible();
    await expect(card(page)).toContainText('Asking the desk every few seconds');
  });
});

test.describe('R24 while the network is gone', { tag: '@long' }, () => {
  test.use({
    baseURL: async ({ gate }, use) => use(`http://127.0.0.1:${gate.port}`),
    allowed: [/net::ERR_|^request to http:\/\/127\.0\.0\.1/],
  });

  test('the card says so, and catches up by itself', async ({ page, boxline, gate }) => {
    test.slow();
    const dealership = anyDealership();
    await enter(page, boxline);
    await askByText(page, dealership);
    await expect(card(page)).toContainText('Sent. Waiting');
    await expect(card(page)).toContainText('Live');
    const [text] = (await boxline.textsOf(dealership)).slice(-1);
    if (!text) throw new Error('There is a text');
    await gate.shut();
    await expect(card(page)).toContainText('No connection to the desk', { timeout: 10_000 });
    await boxline.report(text, 'delivered');
    await expect(card(page)).toContainText('Sent. Waiting');
    await gate.open();
    await expect(card(page)).toContainText('Text delivered', { timeout: 10_000 });
    await expect(card(page)).not.toContainText('No connection to the desk');
    await expect(card(page)).toContainText('Live', { timeout: 20_000 });
  });
});
