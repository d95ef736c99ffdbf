/**
 * Who takes a step: somebody with a link, or a person at the desk. A person has one link to a request and uses it both ways, so an
 * agent who accepts by a text and continues at the desk is the same person there.
 */
import type { Reader, Trx } from '#server/database/open.ts';
import { type AgentLink, deleteLink, findLinkById, linkOfPerson } from './store-links.ts';

export interface PersonActing {
  readonly personId: string;
  readonly name: string;
}

export type Actor = { readonly link: AgentLink } | PersonActing;

/** Stores the link of a person to a request. Its token is sent only when the person is asked to take the request. */
type WriteLink = (trx: Trx, requestId: string, person: PersonActing, at: Date) => Promise<AgentLink>;

/** The link of the actor; undefined when a person has none. */
export const linkOfActor = (db: Reader, requestId: string, actor: Actor): Promise<AgentLink | undefined> =>
  'link' in actor ? findLinkById(db, actor.link.id) : linkOfPerson(db, requestId, actor.personId);

/**
 * Takes a step with the link of the actor. A person at the desk who has no link gets one first; it is deleted when the step is not
 * taken. The caller's transaction has locked the request, so the second of two tabs finds the link that the first one stored.
 */
export async function withLink(
  trx: Trx,
  writeLink: WriteLink,
  { requestId, actor, at }: { readonly requestId: string; readonly actor: Actor; readonly at: Date },
  take: (link: AgentLink) => Promise<boolean>,
): Promise<boolean> {
  if ('link' in actor) return take(actor.link);
  const known = await linkOfPerson(trx, requestId, actor.personId);
  if (known) return take(known);
  const link = await writeLink(trx, requestId, actor, at);
  if (await take(link)) return true;
  await deleteLink(trx, link.id);
  return false;
}
