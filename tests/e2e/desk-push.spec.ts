import { answerDesk, expect, signedInAs, test } from './desk.ts';

test('R98 a push shows that a dealership waits, and no word about it; the worker keeps no cache', async ({
  page,
  context,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  await context.grantPermissions(['notifications'], { origin });
  await answerDesk(page, {
    'GET /api/desk/session': { json: signedInAs('agent') },
    'GET /api/desk/board': {
      json: { waiting: [], running: [], finished: [], people: [], serverNow: new Date().toISOString() },
    },
    'GET /api/desk/presence': { json: { people: [] } },
  });
  await page.goto('/desk/leads');
  await expect(page.getByRole('heading', { name: 'Leads' })).toBeVisible();
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/desk/`);
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
    };
    const address = trustedTypes.createPolicy('desk', { createScriptURL: (url: string) => url });
    const registration = await navigator.serviceWorker.register(address.createScriptURL('/desk/worker.js'), {
      scope: '/desk/',
    });
    const worker = registration.installing ?? registration.waiting;
    if (!worker) return;
    await new Promise<void>((resolve) => {
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
    });
  });
  const registrationId = await registered;
  // A browser without a screen shows no notifications: what the worker asks it to show is written down instead.
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    const scope = globalThis as unknown as { registration: object; shown: unknown[] };
    scope.shown = [];
    Object.assign(scope.registration, {
      showNotification: async (...given: unknown[]) => void scope.shown.push(given),
    });
  });
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify({ ring: 'request-1' }),
  });
  await expect
    .poll(() => worker?.evaluate(() => (globalThis as unknown as { shown: unknown }).shown))
    .toMatchObject([
      [
        'A dealership is waiting',
        { body: 'Open the deal board to see who asks.', tag: 'request-1', data: { ring: 'request-1' } },
      ],
    ]);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});
