/** Whose call is handled: known to whatever the call comes to, so that no service has to hand it on. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Somebody who is signed in to the desk, by the session that calls. */
export interface Acting {
  readonly personId: string;
  readonly sessionId: string;
}

/** The session that asked has ended since it was found. Nothing was changed. */
export class SessionOverError extends Error {
  override name = 'SessionOverError';
}

const calls = new AsyncLocalStorage<Acting>();

/** Handles the call of somebody. */
export const actAs = <T>(acting: Acting, handle: () => T): T => calls.run(acting, handle);

/** Who calls; undefined for everybody who is not signed in to the desk, for a command and for what the server does by itself. */
export const whoActs = (): Acting | undefined => calls.getStore();
