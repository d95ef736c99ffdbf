/** The options of the dealerships, and the lock under which access codes change. */
import type { AuditLog } from '#server/audit/service.ts';
import { dialectOf, type Storage, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import type { Environment } from '#server/environment.ts';

/**
 * The key that is locked while codes change, so that no code is made for a dealership that is being closed or removed. A request
 * for an agent locks it in shared mode.
 */
export const codesLock = 'access codes';

/** Runs a transaction in which no other transaction changes a code. */
export const changeCodes = <T>(storage: Pick<Storage, 'transaction'>, work: (trx: Trx) => Promise<T>): Promise<T> =>
  storage.transaction(async (trx) => {
    await dialectOf(trx).lock(trx, [codesLock]);
    return work(trx);
  });

/** Why a dealership's codes end: its account was closed, or it was removed. */
type EndOfAccess = 'closed' | 'removed';

export interface DealershipsOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly audit: AuditLog;
  /** Ends the dealership's own codes with their sessions, and the unused links to codes. */
  readonly endAccess: (trx: Trx, dealershipId: string, at: Iso, why: EndOfAccess) => Promise<unknown>;
}
