import { afterEach, expect, test, vi } from 'vitest';
import { pushState, renewPush, switchPushOff, switchPushOn } from './push.ts';

const publicKey = 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U';

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** A browser that supports pushes, and a server that records what it is told. */
function browser(worker: object = { active: {} }) {
  const told: unknown[] = [];
  const server = { publicKey };
  let key: string | undefined;
  const drop = async () => {
    key = undefined;
  };
  const subscriptionBy = (by: string) => ({
    options: { applicationServerKey: bytesOf(by) },
    toJSON: () => ({ endpoint: `https://push.example/${by}`, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: drop,
  });
  const pushManager = {
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      if (key !== undefined && key !== applicationServerKey) throw new DOMException('', 'InvalidStateError');
      key = applicationServerKey;
      return subscriptionBy(key);
    },
    getSubscription: async () => (key === undefined ? null : subscriptionBy(key)),
  };
  const registration = { ...worker, pushManager };
  vi.stubGlobal('navigator', {
    serviceWorker: { register: async () => registration, getRegistration: async () => registration },
  });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('fetch', async (url: string, init: { method?: string; body?: string }) => {
    if (init.method === 'POST') told.push([url, JSON.parse(init.body ?? '')]);
    return init.method === 'POST' ? new Response(null, { status: 204 }) : Response.json(server);
  });
  return { told, drop, server };
}

afterEach(() => vi.unstubAllGlobals());

test('R148 a browser whose pushes are on tells the server again at each sign-in of its person, and of nobody else', async () => {
  const { told } = browser();
  await renewPush('ada');
  expect(told).toEqual([]);
  expect(await switchPushOn('ada')).toBeUndefined();
  expect(told).toHaveLength(1);
  expect([await pushState('ada'), await pushState('bo')]).toEqual(['on', 'off']);
  await renewPush('bo');
  expect(told).toHaveLength(1);
  await renewPush('ada');
  expect(told[1]).toEqual(told[0]);
});

test('R837 a browser that dropped its subscription subscribes anew when its person opens the desk, and not after they switched pushes off', async () => {
  const { told, drop } = browser();
  await switchPushOn('ada');
  await drop();
  await renewPush('bo');
  expect(await pushState('ada')).toBe('off');
  await renewPush('ada');
  expect(await pushState('ada')).toBe('on');
  expect(told).toHaveLength(2);
  await switchPushOff();
  told.length = 0;
  await renewPush('ada');
  expect(await pushState('ada')).toBe('off');
  expect(told).toEqual([]);
});

test('R837 a browser whose subscription is for an earlier key of the server subscribes by the key of now', async () => {
  const { told, server } = browser();
  await switchPushOn('ada');
  server.publicKey = 'BNextKey';
  await renewPush('ada');
  expect(told[1]).toMatchObject(['/api/desk/push', { endpoint: 'https://push.example/BNextKey' }]);
});

test('R148 a worker that the browser cannot install ends the press with why, and switches nothing on', async () => {
  const installing = {
    state: 'installing',
    addEventListener(_: string, look: () => void) {
      installing.state = 'redundant';
      look();
    },
  };
  const { told } = browser({ active: null, installing });
  expect(await switchPushOn('ada')).toContain('The browser could not subscribe to pushes');
  expect(told).toEqual([]);
});
