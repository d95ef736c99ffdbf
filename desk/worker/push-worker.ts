/**
 * The worker of the console, for pushes alone. It handles no fetch and keeps no cache, so that nothing of the desk stays on a device.
 * A push carries the id of a request, or the channel that fails (mail or texts), and nothing else: anybody may read a lock screen.
 */
import type { PushPayload } from '#contract/desk/live.ts';

declare const self: ServiceWorkerGlobalScope;

/** The page that shows a request. Kept in step with `desk/app/paths.ts`, which a worker cannot load. */
const requestPage = (id: string): string => `/desk/requests/${encodeURIComponent(id)}`;

/** The contents of a push. Both members are absent when it cannot be read. */
type Push = Partial<Record<'ring', Extract<PushPayload, { ring: string }>['ring']>> &
  Partial<Record<'failed', Extract<PushPayload, { failed: string }>['failed']>>;

function pushOf(data: PushMessageData | null): Push {
  try {
    const { ring, failed } = (data?.json() ?? {}) as { ring?: unknown; failed?: unknown };
    if (failed === 'mail' || failed === 'sms') return { failed };
    return typeof ring === 'string' ? { ring } : {};
  } catch {
    return {};
  }
}

async function show({ ring, failed }: Push): Promise<void> {
  if (failed) {
    await self.registration.showNotification(`${failed === 'sms' ? 'Texts' : 'Mails'} are not arriving`, {
      body: 'Somebody has to see to them: look at the messages, or tell a manager.',
      icon: '/icon-512.png',
      tag: `failed-${failed}`,
      data: {},
    });
    return;
  }
  // Always show a notification: browsers withdraw the permission from a worker that gets a push and shows nothing.
  await self.registration.showNotification('A dealership is waiting', {
    body: 'Open the deal board to see who asks.',
    icon: '/icon-512.png',
    tag: ring ?? 'ring',
    requireInteraction: true,
    data: { ring },
  });
}

/** The pages of this browser that show the desk. */
async function openDesks(): Promise<readonly WindowClient[]> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.filter(({ url }) => /^\/desk(\/|$)/.test(new URL(url).pathname));
}

/** The browser has dropped its subscription. An open page of the desk makes another one; otherwise the person has to open one. */
async function renew(): Promise<void> {
  const desks = await openDesks();
  for (const desk of desks) desk.postMessage({ renewPush: true });
  if (desks.length > 0) return;
  await self.registration.showNotification('This device rings no more', {
    body: 'The browser has ended its subscription. Open the desk once, and it rings again.',
    icon: '/icon-512.png',
    tag: 'renew',
    requireInteraction: true,
    data: {},
  });
}

async function open(ring: string | undefined): Promise<void> {
  const address = ring ? requestPage(ring) : '/desk';
  const [desk] = await openDesks();
  if (!desk) {
    await self.clients.openWindow(address);
    return;
  }
  await desk.focus();
  // The page navigates itself, so that typed text stays. A navigation by the worker would load the page anew.
  desk.postMessage({ open: address });
}

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('push', (event) => event.waitUntil(show(pushOf(event.data))));
self.addEventListener('pushsubscriptionchange', (event) => (event as ExtendableEvent).waitUntil(renew()));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { ring } = event.notification.data as { ring?: string };
  event.waitUntil(open(ring));
});
