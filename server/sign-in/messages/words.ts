/** What a person of the staff reads about their account. */
import { brand } from '#brand/brand.ts';
import type { LinkKind } from '#contract/desk/session.ts';
import { html, lines } from '#server/outbox/mail/html.ts';
import { button, buttons, paragraph, worksheet, writeLetter } from '#server/outbox/mail/layout.ts';
import type { Letter } from '#server/outbox/mail/letter.ts';
import { blocks, row } from '#server/outbox/mail/plain-text.ts';
import { inSubject, wordTime } from '#server/outbox/mail/wording.ts';

interface LinkNote {
  readonly kind: Exclude<LinkKind, 'set-up'>;
  readonly url: string;
  /** ISO-8601, UTC. */
  readonly expiresAt: string;
}

interface Words {
  readonly subject: string;
  readonly what: string;
  readonly todo: string;
  readonly button: string;
}

const notYou = 'If you did not expect this mail, do nothing, and tell an admin.';

export const linkWords: Record<LinkNote['kind'], (name: string) => Words> = {
  invitation: (name) => ({
    subject: `Your account at the ${name} desk`,
    what: `You are invited to the ${name} desk`,
    todo: 'Choose a password and add a second factor. Then read the code on your screen to the person who invited you.',
    button: 'Accept the invitation',
  }),
  'password-reset': (name) => ({
    subject: `Set a new password for the ${name} desk`,
    what: 'Set a new password',
    todo: 'Somebody, we think you, asked for a new password. You also need your second factor. Every other session then ends.',
    button: 'Set a new password',
  }),
  recovery: (name) => ({
    subject: `Get back into the ${name} desk`,
    what: 'Get back into your account',
    todo: 'An operator of the server made this link for you. Choose a new password and add a new second factor.',
    button: 'Get back in',
  }),
  device: (name) => ({
    subject: `Sign in to the ${name} desk on a new device`,
    what: 'Sign in on a new device',
    todo: 'Too many wrong codes were tried on devices that you have not used before. Open this link in the browser that you sign in with, then give your code.',
    button: 'Sign in on this device',
  }),
};

/** A mail with a link that works once. */
export function linkMail({ kind, url, expiresAt }: LinkNote): Letter {
  const { subject, what, todo, button: label } = linkWords[kind](brand.name);
  const until = `The link works once, until ${wordTime(expiresAt, brand.timeZone)}.`;
  return writeLetter({
    subject,
    text: blocks(`${what}.`, todo, url, until, notYou),
    preview: todo,
    corner: 'Desk',
    heading: what,
    subheading: until,
    body: html`${paragraph(todo)}${buttons([button(url, label)])}${paragraph(notYou)}`,
    footer: html`You get this mail because of your account at the desk of ${brand.name}.`,
  });
}

interface NoticeNote {
  readonly kind: NoticeKind;
  readonly device: string;
  /** ISO-8601, UTC. */
  readonly at: string;
  /** Whose account it is, when it is not the reader's. */
  readonly of: string | null;
}

export const noticeWords = {
  'new-device': 'A new device signed in',
  'password-changed': 'The password was changed',
  'totp-added': 'An authenticator app was added',
  'totp-removed': 'The authenticator app was removed',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'recovery-codes-renewed': 'New recovery codes were made',
  'recovery-code-used': 'A recovery code was used to sign in',
  'codes-guessed': 'Somebody knows the password and guesses codes',
  recovered: 'A recovery link was made on the server',
  'address-changed': 'The e-mail address was changed',
} as const;
export type NoticeKind = keyof typeof noticeWords;

const ifNotYou: Partial<Record<NoticeKind, string>> = {
  'codes-guessed':
    'Ten wrong codes were given after the right password, on devices that were not used before. Change the password now. On a new device a code works only after a link was opened on it, which you have mailed to you or get from an admin. Passkeys and recovery codes work.',
  recovered:
    'With it the password and every second factor are replaced. If nobody of you did this, look at the server now.',
  'address-changed':
    'This address does not sign in any more. If you do not know why, tell an admin now: the audit log says who changed it.',
};

/** A mail about what happened to an account. */
export function noticeMail({ kind, device, at, of }: NoticeNote): Letter {
  const what = noticeWords[kind];
  const whoseOf = (name: string | null) => (name === null ? 'your account' : `the account of ${name}`);
  const whose = whoseOf(of);
  const todo =
    ifNotYou[kind] ??
    'If this was not you, end the other sessions under your account and change your password, or ask an admin to remove your access.';
  const facts = [
    ['Account', of ?? 'yours'],
    ['Device', device],
    ['Time', wordTime(at, brand.timeZone)],
  ] as const;
  return writeLetter({
    subject: `${what}: ${whoseOf(of && inSubject(of))} at the ${brand.name} desk`,
    text: blocks(`${what}, on ${whose}.`, facts.map(([label, value]) => row(label, value)).join('\n'), todo),
    preview: todo,
    corner: 'Desk',
    heading: what,
    subheading: lines(`On ${whose}`),
    body: html`${worksheet(facts.map(([label, value]) => ({ label, value: lines(value) })))}${paragraph(todo)}`,
    footer: html`You get this mail because of your account at the desk of ${brand.name}.`,
  });
}
