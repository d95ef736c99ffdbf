import { answerDesk, expect, signedInAs, test } from './desk.ts';
import { receivePushes } from './desk-push.ts';

test('R98 a push shows that a dealership waits, and no word about it; the worker keeps no cache', async ({
  page,
  context,
}) => {
  await answerDesk(page, {
    'GET /api/desk/session': { json: signedInAs('agent') },
    'GET /api/desk/board': {
      json: { waiting: [], running: [], finished: [], people: [], serverNow: new Date().toISOString() },
    },
    'GET /api/desk/presence': { json: { people: [] } },
  });
  await page.goto('/desk/leads');
  await expect(page.getByRole('heading', { name: 'Leads' })).toBeAttached();
  const { deliver, shown } = await receivePushes(context, page);
  await deliver({ ring: 'request-1' });
  await expect
    .poll(shown)
    .toMatchObject([
      [
        'A dealership is waiting',
        { body: 'Open the deal board to see who asks.', tag: 'request-1', data: { ring: 'request-1' } },
      ],
    ]);
  await deliver({ failed: 'sms' });
  await expect
    .poll(shown)
    .toContainEqual([
      'Texts are not arriving',
      expect.objectContaining({ body: 'Somebody has to see to them: look at the messages, or tell a manager.' }),
    ]);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test('R837 a browser that drops its subscription tells the open desk, and the person when no desk is open', {
  tag: '@long',
}, async ({ page, context }) => {
  // A headless browser never allows notifications.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'granted' }));
  const session = signedInAs('agent');
  if (session.state !== 'signed-in') throw new Error('nobody is signed in');
  await answerDesk(page, {
    'GET /api/desk/session': { json: session },
    'GET /api/desk/board': {
      json: { waiting: [], running: [], finished: [], people: [], serverNow: new Date().toISOString() },
    },
    'GET /api/desk/presence': { json: { people: [] } },
  });
  await page.goto('/desk/leads');
  const { drop, shown } = await receivePushes(context, page);
  await page.evaluate((id) => {
    const seen: unknown[] = [];
    Object.assign(globalThis, { seen });
    navigator.serviceWorker.addEventListener('message', ({ data }) => seen.push(data));
    localStorage.setItem('desk-push-person', id);
  }, session.person.id);
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/desk/push'));
  await drop();
  await asked;
  expect(await page.evaluate(() => (globalThis as unknown as { seen: unknown[] }).seen)).toEqual([{ renewPush: true }]);
  expect(await shown()).toEqual([]);
  await page.goto('/about');
  await drop();
  await expect.poll(shown).toMatchObject([['This device rings no more', { tag: 'renew' }]]);
});
