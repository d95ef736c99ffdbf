/** What the first hour and the page of its test link share, without a schema library. */

/** Below it is the token of a test link. Whoever opens it changes nothing; the press of its button is what counts. */
export const testLinkPath = '/test-link';

export const firstHourTimes = {
  /** A test link works for so long. */
  linkForMs: 60 * 60_000,
  /** A backup is recent for so long. */
  backupForMs: 8 * 24 * 60 * 60_000,
  /** Between two tests of a kind, at least: each is a mail or a text to somebody. */
  testEveryMs: 5000,
} as const;
