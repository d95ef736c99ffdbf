import { countFound, type Reader } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { foundForEach, newestFirst, type Position } from '#server/paging.ts';
import { valuesBy } from '#server/rows.ts';
import type { Matching } from '#server/search/service.ts';
import type { AgentRequest } from './store.ts';

/** A request with the id of the person who has it; null while nobody has it, and also when the operator's link accepted it. */
export interface RequestWithHolder extends AgentRequest {
  readonly holder_id: string | null;
}

const withHolder = (db: Reader) =>
  db
    .selectFrom('agent_requests')
    .leftJoin('agent_links', 'agent_links.id', 'agent_requests.accepted_link_id')
    .selectAll('agent_requests')
    .select('agent_links.person_id as holder_id');

/**
 * The requests that run, and at most `limit` of those that ended since a time, the newest ends first. One statement reads both parts, so
 * a request that ends or is opened again at this moment is in exactly one of them.
 */
export const findShown = (db: Reader, since: Iso, limit: number): Promise<RequestWithHolder[]> =>
  withHolder(db)
    .where('ended_at', 'is', null)
    .unionAll(
      db
        .selectFrom(withHolder(db).where('ended_at', '>', since).orderBy('ended_at', 'desc').limit(limit).as('ended'))
        .selectAll('ended'),
    )
    .execute();

/** The number of requests that wait for somebody to accept them. */
export const countWaiting = (db: Reader): Promise<number> =>
  db
    .selectFrom('agent_requests')
    .where('ended_at', 'is', null)
    .where('accepted_at', 'is', null)
    .where('closing_at', 'is', null)
    .$call(countFound);

export const findWithHolder = (db: Reader, id: string): Promise<RequestWithHolder | undefined> =>
  withHolder(db).where('agent_requests.id', '=', id).executeTakeFirst();

export const findByReference = (db: Reader, reference: string): Promise<RequestWithHolder[]> =>
  withHolder(db).where('reference', '=', reference).limit(2).execute();

/** The newest requests after a position, of all or of those that a search finds. */
export const findNewest = (
  db: Reader,
  after: Position | undefined,
  limit: number,
  found?: Matching,
): Promise<RequestWithHolder[]> =>
  withHolder(db)
    .$if(found !== undefined, (query) => query.where(({ lit }) => found?.('agent_requests.id') ?? lit(true)))
    .$call(newestFirst(['agent_requests.created_at', 'agent_requests.id'], after, limit))
    .execute();

/** The newest requests of each of these dealerships after a position, at most `limit` of each. */
export const findNewestOf = (
  db: Reader,
  dealershipIds: readonly string[],
  after: Position,
  limit: number,
): Promise<RequestWithHolder[]> =>
  foundForEach(dealershipIds, (dealershipId) => {
    const own = withHolder(db).where('dealership_id', '=', dealershipId);
    const slice = own.$call(newestFirst(['agent_requests.created_at', 'agent_requests.id'], after, limit));
    return db.selectFrom(slice.as('one')).selectAll('one');
  });

/** The newest requests before a position that are certainly of this dealership, and not of another one of its name. */
export const findCertainOf = (
  db: Reader,
  dealershipId: string,
  before: Position,
  limit: number,
): Promise<RequestWithHolder[]> =>
  withHolder(db)
    .where('dealership_id', '=', dealershipId)
    .where('same_named', 'is', null)
    .$call(newestFirst(['agent_requests.created_at', 'agent_requests.id'], before, limit))
    .execute();

/**
 * The time when each of these dealerships last asked for an agent, by its id. A dealership that never certainly did has no entry.
 */
export async function lastAskedOf(db: Reader, dealershipIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('agent_requests')
    .select(['dealership_id', ({ fn }) => fn.max('created_at').as('last')])
    .where('dealership_id', 'in', dealershipIds)
    .where('same_named', 'is', null)
    .groupBy('dealership_id')
    .execute();
  return valuesBy(rows, 'dealership_id', 'last');
}
