/** Reads the requests that have not ended and are not closing, for ringing and for presence. */
import type { Reader } from '#server/database/open.ts';
import { askedSince } from './store.ts';
import { countsSince } from './time-limits.ts';

/** A request that waits for an agent, or that an agent has. */
export interface OpenRequest {
  readonly id: string;
  /** When it began to wait: when it was stored, or handed back. */
  readonly askedAt: string;
  /** When it began to wait or, once accepted, when its agent got it; moved by the time in which it was closing (`time-limits.ts`). */
  readonly countsSince: string;
  readonly accepted: boolean;
  /** The person who has it; null while nobody has it, and when it was accepted by the operator's link. */
  readonly holderId: string | null;
  /** The person to whom it was handed off and who alone is asked; null when it does not wait for one person. */
  readonly waitsForId: string | null;
  readonly expiresAt: string;
}

const openOnes = (db: Reader) =>
  db
    .selectFrom('agent_requests')
    .leftJoin('agent_links', 'agent_links.id', 'agent_requests.accepted_link_id')
    .select([
      'agent_requests.id',
      'agent_requests.created_at',
      'agent_requests.handed_back_at',
      'agent_requests.accepted_at',
      'agent_requests.expires_at',
      'agent_requests.waits_for_id',
      'agent_links.person_id',
    ])
    .where('agent_requests.ended_at', 'is', null)
    .where('agent_requests.closing_at', 'is', null);

type Row = Awaited<ReturnType<ReturnType<typeof openOnes>['execute']>>[number];

const present = (row: Row): OpenRequest => ({
  id: row.id,
  askedAt: askedSince(row),
  countsSince: countsSince(row),
  accepted: row.accepted_at !== null,
  holderId: row.accepted_at === null ? null : row.person_id,
  waitsForId: row.waits_for_id,
  expiresAt: row.expires_at,
});

export const openRequests = async (db: Reader): Promise<OpenRequest[]> => (await openOnes(db).execute()).map(present);

/** The open request with this id; undefined when it has ended, is closing, or does not exist. */
export async function openRequest(db: Reader, id: string): Promise<OpenRequest | undefined> {
  const row = await openOnes(db).where('agent_requests.id', '=', id).executeTakeFirst();
  return row && present(row);
}

/** The ids of the people who have a request that has not ended. One that is closing counts, because its end can be taken back. */
export async function holdersOf(db: Reader): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('agent_requests')
    .innerJoin('agent_links', 'agent_links.id', 'agent_requests.accepted_link_id')
    .select('agent_links.person_id')
    .where('agent_requests.ended_at', 'is', null)
    .where('agent_links.person_id', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ person_id }) => person_id ?? []));
}

/** For each of these requests, the ids of the people who said "not me" or gave it back since it began to wait. */
export async function declinersOf(
  db: Reader,
  requests: readonly Pick<OpenRequest, 'id' | 'askedAt'>[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (requests.length === 0) return new Map();
  const since = new Map(requests.map(({ id, askedAt }) => [id, askedAt]));
  const links = await db
    .selectFrom('agent_links')
    .select(['request_id', 'person_id', 'declined_at'])
    .where('request_id', 'in', [...since.keys()])
    .where('declined_at', 'is not', null)
    .where('person_id', 'is not', null)
    .execute();
  const declined = links.filter(({ request_id, declined_at }) => (declined_at ?? '') >= (since.get(request_id) ?? ''));
  const byRequest = Map.groupBy(declined, ({ request_id }) => request_id);
  return new Map([...byRequest].map(([id, found]) => [id, new Set(found.map(({ person_id }) => person_id ?? ''))]));
}
