/** Sessions of the portal as rows: whether a session still holds when something is done with it. */
import { dialectOf, findsAny, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { codesLock } from '#server/dealerships/service.ts';
import { type AccessCode, findCode, holds, liveSessions } from './store.ts';

/**
 * Whether a session holds. If it does, it holds until the transaction ends: ending it or its code, or closing or removing a dealership,
 * waits. Actions that need a session call this, so none of them happens after the session's end.
 */
export async function keepSession(trx: Trx, sessionId: string, at: Iso): Promise<boolean> {
  await dialectOf(trx).share(trx, [codesLock]);
  const live = liveSessions(trx, at).where('portal_sessions.id', '=', sessionId);
  return dialectOf(trx).shareRows(live, 'portal_sessions').$call(findsAny);
}

/** A code, if it holds. Then it holds until the transaction ends: whatever ends it waits. So nothing is opened after the code's end. */
export async function keepCode(trx: Trx, codeId: string, at: Iso): Promise<AccessCode | undefined> {
  await dialectOf(trx).share(trx, [codesLock]);
  const code = await findCode(trx, 'id', codeId);
  return code && holds(code, at) ? code : undefined;
}
