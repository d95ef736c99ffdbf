/** The links that people have mailed to themselves: to set a new password, and to let an unknown device try codes. */
import { dialectOf } from '#server/database/open.ts';
import { messagesOfSubjects } from '#server/outbox/service.ts';
import { findPeopleByIds, lockPeopleShared, mailKeyOf } from '#server/people/service.ts';
import { linkKeyOf } from './links.ts';
import type { SignInTools } from './tools.ts';

/** A link of a kind is mailed to one person at most once in this time. */
const mailEveryMs = 5 * 60_000;

/**
 * Mails a person a link, unless one was mailed within the last five minutes. The address is locked while it is read. So if it is changed
 * at this moment, the link either goes to the new address or is ended by the change.
 *
 * @param typed the address for which the link was asked; nothing is mailed when it is not the person's any more
 */
export async function mailLink(
  { storage, now, delivery, links }: Pick<SignInTools, 'storage' | 'now' | 'delivery' | 'links'>,
  kind: 'password-reset' | 'device',
  personId: string,
  typed?: string,
): Promise<void> {
  const at = now();
  await storage.transaction(async (trx) => {
    await lockPeopleShared(trx);
    await dialectOf(trx).lock(trx, [linkKeyOf(kind, personId)]);
    const [person] = await findPeopleByIds(trx, [personId]);
    if (!person || person.mail === null) return;
    if (typed !== undefined && mailKeyOf(typed) !== person.mail_key) return;
    const [last] = await links.live(trx, kind, personId);
    // A link that an admin made was handed over and not mailed, so it does not count.
    const mailed = last && (await messagesOfSubjects(trx, [last.id])).length > 0;
    if (mailed && at.getTime() - Date.parse(last.created_at) < mailEveryMs) return;
    const link = await links.make(trx, kind, personId);
    const message = { kind: 'staff-link', subjectId: link.id, recipient: person.mail, at } as const;
    await delivery.enqueue(trx, { ...message, expiresAt: link.expiresAt });
  });
  delivery.wake();
}
