/** The links that people have mailed to themselves: to set a new password, and to let an unknown device try codes. */
import { messagesOfSubjects } from '#server/outbox/service.ts';
import { findPeopleByIds, mailKeyOf, sharePeople } from '#server/people/service.ts';
import { linkKeyOf } from './links.ts';
import type { SignInTools } from './tools.ts';

/** A link of a kind is mailed to one person at most once in this time. */
const mailEveryMs = 5 * 60_000;

/**
 * Mails somebody a link, unless one is on its way. Where it goes is read while nobody changes it: a link that is made as an address is
 * changed goes to the new one, or it ends with the old one.
 *
 * @param typed the address that it was asked for; nothing is mailed when it is not theirs any more
 */
export async function mailLink(
  { storage, now, delivery, links }: Pick<SignInTools, 'storage' | 'now' | 'delivery' | 'links'>,
  kind: 'password-reset' | 'device',
  personId: string,
  typed?: string,
): Promise<void> {
  const at = now();
  await storage.transaction(async (trx) => {
    await sharePeople(trx, storage);
    await storage.dialect.lock(trx, [linkKeyOf(kind, personId)]);
    const [person] = await findPeopleByIds(trx, [personId]);
    if (!person || person.mail === null) return;
    if (typed !== undefined && mailKeyOf(typed) !== person.mail_key) return;
    const [last] = await links.live(trx, kind, personId);
    // One that an admin made was handed over, and lies in no mailbox.
    const mailed = last && (await messagesOfSubjects(trx, [last.id])).length > 0;
    if (mailed && at.getTime() - Date.parse(last.created_at) < mailEveryMs) return;
    const link = await links.make(trx, kind, personId);
    const message = { kind: 'staff-link', subjectId: link.id, recipient: person.mail, at } as const;
    await delivery.enqueue(trx, { ...message, expiresAt: link.expiresAt });
  });
  delivery.wake();
}
