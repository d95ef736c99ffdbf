/**
 * What the page of a code's link asks. The token is in the body, so no address and no log has it. Only the press
 * (`makeCodeFromLink`) changes anything. `code-link.ts` has what needs no schema.
 */
import * as z from 'zod/mini';
import { claimKeyPattern, codeFromLinkPath, codeLinkPath, codeLinkRefusals } from './code-link.ts';
import { endpoint } from './endpoint.ts';
import { atMost, maybeTime, text, time } from './schema-words.ts';

const token = atMost(200);

/** What a link that works is for. */
const codeLinkView = z.object({
  dealershipName: text,
  expiresAt: time,
  /** How long an earlier code holds after the press, at most. A server of an earlier version does not say. */
  graceHours: z.optional(z.number()),
  serverNow: time,
});
export type CodeLinkView = z.infer<typeof codeLinkView>;

/** A code just made. It is nowhere else: what is stored is its keyed hash. */
const madeCode = z.object({
  dealershipName: text,
  /** As people write it: `7K2M-90QF-3XVD`. */
  code: text,
  /** Until when the dealership's earlier code opens the portal as well; null when it had none, or when that ended with the press. */
  earlierHoldsUntil: maybeTime,
  /** The time zone of that time (IANA). */
  timeZone: text,
});
export type MadeCode = z.infer<typeof madeCode>;

const ofLink = { method: 'POST', tag: 'portal', refusals: codeLinkRefusals } as const;

/** Whether a link works, and for whom. It changes nothing. */
export const viewCodeLink = endpoint({
  ...ofLink,
  path: codeLinkPath,
  summary: 'What a link to an access code is for',
  body: z.object({ token }),
  responses: { 200: codeLinkView },
});

/**
 * Uses a link up and makes the code. `key` is made by the page before the press: the same link with the same key gets the same
 * code again for a quarter of an hour, and any other key is refused. So an answer that was lost can be asked for again, and
 * of two presses at once one shows a code.
 */
export const makeCodeFromLink = endpoint({
  ...ofLink,
  path: codeFromLinkPath,
  summary: 'Make the access code of a link; it works once',
  body: z.object({ token, key: text.check(z.regex(claimKeyPattern)) }),
  responses: { 200: madeCode },
});
