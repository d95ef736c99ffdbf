/** Sessions of the desk as rows. */
import { type Insertable, type Selectable, sql, type UpdateObject } from 'kysely';
import {
  changesAny,
  countChanged,
  dialectOf,
  findsAny,
  type Reader,
  type Storage,
  type Trx,
} from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { distinct } from '#server/rows.ts';
import type { StaffSessionTable } from './tables.ts';

export type SessionRow = Selectable<StaffSessionTable>;

/** What an interrupted session has for the hash of its token: the hash of no token. */
const nobodysToken = sql<string>`'none of ' || id`;

/** Sessions that nobody has ended. They may have run out. */
const unended = (db: Reader) => db.selectFrom('staff_sessions').selectAll().where('ended_at', 'is', null);

/** Sessions that have neither ended nor run out. */
const live = (db: Reader, at: Iso) => unended(db).where('expires_at', '>', at);

/** Sessions of which nobody has taken the token either. */
const open = (db: Reader) =>
  db.selectFrom('staff_sessions').select('id').where('token_hash', '!=', nobodysToken).where('ended_at', 'is', null);

/** Changes only sessions that nobody has ended. */
const updateUnended = (db: Reader) => db.updateTable('staff_sessions').where('ended_at', 'is', null);

export const insertSession = (trx: Trx, session: Insertable<StaffSessionTable>) =>
  trx.insertInto('staff_sessions').values(session).execute();

/** The session with this hash as its token, or as its replaced token, if it has neither ended nor run out. */
export const findSessionByHash = (
  db: Reader,
  hash: string,
  at: Iso,
  column: 'token_hash' | 'replaced_hash' = 'token_hash',
): Promise<SessionRow | undefined> => live(db, at).where(column, '=', hash).executeTakeFirst();

export const findSessionsByIds = async (db: Reader, ids: readonly string[], at: Iso): Promise<SessionRow[]> =>
  ids.length === 0 ? [] : live(db, at).where('id', 'in', ids).execute();

/** A session that nobody has ended. It may have run out. */
export const findUnendedSession = (db: Reader, id: string): Promise<SessionRow | undefined> =>
  unended(db).where('id', '=', id).executeTakeFirst();

/** The sessions of a person that are signed in and neither ended nor ran out, the newest first. */
export const findSessionsOf = (db: Reader, personId: string, at: Iso): Promise<SessionRow[]> =>
  live(db, at)
    .where('person_id', '=', personId)
    .where('stage', '=', 'signed-in')
    .orderBy('created_at', 'desc')
    .execute();

/**
 * Changes a session if it has not ended and its token is still this one, so that only one of two changes at once is made. When the token
 * changes, the hash of the old one is kept as `replaced_hash`.
 *
 * @returns whether the session was changed
 */
export const changeSession = (
  db: Reader,
  { id, token_hash }: Pick<SessionRow, 'id' | 'token_hash'>,
  values: UpdateObject<Tables, 'staff_sessions'>,
): Promise<boolean> =>
  updateUnended(db)
    .set({ ...values, ...('token_hash' in values && { replaced_hash: token_hash }) })
    .where('id', '=', id)
    .where('token_hash', '=', token_hash)
    .$call(changesAny);

/** Locks the sessions of a person that have neither ended nor been interrupted, until the transaction ends. */
export const lockSessionsOf = (trx: Trx, personId: string): Promise<Pick<SessionRow, 'id'>[]> =>
  dialectOf(trx)
    .lockRows(open(trx).where('person_id', '=', personId).orderBy('id'))
    .execute();

/** Whether a session has neither been ended nor interrupted. One that runs out during an action may finish it. */
export const isSessionOpen = (db: Reader, id: string): Promise<boolean> =>
  open(db).where('id', '=', id).$call(findsAny);

/** Marks a session as locked by its person, whatever its token is by now. False when it has ended. */
export const setSessionLocked = (db: Reader, id: string, at: Iso): Promise<boolean> =>
  updateUnended(db).set({ locked_at: at }).where('id', '=', id).$call(changesAny);

/** Takes the secret of a new app from its session. False when it is not there any more. When two callers try at once, one gets it. */
export const takeNewSecret = (
  trx: Trx,
  { id, new_totp_secret }: Pick<SessionRow, 'id' | 'new_totp_secret'>,
): Promise<boolean> =>
  updateUnended(trx)
    .set({ new_totp_secret: null, new_totp_at: null })
    .where('id', '=', id)
    .where('new_totp_secret', '=', new_totp_secret)
    .$call(changesAny);

/** Sets the time of the person's last sign, unless another request has set a later one. */
export const touchSession = (db: Reader, id: string, at: Iso) =>
  db.updateTable('staff_sessions').set({ active_at: at }).where('id', '=', id).where('active_at', '<', at).execute();

/** Ends one session of a person. Resolves to the number that ended: 1 or 0. */
export const endSession = (db: Reader, personId: string, id: string, at: Iso): Promise<number> =>
  updateUnended(db).set({ ended_at: at }).where('id', '=', id).where('person_id', '=', personId).$call(countChanged);

/** The sessions that have no second factor yet and were not ended. */
const unfinished = (db: Reader) => updateUnended(db).where('stage', 'in', ['enrol', 'first-factor']);

/** Ends a session that has no second factor yet. False when it has ended, or has gone on. */
export const endUnfinishedSession = (trx: Trx, id: string, at: Iso): Promise<boolean> =>
  unfinished(trx).set({ ended_at: at }).where('id', '=', id).$call(changesAny);

/** Takes the token from a session and lets it run out, so that no request that was sent before can finish it. */
const interrupted = (at: Iso) => ({ expires_at: at, token_hash: nobodysToken });

/** Interrupts a session that has no second factor yet. False when it has ended, or has gone on. */
export const interruptSession = (trx: Trx, id: string, at: Iso): Promise<boolean> =>
  unfinished(trx).set(interrupted(at)).where('id', '=', id).$call(changesAny);

/**
 * Ends the session that has or had this token, unless it is the session `but`. One without a second factor is interrupted. Resolves to the
 * ids of the people whose sessions have ended.
 */
export async function endSessionOfToken(trx: Trx, hash: string, at: Iso, but: string): Promise<string[]> {
  await unfinished(trx).set(interrupted(at)).where('token_hash', '=', hash).where('id', '!=', but).execute();
  const ended = await updateUnended(trx)
    .set({ ended_at: at })
    .where(({ eb, or }) => or([eb('token_hash', '=', hash), eb('replaced_hash', '=', hash)]))
    .where('id', '!=', but)
    .returning('person_id')
    .execute();
  return distinct(ended, 'person_id');
}

/** The sessions that stay when those of a person are ended. */
export interface SessionsLeft {
  readonly but?: string;
  readonly seen?: Iso | undefined;
}

/**
 * Ends the sessions of a person at every stage, except `but` and those in which they signed in after `seen`. That includes sessions that
 * ran out, because they may still be pushed to. Resolves to the number of those that had not run out.
 */
export async function endSessionsOf(
  db: Reader,
  personId: string,
  at: Iso,
  { but, seen }: SessionsLeft = {},
): Promise<number> {
  const ended = await updateUnended(db)
    .set({ ended_at: at })
    .where('person_id', '=', personId)
    .where('id', '!=', but ?? '')
    .$if(seen !== undefined, (ending) =>
      ending.where(({ eb, or }) => or([eb('created_at', '<=', seen ?? ''), eb('stage', '!=', 'signed-in')])),
    )
    .returning('expires_at')
    .execute();
  return ended.filter(({ expires_at }) => expires_at > at).length;
}

/**
 * Shortens sessions that last longer than a session can, because they began while the clock was ahead. A session that another transaction
 * has locked is skipped, because waiting could deadlock: others lock sessions in another order. The next run shortens it.
 */
export async function shortenSessions(db: Reader, to: Iso, longerThan: Iso): Promise<void> {
  const long = db.selectFrom('staff_sessions').select('id').where('expires_at', '>', longerThan);
  await db
    .updateTable('staff_sessions')
    .set({ expires_at: to })
    .where('id', 'in', dialectOf(db).skipLocked(long))
    .execute();
}

/**
 * Deletes at most `limit` sessions whose time ran out before a time, also those that were ended earlier. Skips those that another
 * transaction has locked. Resolves to their number.
 */
export async function deleteSessions(db: Storage['db'], before: Iso, limit: number): Promise<number> {
  const all = db.selectFrom('staff_sessions').select('id').where('expires_at', '<', before);
  const slice = dialectOf(db).skipLocked(all.orderBy('expires_at').limit(limit));
  return db.deleteFrom('staff_sessions').where('id', 'in', slice).$call(countChanged);
}
