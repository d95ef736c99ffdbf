/**
 * Writes mails, texts and webhooks from rows, as the kind of each message says. Control characters are removed, because old rows may
 * contain some: names were not always cleaned.
 */
import { nameLine, withoutControls } from '#contract/clean-text.ts';
import type { Message } from './claims.ts';
import type { Mail } from './mail/transport.ts';
import { sentAgain } from './mail/wording.ts';
import type { RegisteredKinds } from './message-kind.ts';
import type { Text } from './sms/transport.ts';
import type { Post, Undeliverable } from './webhook/transport.ts';

/** @param operator the operator's first address, for messages without a recipient */
export const createMailComposer =
  (kinds: RegisteredKinds, operator: string) =>
  async (message: Message): Promise<Mail> => {
    const { mail } = kinds.of(message.kind);
    if (!mail) throw new Error(`Messages of the kind ${message.kind} do not go by mail`);
    const { subject, text, html, ...more } = await mail(message);
    return {
      ...more,
      subject: nameLine(subject),
      text: withoutControls(text),
      html: withoutControls(html),
      id: message.id,
      to: message.recipient || operator,
    };
  };

/** The words of a text. One that may have arrived already says so first, whatever its kind is. */
export async function writeText(kinds: RegisteredKinds, message: Message): Promise<string> {
  const { text } = kinds.of(message.kind);
  if (!text) throw new Error(`Messages of the kind ${message.kind} do not go by text`);
  return (message.state === 'unsure' ? sentAgain : '') + withoutControls(await text(message));
}

/** The longest time for which every provider takes a text, in seconds. Twilio refuses one with a longer time for good. */
const longestValidS = 14_400;

/** @param callbackUrl the URL to which the provider reports on the message with this id */
export const createTextComposer =
  (kinds: RegisteredKinds, callbackUrl: (messageId: string) => string, now: () => Date) =>
  async (message: Message): Promise<Text> => {
    const leftMs = message.expires_at ? Date.parse(message.expires_at) - now().getTime() : Number.POSITIVE_INFINITY;
    return {
      to: message.recipient,
      body: await writeText(kinds, message),
      statusCallback: callbackUrl(message.id),
      validForS: Math.min(longestValidS, Math.max(1, Math.floor(leftMs / 1000))),
    };
  };

export const createPostComposer =
  (kinds: RegisteredKinds) =>
  async (message: Message): Promise<Post | Undeliverable> => {
    const { post } = kinds.of(message.kind);
    if (!post) throw new Error(`Messages of the kind ${message.kind} do not go as webhooks`);
    return post(message);
  };

/** Whether a request that was written a moment ago may still leave, as its kind says. */
export const createPostCheck =
  (kinds: RegisteredKinds) =>
  async (message: Message, written: Post | Undeliverable): Promise<boolean> =>
    (await kinds.of(message.kind).mayPost?.(message, written)) ?? true;
