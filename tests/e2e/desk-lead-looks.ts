/** Every state of the list of leads and of a lead's record for the pictures and the accessibility checks. */
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { joinedRecord, listRows, recordOf, similarInquiry, testNow } from '../../desk/leads/testing.ts';
import type { Responses } from './desk.ts';
import { inside, type Look } from './desk-looks.ts';

const shiftMs = Date.now() - Date.parse(testNow);

/** Moves every time in a value forward, as if it had been read now. */
const asOfNow = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) =>
      new Date(Date.parse(at) + shiftMs).toISOString(),
    ),
  ) as T;

const list = (rows = listRows, cursor: string | null = null) => ({
  json: asOfNow({ rows, cursor, serverNow: testNow }),
});

const withLead = (lead: LeadRecord, more: Responses = {}): Responses =>
  inside('manager', {
    'GET /api/desk/leads': list(),
    'GET /api/desk/leads/lead-2': { json: asOfNow(lead) },
    ...more,
  });

const suspicious = recordOf({
  flags: ['too-fast'],
  parts: recordOf().parts.map((part) => ({ ...part, flags: ['too-fast'] })),
  similarLeads: [similarInquiry],
});

const changedMeanwhile = recordOf({
  status: 'contacted',
  ownerId: 'lee',
  ownerName: 'Lee Marsh',
  version: 3,
  can: { ...recordOf().can, contact: false },
  events: [
    { key: 'e2', at: testNow, by: 'Lee Marsh', kind: 'note', text: 'Dan asks for Monday' },
    { key: 'e1', at: testNow, by: 'Lee Marsh', kind: 'status', from: 'new', to: 'contacted' },
    {
      key: 'e0',
      at: testNow,
      by: null,
      kind: 'amended',
      form: 'intake',
      reference: 'BX-7CFS-DMJ9',
      changes: [{ field: 'business_email', from: 'dan@pinecrest.example', to: 'office@pinecrest.example' }],
    },
    ...recordOf().events,
  ],
});

const readOnly = recordOf({ can: { contact: false, note: false, manage: false, makeDealership: false } });

export const leadLooks: readonly Look[] = [
  {
    name: 'desk-leads',
    path: '/desk/leads',
    responses: inside('manager', { 'GET /api/desk/leads': list() }),
    shows: 'Cedar Valley Powersports',
  },
  {
    name: 'desk-leads-none',
    path: '/desk/leads?status=spam&mine=yes&search=wayside',
    responses: inside('manager', { 'GET /api/desk/leads': list([]) }),
    shows: 'No leads match.',
  },
  {
    name: 'desk-leads-failed',
    path: '/desk/leads',
    responses: inside('manager', { 'GET /api/desk/leads': { status: 503, text: 'The database is locked.' } }),
    shows: 'Could not load the leads',
  },
  {
    name: 'desk-lead-late',
    path: '/desk/leads/lead-2',
    responses: withLead(suspicious),
    shows: 'Perhaps the same people',
  },
  {
    name: 'desk-lead-joined',
    path: '/desk/leads/lead-2',
    responses: withLead(joinedRecord()),
    shows: 'left word with Odalys',
  },
  {
    name: 'desk-lead-changed',
    path: '/desk/leads/lead-2',
    responses: withLead(recordOf(), {
      'POST /api/desk/leads/lead-2': { status: 409, json: asOfNow(changedMeanwhile) },
    }),
    act: async (page) => page.getByRole('button', { name: 'Spam', exact: true }).first().click(),
    shows: 'This lead changed while you read it',
  },
  {
    name: 'desk-lead-read-only',
    path: '/desk/leads/lead-2',
    responses: inside('viewer', {
      'GET /api/desk/leads': list(),
      'GET /api/desk/leads/lead-2': { json: asOfNow(readOnly) },
    }),
    shows: 'Promised by',
  },
];
