/** The states of a person's request that the pictures and the checks of accessibility look at. */
import type { Page } from '@playwright/test';
import type { Role } from '#contract/desk/permissions.ts';
import type { CertificateRecord, FoundPerson } from '#contract/desk/person-request-endpoints.ts';
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

const find = async (page: Page) => {
  await page.getByLabel('Who').fill('dana@harborpoint.example');
  await page.getByRole('button', { name: 'Find' }).click();
};

export const recordsLooks = (inside: (role: Role, more?: Responses) => Responses) => [
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
    shows: 'It was changed: its keyed hash is another.',
  },
];
