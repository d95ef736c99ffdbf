/**
 * The caller whose request is being handled, available to everything that the request runs, so that services need not pass it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A person who is signed in to the desk, with the session that calls. */
export interface DeskCaller {
  readonly personId: string;
  readonly sessionId: string;
}

/** The caller's session, or the link of an agent, has ended since the request was authenticated. Nothing was changed. */
export class SessionOverError extends Error {
  override name = 'SessionOverError';
}

const calls = new AsyncLocalStorage<DeskCaller>();

/** Handles a call as this caller. */
export const runAsCaller = <T>(caller: DeskCaller, handle: () => T): T => calls.run(caller, handle);

/** Finishes a change that the caller has already made, even if their session has ended since. */
export const runWithoutCaller = <T>(handle: () => T): T => calls.exit(handle);

/** The caller; undefined for a caller who is not signed in to the desk, for a command, and for the server's own work. */
export const currentCaller = (): DeskCaller | undefined => calls.getStore();
