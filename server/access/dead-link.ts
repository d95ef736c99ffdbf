/** Decides whether a link to a code still works, because things may have changed since it was sent. */
import type { Storage } from '#server/database/open.ts';
import { contactsWithConsent, findWhole, hasAgreement, type WholeDealership } from '#server/dealerships/service.ts';
import { readPhone } from '#server/phone.ts';
import type { CodeLink } from './store-links.ts';

/** Whether nobody has used or ended a link, and its time is not over. */
export const isOpen = (link: CodeLink, at: Date): boolean =>
  link.used_at === null && link.ended_at === null && link.expires_at > at.toISOString();

/** Whether a dealership may have a code at this moment. */
export const mayHaveCode = (dealership: WholeDealership, at: Date): boolean =>
  dealership.closed_at === null && hasAgreement(dealership, at);

/** Whether a contact of a dealership consents to texts to this number now. */
export async function mayText(db: Storage['db'], dealershipId: string, number: string): Promise<boolean> {
  const contacts = await contactsWithConsent(db, dealershipId);
  return contacts.some(({ consent, phone }) => consent?.holds && readPhone(phone ?? '')?.number === number);
}

/** Why a link makes no code any more, as a sentence for people; undefined while it does. */
export async function whyLinkIsDead(
  db: Storage['db'],
  link: CodeLink | undefined,
  at: Date,
): Promise<string | undefined> {
  if (!link) return 'Its link was deleted.';
  if (link.used_at !== null) return 'Its link was used.';
  if (link.ended_at !== null) return 'Its link was ended: it was withdrawn, or a newer one took its place.';
  if (!isOpen(link, at)) return 'Its link is too old to work.';
  const dealership = await findWhole(db, link.dealership_id);
  if (!dealership) return 'The dealership was removed.';
  if (dealership.closed_at !== null) return 'The account of the dealership is closed.';
  return mayHaveCode(dealership, at) ? undefined : 'The dealership has no agreement, so its link makes no code.';
}
