/** Pushes as a browser gets them, without a push service: the DevTools protocol delivers them to the desk's worker. */
import type { BrowserContext, Page, Worker } from '@playwright/test';

interface PushReceiver {
  readonly worker: Worker;
  /** Delivers a push as the browser's push service does. */
  deliver(payload: object): Promise<void>;
  /** The notifications that the worker asked the browser to show: the arguments of each `showNotification`. */
  shown(): Promise<unknown[]>;
  /** Tells the worker, as a browser does, that the browser has dropped its subscription. */
  drop(): Promise<void>;
  /** Presses the notification about a request. */
  press(ring: string): Promise<void>;
}

interface Scope {
  shown: unknown[];
  registration: object;
  WindowClient: { prototype: object };
  ExtendableEvent: typeof Event;
  dispatchEvent(event: Event): boolean;
}

/** Registers the desk's worker for a page that shows the desk, with the permission to notify. */
export async function receivePushes(context: BrowserContext, page: Page): Promise<PushReceiver> {
  const { origin } = new URL(page.url());
  await context.grantPermissions(['notifications'], { origin });
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
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('the worker of the desk did not start');
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Scope;
    scope.shown = [];
    // A headless browser shows no notifications, so the worker's calls are recorded.
    Object.assign(scope.registration, {
      showNotification: async (...given: unknown[]) => void scope.shown.push(given),
    });
    // A window comes to the front only after a real press of a notification, and a headless browser has none.
    Object.assign(scope.WindowClient.prototype, { focus: async () => undefined });
  });
  return {
    worker,
    async deliver(payload) {
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) });
    },
    shown: () => worker.evaluate(() => (globalThis as unknown as Scope).shown),
    drop: () =>
      worker.evaluate(() => {
        const scope = globalThis as unknown as Scope;
        scope.dispatchEvent(new scope.ExtendableEvent('pushsubscriptionchange'));
      }),
    press: (ring) =>
      worker.evaluate((pressed) => {
        const scope = globalThis as unknown as Scope;
        const event = new scope.ExtendableEvent('notificationclick');
        Object.assign(event, { notification: { data: { ring: pressed }, close: () => undefined } });
        scope.dispatchEvent(event);
      }, ring),
  };
}
