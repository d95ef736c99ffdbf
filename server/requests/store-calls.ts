import type { Insertable, Selectable } from 'kysely';
import { inSlices, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { createdPosition, foundForEach, newestFirst, type Position } from '#server/paging.ts';
import type { Matching } from '#server/search/service.ts';
import type { CallTable } from './tables.ts';

export type LoggedCall = Selectable<CallTable>;

const calls = (db: Reader) => db.selectFrom('calls').selectAll();

export const insertCall = (trx: Trx, call: Insertable<CallTable>) => trx.insertInto('calls').values(call).execute();

export const findCall = (db: Reader, id: string): Promise<LoggedCall | undefined> =>
  calls(db).where('id', '=', id).executeTakeFirst();

/** The calls with these ids, the oldest first. */
export const findCalls = (db: Reader, ids: readonly string[]): Promise<LoggedCall[]> =>
  calls(db).where('id', 'in', ids).orderBy('created_at').orderBy('id').execute();

export const findCallsByReference = (db: Reader, reference: string): Promise<LoggedCall[]> =>
  calls(db).where('reference', '=', reference).limit(2).execute();

/** The calls since a time, the newest first. */
export const findCallsSince = (db: Reader, since: Iso, limit: number): Promise<LoggedCall[]> =>
  calls(db).where('created_at', '>', since).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();

/** The newest calls after a position, of all or of those that a search finds. */
export const findNewestCalls = (
  db: Reader,
  after: Position | undefined,
  limit: number,
  found?: Matching,
): Promise<LoggedCall[]> =>
  calls(db)
    .$if(found !== undefined, (query) => query.where(({ lit }) => found?.('calls.id') ?? lit(true)))
    .$call(newestFirst(['created_at', 'id'], after, limit))
    .execute();

/** At most `limit` calls, the newest first. */
export const listCalls = (db: Reader, limit: number): AsyncGenerator<LoggedCall> =>
  inSlices<LoggedCall>(limit, (rows, last) => findNewestCalls(db, createdPosition(last), rows));

/** The newest calls of each of these dealerships after a position, at most `limit` of each. */
export const findNewestCallsOf = (
  db: Reader,
  dealershipIds: readonly string[],
  after: Position,
  limit: number,
): Promise<LoggedCall[]> =>
  foundForEach(dealershipIds, (dealershipId) => {
    const own = calls(db).where('dealership_id', '=', dealershipId);
    return db.selectFrom(own.$call(newestFirst(['created_at', 'id'], after, limit)).as('one')).selectAll('one');
  });
