/** What the dealerships are made with, and the key under which their codes change. */
import type { Transaction } from 'kysely';
import type { AuditLog } from '#server/audit/service.ts';
import type { Storage } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';

/**
 * Codes change under this lock, so no code is made for a dealership that is being closed or removed. Whoever asks for an agent
 * shares it.
 */
export const codesLock = 'access codes';

/** Runs a transaction in which nobody else changes a code. */
export const changeCodes = <T>(
  storage: Pick<Storage, 'transaction' | 'dialect'>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> =>
  storage.transaction(async (trx) => {
    await storage.dialect.lock(trx, [codesLock]);
    return work(trx);
  });

/** Why the codes of a dealership end: its account was closed, or it was removed. */
export type EndOfAccess = 'closed' | 'removed';

export interface DealershipsOptions {
  readonly storage: Pick<Storage, 'db' | 'transaction' | 'dialect'>;
  readonly audit: AuditLog;
  readonly now: () => Date;
  /** Ends the codes that are a dealership's own with their sessions, and the links to codes that nobody used. */
  readonly endAccess: (trx: Transaction<Tables>, dealershipId: string, at: Iso, why: EndOfAccess) => Promise<unknown>;
}
