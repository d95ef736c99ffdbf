/** A mail server that takes every mail, and what a server needs in its environment to have one. */
import type { Mail } from '#server/outbox/mail/transport.ts';

/** Nothing listens at the address: a test hands in the transport. */
export const mailEnv = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'desk@boxline.example',
  MAIL_TO: 'owner@boxline.example',
};

/** A transport that takes every mail and keeps it. */
export function recordMails() {
  const mails: Mail[] = [];
  const mailTransport = {
    send: async (mail: Mail) => {
      mails.push(mail);
      return { kind: 'sent' } as const;
    },
    close() {},
  };
  return { mails, mailTransport };
}
