/**
 * Who takes a step: somebody with a link, or a person at the desk. One person has one link to a request, whichever way they
 * come: whoever accepts by a text and goes on at the desk is the same person there.
 */
import type { Transaction } from 'kysely';
import type { Reader } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { type AgentLink, deleteLink, findLinkById, linkOfPerson } from './store-links.ts';

export interface PersonActing {
  readonly personId: string;
  readonly name: string;
}

export type Actor = { readonly link: AgentLink } | PersonActing;

/** Writes the link of a person to a request. Its token is sent to nobody unless the person is asked. */
export type WriteLink = (
  trx: Transaction<Tables>,
  requestId: string,
  person: PersonActing,
  at: Date,
) => Promise<string>;

/** The link of whoever acts; undefined when a person has none. */
export const linkOfActor = (db: Reader, requestId: string, actor: Actor): Promise<AgentLink | undefined> =>
  'link' in actor ? findLinkById(db, actor.link.id) : linkOfPerson(db, requestId, actor.personId);

/**
 * Takes a step with the link of whoever acts, which is written first when a person at the desk has none. A step that is not
 * taken leaves no new link. The caller's transaction holds the request: of two tabs of one person, the second finds the link of the first.
 */
export async function withLink(
  trx: Transaction<Tables>,
  writeLink: WriteLink,
  { requestId, actor, at }: { readonly requestId: string; readonly actor: Actor; readonly at: Date },
  take: (link: AgentLink) => Promise<boolean>,
): Promise<boolean> {
  if ('link' in actor) return take(actor.link);
  const known = await linkOfPerson(trx, requestId, actor.personId);
  if (known) return take(known);
  const id = await writeLink(trx, requestId, actor, at);
  const link = await findLinkById(trx, id);
  if (link && (await take(link))) return true;
  await deleteLink(trx, id);
  return false;
}
