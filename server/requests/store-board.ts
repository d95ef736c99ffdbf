import { countFound, type Reader } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { foundForEach, newest, type Place } from '#server/place.ts';
import { valuesBy } from '#server/rows.ts';
import type { Matching } from '#server/search/service.ts';
import type { AgentRequest } from './store.ts';

/** A request with the id of the person who has it; null while nobody has it, and when it was accepted by the operator's link. */
export interface HeldRequest extends AgentRequest {
  readonly holder_id: string | null;
}

const held = (db: Reader) =>
  db
    .selectFrom('agent_requests')
    .leftJoin('agent_links', 'agent_links.id', 'agent_requests.accepted_link_id')
    .selectAll('agent_requests')
    .select('agent_links.person_id as holder_id');

/**
 * The requests that run, and at most `limit` of those that ended since a time, the newest ends first. One statement reads both parts, so
 * a request that ends or is opened again at this moment is in exactly one of them.
 */
export const findShown = (db: Reader, since: Iso, limit: number): Promise<HeldRequest[]> =>
  held(db)
    .where('ended_at', 'is', null)
    .unionAll(
      db
        .selectFrom(held(db).where('ended_at', '>', since).orderBy('ended_at', 'desc').limit(limit).as('ended'))
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

export const findHeld = (db: Reader, id: string): Promise<HeldRequest | undefined> =>
  held(db).where('agent_requests.id', '=', id).executeTakeFirst();

export const findByReference = (db: Reader, reference: string): Promise<HeldRequest[]> =>
  held(db).where('reference', '=', reference).limit(2).execute();

/** The newest requests after a place, of all or of those that a search finds. */
export const findNewest = (
  db: Reader,
  after: Place | undefined,
  limit: number,
  found?: Matching,
): Promise<HeldRequest[]> =>
  held(db)
    .$if(found !== undefined, (query) => query.where(({ lit }) => found?.('agent_requests.id') ?? lit(true)))
    .$call(newest(['agent_requests.created_at', 'agent_requests.id'], after, limit))
    .execute();

/** The newest requests of each of these dealerships after a place, at most `limit` of each. */
export const findNewestOf = (
  db: Reader,
  dealershipIds: readonly string[],
  after: Place,
  limit: number,
): Promise<HeldRequest[]> =>
  foundForEach(dealershipIds, (dealershipId) => {
    const own = held(db).where('dealership_id', '=', dealershipId);
    const slice = own.$call(newest(['agent_requests.created_at', 'agent_requests.id'], after, limit));
    return db.selectFrom(slice.as('one')).selectAll('one');
  });

/** The newest requests before a place that are certainly of this dealership, and not of another one of its name. */
export const findCertainOf = (db: Reader, dealershipId: string, before: Place, limit: number): Promise<HeldRequest[]> =>
  held(db)
    .where('dealership_id', '=', dealershipId)
    .where('same_named', 'is', null)
    .$call(newest(['agent_requests.created_at', 'agent_requests.id'], before, limit))
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
