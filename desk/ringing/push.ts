/** This browser's subscription to pushes: the worker, the permission, and telling the server about the subscription. */
import { deviceStorage } from '#client/lib/storage.ts';
import { subscribePush, unsubscribePush, viewPushKey } from '#contract/desk/live-endpoints.ts';
import { callDesk, failureText } from '../lib/request.ts';

const workerPath = '/desk/worker.js';
const scope = '/desk/';

/** The storage key of the person who switched pushes on in this browser. Other people who sign in here do not get them. */
const ownerKey = 'desk-push-person';

/**
 * - `unsupported`: this browser has no pushes. An iPhone has them once the desk was added to its home screen;
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

/** The worker's address as the page's security policy wants it (Trusted Types), which allows only this one address. */
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

/** The state of pushes in this browser for a person. It is `off` also when somebody else has switched pushes on here. */
export async function pushState(personId: string): Promise<PushState> {
  if (!pushWorks()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const registration = await navigator.serviceWorker.getRegistration(scope);
  const isOwn = deviceStorage.read(ownerKey) === personId;
  return isOwn && (await registration?.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Registers the worker and waits until it is active, because a subscription needs an active worker. */
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

/** A key as the server writes it: base64url (RFC 4648, section 5) without padding. */
const textOfKey = (key: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** This browser's subscription by a key: the one that it has, or a new one. Undefined when the browser cannot subscribe. */
async function subscriptionBy(publicKey: string): Promise<PushSubscription | undefined> {
  try {
    const { pushManager } = await activeWorker();
    const before = await pushManager.getSubscription();
    const keyBefore = before?.options.applicationServerKey;
    if (keyBefore && textOfKey(keyBefore) === publicKey) return before;
    await before?.unsubscribe();
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch {
    return undefined;
  }
}

/** Switches pushes on. Resolves to why it failed; undefined when it worked. */
export async function switchPushOn(personId: string): Promise<string | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') {
    return 'The browser does not allow notifications from the desk. Change that in its settings for this address.';
  }
  const key = await callDesk(viewPushKey, {});
  if (key.kind !== 'ok') return failureText(key);
  const subscription = await subscriptionBy(key.value.publicKey);
  if (!subscription)
    return 'The browser could not subscribe to pushes. Its push service may be out of reach; try again later.';
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
 * Tells the server of this browser's subscription again. The server forgets a subscription when its session ends, but the browser
 * keeps it. A subscription that the browser has dropped, or that is for an earlier key of the server, is made anew. Called at each
 * load of the desk; does nothing for a person who did not switch pushes on here.
 */
export async function renewPush(personId: string): Promise<void> {
  if (!pushWorks() || Notification.permission !== 'granted' || deviceStorage.read(ownerKey) !== personId) return;
  const key = await callDesk(viewPushKey, {});
  const subscription = key.kind === 'ok' ? await subscriptionBy(key.value.publicKey) : undefined;
  if (subscription) await tell(subscription);
}

/** Switches pushes off on this device. Resolves to why the server could not be told; undefined when all went well. */
export async function switchPushOff(): Promise<string | undefined> {
  deviceStorage.remove(ownerKey);
  const registration = await navigator.serviceWorker.getRegistration(scope);
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return undefined;
  const told = await callDesk(unsubscribePush, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return told.kind === 'ok' ? undefined : failureText(told);
}
