/** How a request left the owner of a link: by “not me”, by their hand-back or hand-off, or because it was taken from them. */
import type { Reader } from '#server/database/open.ts';
import { publicNameOf } from './links.ts';
import { eventsAt, lastKindOf } from './store.ts';
import type { AgentLink } from './store-links.ts';
import type { RequestEventKind } from './tables.ts';

/** The events that take a request from the person whom their detail names first. */
const takingAway = ['handed-back', 'handed-off', 'released'] as const satisfies readonly RequestEventKind[];

export type GivenUp = 'declined' | (typeof takingAway)[number];

/**
 * The history tells it, by the time that the link has. Names alone do not: all operators have one public name, two people may share
 * theirs, and somebody else may have handed the request back since.
 *
 * @returns undefined while the link's owner has not given the request up
 */
export async function givenUpAs(db: Reader, link: AgentLink): Promise<GivenUp | undefined> {
  if (link.declined_at === null) return undefined;
  const by = publicNameOf(link);
  const events = await eventsAt(db, link.request_id, link.declined_at);
  // Two clocks may differ, so somebody else's event can have the same time.
  const theirs = events.filter(({ detail }) => detail === by || detail?.startsWith(`${by} to `));
  return (
    theirs.map(({ kind }) => takingAway.find((one) => one === kind)).find((kind) => kind !== undefined) ?? 'declined'
  );
}

/** Whether the last time that the request left an agent, it was handed off, and not handed back or taken away. */
export const wasHandedOff = async (db: Reader, requestId: string): Promise<boolean> =>
  (await lastKindOf(db, requestId, takingAway)) === 'handed-off';
