/**
 * The endpoints of the page that a code's link opens. The token is in the body, so no address and no log has it. Only
 * `makeCodeFromLink`, the press, changes anything. `code-link.ts` has what needs no schema.
 */
import * as z from 'zod/mini';
import { claimKeyPattern, codeFromLinkPath, codeLinkPath, codeLinkRefusals } from './code-link.ts';
import { endpoint } from './endpoint.ts';
import { atMost, maybeTime, text, time } from './schemas.ts';

const token = atMost(200);

/** What a working link is for. */
const codeLinkView = z.object({
  dealershipName: text,
  expiresAt: time,
  /** The dealership's time zone (IANA), in which its mail says that time. Absent from a server of an earlier version. */
  timeZone: z.optional(text),
  /** The longest time that an earlier code stays valid after the press. Absent from a server of an earlier version. */
  graceHours: z.optional(z.number()),
  serverNow: time,
});
export type CodeLinkView = z.infer<typeof codeLinkView>;

/** A new code. It is shown only here: the server stores its keyed hash. */
const madeCode = z.object({
  dealershipName: text,
  /** As people write it: `7K2M-90QF-3XVD`. */
  code: text,
  /** The time until which the earlier code still opens the portal; null when there was none, or when the press ended it. */
  earlierHoldsUntil: maybeTime,
  /** The time zone of that time (IANA). */
  timeZone: text,
});
export type MadeCode = z.infer<typeof madeCode>;

const ofLink = { tag: 'portal', refusals: codeLinkRefusals } as const;

/** Whether a link works, and for which dealership. Changes nothing. */
export const viewCodeLink = endpoint('POST', codeLinkPath, {
  ...ofLink,
  summary: 'What a link to an access code is for',
  body: z.object({ token }),
  responses: { 200: codeLinkView },
});

/**
 * Uses a link up and makes the code. The page makes `key` before the press: for a quarter of an hour the same link with the same
 * key returns the same code again, and any other key is refused. So a page can ask again for a response that was lost, and of two
 * simultaneous presses only one shows a code.
 */
export const makeCodeFromLink = endpoint('POST', codeFromLinkPath, {
  ...ofLink,
  summary: 'Make the access code of a link; it works once',
  body: z.object({ token, key: text.check(z.regex(claimKeyPattern)) }),
  responses: { 200: madeCode },
});
