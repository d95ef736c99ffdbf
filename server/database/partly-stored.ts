/** Whether a call has stored something already, so that a later failure of the same call does not say that nothing was stored. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { StorageBusyError } from './busy.ts';

/** What is known of the call that is being handled. */
const calls = new AsyncLocalStorage<{ hasCommitted: boolean }>();

/** Notes, for the call that is being handled, that a transaction was committed. */
export function noteCommit(): void {
  const call = calls.getStore();
  if (call) call.hasCommitted = true;
}

/** A call failed after it had stored something, as a rule because the database was busy or away. */
export class PartlyStoredError extends Error {
  override name = 'PartlyStoredError';

  constructor(cause: unknown) {
    super('The call failed after something was stored', { cause });
  }
}

/**
 * Handles a call, or the work of a command. Once it has committed a transaction, a busy or missing database becomes another error:
 * `StorageBusyError` would tell the caller that nothing was stored.
 *
 * @param isFailure whether an error is one after which the caller must know that something was stored
 * @throws PartlyStoredError
 */
export async function asCall<T>(
  handle: () => Promise<T>,
  isFailure = (error: unknown): boolean => error instanceof StorageBusyError,
): Promise<T> {
  const call = { hasCommitted: false };
  try {
    return await calls.run(call, handle);
  } catch (error) {
    if (!call.hasCommitted || !isFailure(error)) throw error;
    throw new PartlyStoredError(error);
  }
}
