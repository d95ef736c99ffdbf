/** Another function in place of the product's: a fake of a Supabase Edge Function with the answers that a test gives it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { sendSmsPath } from '#contract/agent-request.ts';
import { told } from './live-regions.ts';
import { card, enter, expect, openTextForm, type PortalBoxline, test as shared, withPortal } from './portal.ts';
import { repeats } from './support.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
  /** The answer is delayed until this resolves. */
  readonly after?: Promise<void>;
}

interface FakeFunction {
  readonly url: string;
  /** What was sent, with the headers that the page chose. */
  readonly calls: { headers: IncomingMessage['headers']; body: unknown }[];
  /** What the next calls are answered. */
  answer: Answer;
  close(): Promise<void>;
}

/** The platform's own list; a page that sends another header fails the preflight of a real function. */
const allowedHeaders = 'authorization, x-client-info, apikey, content-type';

async function startFunction(): Promise<FakeFunction> {
  const fake = {
    url: '',
    calls: [] as FakeFunction['calls'],
    answer: { status: 200, body: '{"success":true}' } as Answer,
  };
  const server = createServer(async (request, response) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': allowedHeaders };
    if (request.method === 'OPTIONS') return response.writeHead(200, headers).end('ok');
    let text = '';
    for await (const chunk of request) text += String(chunk);
    fake.calls.push({ headers: request.headers, body: JSON.parse(text) });
    const answer: Answer = request.url === sendSmsPath ? fake.answer : { status: 404, body: 'no function' };
    await answer.after;
    return response.writeHead(answer.status, headers).end(answer.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return Object.assign(fake, { close });
}

const anonymousKey = 'public-anonymous-key';

const test = shared.extend<object, { fake: FakeFunction; boxline: PortalBoxline }>({
  fake: [
    async ({ browserName: _ }, use) => {
      const fake = await startFunction();
      await use(fake);
      await fake.close();
    },
    { scope: 'worker' },
  ],
  boxline: [
    async ({ fake }, use) => withPortal(use, { SMS_BASE_URL: fake.url, SMS_TOKEN: anonymousKey }),
    { scope: 'worker', timeout: 90_000 },
  ],
});

// One worker for all of them: each that begins with this file starts a function and a server of its own.
test.describe.configure({ mode: 'default' });

// The browser itself reports the status of a failed call; the function is another origin, as it is meant to be.
test.use({
  // A real function's preflight allows no other header, and no code is mistyped here.
  extraHTTPHeaders: {},
  allowed: [/status of [45]\d\d|^request to http:\/\/127\.0\.0\.1|^console warning: Request Agent failed: /],
});

/** Makes the function give its answer once the function that comes back is called. */
function holdAnswer(fake: FakeFunction, answer: Answer): () => void {
  const { promise: after, resolve } = Promise.withResolvers<void>();
  fake.answer = { ...answer, after };
  return resolve;
}

async function openForm(page: Page, boxline: PortalBoxline): Promise<void> {
  await enter(page, boxline);
  await openTextForm(page, 'Driftless Trucks');
  await page.getByLabel('Request type').selectOption('Custom Request');
  await page.getByLabel('Additional info').fill('Lease buyout');
}

const wordsOf = async (part: Locator) => (await part.textContent()) ?? '';

const send = (page: Page) => page.getByRole('button', { name: /^Request Agent$|^Sending/ });

for (const [what, answer, reason] of [
  ['a text', { status: 500, body: 'The texts are down' }, 'The texts are down'],
  [
    'the platform’s refusal',
    { status: 401, body: '{"code":401,"message":"Invalid Token"}' },
    '{"code":401,"message":"Invalid Token"}',
  ],
  ['no text', { status: 503, body: '' }, 'Server error: 503'],
  [
    'a proxy’s page',
    { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' },
    '<html><h1>502 Bad Gateway</h1></html>',
  ],
  ['no JSON', { status: 200, body: '<html>hello</html>' }, 'Invalid response from server'],
  ['success false and a text', { status: 200, body: '{"success":false,"error":"No agents"}' }, 'No agents'],
  ['success false alone', { status: 200, body: '{"success":false}' }, 'Failed to send request. Please try again.'],
] as const) {
  test(
    `S8.3 R4 R39 an answer with ${what} alerts with the one text, and everything typed stays`,
    repeats(what !== 'success false alone'),
    async ({ page, boxline, fake }) => {
      fake.answer = answer;
      await openForm(page, boxline);
      const before = await wordsOf(page.getByRole('dialog'));
      const logged = page.waitForEvent('console', (message) => message.type() === 'warning');
      await send(page).click();
      const alert = told(page, 'alert');
      await expect(alert).toHaveText('❌ Failed to send request. Please try again.');
      expect((await logged).text()).toBe(`Request Agent failed: ${reason}`);
      // The sentence stands there once, and nothing of the answer beside it.
      await expect(send(page)).toHaveText('Request Agent');
      const after = await wordsOf(page.getByRole('dialog'));
      expect(after.replace(await wordsOf(alert), '')).toBe(before);
      await expect(page.getByLabel('Dealership').locator('option:checked')).toHaveText('Driftless Trucks');
      await expect(page.getByLabel('Additional info')).toHaveValue('Lease buyout');
      fake.answer = { status: 200, body: '{"success":true}' };
      await send(page).click();
      await expect(page.getByRole('heading', { name: 'Agent Requested!' })).toBeVisible();
      const [first, second] = fake.calls.slice(-2).map(({ body }) => (body as { request_id: string }).request_id);
      expect(second, 'the id of the second try').toBe(first);
    },
  );
}

for (const [how, leave] of [
  ['Esc', (page: Page) => page.keyboard.press('Escape')],
  ['its cross', (page: Page) => page.getByRole('button', { name: 'Close', exact: true }).click()],
] as const) {
  test(`S8.3 R4 a request that fails after its form was closed by ${how} alerts all the same`, {
    tag: '@long',
  }, async ({ page, boxline, fake }) => {
    const answer = holdAnswer(fake, { status: 500, body: 'The texts are down' });
    await openForm(page, boxline);
    await send(page).click();
    await expect(send(page)).toHaveText('Sending…');
    await leave(page);
    await expect(page.getByRole('dialog')).toBeHidden();
    answer();
    await expect(told(page, 'alert')).toHaveText('❌ Failed to send request. Please try again.');
    await expect(page.getByRole('dialog', { name: 'Text Agent' })).toBeVisible();
    await expect(page.getByLabel('Additional info')).toHaveValue('Lease buyout');
    // What was read is not said again.
    await page.keyboard.press('Escape');
    await openTextForm(page);
    await expect(page.getByLabel('Additional info')).toHaveValue('Lease buyout');
    await expect(told(page, 'alert')).toHaveCount(0);
  });
}

test.describe('S4.8 a request whose portal is left while it is sent', () => {
  const goHome = async (page: Page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  };

  test('S8.3 is told where the person is when it fails, even with the network gone by then', { tag: '@long' }, async ({
    page,
    boxline,
    fake,
  }) => {
    const answer = holdAnswer(fake, { status: 500, body: 'The texts are down' });
    await openForm(page, boxline);
    await send(page).click();
    await goHome(page);
    await page.route('**/assets/**', (route) => route.abort());
    answer();
    await expect(told(page, 'alert')).toHaveText('❌ Failed to send request. Please try again.');
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(/\/$/);
  });

  test('S2.36 is told where the person is when it was sent', async ({ page, boxline, fake }) => {
    const answer = holdAnswer(fake, { status: 200, body: '{"success":true}' });
    await openForm(page, boxline);
    await send(page).click();
    await goHome(page);
    answer();
    await expect(page.getByRole('heading', { name: 'Agent Requested!' })).toBeFocused();
    await page.getByRole('button', { name: 'Got It' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('S8.3 is told on the portal’s page too, when the person is back there', { tag: '@long' }, async ({
    page,
    boxline,
    fake,
  }) => {
    const answer = holdAnswer(fake, { status: 500, body: 'The texts are down' });
    await openForm(page, boxline);
    await send(page).click();
    await goHome(page);
    await page.goBack();
    await expect(page).toHaveURL(/\/portal$/);
    answer();
    await expect(told(page, 'alert')).toHaveText('❌ Failed to send request. Please try again.');
  });
});

test('R1049 the portal promises no news of a request, and not who reads it', { tag: '@long' }, async ({
  page,
  boxline,
  fake,
}) => {
  fake.answer = { status: 200, body: '{"success":true}' };
  await enter(page, boxline);
  await expect(page.getByText('Call, or send a text.')).toBeVisible();
  const promised = /watch it here|on shift|can read it/;
  await expect(page.locator('main')).not.toContainText(promised);
  await page.getByRole('button', { name: 'Request An Agent' }).click();
  await expect(page.getByRole('dialog')).toContainText('It goes out at once.');
  await expect(page.getByRole('dialog')).not.toContainText(promised);
  await page.getByRole('button', { name: 'Text Agent' }).click();
  await expect(page.getByLabel('Additional info')).toBeVisible();
  await expect(page.getByRole('dialog')).not.toContainText(promised);
});

test('S7.5 S4.8 R23 it is sent the fields with its public token, says so while it sends, and nothing is made up', async ({
  page,
  boxline,
  fake,
}) => {
  const answer = holdAnswer(fake, { status: 200, body: '{"success":true}' });
  const before = fake.calls.length;
  await openForm(page, boxline);
  await send(page).dblclick();
  await expect(send(page)).toHaveText('Sending…');
  answer();
  await expect(page.getByRole('heading', { name: 'Agent Requested!' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Have the AnyDesk' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Got It' }).click();
  await expect(card(page)).toContainText('This page cannot see what becomes of it');
  await expect(card(page).getByRole('listitem')).toHaveCount(0);
  expect(fake.calls).toHaveLength(before + 1);
  const { headers, body } = fake.calls.at(-1) ?? { headers: {}, body: {} };
  expect(headers.authorization).toBe(`Bearer ${anonymousKey}`);
  expect(body).toEqual({
    dealershipName: 'Driftless Trucks',
    dealerPhone: 'Not provided',
    requestType: 'Custom Request',
    dealership_id: expect.any(String),
    additionalInfo: 'Lease buyout',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('heading', { name: 'Request An Agent' })).toBeFocused();
  // The form is empty again.
  await openTextForm(page);
  await expect(page.getByLabel('Dealership')).toHaveValue('');
  await expect(page.getByLabel('Additional info')).toHaveValue('');
});
