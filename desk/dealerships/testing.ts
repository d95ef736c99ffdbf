/** Rows and records for the tests of the dealerships screen. */
import type { DealershipRecord, DealershipRow } from '#contract/desk/dealership-endpoints.ts';
import type { StoreSheet } from '#contract/desk/record-schemas.ts';
import { emptySheet } from '../board/testing.ts';

export const testNow = '2026-11-21T21:04:00.000Z';

export const rowOf = (parts: Partial<DealershipRow> = {}): DealershipRow => ({
  id: 'harbor',
  name: 'Harbor Point Motors',
  phone: '(207) 555-0148',
  zone: 'America/New_York',
  sample: false,
  agreementDate: '2026-11-02',
  code: 'used',
  lastUsedAt: '2026-11-21T20:40:00.000Z',
  lastRequestAt: '2026-11-21T20:41:00.000Z',
  closedAt: null,
  createdAt: '2026-11-01T15:00:00.000Z',
  ...parts,
});

const weekday = { opens: '09:00', closes: '20:00' };

const sheet: StoreSheet = {
  version: 3,
  fields: {
    ...emptySheet.fields,
    dms: { value: 'Frazer', changedAt: testNow, changedBy: 'Lee Marsh' },
    whoSigns: { value: 'Dana, and Rae after eight', changedAt: testNow, changedBy: 'Sam Ortiz' },
  },
  intake: [
    { field: 'dms', label: 'Current DMS', value: 'Dealer center' },
    { field: null, label: 'Dealer type', value: 'Independent' },
    { field: null, label: 'Units sold per month', value: '40' },
  ],
};

/** A complete dealership as an admin sees it. `parts` replace its members. */
export const recordOf = (parts: Partial<DealershipRecord> = {}): DealershipRecord => ({
  ...rowOf(),
  version: 4,
  address: '14 Commercial Wharf, Portland, ME 04101',
  website: 'harborpoint.example',
  hours: [weekday, weekday, weekday, weekday, weekday, { opens: '10:00', closes: '18:00' }, null],
  contacts: [
    {
      id: 'c1',
      name: 'Dana Whitlock',
      role: 'General sales manager',
      phone: '(207) 555-0149',
      mail: 'dana@harborpoint.example',
      consent: { at: '2026-11-01T14:50:00.000Z', version: '2026-11-01', endedAt: null, holds: true },
    },
    { id: 'c2', name: 'Rae Colburn', role: 'Night desk', phone: null, mail: 'rae@harborpoint.example', consent: null },
  ],
  gaps: [],
  lead: { id: 'l1', kind: 'intake', reference: 'BX-7K2M-90QF' },
  sameNamed: 1,
  codes: [
    {
      number: 12,
      createdAt: '2026-11-20T18:00:00.000Z',
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: '2026-11-21T20:40:00.000Z',
      state: 'holds',
    },
    {
      number: 7,
      createdAt: '2026-11-03T16:00:00.000Z',
      expiresAt: '2026-11-21T22:00:00.000Z',
      revokedAt: null,
      lastUsedAt: '2026-11-20T17:10:00.000Z',
      state: 'grace',
    },
  ],
  link: null,
  sheet,
  requests: [
    {
      id: 'r1',
      kind: 'request',
      reference: 'BX-806D-HFQR',
      createdAt: '2026-11-21T20:41:00.000Z',
      requestType: 'active_deal',
      disposition: 'contracted_retail',
      state: 'done',
      by: 'Lee Marsh',
      minutes: 34,
    },
  ],
  history: [
    { id: 'h5', at: '2026-11-21T20:41:00.000Z', kind: 'request', by: 'Lee Marsh', detail: ['BX-806D-HFQR'] },
    { id: 'h4', at: '2026-11-20T18:00:00.000Z', kind: 'code-made', by: null, detail: ['12'] },
    { id: 'h3', at: '2026-11-20T17:30:00.000Z', kind: 'link-sent', by: 'Dana Whitcomb', detail: ['Dana Whitlock'] },
    { id: 'h2', at: '2026-11-02T16:00:00.000Z', kind: 'agreement', by: 'Dana Whitcomb', detail: ['2026-11-02'] },
    { id: 'h1', at: '2026-11-01T15:00:00.000Z', kind: 'made', by: 'Sam Ortiz', detail: ['BX-7K2M-90QF'] },
  ],
  sends: { mail: true, text: true },
  can: { edit: true, close: true, reopen: false, remove: false, issue: true },
  serverNow: testNow,
  ...parts,
});

/** A dealership that was just made from an inquiry, in a state with two time zones. */
export const newRecord = recordOf({
  id: 'juniper',
  name: 'Juniper Imports',
  phone: null,
  zone: null,
  agreementDate: null,
  code: 'none',
  lastUsedAt: null,
  lastRequestAt: null,
  address: '8 Elm St, Evansville, IN 47708',
  website: null,
  hours: null,
  contacts: [
    {
      id: 'c9',
      name: 'Omar Reyes',
      role: 'Sent the inquiry',
      phone: '(812) 555-0137',
      mail: 'omar@juniper.example',
      consent: null,
    },
  ],
  gaps: ['agreement', 'zone', 'phone', 'code'],
  codes: [],
  requests: [],
  sheet: emptySheet,
  history: [{ id: 'h1', at: testNow, kind: 'made', by: 'Sam Ortiz', detail: ['BX-1M4P-77TC'] }],
});
