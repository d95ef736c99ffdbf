/** Sessions of the portal as rows: whether a session still holds when something is done with it. */
import type { Transaction } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { codesLock } from '#server/dealerships/service.ts';
import { liveSessions } from './store.ts';

/**
 * Whether a session holds, and lets it hold until the transaction ends: whoever would end it or its code, or close or remove a
 * dealership, waits. What somebody does with a session is done under this, so nothing of it comes after the end.
 */
export async function keepSession(
  trx: Transaction<Tables>,
  { dialect }: Pick<Storage, 'dialect'>,
  sessionId: string,
  at: Iso,
): Promise<boolean> {
  await dialect.share(trx, [codesLock]);
  const live = liveSessions(trx, at).where('portal_sessions.id', '=', sessionId);
  return (await dialect.shareRows(live, 'portal_sessions').executeTakeFirst()) !== undefined;
}
