import {
  type Expression,
  expressionBuilder,
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type UpdateObject,
} from 'kysely';
import { mintId } from '#contract/reference.ts';
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
import { codesLock } from '#server/dealerships/service.ts';
import { distinct, idsOf } from '#server/rows.ts';
import { isoBefore } from '#server/times.ts';
import type { AccessCodeTable, PortalSessionTable } from './tables.ts';

export type AccessCode = Selectable<AccessCodeTable>;

const codes = (db: Reader) => db.selectFrom('access_codes').selectAll();

const onCodes = expressionBuilder<Tables, 'access_codes'>();

/** The condition for a code that has not expired at a time. */
const notExpiredAt = (at: Iso) =>
  onCodes.or([onCodes('access_codes.expires_at', 'is', null), onCodes('access_codes.expires_at', '>', at)]);

/** The condition for a code that is valid at a time: neither revoked nor expired. `isCodeValid` says it of a row. */
const validAt = (at: Iso) => onCodes.and([onCodes('access_codes.revoked_at', 'is', null), notExpiredAt(at)]);

/** Whether a code is valid at a time, as `validAt` says it of a query. */
export const isCodeValid = (
  { revoked_at, expires_at }: Pick<AccessCode, 'revoked_at' | 'expires_at'>,
  at: Iso,
): boolean => revoked_at === null && (expires_at === null || expires_at > at);

/** The code with one value in a column that has each value once. */
export const findCode = (db: Reader, by: 'hash' | 'number' | 'id', value: string | number) =>
  codes(db).where(by, '=', value).executeTakeFirst();

/** Whether any code was ever made, also in a database that is yet to get its table. */
export async function hasCodes(db: Storage['db']): Promise<boolean> {
  const tables = await dialectOf(db).tables(db);
  if (!tables.some(({ name }) => name === 'access_codes')) return false;
  return db.selectFrom('access_codes').select('id').limit(1).$call(findsAny);
}

export const insertSession = (trx: Trx, session: Insertable<PortalSessionTable>) =>
  trx.insertInto('portal_sessions').values(session).execute();

/** Sessions that have neither ended nor run out, of codes that are still valid. */
const liveSessions = (db: Reader, at: Iso) =>
  db
    .selectFrom('portal_sessions')
    .innerJoin('access_codes', 'access_codes.id', 'portal_sessions.code_id')
    .select([
      'portal_sessions.id',
      'portal_sessions.code_id',
      'portal_sessions.expires_at',
      'access_codes.expires_at as code_expires_at',
      'access_codes.dealership_id',
    ])
    .where('portal_sessions.ended_at', 'is', null)
    .where('portal_sessions.expires_at', '>', at)
    .where(validAt(at));

/** The live session of a token's keyed hash. */
export const findLiveSession = (db: Reader, tokenHash: string, at: Iso) =>
  liveSessions(db, at).where('portal_sessions.token_hash', '=', tokenHash).executeTakeFirst();

/** The code that the session of a token's keyed hash was opened with, whether or not either has ended. */
export const codeOfSession = (db: Reader, tokenHash: string) =>
  codes(db)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('portal_sessions').select('code_id').where('token_hash', '=', tokenHash),
    )
    .executeTakeFirst();

/** Which of these sessions are live. */
export async function liveSessionIds(db: Reader, ids: readonly string[], at: Iso): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await liveSessions(db, at).where('portal_sessions.id', 'in', ids).execute();
  return new Set(idsOf(rows));
}

/**
 * Whether a session is live. If it is, it stays so until the transaction ends: ending it or its code, or closing or removing a dealership,
 * waits. Actions that need a session call this, so none of them happens after the session's end.
 */
export async function lockSessionShared(trx: Trx, sessionId: string, at: Iso): Promise<boolean> {
  await dialectOf(trx).share(trx, [codesLock]);
  const live = liveSessions(trx, at).where('portal_sessions.id', '=', sessionId);
  return dialectOf(trx).shareRows(live, 'portal_sessions').$call(findsAny);
}

/**
 * A code, if it is valid. It then stays valid until the transaction ends: whatever would end it waits, so nothing is opened after the
 * code's end.
 */
export async function lockCodeShared(trx: Trx, codeId: string, at: Iso): Promise<AccessCode | undefined> {
  await dialectOf(trx).share(trx, [codesLock]);
  const code = await findCode(trx, 'id', codeId);
  return code && isCodeValid(code, at) ? code : undefined;
}

export const endSession = (db: Reader, id: string, at: Iso) =>
  db.updateTable('portal_sessions').set({ ended_at: at }).where('id', '=', id).where('ended_at', 'is', null).execute();

/** Shortens the sessions that last until after `tooLate`, to `latest`. */
export const shortenSessions = (db: Reader, latest: Iso, tooLate: Iso) =>
  db.updateTable('portal_sessions').set({ expires_at: latest }).where('expires_at', '>', tooLate).execute();

/** Deletes the sessions that ran out before a time. */
export const deleteSessions = (db: Reader, before: Iso) =>
  db.deleteFrom('portal_sessions').where('expires_at', '<', before).execute();

/** Selects the requests that were made with a code, for the condition of a query over codes. */
export type RequestsWithCode = (codeId: Expression<string>) => Expression<unknown>;

/**
 * Removes the codes that were revoked or ran out before a time, unless a session or a request refers to them. The newest
 * code stays, so that no number is given twice.
 */
export const deleteDeadCodes = (db: Reader, before: Iso, requestsWithCode: RequestsWithCode) =>
  db
    .deleteFrom('access_codes')
    .where(({ or, eb }) => or([eb('revoked_at', '<', before), eb('expires_at', '<', before)]))
    .where(({ eb, selectFrom }) =>
      eb(
        'number',
        '<',
        selectFrom('access_codes as every').select(({ fn }) => fn.max('every.number').as('newest')),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('portal_sessions').select('id').whereRef('code_id', '=', 'access_codes.id'))),
    )
    .where(({ not, exists, ref }) => not(exists(requestsWithCode(ref('access_codes.id')))))
    .execute();

/**
 * Which of these codes let a request that was made with them be seen: those that are valid, and those that ended with their account,
 * because a request that runs then goes on to its end.
 */
export async function viewingCodes(db: Reader, ids: readonly string[], at: Iso): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('access_codes')
    .select('id')
    .where('id', 'in', ids)
    .where(({ or, eb }) => or([eb('revoked_at', 'is', null), eb('account_closed_at', 'is not', null)]))
    .where(notExpiredAt(at))
    .execute();
  return new Set(idsOf(rows));
}

const usedEveryMs = 60_000;

/** Writes that a code opened the portal, to the minute. Whether it was written. */
export async function noteUse(trx: Trx, id: string, at: Date): Promise<boolean> {
  const before = isoBefore(at, usedEveryMs);
  return trx
    .updateTable('access_codes')
    .set({ last_used_at: at.toISOString() })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', before)]))
    .$call(changesAny);
}

/** Every code, in the order of their numbers. */
export const allCodes = (db: Reader) => codes(db).orderBy('number').execute();

/** The highest number that a code has; 0 while there is none. */
export async function newestNumber(db: Reader): Promise<number> {
  const newest = db.selectFrom('access_codes').select(({ fn }) => fn.max('number').as('number'));
  return Number((await newest.executeTakeFirst())?.number ?? 0);
}

/**
 * Stores a new code under the next number, in a transaction that changes codes alone.
 *
 * @param hash the keyed hash of its symbols, which are not stored
 */
export async function storeCode(
  trx: Trx,
  hash: string,
  code: Pick<Insertable<AccessCodeTable>, 'dealership_id' | 'created_at' | 'expires_at'>,
): Promise<Pick<AccessCode, 'id' | 'number'>> {
  const stored = { id: mintId(), number: (await newestNumber(trx)) + 1 };
  await trx
    .insertInto('access_codes')
    .values({ ...stored, hash, ...code })
    .execute();
  return stored;
}

export const updateCode = (trx: Trx, id: string, values: UpdateObject<Tables, 'access_codes'>) =>
  trx.updateTable('access_codes').set(values).where('id', '=', id).execute();

/**
 * Revokes the codes that are a dealership's own, with their sessions, or with null those that dealerships share. Returns
 * how many.
 *
 * @param withAccount because the account is closed
 */
export const revokeCodesOf = (trx: Trx, dealershipId: string | null, at: Iso, withAccount = false): Promise<number> =>
  trx
    .updateTable('access_codes')
    .set({ revoked_at: at, account_closed_at: withAccount ? at : null })
    .where('dealership_id', dealershipId === null ? 'is' : '=', dealershipId)
    .where('revoked_at', 'is', null)
    .$call(countChanged);

/** The codes of a dealership's own, the newest first. */
export const codesOfDealership = (db: Reader, dealershipId: string, limit: number): Promise<AccessCode[]> =>
  codes(db).where('dealership_id', '=', dealershipId).orderBy('number', 'desc').limit(limit).execute();

/** A slice of all codes, the newest first. */
export const codesBefore = (db: Reader, number: number | undefined, limit: number): Promise<AccessCode[]> =>
  codes(db)
    .$if(number !== undefined, (query) => query.where('number', '<', number ?? 0))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();

/**
 * Ends a dealership's valid codes at `endsAt`, because a newer code replaces them. Returns when the last of them ends; null when none is
 * valid any more.
 */
export async function replaceCodesOf(trx: Trx, dealershipId: string, at: Iso, endsAt: Iso): Promise<Iso | null> {
  const valid = await trx
    .selectFrom('access_codes')
    .select(['id', 'expires_at'])
    .where('dealership_id', '=', dealershipId)
    .where(validAt(at))
    .execute();
  const ends = valid.map(({ expires_at }) => (expires_at !== null && expires_at < endsAt ? expires_at : endsAt));
  for (const [index, { id }] of valid.entries()) {
    const revoked = endsAt <= at ? { revoked_at: at } : { expires_at: ends[index] ?? endsAt };
    await updateCode(trx, id, { ...revoked, replaced_at: at });
  }
  return endsAt <= at ? null : (ends.toSorted().at(-1) ?? null);
}

/** When the live codes of each dealership last opened the portal, and when the first of them ends. */
export async function codeUseOf(db: Reader, ids: readonly string[], at: Iso) {
  const rows = await db
    .selectFrom('access_codes')
    .select(({ fn }) => ['dealership_id', fn.max('last_used_at').as('usedAt'), fn.min('expires_at').as('endsAt')])
    .where('dealership_id', 'in', ids)
    .where(validAt(at))
    .groupBy('dealership_id')
    .execute();
  return new Map(rows.map(({ dealership_id, ...use }) => [dealership_id ?? '', use]));
}

/** A condition on dealerships, by the column that holds their ids. */
type OnDealership = (column: string) => Expression<SqlBool>;

const validCodesAt = (at: Iso, column: string) =>
  sql`select 1 from access_codes where access_codes.dealership_id = ${sql.ref(column)} and ${validAt(at)}`;

/** Dealerships without a valid code. */
export const withoutCode =
  (at: Iso): OnDealership =>
  (column) =>
    sql<boolean>`not exists (${validCodesAt(at, column)})`;

/** Dealerships with valid codes, none of which ever opened the portal. */
export const withUnusedCode =
  (at: Iso): OnDealership =>
  (column) =>
    // It begins with the few codes that were never used, because the list of dealerships is long.
    sql<boolean>`(${sql.ref(column)} in (select access_codes.dealership_id from access_codes
        where access_codes.dealership_id is not null and access_codes.last_used_at is null and ${validAt(at)})
      and not exists (${validCodesAt(at, column)} and access_codes.last_used_at is not null))`;

/** The codes that are a dealership's own and are valid. */
const ownCodes = (db: Reader, at: Iso) =>
  db.selectFrom('access_codes').where('dealership_id', 'is not', null).where(validAt(at));

/** Whether any dealership has a valid code of its own. */
export const isAnyOwnCodeLive = (db: Reader, at: Iso): Promise<boolean> =>
  ownCodes(db, at).select('id').limit(1).$call(findsAny);

/** The dealerships that have a valid code of their own. */
export async function dealershipsWithCode(db: Reader, at: Iso): Promise<Set<string>> {
  const rows = await ownCodes(db, at).select('dealership_id').distinct().execute();
  return new Set(distinct(rows, 'dealership_id'));
}
