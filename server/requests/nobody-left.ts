/** Finds out whether anybody is left who may still accept a request that waits for everybody. */
import type { Role } from '#contract/desk/permissions.ts';
import type { Reader } from '#server/database/open.ts';
import { findPeopleByIds } from '#server/people/service.ts';
import { type AgentRequest, askedSince } from './store.ts';
import type { AgentLink } from './store-links.ts';

/** Whether a person of this role takes requests; null is the role of a person without an account. */
export type TakesRequests = (role: Role | null) => boolean;

/** Says who still takes requests. */
export interface Takers {
  readonly takesRequests: TakesRequests;
  /** Whether the operator still has the address that the name of a link contains. */
  readonly isOperator: (name: string) => boolean;
}

/** The ids of those people who are not removed and whose role takes requests. */
export async function thoseWhoTake(
  db: Reader,
  personIds: readonly string[],
  takesRequests: TakesRequests,
): Promise<ReadonlySet<string>> {
  const people = await findPeopleByIds(db, personIds);
  return new Set(people.filter(({ role }) => takesRequests(role)).map(({ id }) => id));
}

/**
 * Whether each person who was asked in this round has declined or takes no requests any more. When only the operator was asked: whether
 * each of the operator's addresses has declined or was removed.
 */
export async function isNobodyLeft(
  db: Reader,
  request: Pick<AgentRequest, 'created_at' | 'handed_back_at'>,
  links: readonly AgentLink[],
  { takesRequests, isOperator }: Takers,
): Promise<boolean> {
  const asked = links.filter(({ asked_at }) => asked_at >= askedSince(request));
  const people = asked.flatMap(({ person_id, declined_at }) =>
    person_id === null ? [] : [{ person_id, declined_at }],
  );
  if (people.length === 0) return asked.every(({ name, declined_at }) => declined_at !== null || !isOperator(name));
  const silent = people.flatMap(({ person_id, declined_at }) => (declined_at === null ? [person_id] : []));
  return (await thoseWhoTake(db, silent, takesRequests)).size === 0;
}
