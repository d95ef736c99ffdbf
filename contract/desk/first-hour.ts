/** What the first hour and the page of its test link share, without a schema library. */

/** Below it is the token of a test link. Whoever opens it changes nothing; the press of its button is what counts. */
export const testLinkPath = '/test-link';

export const firstHourTimes = {
  /** How long a test link works. */
  linkForMs: 60 * 60_000,
  /** How long a backup counts as recent. */
  backupForMs: 8 * 24 * 60 * 60_000,
  /** The least time between two tests of a kind: each is a mail or a text to somebody. */
  testEveryMs: 5000,
} as const;
