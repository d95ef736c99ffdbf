/** The states of a person's request about their data for the pictures and the accessibility checks. */
import type { Page } from '@playwright/test';
import type { Role } from '#contract/desk/permissions.ts';
import type { CertificateRecord, FoundPerson } from '#contract/desk/person-request-endpoints.ts';
import type { RecordsView, SweepView } from '#contract/desk/sweep-endpoints.ts';
import type { Responses } from './desk.ts';

const at = '2026-11-21T21:04:00.000Z';

const found: FoundPerson = {
  by: 'mail',
  items: [
    {
      kind: 'lead',
      id: 'l1',
      reference: 'BX-806D-HFQR',
      title: 'Inquiry of Harbor Point Motors',
      at: '2024-03-02T15:12:00.000Z',
      class: 'communication',
      matches: ['Email', 'Before: Email', 'Note'],
      about: { kind: 'lead', id: 'l1' },
      kept: null,
    },
    {
      kind: 'request',
      id: 'r1',
      reference: 'BX-1C5K-99TM',
      title: 'Alder Street Auto',
      at,
      class: 'transaction',
      matches: ['Who asked'],
      about: { kind: 'request', id: 'r1' },
      kept: 'running',
    },
    {
      kind: 'contact',
      id: 'c1',
      reference: '',
      title: 'Dana Whitlock, Harbor Point Motors of Greater Portland',
      at,
      class: 'account',
      matches: ['E-mail'],
      about: { kind: 'dealership', id: 'd1' },
      kept: 'held',
    },
    {
      kind: 'staff',
      id: 'lee-marsh',
      reference: '',
      title: 'Lee Marsh',
      at,
      class: 'account',
      matches: ['E-mail'],
      about: { kind: 'person', id: 'lee-marsh' },
      kept: 'staff',
    },
  ],
  more: [],
};

const certificate: CertificateRecord = {
  seq: 7,
  id: '5f0f6a44-6b7c-4e38-9b39-3b6ad2ab7d1c',
  at,
  by: 'Dana Whitcomb',
  reason: 'asked',
  items: [
    { kind: 'lead', id: 'l1', reference: 'BX-806D-HFQR', class: 'communication', at: '2024-03-02T15:12:00.000Z' },
    { kind: 'call', id: 'k1', reference: 'BX-77QP-2WAE', class: 'transaction', at },
  ],
  hash: 'p2pVZl6uH1xkq0hJm3sVbXc9y4c2h0n8oE1e7b6nL0Q',
  againAt: null,
  checks: { hash: true, inFile: true, inAudit: true, erased: true },
};

const earlier = { ...certificate, seq: 6, id: '0b9a0f0e-53b1-4d0d-8f53-9a3a4e3c2b11', reason: 'mistake', by: null };

const responses: Responses = {
  'POST /api/desk/person-requests': { json: found },
  'POST /api/desk/erasures': { json: certificate },
  'GET /api/desk/erasures': { json: { certificates: [certificate, earlier], next: null } },
  [`GET /api/desk/erasures/${certificate.id}`]: { json: certificate },
  [`GET /api/desk/erasures/${earlier.id}`]: {
    json: { ...earlier, checks: { hash: false, inFile: true, inAudit: true, erased: true } },
  },
};

const counts = { 'AnyDesk addresses': 4, notes: 31, inquiries: 212 };

const records: RecordsView = {
  kinds: [
    { name: 'AnyDesk addresses', class: 'transaction', kept: '24 hours after the request ended', due: 4 },
    { name: 'notes', class: 'transaction', kept: '30 days after the request ended', due: 31 },
    {
      name: 'inquiries',
      class: 'communication',
      kept: '3 years after a lead that became no account last changed',
      due: 212,
    },
    {
      name: 'accounts',
      class: 'account',
      kept: '7 years after the account was closed, or the dealership removed',
      due: 0,
    },
    { name: 'messages', class: 'communication', kept: '3 years after the message was written', due: 1804 },
    { name: 'audit entries', class: 'technical', kept: '1 year after the entry was written', due: 100_000 },
  ],
  mostCounted: 100_000,
  sweeps: [
    {
      id: 's2',
      night: '2026-11-21',
      startedAt: at,
      endedAt: at,
      planned: counts,
      taken: {},
      kept: {},
      doubt: 'first',
      confirmedAt: null,
      confirmedBy: null,
    },
  ],
  holds: [
    {
      id: 'h1',
      kind: 'lead',
      subjectId: 'l1',
      subject: 'BX-806D-HFQR',
      reason: 'Letter of counsel of November 20, about the consent to texts',
      setAt: at,
      setBy: 'Dana Whitcomb',
      endedAt: null,
      endedBy: null,
    },
  ],
};

const swept: RecordsView = {
  ...records,
  sweeps: [
    {
      ...records.sweeps[0],
      id: 's3',
      night: '2026-11-22',
      startedAt: '2026-11-22T08:04:00.000Z',
      endedAt: '2026-11-22T08:05:00.000Z',
      planned: counts,
      taken: counts,
      kept: { inquiries: 3 },
      doubt: null,
      confirmedAt: null,
      confirmedBy: null,
    },
    { ...(records.sweeps[0] as SweepView), confirmedAt: at, confirmedBy: 'Dana Whitcomb' },
  ],
  holds: [],
};

const find = async (page: Page) => {
  await page.getByLabel('Who').fill('dana@harborpoint.example');
  await page.getByRole('button', { name: 'Find' }).click();
};

export const recordsLooks = (inside: (role: Role, more?: Responses) => Responses) => [
  {
    name: 'desk-sweep',
    path: '/desk/records',
    responses: inside('admin', { 'GET /api/desk/records': { json: records } }),
    shows: 'The sweep waits for you.',
  },
  {
    name: 'desk-sweep-done',
    path: '/desk/records',
    responses: inside('admin', { 'GET /api/desk/records': { json: swept } }),
    shows: 'deleted what was past its retention period',
  },
  {
    name: 'desk-person-request',
    path: '/desk/records?part=person',
    responses: inside('admin', responses),
    act: find,
    shows: 'found by an e-mail address',
  },
  {
    name: 'desk-person-erased',
    path: '/desk/records?part=person',
    responses: inside('admin', responses),
    act: async (page: Page) => {
      await find(page);
      await page.getByRole('button', { name: 'Erase one thing' }).click();
      await page.getByRole('button', { name: 'Erase for good' }).click();
    },
    shows: 'Keyed hash',
  },
  {
    name: 'desk-certificate',
    path: '/desk/records?part=person',
    responses: inside('admin', responses),
    act: (page: Page) => page.getByRole('button', { name: 'Check certificate 6' }).click(),
    shows: 'The certificate was changed: its keyed hash does not match.',
  },
];
