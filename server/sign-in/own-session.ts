/**
 * What happens only while the session that asks for it is open: changes of its own person's account, and secrets that are handed out.
 * One that was ended meanwhile changes and is given nothing.
 */
import type { Transaction } from 'kysely';
import type { AuditAction } from '#contract/desk/audit.ts';
import { type Acting, SessionOverError, whoActs } from '#server/acting.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { DeskSession } from './session-state.ts';
import { keepAccount } from './store.ts';
import { isSessionOpen, keepSessionsOf } from './store-sessions.ts';

/**
 * Keeps a session open, and its person's account as it is, until the transaction ends. Of two browsers that change the account at
 * once, the later one finds whether the first has ended it.
 *
 * @throws SessionOverError
 */
export async function keepOwn(
  trx: Transaction<Tables>,
  storage: Pick<Storage, 'dialect'>,
  { row, person }: { readonly row: Pick<DeskSession['row'], 'id'>; readonly person: Pick<DeskSession['person'], 'id'> },
): Promise<void> {
  await keepAccount(trx, storage, person.id);
  const open = await keepSessionsOf(trx, storage, person.id);
  if (!open.some(({ id }) => id === row.id)) throw new SessionOverError('The session has ended');
}

/**
 * Keeps the session of somebody who asks open until the transaction ends. Losing the role ends it as well.
 *
 * @throws SessionOverError when it has ended since they were let in
 */
export const keepOpen = (
  trx: Transaction<Tables>,
  storage: Pick<Storage, 'dialect'>,
  { personId, sessionId }: Acting,
): Promise<void> => keepOwn(trx, storage, { row: { id: sessionId }, person: { id: personId } });

/** By these a session ends itself. */
const endsItself: ReadonlySet<AuditAction> = new Set(['signed-out', 'session-revoked']);

/**
 * Looks whether the session that acts is still open, for the audit log, which asks when it has locked its head. Whoever ends a session
 * or a role writes an entry too, so that end has been committed by then, or comes after this entry.
 *
 * @throws SessionOverError
 */
export async function checkActing(trx: Transaction<Tables>, by: string, action: AuditAction): Promise<void> {
  const acting = whoActs();
  if (acting?.personId !== by || endsItself.has(action)) return;
  if (!(await isSessionOpen(trx, acting.sessionId))) throw new SessionOverError('The session has ended');
}
