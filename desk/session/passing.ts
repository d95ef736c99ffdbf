import type { Failure } from '../lib/request.ts';

/** Whether a failure is one of the moment: the server did not answer, failed, or had too much to do. The same call may work later. */
export const isPassing = (failure: Pick<Failure, 'kind'> & { readonly status?: number }): boolean =>
  failure.kind === 'unreachable' || (failure.status ?? 0) >= 500 || failure.status === 429;
