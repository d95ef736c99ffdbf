import { expect, test } from 'vitest';
import { withTabLock } from './tab-lock.ts';

/** A browser that grants the lock, and one that refuses it together with its storage. */
const granting = { request: (_name: string, _options: object, hold: (lock: object) => unknown) => hold({}) };
const refusing = { request: () => Promise.reject(new DOMException('refused', 'SecurityError')) };

function toolsWith(locks: object) {
  const kept = new Map<string, string>();
  const device = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, value: string) => void kept.set(name, value),
    remove: (name: string) => void kept.delete(name),
  };
  return { device, now: () => 0, locks } as unknown as Parameters<typeof withTabLock>[0];
}

test('R325 what is sent under a lock that the browser grants is sent once, also when it fails', async () => {
  let times = 0;
  const failing = withTabLock(toolsWith(granting), 'page', async () => {
    times += 1;
    throw new Error('no network');
  });
  await expect(failing).rejects.toThrow('no network');
  expect(times).toBe(1);
});

test('R325 where the browser refuses locks the lease takes their place', async () => {
  let times = 0;
  const ran = await withTabLock(toolsWith(refusing), 'page', async () => {
    times += 1;
  });
  expect(ran).toBe(true);
  expect(times).toBe(1);
});
