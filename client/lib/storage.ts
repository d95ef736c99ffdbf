/**
 * Text that the browser keeps. A browser may refuse its storage (reading `localStorage` throws where cookies are blocked) or
 * have no room left. Then the page's memory keeps the text instead. Nothing in this file throws.
 */

/** The version of the records that this code writes. A record with a higher version was written by newer code. */
export const recordVersion = 1;

export interface TextStorage {
  read(key: string): string | undefined;
  /** Keeps the text. False when the browser refused it, so that only this page's memory has it. */
  write(key: string, text: string): boolean;
  /** Removes the text, unless newer code wrote it. */
  remove(key: string): void;
  /** Every key that begins with `prefix`. */
  keys(prefix: string): string[];
}

/** Reads JSON that may be corrupted: `undefined` when it is, `null` when there is no text. */
export function readJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

/** The result of `act` on the storage; `otherwise` when the browser refuses. */
export function tryStorage<T>(open: () => Storage, act: (storage: Storage) => T, otherwise: T): T {
  try {
    return act(open());
  } catch {
    return otherwise;
  }
}

/** Every key of a storage. */
export const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');

function isOfNewerCode(text: string | null): boolean {
  const { version } = Object(readJson(text)) as { version?: unknown };
  return typeof version === 'number' && version > recordVersion;
}

/**
 * Makes a storage that falls back to the page's memory.
 *
 * @param open returns the browser's storage; may throw
 */
export function createStorage(open: () => Storage): TextStorage {
  const memory = new Map<string, string>();

  return {
    read: (key) => memory.get(key) ?? tryStorage(open, (storage) => storage.getItem(key), null) ?? undefined,
    write(key, text) {
      const kept = tryStorage(
        open,
        (storage) => {
          if (isOfNewerCode(storage.getItem(key))) return false;
          storage.setItem(key, text);
          return true;
        },
        false,
      );
      if (kept) memory.delete(key);
      else memory.set(key, text);
      return kept;
    },
    remove(key) {
      memory.delete(key);
      tryStorage(
        open,
        (storage) => {
          if (!isOfNewerCode(storage.getItem(key))) storage.removeItem(key);
        },
        undefined,
      );
    },
    keys(prefix) {
      const stored = tryStorage(open, keysOf, []);
      return [...new Set([...stored, ...memory.keys()])].filter((key) => key.startsWith(prefix));
    },
  };
}

/** The storage that all tabs of this browser share. */
export const deviceStorage = createStorage(() => localStorage);

/** The storage of this tab alone. It survives a reload. */
export const tabStorage = createStorage(() => sessionStorage);
