/**
 * What happens only while the session that asks for it is open: changes of its own person's account, and secrets that are handed out.
 * One that was ended meanwhile changes and is given nothing.
 */
import type { Transaction } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { StaffCaller } from './authenticate.ts';
import type { DeskSession } from './session-state.ts';
import { keepAccount } from './store.ts';
import { keepSessionsOf } from './store-sessions.ts';

/** The session that asked has ended since it was found. Nothing was changed. */
export class SessionOverError extends Error {
  override name = 'SessionOverError';
}

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

/** Whose session asks for something. */
export type Asker = Pick<StaffCaller, 'personId' | 'sessionId'>;

/**
 * Keeps the session of somebody who asks open until the transaction ends. Losing the role ends it as well.
 *
 * @throws SessionOverError when it has ended since they were let in
 */
export const keepOpen = (
  trx: Transaction<Tables>,
  storage: Pick<Storage, 'dialect'>,
  { personId, sessionId }: Asker,
): Promise<void> => keepOwn(trx, storage, { row: { id: sessionId }, person: { id: personId } });
