/** The mail that brings the head of the audit log to the admins, who keep it where the server cannot reach it. */
import { brand } from '#brand/brand.ts';
import type { Storage } from '#server/database/open.ts';
import { html } from '#server/outbox/mail/html.ts';
import { paragraph, writeLetter } from '#server/outbox/mail/layout.ts';
import type { MailContent } from '#server/outbox/mail/letter.ts';
import { blocks } from '#server/outbox/mail/plain-text.ts';
import { wordTime } from '#server/outbox/mail/wording.ts';
import { defineMessage, type MessageDefinition } from '#server/outbox/message-kind.ts';
import { anchorOf, type Head } from './chain.ts';
import { getAnchor } from './store.ts';

declare module '#server/outbox/tables.ts' {
  interface MessageKinds {
    'audit-head': true;
  }
}

/** A mail with the head of the log as it was at a moment. */
export function headMail(anchor: Head & { readonly made_at: string }): MailContent {
  const head = anchorOf(anchor);
  const madeAt = wordTime(anchor.made_at, brand.timeZone);
  const why =
    'Keep this mail. It is how you notice when somebody cuts off the end of the audit log, because the server cannot reach it.';
  const how = 'To compare the log with it, run on the server:';
  const command = `npm run audit -- verify --anchor ${head}`;
  const written = writeLetter({
    subject: `Audit log: ${anchor.seq} entries`,
    text: blocks(`The audit log has ${anchor.seq} entries, ${madeAt}.`, why, how, `    ${command}`),
    preview: why,
    corner: 'Audit log',
    heading: `The audit log has ${anchor.seq} entries`,
    subheading: madeAt,
    body: html`${paragraph(why)}${paragraph(how)}${paragraph(html`<code>${command}</code>`)}`,
    footer: html`You get this mail on each day with new entries because you are an admin of ${brand.name}.`,
  });
  return { ...written, autoSubmitted: true };
}

/** The kind of messages that carry the head. Their subject is the id of the anchor: the head when the mail was queued. */
export function auditMessages({ storage }: { readonly storage: Pick<Storage, 'db'> }): MessageDefinition[] {
  return [
    defineMessage({
      kind: 'audit-head',
      mail: async ({ subject_id }) => headMail(await getAnchor(storage.db, subject_id)),
    }),
  ];
}
