/** The states of the pages before sign-in, for `desk-looks.ts`. */
import type { SessionView } from '#contract/desk/session-view-endpoints.ts';
import { press, type Responses, signedInAs } from './desk.ts';
import type { Look } from './desk-looks.ts';

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

const link = (kind: string): Responses => ({
  ...none,
  'POST /api/desk/links/look': {
    json: {
      kind,
      name: kind === 'set-up' ? null : 'Priya Sand',
      email: kind === 'set-up' ? null : 'priya@boxline.example',
      expiresAt: later,
      began: null,
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

export const signInLooks: readonly Look[] = [
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
  { name: 'desk-device-unknown', path: '/desk', responses: secondFactor('needed'), shows: 'This is a new device' },
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
];
