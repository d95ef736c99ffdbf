/**
 * The unit and component tests that `npm test` leaves to the long run as whole files (docs/decisions/0200). Of other files it
 * leaves out a half (`rest.ts`), and the browser tests have a list of their own (`../e2e/long.ts`).
 */
import { globSync } from 'node:fs';
import { filesWithLongPart, filesWithRest } from './rest.ts';

/**
 * Unit tests that start child processes or a development server, or wait for real time; that look at all statements, locks, reads,
 * columns or forms for one property; what an earlier version left in a database; and what two do at the same instant, or late,
 * where no lead can be lost, nothing be sent twice, and no request be given to two people.
 */
export const longUnits: readonly string[] = [
  'contract/answers.rules',
  'scripts/audit',
  'scripts/bootstrap/exclusive',
  'scripts/bootstrap/main',
  'scripts/bootstrap/packages',
  'scripts/bootstrap/run',
  'scripts/commands',
  'scripts/commands-told',
  'scripts/commands/failures',
  'scripts/dealerships',
  'scripts/dev/desk',
  'scripts/dev/ports',
  'scripts/leads',
  'scripts/numbers',
  'scripts/outbox',
  'scripts/portal-commands',
  'scripts/records-person',
  'scripts/records-sweep',
  'scripts/requests',
  'scripts/schedule',
  'scripts/shown-once',
  'scripts/staff',
  'server/access/erased-links',
  'server/access/lock-order',
  'server/access/opened-race',
  'server/api/erased-race',
  'server/audit/query-plans',
  'server/backup/postgres-tools',
  'server/backup/replaced',
  'server/backup/restore-postgres',
  'server/backup/take',
  'server/clocks-apart',
  'server/context/person-columns',
  'server/database/busy',
  'server/database/connection-limit',
  'server/database/empty-list',
  'server/database/frozen-transaction',
  'server/database/migrate-beside',
  'server/database/migrations/closing-undone',
  'server/database/migrations/erased-to-the-end',
  'server/database/migrations/names-of-who-asked',
  'server/database/migrations/words-of-moved-forms',
  'server/database/own-schema',
  'server/database/query-plans',
  'server/database/reads',
  'server/database/silent-connection',
  'server/database/sqlite-remains',
  'server/dealerships/made-again',
  'server/dealerships/same-press-race',
  'server/dealerships/zone-race',
  'server/desk/at-once-race',
  'server/desk/board-race',
  'server/desk/board-rows-race',
  'server/desk/dealership-plans',
  'server/desk/ended-again',
  'server/desk/erased-rows',
  'server/desk/export-race',
  'server/desk/export-routes',
  'server/desk/handed-out-race',
  'server/desk/invited-again',
  'server/desk/late-press',
  'server/desk/late-switch',
  'server/desk/opened-erased-race',
  'server/desk/pairs-race',
  'server/desk/person-erased',
  'server/desk/query-plans',
  'server/desk/read-topics',
  'server/desk/same-secret',
  'server/desk/time-alone',
  'server/desk/unreached-race',
  'server/erasure/at-once',
  'server/erasure/erased-means-erased',
  'server/erasure/held-forms',
  'server/erasure/joined-race',
  'server/erasure/lock-order',
  'server/erasure/new-key',
  'server/erasure/one-of-two',
  'server/erasure/programs',
  'server/erasure/reconcile',
  'server/erasure/shown-holds',
  'server/erasure/unfinished',
  'server/erasure/written-after',
  'server/figures/history',
  'server/figures/touched-race',
  'server/first-hour/commands',
  'server/http/busy-pool',
  'server/http/edges',
  'server/http/linger',
  'server/http/locked-store',
  'server/http/same-press-limit-race',
  'server/http/stalled',
  'server/leads/closed-race',
  'server/leads/endless-burst',
  'server/leads/list-race',
  'server/leads/lock-order',
  'server/leads/version-of-forms',
  'server/measured/at-once',
  'server/measured/history',
  'server/outbox/deadline',
  'server/outbox/lock-order',
  'server/requests/clock-race',
  'server/requests/clocks-apart',
  'server/requests/given-up',
  'server/requests/late-press',
  'server/requests/viewer-race',
  'server/ringing/push-race',
  'server/schedule/schedule-race',
  'server/sign-in/late-account',
  'server/sign-in/link-press-race',
  'server/sign-in/lock-order',
  'server/sign-in/lost-answers',
  'server/sign-in/many-at-once',
  'server/sign-in/query-plans',
  'server/sign-in/recent-sessions-race',
  'server/sign-in/sent-again-race',
  'server/sign-in/two-browsers-race',
  'server/webhooks/erased',
  'server/webhooks/erased-in-mid-send',
  'server/webhooks/fairness',
  'server/webhooks/lock-order',
  'server/webhooks/moved-in-mid-send',
  'server/webhooks/replayed-while-erased',
  'server/webhooks/rotate-race',
  'tests/deal-taps',
  'tests/run/tools',
  'tests/simulator/same-night',
].map((name) => `${name}.test.ts`);

/**
 * Component tests of one circumstance on many screens: an answer that is late, lost or overtaken, a screen that is left meanwhile,
 * somebody else's change, names that are long, a zone that is another one.
 */
export const longComponents: readonly string[] = [
  'client/lib/double-press',
  'client/lib/late',
  'desk/account/another-device',
  'desk/app/erased-note',
  'desk/app/left-late',
  'desk/app/left-part',
  'desk/app/left-press',
  'desk/app/search-kept',
  'desk/app/shown-once',
  'desk/audit/device-zone',
  'desk/board/in-place',
  'desk/leads/changed-late',
  'desk/leads/follow-up',
  'desk/leads/join-late',
  'desk/leads/joined-note',
  'desk/leads/overtaken',
  'desk/leads/owner-late',
  'desk/lib/by-time',
  'desk/lib/drawn-rows',
  'desk/lib/failure-text',
  'desk/lib/fallback-focus',
  'desk/lib/keys-at-end',
  'desk/lib/late-answer',
  'desk/lib/list-keys',
  'desk/lib/many-pages',
  'desk/lib/mid-send',
  'desk/lib/moved-row',
  'desk/lib/next-person',
  'desk/lib/read-again',
  'desk/lib/read-pages',
  'desk/lib/rows-drawn-once',
  'desk/numbers/turned',
  'desk/numbers/typed-days',
  'desk/people/switches',
  'desk/board/dialog-gone',
  'desk/board/hand-off-kept',
  'desk/board/late-record',
  'desk/ringing/ring-over',
  'desk/schedule/cut-stream',
  'desk/schedule/grid-keys',
  'desk/schedule/mid-save',
  'desk/schedule/shown-days',
  'desk/session/codes-note',
  'desk/session/lost-answers',
  'desk/settings/other-question',
  'desk/settings/typed-again',
  'desk/ui/by-keys',
  'desk/ui/conflict-kept',
  'desk/ui/earlier-list',
  'desk/ui/failed-again',
  'desk/ui/filter-gone',
  'desk/ui/in-place-focus',
  'desk/ui/in-sight',
  'desk/ui/kept-forms',
  'desk/ui/cut-off',
  'desk/ui/long-names',
  'desk/ui/none-found',
  'desk/ui/old-moments',
  'desk/ui/overtaken',
  'desk/ui/typed-on',
  'desk/ui/unread-parts',
  'site/long-names',
  'site/pages/Agent',
  'site/portal/request/CancelRequest',
  'site/portal/screen/LateArrival',
  'site/portal/screen/RequestedPanel',
  'site/untranslated',
].map((name) => `${name}.browser.test.tsx`);

/**
 * Which files a project of vitest runs: those of `npm test` (`quick`), those of which `npm test` has run a half (`long`), those
 * that it leaves out (`whole`), or all.
 */
export type Tests = 'quick' | 'long' | 'whole' | undefined;

interface Files {
  readonly include: string[];
  readonly exclude: string[];
}

const units = ['{brand,contract,client,desk,server,site,scripts,tests}/**/*.test.{ts,tsx}'];
const notUnits = ['tests/e2e/**', 'tests/faults/**', '**/*.browser.test.tsx'];

export function unitFiles(tests: Tests): Files {
  if (tests === 'whole') return { include: [...longUnits], exclude: [] };
  if (tests === 'quick') return { include: units, exclude: [...notUnits, ...longUnits] };
  if (tests === 'long') return { include: filesWithRest(units), exclude: [...notUnits, ...longUnits] };
  return { include: units, exclude: notUnits };
}

const components = ['{client,desk,site}/**/*.browser.test.tsx'];

/** The long run has no halves of component tests: a file of which `npm test` leaves out a part is run whole. */
export function componentFiles(tests: Tests): Files {
  if (tests === 'long' || tests === 'whole')
    return { include: [...longComponents, ...filesWithLongPart(components)], exclude: [] };
  return { include: components, exclude: tests === 'quick' ? [...longComponents] : [] };
}

/** The paths of the files that a project runs, in order. */
export const pathsOf = ({ include, exclude }: Files): string[] => globSync(include, { exclude }).sort();
