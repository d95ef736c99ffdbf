/** Messages that only test whether texts and links arrive. The test is their subject. */
import { brand } from '#brand/brand.ts';
import type { Environment } from '#server/environment.ts';
import { html } from '#server/outbox/mail/html.ts';
import { button, buttons, paragraph, writeLetter } from '#server/outbox/mail/layout.ts';
import type { MailContent } from '#server/outbox/mail/letter.ts';
import { blocks } from '#server/outbox/mail/plain-text.ts';
import { defineMessage, type MessageDefinition } from '#server/outbox/message-kind.ts';
import { linkExpiryOf } from './lines.ts';
import { findTest, getTest } from './store.ts';

declare module '#server/outbox/tables.ts' {
  interface MessageKinds {
    'test-text': true;
    'test-link': true;
  }
}

interface FirstHourMessagesOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly testLinkOf: (testId: string) => string;
}

/** The mail that shows only whether mail can be sent. */
export const testMail = {
  subject: `A test mail from ${brand.name}`,
  text: `This mail was sent by hand, from the desk, to see whether ${brand.name} can send mail. It can.\n`,
};

const what = `A test of ${brand.name}`;

/** A mail with a link that tests only whether links arrive. */
export function testLinkMail(link: string): MailContent {
  const todo =
    'Open this link on your telephone and press its button. It shows that links for requests will reach you.';
  const written = writeLetter({
    subject: what,
    text: blocks(`${what}.`, todo, link),
    preview: todo,
    corner: 'Test',
    heading: what,
    subheading: 'This is no request',
    body: html`${paragraph(todo)}${buttons([button(link, 'Open the test link')])}`,
    footer: html`You get this mail because an admin of ${brand.name} tests whether links reach you.`,
  });
  return { ...written, autoSubmitted: true };
}

export function firstHourMessages({ storage, testLinkOf, now }: FirstHourMessagesOptions): MessageDefinition[] {
  /** The name of a test in lists. */
  const about = async (ids: readonly string[]) =>
    new Map(ids.map((id) => [id, { kind: 'other', id, label: 'a test' } as const]));
  return [
    defineMessage({
      kind: 'test-text',
      about,
      text: async () => `${what}: texts reach this number. You do not need to do anything.`,
    }),
    defineMessage({
      kind: 'test-link',
      about,
      async whyOver({ subject_id }) {
        const test = await findTest(storage.db, subject_id);
        if (!test) return 'Its test was deleted.';
        if (test.pressed_at !== null) return 'Its link was pressed.';
        return linkExpiryOf(test) > now().toISOString() ? undefined : 'Its link is too old to work.';
      },
      text: async ({ subject_id }) =>
        `${what}. Open and press: ${testLinkOf((await getTest(storage.db, subject_id)).id)}`,
      mail: async ({ subject_id }) => testLinkMail(testLinkOf((await getTest(storage.db, subject_id)).id)),
    }),
  ];
}
