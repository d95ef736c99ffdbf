/**
 * The browser tests that `npm test` leaves to the long run (docs/decisions/0098), beside those that are tagged `@long`
 * because they repeat another one.
 */

/**
 * Fault tests in a browser: an answer, a module or a connection that is late or lost, Back, a reload or another tab at the
 * wrong moment, a session that ends meanwhile, and libraries of others that meet our gateway.
 */
const faults = [
  'back-forward',
  'desk-back-forward',
  'desk-drafts',
  'desk-hidden-tab',
  'desk-session',
  'desk-translated',
  'desk-upgrade',
  'draft-note',
  'emailjs',
  'foreign-refusal',
  'hostile-brand',
  'kept',
  'late-modules',
  'live-regions',
  'mail-client',
  'missing-modules',
  'not-our-answer',
  'once-at-once',
  'plain-http',
  'portal-beside',
  'portal-clock',
  'portal-live-regions',
  'portal-unheard',
  'receipts',
  'reload',
  'resilience',
  'translated',
  'typed-early',
  'upgrade',
  'wrong-clock',
];

/** Journeys that other files make as well: by keyboard or by thumb alone, or from an empty folder. */
const otherHands = ['code-link', 'desk-alone', 'desk-first-hour', 'portal-access'];

/** One property of all pages or screens: large text, paper, the figures of one history. */
const properties = ['desk-large-text', 'desk-print', 'large-text', 'measured-history', 'portal-paper'];

/** Files whose tests are all long. */
export const longFiles: readonly string[] = [...faults, ...otherHands, ...properties].map((name) => `${name}.spec.ts`);

/** Playwright holds it against the path of a file, its groups, the title of a test and its tags, with spaces between them. */
export const long = new RegExp(
  `@long|(?:^|[ /])(?:${longFiles.map((name) => name.replaceAll('.', '\\.')).join('|')}) `,
);
