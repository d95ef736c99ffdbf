import { afterEach, expect, test, vi } from 'vitest';
import { pushState, renewPush, switchPushOn } from './push.ts';

const publicKey = 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U';

/** A browser that supports pushes, and a server that records what it is told. */
function browser(worker: object = { active: {} }) {
  const told: unknown[] = [];
  let subscribed = false;
  const subscription = {
    endpoint: 'https://push.example/1',
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      subscribed = false;
    },
  };
  const pushManager = {
    subscribe: async () => {
      subscribed = true;
      return subscription;
    },
    getSubscription: async () => (subscribed ? subscription : null),
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
    return init.method === 'POST' ? new Response(null, { status: 204 }) : Response.json({ publicKey });
  });
  return told;
}

afterEach(() => vi.unstubAllGlobals());

test('R148 a browser whose pushes are on tells the server again at each sign-in of its person, and of nobody else', async () => {
  const told = browser();
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

test('R148 a worker that the browser cannot install ends the press with why, and switches nothing on', async () => {
  const installing = {
    state: 'installing',
    addEventListener(_: string, look: () => void) {
      installing.state = 'redundant';
      look();
    },
  };
  const told = browser({ active: null, installing });
  expect(await switchPushOn('ada')).toContain('The browser could not subscribe to pushes');
  expect(told).toEqual([]);
});
