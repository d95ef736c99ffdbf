/** Every state of the dealerships screen for the pictures and the accessibility checks. */
import type { Page } from '@playwright/test';
import type { DealershipPage, DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { newRecord, recordOf, rowOf } from '../../desk/dealerships/testing.ts';
import type { Responses } from './desk.ts';
import { inside, type Look } from './desk-looks.ts';

const rows = [
  rowOf({ id: 'alder', name: 'Alder Creek Motors', code: 'unused', lastUsedAt: null, lastRequestAt: null }),
  rowOf(),
  rowOf({
    id: 'juniper',
    name: 'Juniper Imports',
    phone: null,
    agreementDate: null,
    code: 'none',
    lastRequestAt: null,
  }),
  rowOf({
    id: 'lakeside',
    name: 'Lakeside Powersports and Marine of Northern Michigan',
    phone: '(231) 555-0102',
    code: 'none',
  }),
  rowOf({
    id: 'ridgeview',
    name: 'Ridgeview RV',
    phone: '(303) 555-0166',
    code: 'link-sent',
    lastRequestAt: null,
    sample: true,
  }),
];
const page: DealershipPage = { rows, cursor: null, samples: 1 };
const list = (more: Responses = {}): Responses =>
  inside('manager', { 'GET /api/desk/dealerships': { json: page }, ...more });
const open = (record: DealershipRecord): Responses =>
  list({ [`GET /api/desk/dealerships/${record.id}`]: { json: record } });
const press = (name: string | RegExp) => (of: Page) => of.getByRole('button', { name }).first().click();

const sent = recordOf({
  link: {
    id: 'l1',
    contactName: 'Dana Whitlock',
    mail: 'dana@harborpoint.example',
    phone: '+12075550149',
    by: 'Dana Whitcomb',
    createdAt: '2026-11-21T20:55:00.000Z',
    expiresAt: '2026-11-28T20:55:00.000Z',
    usedAt: null,
    state: 'open',
    messages: [
      { channel: 'mail', state: 'sent' },
      { channel: 'sms', state: 'waiting' },
    ],
  },
});

export const dealershipLooks: readonly Look[] = [
  { name: 'desk-dealerships', path: '/desk/dealerships', responses: list(), shows: 'Ridgeview RV' },
  {
    name: 'desk-dealerships-empty',
    path: '/desk/dealerships',
    responses: list({ 'GET /api/desk/dealerships': { json: { rows: [], cursor: null, samples: 0 } } }),
    shows: /No dealership yet/,
  },
  { name: 'desk-dealership', path: '/desk/dealerships/harbor', responses: open(recordOf()), shows: 'Store sheet' },
  {
    name: 'desk-dealership-new',
    path: '/desk/dealerships/juniper',
    responses: open(newRecord),
    shows: /Still missing/,
  },
  { name: 'desk-dealership-link', path: '/desk/dealerships/harbor', responses: open(sent), shows: /works until/ },
  {
    name: 'desk-dealership-send',
    path: '/desk/dealerships/harbor',
    responses: open(recordOf()),
    act: press('Send a new code'),
    shows: 'To whom',
  },
  {
    name: 'desk-dealership-edit',
    path: '/desk/dealerships/harbor',
    responses: open(recordOf()),
    act: press('Edit the record'),
    shows: 'Phone on file',
  },
  {
    name: 'desk-dealership-changed',
    path: '/desk/dealerships/harbor',
    responses: {
      ...open(recordOf()),
      'POST /api/desk/dealerships/harbor': { status: 409, json: recordOf({ version: 5, phone: '(207) 555-0111' }) },
    },
    act: async (of) => {
      await press('Edit the record')(of);
      await of.getByRole('textbox', { name: /Phone on file/ }).fill('(207) 555-0199');
      await of.getByRole('button', { name: 'Save' }).click();
    },
    shows: /Somebody else saved this dealership/,
  },
];
