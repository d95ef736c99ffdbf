import type { Clocks } from '#client/lib/clock.ts';
import type { TextStorage } from '#client/lib/storage.ts';

/** What the portal needs of the browser. Tests bring their own. */
export interface PortalEnv {
  readonly fetch: typeof fetch;
  /** What this tab keeps. */
  readonly storage: TextStorage;
  readonly clocks: Clocks;
  readonly mintId: () => string;
  /** Writes to the console what a server answered and no person is shown. */
  readonly log: (message: string) => void;
  /** Resolves after a time, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}
