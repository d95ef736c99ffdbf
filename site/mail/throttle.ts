/** The time window of `limitRate`: where it is kept, and how a failed send gives it back. */
import type { TextStorage } from '#client/lib/storage.ts';
import type { StorageProvider } from './options.ts';

/** Keeps values on this device, or in this page's memory where the browser refuses its storage. */
export const deviceProvider = (storage: TextStorage): StorageProvider => ({
  get: async (key) => storage.read(key),
  set: async (key, value) => void storage.write(key, value),
  remove: async (key) => storage.remove(key),
});

/** A provider that goes on in memory when the given one rejects, so that a throttle holds within this page at least. */
export function resilientProvider(provider: StorageProvider): StorageProvider {
  const memory = new Map<string, string>();
  return {
    get: async (key) => memory.get(key) ?? (await provider.get(key).catch(() => undefined)),
    async set(key, value) {
      memory.delete(key);
      await provider.set(key, value).catch(() => void memory.set(key, value));
    },
    async remove(key) {
      memory.delete(key);
      // A storage that refuses to remove has stored nothing of this page either.
      await provider.remove(key).catch(() => undefined);
    },
  };
}

/** One send's view of the window. */
interface SendWindow extends StorageProvider {
  /** How long the window stays shut for this send, in milliseconds; `undefined` when it was open. */
  shutForMs(): number | undefined;
  /** Puts back what was there before this send took the window. A later send's window stays. */
  giveBack(): Promise<void>;
}

/**
 * The package stores the time of a send before it sends, so a failed send would use up the window. This view remembers what
 * it replaced. A stored time in the future (the clock was set back) does not count.
 */
export function openWindow(provider: StorageProvider, throttleMs: number, now: () => number): SendWindow {
  let found: string | null | undefined;
  let taken: { key: string; value: string } | undefined;
  let shutForMs: number | undefined;
  return {
    async get(key) {
      found = await provider.get(key);
      const sinceMs = now() - Number(found ?? 0);
      if (!(sinceMs >= 0)) return null;
      shutForMs = sinceMs < throttleMs ? throttleMs - sinceMs : undefined;
      return found;
    },
    async set(key, value) {
      taken = { key, value };
      await provider.set(key, value);
    },
    remove: (key) => provider.remove(key),
    shutForMs: () => shutForMs,
    async giveBack() {
      if (!taken || (await provider.get(taken.key)) !== taken.value) return;
      await (found ? provider.set(taken.key, found) : provider.remove(taken.key));
    },
  };
}
