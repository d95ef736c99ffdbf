/** Text kept on this device, whatever the browser thinks of it: a refused or full storage is replaced by memory, never thrown. */

/** What this code writes. A record of a higher version was written by newer code and is left alone. */
export const recordVersion = 1;

export interface Device {
  read(key: string): string | undefined;
  /** Keeps the text. False when the browser refused: then it is in this page's memory alone. */
  write(key: string, text: string): boolean;
  remove(key: string): void;
  /** Every key that begins with `prefix`. */
  keys(prefix: string): string[];
}

/** Reads JSON that may be corrupted. */
export function readJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

function isOfNewerCode(text: string | null): boolean {
  const record = readJson(text);
  if (typeof record !== 'object' || record === null || !('version' in record)) return false;
  return typeof record.version === 'number' && record.version > recordVersion;
}

/**
 * @param open gives the storage; may throw, as reading `localStorage` does where cookies are blocked
 */
export function createDevice(open: () => Storage): Device {
  const memory = new Map<string, string>();

  /** What `act` makes of the storage; `otherwise` when the browser refuses. */
  function attempt<T>(act: (storage: Storage) => T, otherwise: T): T {
    try {
      return act(open());
    } catch {
      return otherwise;
    }
  }

  return {
    read: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null) ?? undefined,
    write(key, text) {
      const kept = attempt((storage) => {
        if (isOfNewerCode(storage.getItem(key))) return false;
        storage.setItem(key, text);
        return true;
      }, false);
      if (kept) memory.delete(key);
      else memory.set(key, text);
      return kept;
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => {
        if (!isOfNewerCode(storage.getItem(key))) storage.removeItem(key);
      }, undefined);
    },
    keys(prefix) {
      const stored = attempt(
        (storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
        [],
      );
      return [...new Set([...stored, ...memory.keys()])].filter((key) => key.startsWith(prefix));
    },
  };
}
