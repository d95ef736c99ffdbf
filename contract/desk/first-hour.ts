/** What the first hour and the page of its test link share, without a schema library. */

/** The path of a test link; its token follows. Opening it changes nothing; only the press of its button counts. */
export const testLinkPath = '/test-link';

export const firstHourTimes = {
  /** How long a test link works. */
  linkForMs: 60 * 60_000,
  /** How old a backup may be to count as recent. */
  backupForMs: 8 * 24 * 60 * 60_000,
  /** The least time between two tests of one kind, because each sends a mail or a text to somebody. */
  testEveryMs: 5000,
  /** How long the mail server may take for a test. After that no answer is expected any more, because the server that waited for it may have been killed. */
  mailAnswerForMs: 5 * 60_000,
} as const;
