/** A lock that one tab of the browser holds at a time. It only saves requests: the server keeps one lead per id, whoever sends it. */
import { finite, fitting, object, text } from '#client/lib/shape.ts';
import { readJson } from '#client/lib/storage.ts';
import type { Environment } from './environment.ts';

const name = 'boxline.sending';
/** Which page holds the lock, and until when in milliseconds since 1970. */
const lease = object({ holder: text, until: finite });

/** Longer than one request can take. */
const leaseMs = 30_000;

export interface TabLock {
  /** Extends the lease by the time of one more request. */
  renew(): void;
}

type Tools = Pick<Environment, 'device' | 'now' | 'locks'>;

/**
 * Runs `task` unless another tab holds the lock. Returns whether it ran. It uses Web Locks. On plain http, which has none, and
 * where the browser refuses them, it uses a lease in the storage instead, which two tabs may take at the same instant.
 *
 * @param holder the name of this page
 */
export async function withTabLock(
  { device, now, locks }: Tools,
  holder: string,
  task: (lock: TabLock) => Promise<void>,
): Promise<boolean> {
  if (locks) {
    let isAnswered = false;
    try {
      return await locks.request(name, { ifAvailable: true }, async (lock) => {
        isAnswered = true;
        if (lock) await task({ renew: () => undefined });
        return lock !== null;
      });
    } catch (error) {
      // If the browser granted or denied the lock, the error comes from the task. Otherwise the browser refused to use locks.
      if (isAnswered) throw error;
    }
  }
  const held = fitting(lease, readJson(device.read(name)));
  const leftMs = held ? held.until - now() : 0;
  // A lease that ends later than a new one would was taken while the device's clock was ahead, so it does not count.
  if (held?.holder !== holder && leftMs > 0 && leftMs <= leaseMs) return false;
  const renew = () => void device.write(name, JSON.stringify({ holder, until: now() + leaseMs }));
  renew();
  try {
    await task({ renew });
  } finally {
    device.remove(name);
  }
  return true;
}
