/** Decides whether a mailed link still works when its mail is sent, because things may have changed since it was made. */
import type { Storage } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { findPeopleByIds } from '#server/people/service.ts';
import { findInvitation, findLink } from './store-links.ts';

/** Why a link does not work any more, as a sentence for people; undefined while it works. */
export async function whyLinkIsDead(db: Storage['db'], linkId: string, at: Iso): Promise<string | undefined> {
  const link = await findLink(db, linkId);
  if (!link) return 'Its link was deleted.';
  if (link.used_at !== null) return 'Its link was used.';
  if (link.ended_at !== null) return 'Its link was ended: it was withdrawn, or a newer one took its place.';
  if (link.expires_at <= at) return 'Its link is too old to work.';
  const [person] = await findPeopleByIds(db, [link.person_id ?? '']);
  if (!person) return 'Whoever its link is for was removed.';
  if (link.kind !== 'invitation') return person.role === null ? 'Whoever its link is for has no account.' : undefined;
  return (await findInvitation(db, linkId))?.ended_at === null ? undefined : 'The invitation was withdrawn.';
}
