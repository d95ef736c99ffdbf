/** The mails of the sign-in: links that work once, and notices of what happened to an account. */
import type { LinkKind } from '#contract/desk/session.ts';
import type { Environment } from '#server/environment.ts';
import { defineMessage, type MessageDefinition } from '#server/outbox/message-kind.ts';
import { anybodyByIds } from '#server/people/service.ts';
import { whyLinkIsDead } from './dead-link.ts';
import { linkMail, noticeMail } from './messages/words.ts';
import { findNotice } from './store.ts';
import { findLink } from './store-links.ts';

declare module '#server/outbox/tables.ts' {
  interface MessageKinds {
    'staff-link': true;
    'staff-notice': true;
  }
}

interface SignInMessagesOptions extends Pick<Environment, 'storage' | 'now'> {
  /** The whole address of a link, token included. */
  readonly staffLinkOf: (kind: LinkKind, linkId: string) => string;
}

/**
 * The subject of a link's mail is the link, that of a notice is the notice. The token of a link is put in while the mail is
 * sent, so no row and no preview of the outbox ever holds it.
 */
export function signInMessages({ storage, staffLinkOf, now }: SignInMessagesOptions): MessageDefinition[] {
  const { db } = storage;
  return [
    defineMessage({
      kind: 'staff-link',
      whyOver: ({ subject_id }) => whyLinkIsDead(db, subject_id, now().toISOString()),
      async mail({ subject_id }) {
        const link = await findLink(db, subject_id);
        if (!link || link.kind === 'set-up') throw new Error('The link of this mail is not there');
        const note = { kind: link.kind, url: staffLinkOf(link.kind, link.id), expiresAt: link.expires_at };
        return { ...linkMail(note), autoSubmitted: true };
      },
    }),
    defineMessage({
      kind: 'staff-notice',
      async mail({ subject_id }) {
        const notice = await findNotice(db, subject_id);
        if (!notice) throw new Error('The notice of this mail is not there any more');
        const about = (await anybodyByIds(db, [notice.about_id])).get(notice.about_id);
        const note = {
          kind: notice.kind,
          device: notice.device,
          at: notice.created_at,
          of: notice.about_id === notice.person_id ? null : (about?.name ?? null),
        };
        return { ...noticeMail(note), autoSubmitted: true };
      },
    }),
  ];
}
