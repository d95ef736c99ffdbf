/** This browser's subscription to pushes: the worker, the permission, and what the server is told of both. */
import { deviceStorage } from '#client/lib/storage.ts';
import { subscribePush, unsubscribePush, viewPushKey } from '#contract/desk/live-endpoints.ts';
import { callDesk, failureText } from '../lib/request.ts';

const workerPath = '/desk/worker.js';
const scope = '/desk/';

/** Who switched pushes on in this browser. Others who sign in here are not pushed by it. */
const ownerKey = 'desk-push-person';

/**
 * - `unsupported`: this browser has no pushes; an iPhone has them once the desk was added to its home screen;
 * - `denied`: the person, or the browser, does not allow notifications from the desk.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

const pushWorks = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The worker's address as the page's policy wants it (Trusted Types): the policy gives out this one address alone. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return workerPath;
  policy ??= trustedTypes.createPolicy('desk', {
    createScriptURL(url) {
      if (url !== workerPath) throw new TypeError(`${url} is not the worker`);
      return url;
    },
  });
  return policy.createScriptURL(workerPath);
}

const register = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(workerAddress(), { scope });

/** Whether this browser is pushed for a person. `off` also while somebody else has switched pushes on here. */
export async function pushState(personId: string): Promise<PushState> {
  if (!pushWorks()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const registration = await navigator.serviceWorker.getRegistration(scope);
  const isOwn = deviceStorage.read(ownerKey) === personId;
  return isOwn && (await registration?.pushManager.getSubscription()) ? 'on' : 'off';
}

/** The worker is ready when one is active: a subscription needs that. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await register();
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return registration;
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('the worker could not be installed'));
    });
  });
  return registration;
}

/** Switches pushes on. Resolves to why it did not work. */
export async function switchPushOn(personId: string): Promise<string | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') {
    return 'The browser does not allow notifications from the desk. Change that in its settings for this address.';
  }
  const key = await callDesk(viewPushKey, {});
  if (key.kind !== 'ok') return failureText(key);
  let subscription: PushSubscription;
  try {
    const { pushManager } = await activeWorker();
    subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key.value.publicKey,
    });
  } catch {
    return 'The browser could not subscribe to pushes. Its push service may be out of reach; try again later.';
  }
  const told = await tell(subscription);
  if (told.kind === 'ok') {
    deviceStorage.write(ownerKey, personId);
    return undefined;
  }
  await subscription.unsubscribe();
  return failureText(told);
}

function tell(subscription: PushSubscription) {
  const { endpoint = '', keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  return callDesk(subscribePush, { body: { endpoint, keys: { p256dh, auth } } });
}

/**
 * Tells the server of this browser's subscription again: the server forgets one with the session that it was made in, and the
 * browser keeps it. For each sign-in of whoever switched pushes on here.
 */
export async function renewPush(personId: string): Promise<void> {
  if (!pushWorks() || Notification.permission !== 'granted' || (await pushState(personId)) !== 'on') return;
  const registration = await navigator.serviceWorker.getRegistration(scope);
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await tell(subscription);
}

/** Switches pushes off on this device. Resolves to why the server could not be told. */
export async function switchPushOff(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return undefined;
  const told = await callDesk(unsubscribePush, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return told.kind === 'ok' ? undefined : failureText(told);
}
