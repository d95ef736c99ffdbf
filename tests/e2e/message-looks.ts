/** The states of messages, settings and the first hour for the pictures and the accessibility checks. */
import type { Page } from '@playwright/test';
import type { FirstHourView } from '#contract/desk/first-hour-endpoints.ts';
import type { MessagePage, MessageRecord, MessageRow } from '#contract/desk/message-endpoints.ts';
import type { Role } from '#contract/desk/permissions.ts';
import type { SettingsView } from '#contract/desk/setting-endpoints.ts';
import type { Responses } from './desk.ts';
import type { Look } from './desk-looks.ts';

const at = (minutes: number) => new Date(Date.parse('2026-11-21T21:04:00.000Z') + minutes * 60_000).toISOString();

const rowOf = (id: string, more: Partial<MessageRow>): MessageRow => ({
  id,
  kind: 'lead-operator',
  channel: 'mail',
  about: { kind: 'lead', id: `l-${id}`, label: 'BX-7K2M-90QF' },
  to: 'us@boxline.example',
  toOperator: true,
  state: 'sent',
  sending: false,
  attempts: 1,
  createdAt: at(-30),
  dueAt: null,
  sentAt: at(-30),
  deliveredAt: null,
  failedAt: null,
  mayHaveArrived: false,
  lastError: null,
  retriedAt: null,
  can: { retry: false, giveUp: false },
  ...more,
});

const failed = rowOf('m1', {
  kind: 'lead-confirmation',
  to: 'dana.quill@harborpoint.example',
  toOperator: false,
  state: 'failed',
  attempts: 3,
  createdAt: at(-12),
  sentAt: null,
  failedAt: at(-9),
  lastError: 'Refused for good: The mail server answered to RCPT TO: 550 5.1.1 no such user here',
  can: { retry: true, giveUp: true },
});

const request = { kind: 'request', id: 'r1', label: 'BX-806D-HFQR' } as const;
const rows: readonly MessageRow[] = [
  rowOf('m5', {
    kind: 'request-agent',
    channel: 'sms',
    about: request,
    to: '+12075550131',
    toOperator: false,
    deliveredAt: at(-1),
    createdAt: at(-1),
  }),
  rowOf('m4', {
    kind: 'request-agent',
    channel: 'sms',
    about: request,
    to: '+12075550122',
    toOperator: false,
    state: 'unsure',
    attempts: 1,
    dueAt: at(1),
    sentAt: null,
    mayHaveArrived: true,
    createdAt: at(-1),
    can: { retry: true, giveUp: false },
  }),
  failed,
  rowOf('m2', {
    kind: 'alert',
    about: null,
    state: 'waiting',
    attempts: 2,
    dueAt: at(4),
    sentAt: null,
    createdAt: at(-14),
  }),
  rowOf('m3', {}),
  rowOf('m6', {
    kind: 'staff-link',
    about: { kind: 'person', id: 'p1', label: 'Priya Sand' },
    to: 'priya@boxline.example',
    toOperator: false,
    createdAt: at(-240),
  }),
];

const page: MessagePage = {
  messages: [...rows],
  nextCursor: 'next',
  unfinished: { failed: 1, unsure: 1, waiting: 1, held: 0 },
  serverNow: at(0),
};

const record: MessageRecord = {
  ...failed,
  events: [
    { at: at(-12), kind: 'later', attempt: 1, step: 'connection', said: 'connect ECONNREFUSED 10.0.0.5:587', by: null },
    { at: at(-11), kind: 'later', attempt: 2, step: 'greeting', said: '421 4.3.2 try again later', by: null },
    { at: at(-10), kind: 'retried', attempt: 0, step: null, said: null, by: 'Dana Whitcomb' },
    { at: at(-9), kind: 'failed', attempt: 1, step: 'recipient', said: '550 5.1.1 no such user here', by: null },
  ],
  attempts: 1,
  retriedAt: at(-10),
  preview: {
    subject: 'We have your inquiry, reference BX-7K2M-90QF',
    text: 'Thank you. We have your inquiry and call you within 24 hours.',
    html: true,
  },
  previewFault: null,
  over: null,
  serverNow: at(0),
};

const mail = `<!doctype html><html lang="en"><title>We have your inquiry</title><body style="margin:0;background:#f4f1ea"><div style="max-width:36rem;margin:24px auto;padding:24px;background:#fff;font:16px/1.5 sans-serif"><p style="color:#555">Boxline</p><h1 style="font-size:24px">We have your inquiry</h1><p>Thank you, Dana. We call you within 24 hours.</p><p><strong>BX-7K2M-90QF</strong></p></div>`;

const settings: SettingsView = {
  textAgent: {
    version: 1,
    on: false,
    nobodyReached: 'Nobody with a telephone is on shift (npm run shift), and there is no operator to mail.',
  },
  sharedCode: { version: 1, on: true, anyOwnCode: false },
  alertRecipients: {
    version: 2,
    environment: [
      { kind: 'mail', value: 'us@boxline.example' },
      { kind: 'phone', value: '+12075550190' },
    ],
    further: [{ kind: 'mail', value: 'second@boxline.example' }],
    can: { mail: true, phone: false },
  },
  jacket: {
    version: 3,
    items: ['Buyer’s order', 'Contract or lease', 'Signed menu', 'Odometer', 'Insurance'].map((label) => ({
      item: label.toLowerCase(),
      label,
    })),
    retired: [{ item: 'ofac', label: 'OFAC' }],
  },
  lenderHours: {
    version: 1,
    lenders: ['Alder Auto Finance', 'Bayline Credit', 'Cobalt Motor Funding'],
    hours: [
      {
        lender: 'Alder Auto Finance',
        zone: 'America/Chicago',
        weekdays: { from: '08:00', until: '21:00' },
        saturday: { from: '09:00', until: '18:00' },
        sunday: null,
        note: 'Ask for the night desk after 6 pm',
      },
    ],
  },
};

const hour: FirstHourView = {
  mail: {
    state: 'open',
    configured: true,
    last: {
      at: at(-3),
      to: 'dana@boxline.example',
      taken: false,
      step: 'login',
      said: '535 5.7.8 authentication failed',
      advice: 'Check user and password in SMTP_URL; percent-encode every character that is not a letter or digit.',
    },
  },
  texts: { state: 'optional', configured: false, ownPhone: null, last: null },
  links: { state: 'open', publicUrl: 'https://desk.boxline.example', hasPublicUrl: true, last: null },
  samples: { state: 'open', names: ['Alder Creek Motors', 'Bayside Auto Group', 'Copper Hill Imports'] },
  codes: { state: 'open', dealerships: 0, withOwnCode: 0, without: [] },
  shift: { state: 'done', people: ['Dana Whitcomb'], nobodyReached: null, textAgentOn: false },
  gaps: { state: 'optional', count: 0 },
  backup: { state: 'open', at: null, command: 'npm run backup -- backup/2026-11-21' },
  restore: {
    state: 'optional',
    at: null,
    command:
      'DATA_DIR=rehearsal/2026-11-21 ERASURES_FILE=rehearsal/2026-11-21/erasures.jsonl npm run restore -- backup/2026-11-21 --erasures data/erasures.jsonl',
    database: null,
  },
  sweep: { state: 'optional', at: null, records: 0 },
  open: 5,
  serverNow: at(0),
};

const finished: FirstHourView = {
  ...hour,
  mail: {
    state: 'done',
    configured: true,
    last: {
      at: at(-3),
      to: 'dana@boxline.example',
      taken: true,
      step: null,
      said: '250 2.0.0 OK queued',
      advice: null,
    },
  },
  texts: {
    state: 'done',
    configured: true,
    ownPhone: '+12075550131',
    last: { at: at(-2), to: '+12075550131', state: 'sent', said: null, deliveredAt: at(-2) },
  },
  links: {
    ...hour.links,
    state: 'done',
    last: { at: at(-5), to: '+12075550131', pressedAt: at(-4), expiresAt: at(55) },
  },
  samples: { state: 'done', names: [] },
  codes: { state: 'done', dealerships: 2, withOwnCode: 2, without: [] },
  gaps: { state: 'done', count: 0 },
  backup: { ...hour.backup, state: 'done', at: at(-60) },
  restore: { ...hour.restore, state: 'done', at: at(-6000) },
  sweep: { state: 'done', at: at(-300), records: 0 },
  open: 0,
};

const counts = { requestsWaiting: 2, leadsLate: 3, scheduleGaps: 6, messagesFailed: 1, firstHourOpen: 5 };
const counted = { 'GET /api/desk/counts': { json: counts } } as const;

/** @param inside returns the responses for a signed-in person with a role */
export const messageLooks = (inside: (role: Role, more?: Responses) => Responses): readonly Look[] => [
  {
    name: 'desk-messages',
    path: '/desk/messages',
    responses: inside('admin', { 'GET /api/desk/messages': { json: page }, ...counted }),
    shows: 'dana.quill@harborpoint.example',
  },
  {
    name: 'desk-message-failed',
    path: '/desk/messages/m1',
    responses: inside('admin', {
      'GET /api/desk/messages': { json: page },
      'GET /api/desk/messages/m1': { json: record },
      'GET /api/desk/messages/m1/preview': { text: mail, type: 'text/html' },
      ...counted,
    }),
    shows: 'How it reads',
  },
  {
    name: 'desk-message-retry',
    path: '/desk/messages/m1',
    responses: inside('manager', {
      'GET /api/desk/messages': { json: page },
      'GET /api/desk/messages/m1': {
        json: {
          ...record,
          state: 'unsure',
          mayHaveArrived: true,
          preview: null,
          previewFault: 'The request of this message is not there',
        },
      },
    }),
    act: (one: Page) => one.getByRole('button', { name: 'Try again', exact: true }).click(),
    shows: 'A try may have gone out already',
  },
  {
    name: 'desk-messages-none',
    path: '/desk/messages?filter=needsPerson',
    responses: inside('manager', {
      'GET /api/desk/messages': {
        json: { ...page, messages: [], nextCursor: null, unfinished: { failed: 0, unsure: 0, waiting: 0, held: 0 } },
      },
    }),
    shows: 'No message needs attention.',
  },
  {
    name: 'desk-settings',
    path: '/desk/settings',
    responses: inside('admin', { 'GET /api/desk/settings': { json: settings } }),
    shows: 'Save the jacket',
  },
  {
    name: 'desk-settings-edit',
    path: '/desk/settings',
    responses: inside('admin', {
      'GET /api/desk/settings': { json: settings },
      'POST /api/desk/settings/jacket': {
        status: 409,
        json: { ...settings, jacket: { ...settings.jacket, version: 4, items: settings.jacket.items.slice(0, 3) } },
      },
    }),
    act: async (one: Page) => {
      await one.getByRole('button', { name: 'Add hours of Bayline Credit' }).click();
      await one.getByLabel('Item 2').fill('Contract, lease or both');
      await one.getByRole('button', { name: 'Save the jacket' }).click();
    },
    shows: 'Somebody else saved this setting while you were writing',
  },
  {
    name: 'desk-first-hour',
    path: '/desk/first-hour',
    responses: inside('admin', { 'GET /api/desk/first-hour': { json: hour }, ...counted }),
    shows: 'Not taken at the login:',
  },
  {
    name: 'desk-first-hour-done',
    path: '/desk/first-hour',
    responses: inside('admin', { 'GET /api/desk/first-hour': { json: finished } }),
    shows: 'Everything is done.',
  },
];
