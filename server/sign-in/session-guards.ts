/**
 * Guards for actions that need an open session: changes of the session's own account, and the handing out of secrets. If the session was
 * ended meanwhile, they throw.
 */
import type { AuditAction } from '#contract/desk/audit.ts';
import type { Role } from '#contract/desk/permissions.ts';
import { currentCaller, type DeskCaller, SessionOverError } from '#server/caller.ts';
import type { Trx } from '#server/database/open.ts';
import { findPeopleByIds, lockPeople } from '#server/people/service.ts';
import type { DeskSession } from './session-state.ts';
import { lockAccount } from './store.ts';
import { isSessionOpen, lockSessionsOf } from './store-sessions.ts';

/**
 * Checks that a session is open, and locks it and its person's account until the transaction ends. When two browsers change the account at
 * once, the later one finds out whether the first has ended its session.
 *
 * @throws SessionOverError
 */
export async function requireOpenSession(
  trx: Trx,
  { row, person }: { readonly row: Pick<DeskSession['row'], 'id'>; readonly person: Pick<DeskSession['person'], 'id'> },
): Promise<void> {
  await lockAccount(trx, person.id);
  const open = await lockSessionsOf(trx, person.id);
  if (!open.some(({ id }) => id === row.id)) throw new SessionOverError('The session has ended');
}

/**
 * Checks that the caller's session is open, and locks it until the transaction ends. A person who loses the role loses the session as well.
 *
 * @throws SessionOverError when the session has ended since the caller was authenticated
 */
export const requireCallerSession = (trx: Trx, { personId, sessionId }: DeskCaller): Promise<void> =>
  requireOpenSession(trx, { row: { id: sessionId }, person: { id: personId } });

/** A person's role, locked until the transaction ends. A change of the role ends only the sessions that exist by then. */
export async function lockRole(trx: Trx, personId: string): Promise<Role | null> {
  await lockPeople(trx);
  return (await findPeopleByIds(trx, [personId]))[0]?.role ?? null;
}

const endsItself: ReadonlySet<AuditAction> = new Set(['signed-out', 'session-revoked']);

/**
 * Checks that the session that acts is still open. The audit log calls it after it has locked its head. Ending a session or a role writes
 * an entry too, so that end was either committed before, or comes after this entry.
 *
 * @throws SessionOverError
 */
export async function checkActing(trx: Trx, by: string, action: AuditAction): Promise<void> {
  const caller = currentCaller();
  if (caller?.personId !== by || endsItself.has(action)) return;
  if (!(await isSessionOpen(trx, caller.sessionId))) throw new SessionOverError('The session has ended');
}
