/**
 * The browser tests that `npm test` leaves to the long run (docs/decisions/0200). Tests that are tagged `@long`, because they
 * repeat or vary another test, also belong to the long run.
 */

/**
 * Fault tests in a browser: an answer, a module or a connection that is late or lost; Back, a reload or another tab at the wrong
 * moment; a session that ends, a page that cannot be drawn or a switch that is off; and third-party libraries that call the gateway.
 */
const faults = [
  'back-draft',
  'back-forward',
  'cleared-data',
  'cut-off',
  'desk-back-forward',
  'desk-drafts',
  'desk-export',
  'desk-hidden-tab',
  'desk-session',
  'desk-translated',
  'desk-upgrade',
  'double-press',
  'draft-note',
  'emailjs',
  'foreign-refusal',
  'hostile-brand',
  'kept',
  'late-modules',
  'live-regions',
  'mail-client',
  'missing-modules',
  'names-changed',
  'nested-modules',
  'not-drawn',
  'not-our-answer',
  'old-browser',
  'once-at-once',
  'plain-http',
  'portal-beside',
  'portal-clock',
  'portal-live-regions',
  'portal-restored',
  'portal-switch',
  'portal-translated',
  'portal-unheard',
  'receipts',
  'refused-waiting',
  'reload',
  'resilience',
  'translated',
  'typed-early',
  'upgrade',
  'wrong-clock',
];

/** Journeys that other files also make: only by keyboard, only by thumb, from an empty folder, or one after the other. */
const otherHands = ['code-link', 'desk-alone', 'desk-first-hour', 'desk-loop', 'portal-access'];

/** One property of all pages or screens, such as large text, zoom, paper, or the figures of one history. */
const properties = [
  'desk-covered',
  'desk-large-text',
  'desk-long-words',
  'desk-print',
  'desk-zoomed',
  'first-paint',
  'forced-colors',
  'form-paper',
  'large-text',
  'mails',
  'measured-history',
  'portal-paper',
  'unbroken',
  'zoomed',
];

/** The files whose tests all belong to the long run. */
export const longFiles: readonly string[] = [...faults, ...otherHands, ...properties].map((name) => `${name}.spec.ts`);

/** Playwright matches it against a file's path, its groups, the test's title and its tags, joined by spaces. */
export const long = new RegExp(
  `@long|(?:^|[ /])(?:${longFiles.map((name) => name.replaceAll('.', '\\.')).join('|')}) `,
);
