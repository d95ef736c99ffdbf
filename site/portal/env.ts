import type { Clocks } from '#client/lib/clock.ts';
import type { TextStorage } from '#client/lib/storage.ts';
import type { RuntimeSettings } from '#contract/runtime.ts';
import type { Endpoints } from './api.ts';

/** Another function that receives agent requests in the place of ours (S7). */
export type ForeignFunction = RuntimeSettings['sms'];

/** The parts of the browser that the portal uses. Tests pass their own. */
export interface PortalEnv {
  readonly fetch: typeof fetch;
  /** The storage of this tab. */
  readonly storage: TextStorage;
  readonly clocks: Clocks;
  /** Undefined on plain http, where browsers have no locks. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly mintId: () => string;
  /** Writes a server's response to the console that is not shown to the person. */
  readonly log: (message: string) => void;
  /** Resolves after a time, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Loads the endpoints of the portal's API with their schemas. Rejects when they cannot be loaded. */
  readonly loadEndpoints: () => Promise<Endpoints>;
  /** Called when there is a result of a request whose portal was left. It brings the dialog with that result onto the page. */
  readonly onNotice: () => void;
  /** The other function, if the configuration names one. Requests to it cannot be followed. */
  readonly foreignFunction: () => ForeignFunction | undefined;
}
