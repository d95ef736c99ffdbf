/** The mail and the text that bring a dealership the link to its access code. */
import { brand } from '#brand/brand.ts';
import { dealershipOf } from '#server/dealerships/service.ts';
import type { Environment } from '#server/environment.ts';
import { defineMessage, type MessageDefinition } from '#server/outbox/message-kind.ts';
import { mayText, whyLinkIsDead } from './dead-link.ts';
import { type CodeLinkNote, codeLinkMail, codeLinkText } from './messages/words.ts';
import { findLink } from './store-links.ts';

declare module '#server/outbox/tables.ts' {
  interface MessageKinds {
    'code-link': true;
  }
}

interface CodeLinkMessagesOptions extends Pick<Environment, 'storage' | 'now'> {
  /** The whole address of a link, token included. */
  readonly codeLinkOf: (linkId: string) => string;
}

/** The message's subject is the link. Its token is put in while it is sent, so no row of the outbox ever holds it. */
export function codeLinkMessages({ storage, codeLinkOf, now }: CodeLinkMessagesOptions): MessageDefinition[] {
  const { db } = storage;

  async function noteOf(linkId: string): Promise<CodeLinkNote> {
    const link = await findLink(db, linkId);
    const dealership = link && (await dealershipOf(db, link.dealership_id));
    if (!link || !dealership) throw new Error('The link of this message is not there');
    return {
      dealershipName: dealership.name,
      url: codeLinkOf(linkId),
      expiresAt: link.expires_at,
      graceHours: link.grace_hours,
      timeZone: dealership.zone ?? brand.timeZone,
    };
  }

  return [
    defineMessage({
      kind: 'code-link',
      async whyOver({ subject_id, channel, recipient }) {
        const link = await findLink(db, subject_id);
        const reason = await whyLinkIsDead(db, link, now());
        if (reason !== undefined || channel !== 'sms' || !link) return reason;
        return (await mayText(db, link.dealership_id, recipient))
          ? undefined
          : 'Nobody lets us text this number any more.';
      },
      mail: async ({ subject_id }) => ({ ...codeLinkMail(await noteOf(subject_id)), autoSubmitted: true }),
      text: async ({ subject_id }) => codeLinkText(await noteOf(subject_id)),
    }),
  ];
}
