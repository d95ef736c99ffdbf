/** Every state of the console's screens for the pictures and the accessibility checks. */
import type { Page } from '@playwright/test';
import type { SeenRow } from '#contract/desk/audit-endpoints.ts';
import type { Role } from '#contract/desk/permissions.ts';
import { connectionLooks } from './connection-looks.ts';
import { answerDesk, type Responses, signedInAs } from './desk.ts';
import { people, peopleLooks } from './desk-people-looks.ts';
import { signInLooks } from './desk-sign-in-looks.ts';
import { messageLooks } from './message-looks.ts';
import { recordsLooks } from './records-looks.ts';
import { coverageNow, scheduleLooks } from './schedule-looks.ts';

export interface Look {
  readonly name: string;
  readonly path: string;
  readonly responses: Responses;
  /** Brings the state about after the page has loaded. */
  readonly act?: (page: Page) => Promise<void>;
  /** Text that is visible once the state is reached. */
  readonly shows: string | RegExp;
}

const at = '2026-11-21T21:04:00.000Z';
const later = '2026-11-24T21:04:00.000Z';

const seer = { kind: 'person', id: 'lee', name: 'Lee Marsh' } as const;
const seenOf = { kind: 'request', id: 'r1', label: 'BX-806D-HFQR', times: 1, firstAt: at, lastAt: at } as const;
const seenReport = {
  rows: [
    { ...seenOf, who: seer, how: 'opened', times: 4, lastAt: later },
    { ...seenOf, who: { kind: 'program', id: 't1', name: 'Back office' }, how: 'api-read' },
    { ...seenOf, who: seer, how: 'exported', kind: 'lead', id: 'l1', label: 'BX-1C5K-99TM' },
  ] satisfies SeenRow[],
  total: 3,
  records: 2,
};

const entries = [
  {
    seq: 4127,
    at,
    by: { id: 'dana', name: 'Dana Whitcomb' },
    action: 'role-changed',
    about: [{ kind: 'person', id: 'lee-marsh', label: 'Lee Marsh' }],
    detail: { from: 'viewer', to: 'agent' },
  },
  {
    seq: 4126,
    at,
    by: { id: 'lee', name: 'Lee Marsh' },
    action: 'opened',
    about: [{ kind: 'request', id: 'r1', label: 'BX-806D-HFQR' }],
    detail: {},
  },
  {
    seq: 4125,
    at,
    by: null,
    action: 'audit-pruned',
    about: [{ kind: 'audit', id: 'audit', label: null }],
    detail: { entries: 120 },
  },
];

const presence = {
  people: [
    { id: 'dana', name: 'Dana Whitcomb', presence: 'available', since: at, onShift: true, onCall: true },
    { id: 'lee-marsh', name: 'Lee Marsh', presence: 'in-deal', since: at, onShift: true, onCall: false },
  ],
};

/** The responses for a signed-in person with a role. */
export const inside = (role: Role, more: Responses = {}): Responses => ({
  'GET /api/desk/session': { json: signedInAs(role) },
  'GET /api/desk/presence': { json: presence },
  'GET /api/desk/counts': {
    json: { requestsWaiting: 0, leadsLate: 0, scheduleGaps: 0, messagesFailed: 0, firstHourOpen: 0 },
  },
  'GET /api/desk/lender-hours': { json: { hours: [] } },
  'POST /api/desk/session/active': { status: 204 },
  'GET /api/desk/people': { json: people },
  'GET /api/desk/invitations': { json: { invitations: [] } },
  'GET /api/desk/coverage': { json: coverageNow },
  'GET /api/desk/audit': { json: { entries, nextCursor: '4125' } },
  'GET /api/desk/board': { json: { waiting: [], running: [], finished: [], people: [], serverNow: at } },
  'GET /api/desk/account/factors': {
    json: {
      passwordChangedAt: at,
      totpAddedAt: at,
      passkeys: [{ id: 'k1', name: 'Work laptop', addedAt: at, usedAt: at, synced: false }],
      recoveryCodesLeft: 3,
    },
  },
  'GET /api/desk/account/sessions': {
    json: {
      sessions: [
        { id: 's1', own: true, device: 'Chromium on Linux', signedInAt: at, activeAt: at, locked: false },
        { id: 's2', own: false, device: 'Safari on iPhone', signedInAt: at, activeAt: at, locked: true },
      ],
    },
  },
  ...more,
});

export const looks: readonly Look[] = [
  ...signInLooks,
  ...peopleLooks(inside),
  ...scheduleLooks(inside),
  ...messageLooks(inside),
  ...recordsLooks(inside),
  ...connectionLooks(inside),
  { name: 'desk-audit', path: '/desk/audit', responses: inside('admin'), shows: 'BX-806D-HFQR' },
  {
    name: 'desk-audit-empty',
    path: '/desk/audit',
    responses: inside('admin', { 'GET /api/desk/audit': { json: { entries: [], nextCursor: null } } }),
    shows: 'There are no entries yet.',
  },
  {
    name: 'desk-audit-report',
    path: '/desk/audit',
    responses: inside('admin', { 'POST /api/desk/audit/seen': { json: seenReport } }),
    act: async (page) => {
      await page.getByText('Who saw what').click();
      await page.getByLabel('First day').fill('2026-11-20');
      await page.getByLabel('Last day').fill('2026-11-21');
      await page.getByRole('button', { name: 'Make the report' }).click();
    },
    shows: '3 rows about 2 things',
  },
  {
    name: 'desk-audit-not-allowed',
    path: '/desk/audit',
    responses: inside('agent'),
    shows: 'Your role does not allow you to see this',
  },
  { name: 'desk-account', path: '/desk/account', responses: inside('agent'), shows: 'Safari on iPhone' },
  {
    name: 'desk-no-such-screen',
    path: '/desk/nowhere',
    responses: inside('agent'),
    shows: 'There is nothing at this address',
  },
  {
    name: 'desk-keys',
    path: '/desk/account',
    responses: inside('agent'),
    act: async (page) => page.keyboard.press('?'),
    shows: 'Use single-key shortcuts',
  },
];

/** Opens a page in a state. */
export async function openLook(page: Page, { path, responses, act, shows }: Look): Promise<void> {
  await answerDesk(page, responses);
  await page.goto(path);
  if (act) {
    await page.locator('h1:visible').first().waitFor();
    await act(page);
  }
  await page.getByText(shows).first().waitFor();
}
