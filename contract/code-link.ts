/**
 * The link that brings a dealership its access code, without a schema library. Its endpoints are in `code-link-endpoints.ts`.
 *
 * The link is `{PUBLIC_URL}/access-code#{token}`. Opening it changes nothing, however often it is opened and by whatever program. A
 * press on the page makes the code and uses the link up.
 */

/** The page that a link opens. */
export const codeLinkPagePath = '/access-code';

export const codeLinkPath = '/api/code-link';
export const codeFromLinkPath = '/api/code-link/code';

const hourMs = 60 * 60_000;

export const codeLinkTimes = {
  /** How long an unused link works. */
  linkForMs: 7 * 24 * hourMs,
  /** How long after the press the same browser can ask for the same code again, because the response may have been lost. */
  askAgainForMs: 15 * 60_000,
  /** How long the earlier code stays valid after the new one was made, unless the sender of the link says otherwise. */
  graceHours: 24,
  mostGraceHours: 7 * 24,
} as const;

/** A key that the page makes before the press (32 random bytes in base64url), and a link's token. */
export const claimKeyPattern = /^[\w-]{43}$/;

/** Says what happens to a store's present code when its link makes a new one. The present code may expire sooner by itself. */
export function earlierCodeText(graceHours: number): string {
  const first = 'If your store has a code already, it';
  if (graceHours === 0) return `${first} ends when the new one is made.`;
  const isDays = graceHours > 24 && graceHours % 24 === 0;
  const [count, unit] = isDays ? [graceHours / 24, 'day'] : [graceHours, 'hour'];
  return `${first} works for up to ${count} ${unit}${count === 1 ? '' : 's'} after the new one is made.`;
}

export const codeLinkRefusals = {
  /** One text for a link that never existed, was used, expired, was withdrawn or was replaced by a later one. */
  deadLink: {
    status: 404,
    text: 'This link does not work any more. A link works once and for seven days, and a newer one ends the earlier ones.',
  },
  /** After too many links that do not work. With `Retry-After` in seconds. */
  tooManyTries: { status: 429, text: 'Too many tries. Wait a moment and try again.' },
} as const;
