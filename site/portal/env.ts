import type { Clocks } from '#client/lib/clock.ts';

/** What the portal needs of the browser. Tests bring their own. */
export interface PortalEnv {
  readonly fetch: typeof fetch;
  /** Session storage, or none where the browser refuses it. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  readonly clocks: Clocks;
  readonly mintId: () => string;
  /** Writes to the console what a server answered and no person is shown. */
  readonly log: (message: string) => void;
  /** Resolves after a time, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Session storage; `undefined` where asking for it throws. */
export function sessionStorageIfAllowed(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
