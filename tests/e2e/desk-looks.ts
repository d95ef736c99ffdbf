/** Every state of the console's screens that the pictures and the checks of accessibility look at. */
import type { Page } from '@playwright/test';
import type { SeenRow } from '#contract/desk/audit-endpoints.ts';
import type { PeopleList, PersonRecord } from '#contract/desk/people-endpoints.ts';
import type { Role } from '#contract/desk/permissions.ts';
import type { SessionView } from '#contract/desk/session-view-endpoints.ts';
import { connectionLooks } from './connection-looks.ts';
import { answerDesk, type Responses, signedInAs } from './desk.ts';
import { messageLooks } from './message-looks.ts';
import { recordsLooks } from './records-looks.ts';
import { coverageNow, scheduleLooks } from './schedule-looks.ts';

export interface Look {
  readonly name: string;
  readonly path: string;
  readonly responses: Responses;
  /** What brings the state about, after the page was loaded. */
  readonly act?: (page: Page) => Promise<void>;
  /** What is in sight once the state is there. */
  readonly shows: string | RegExp;
}

const at = '2026-11-21T21:04:00.000Z';
const later = '2026-11-24T21:04:00.000Z';
const person = { id: 'dana', name: 'Dana Whitcomb', email: 'dana@boxline.example' };

const view = (session: unknown): Responses => ({ 'GET /api/desk/session': { json: session } });
const none = view({ state: 'none', setUpNeeded: false, httpsNeeded: false } satisfies SessionView);
const secondFactor = (deviceLink: 'needed' | 'not-needed', canMail = true) =>
  view({
    state: 'second-factor',
    methods: ['totp', 'passkey', 'recovery-code'],
    deviceLink,
    canMail,
  } satisfies SessionView);

const recoveryCodes = [
  '7K3M-Q9XT-2HPA-VW4C',
  'B8RD-5JNE-YT6K-3QMZ',
  'C4WP-HX7A-9KDM-E2TR',
  'D9NQ-2VBT-K5XJ-7HWA',
  'E3TK-M8CR-P4QZ-6YND',
  'F7XJ-4AWD-N2HV-9KBP',
  'G2QM-9ETC-X8RK-5JVH',
  'H5VA-K7PW-3DNB-M4XQ',
  'J8CT-6RHE-W9MA-2PKD',
  'K4DB-V3QX-7TJN-8RCW',
];

const personOf = (name: string, role: Role | null, rest: Partial<PersonRecord> = {}): PersonRecord => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  phone: '+12075550131',
  mail: `${name.split(' ')[0]?.toLowerCase()}@boxline.example`,
  role,
  createdAt: at,
  onShiftAt: null,
  onCallAt: null,
  offDueAt: null,
  licensedStates: [],
  removedAt: null,
  version: 1,
  own: false,
  can: { edit: true, changeRole: true, remove: true, switchShift: true },
  ...rest,
});

const dana = personOf('Dana Whitcomb', 'admin', {
  id: 'dana',
  own: true,
  onShiftAt: at,
  onCallAt: at,
  can: { edit: true, changeRole: false, remove: false, switchShift: true },
});
const lee = personOf('Lee Marsh', 'agent', { onShiftAt: at });
const people: PeopleList = {
  people: [
    dana,
    lee,
    personOf('Sam Ortiz', 'manager'),
    personOf('Marlow Finch', null, { mail: null, onShiftAt: at }),
    personOf('Tamsin Okoro-Vandersteen', 'viewer', { phone: null }),
  ],
  mayInvite: ['viewer', 'agent', 'manager', 'admin'],
  serverNow: at,
};

const invitations = [
  {
    id: 'i1',
    personId: 'p1',
    name: 'Priya Sand',
    email: 'priya@boxline.example',
    role: 'agent',
    invitedBy: 'Dana Whitcomb',
    createdAt: at,
    expiresAt: later,
    state: 'accepted',
    acceptedName: 'Priya Sand',
    acceptedAt: at,
  },
  {
    id: 'i2',
    personId: 'p2',
    name: 'Omar Reyes',
    email: 'omar@boxline.example',
    role: 'viewer',
    invitedBy: 'Dana Whitcomb',
    createdAt: at,
    expiresAt: later,
    state: 'open',
    acceptedName: null,
    acceptedAt: null,
  },
];

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

/** The responses for somebody of a role who is signed in. */
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

const link = (kind: string): Responses => ({
  ...none,
  'POST /api/desk/links/look': {
    json: {
      kind,
      name: kind === 'set-up' ? null : 'Priya Sand',
      email: kind === 'set-up' ? null : 'priya@boxline.example',
      expiresAt: later,
    },
  },
});

const enrol: Responses = {
  ...view({ state: 'enrol', person } satisfies SessionView),
  'POST /api/desk/account/totp/begin': {
    json: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Boxline:dana%40boxline.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Boxline',
    },
  },
  'POST /api/desk/account/totp': { json: { recoveryCodes, session: signedInAs('admin') } },
};

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

export const looks: readonly Look[] = [
  {
    name: 'desk-unreachable',
    path: '/desk',
    responses: { 'GET /api/desk/session': 'cut' },
    shows: 'The desk does not answer',
  },
  {
    name: 'desk-nobody-yet',
    path: '/desk',
    responses: view({ state: 'none', setUpNeeded: true, httpsNeeded: false } satisfies SessionView),
    shows: 'Nobody has an account yet',
  },
  {
    name: 'desk-https-needed',
    path: '/desk',
    responses: view({ state: 'none', setUpNeeded: false, httpsNeeded: true } satisfies SessionView),
    shows: 'The desk needs https',
  },
  { name: 'desk-sign-in', path: '/desk', responses: none, shows: 'Forgotten your password?' },
  {
    name: 'desk-sign-in-wrong',
    path: '/desk',
    responses: {
      ...none,
      'POST /api/desk/session/sign-in': { status: 401, text: 'The e-mail address or the password is wrong.' },
    },
    act: async (page) => {
      await page.getByLabel('E-mail address').fill('dana@boxline.example');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await press('Go on')(page);
    },
    shows: 'The e-mail address or the password is wrong.',
  },
  { name: 'desk-forgotten', path: '/desk/forgotten', responses: none, shows: 'Send the link' },
  {
    name: 'desk-forgotten-sent',
    path: '/desk/forgotten',
    responses: { ...none, 'POST /api/desk/password/forgotten': { status: 204 } },
    act: async (page) => {
      await page.getByLabel('E-mail address').fill('dana@boxline.example');
      await press('Send the link')(page);
    },
    shows: 'Look at your mail',
  },
  {
    name: 'desk-second-factor',
    path: '/desk',
    responses: secondFactor('not-needed'),
    shows: 'Code of your authenticator app',
  },
  { name: 'desk-device-unknown', path: '/desk', responses: secondFactor('needed'), shows: 'This device is not known' },
  {
    name: 'desk-second-factor-wrong',
    path: '/desk',
    responses: {
      ...secondFactor('not-needed'),
      'POST /api/desk/session/second-factor': { status: 401, text: 'That did not work. Try again.' },
    },
    act: async (page) => {
      await page.getByLabel('Code of your authenticator app').fill('123456');
      await press('Sign in')(page);
    },
    shows: 'That did not work. Try again.',
  },
  { name: 'desk-set-up', path: '/desk/set-up#token', responses: link('set-up'), shows: 'Become the first admin' },
  { name: 'desk-invitation', path: '/desk/invitation#token', responses: link('invitation'), shows: 'Join the desk' },
  {
    name: 'desk-new-password',
    path: '/desk/password-reset#token',
    responses: link('password-reset'),
    shows: 'Set a new password',
  },
  {
    name: 'desk-link-dead',
    path: '/desk/invitation#token',
    responses: {
      ...none,
      'POST /api/desk/links/look': { status: 404, text: 'This link does not work any more. Ask for a new one.' },
    },
    shows: 'This link does not work',
  },
  { name: 'desk-enrol', path: '/desk', responses: enrol, shows: 'The code that the app shows now' },
  {
    name: 'desk-enrol-passkey',
    path: '/desk',
    responses: enrol,
    act: async (page) => page.getByRole('radio', { name: 'Passkey' }).check(),
    shows: 'Name of the passkey',
  },
  {
    name: 'desk-recovery-codes',
    path: '/desk',
    responses: enrol,
    act: async (page) => {
      await page.getByLabel('The code that the app shows now').fill('123456');
      await press('Add the app')(page);
    },
    shows: 'Keep your recovery codes',
  },
  {
    name: 'desk-waiting-for-confirmation',
    path: '/desk',
    responses: view({
      state: 'waiting-for-confirmation',
      person,
      inviter: 'Sam Ortiz',
      code: '402917',
      confirmed: false,
    } satisfies SessionView),
    shows: '402917',
  },
  {
    name: 'desk-locked',
    path: '/desk',
    responses: {
      ...view({
        state: 'locked',
        person,
        methods: ['password', 'totp', 'passkey'],
        expiresAt: later,
        serverNow: at,
      } satisfies SessionView),
      'GET /api/desk/stream': {
        text: `event: ring\ndata: ${JSON.stringify({
          rings: [{ requestId: 'r1', stage: 1, askedAt: new Date(Date.now() - 31_000).toISOString() }],
          serverNow: new Date().toISOString(),
        })}\n\n`,
      },
    },
    shows: 'Nothing that you typed is lost',
  },
  {
    name: 'desk-people',
    path: '/desk/people',
    responses: inside('admin', { 'GET /api/desk/invitations': { json: { invitations } } }),
    shows: 'Lee Marsh',
  },
  {
    name: 'desk-people-viewer',
    path: '/desk/people',
    responses: inside('viewer', {
      'GET /api/desk/people': {
        json: {
          ...people,
          mayInvite: [],
          people: people.people.map((one) => ({
            ...one,
            own: one.own,
            can: { edit: false, changeRole: false, remove: false, switchShift: false },
          })),
        },
      },
    }),
    shows: 'Lee Marsh',
  },
  {
    name: 'desk-people-empty',
    path: '/desk/people',
    responses: inside('admin', { 'GET /api/desk/people': { json: { ...people, people: [] } } }),
    shows: 'Nobody is here yet',
  },
  {
    name: 'desk-people-failed',
    path: '/desk/people',
    responses: inside('admin', { 'GET /api/desk/people': { status: 503, text: 'We cannot take it at this moment.' } }),
    shows: 'Could not load the people',
  },
  {
    name: 'desk-people-loading',
    path: '/desk/people',
    responses: inside('admin', { 'GET /api/desk/people': 'never' }),
    shows: 'Loading the people…',
  },
  {
    name: 'desk-person',
    path: '/desk/people',
    responses: inside('admin'),
    act: async (page) => press('Lee Marsh')(page),
    shows: 'Change the role',
  },
  {
    name: 'desk-person-changed',
    path: '/desk/people',
    responses: inside('admin', {
      'POST /api/desk/people/lee-marsh': { status: 409, json: { ...lee, phone: '+12075550199', version: 2 } },
    }),
    act: async (page) => {
      await press('Lee Marsh')(page);
      await page.getByRole('dialog').getByLabel('Telephone (optional)').fill('(207) 555-0142');
      await press('Save')(page);
    },
    shows: 'Somebody else saved this person while you were writing',
  },
  {
    name: 'desk-person-add',
    path: '/desk/people',
    responses: inside('admin'),
    act: press('Add'),
    shows: 'On shift from now on',
  },
  {
    name: 'desk-invite',
    path: '/desk/people',
    responses: inside('admin'),
    act: press('Invite'),
    shows: 'How it reaches them',
  },
  {
    name: 'desk-proof',
    path: '/desk/people',
    responses: inside('admin', {
      'POST /api/desk/invitations': { status: 403, text: 'Prove once more that it is you.' },
    }),
    act: async (page) => {
      await press('Invite')(page);
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Omar Reyes');
      await page.getByRole('dialog').getByLabel('E-mail address').fill('omar@boxline.example');
      await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    },
    shows: 'Prove that it is you',
  },
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
    shows: 'Single keys act',
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
