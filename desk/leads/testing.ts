/** Leads for the tests and pictures of the leads screen. */
import { lists } from '#brand/lists.ts';
import type { LeadForm, LeadRecord, LeadRow } from '#contract/desk/lead-schemas.ts';

export const testNow = '2026-11-21T21:04:00.000Z';

const before = (hours: number): string => new Date(Date.parse(testNow) - hours * 60 * 60_000).toISOString();

/** A lead that came three hours ago. `parts` replace its members. */
export const rowOf = (parts: Partial<LeadRow> = {}): LeadRow => ({
  id: 'lead-1',
  form: 'inquiry',
  reference: 'BX-7CFS-DMJ9',
  name: 'Gulf Shore Marine & RV',
  detail: 'Teresa Vidal',
  status: 'new',
  ownerId: null,
  ownerName: null,
  dueAt: before(-21),
  isPromise: true,
  createdAt: before(3),
  amendedAt: null,
  closedAt: null,
  flags: [],
  forms: 1,
  similar: null,
  mine: false,
  version: 1,
  ...parts,
});

export const intakeForm: LeadForm = {
  id: 'lead-2',
  form: 'intake',
  reference: 'BX-7CFS-DMJ9',
  createdAt: before(26),
  amendedAt: null,
  submittedDate: '11/20/2026, 6:58:02 PM',
  answers: {
    business_name: 'Pinecrest Auto Sales',
    dba: 'Pinecrest',
    business_phone: '(570) 555-0164',
    business_email: 'dan@pinecrest.example',
    personal_phone: '(570) 555-0171',
    sms_consent: true,
    business_fax: '',
    business_address: '88 Mill Rd\nScranton, PA 18505',
    mailing_same_as_business: true,
    mailing_address: '88 Mill Rd\nScranton, PA 18505',
    business_website: 'pinecrest.example',
    dealer_type: 'Independent',
    inventory_type: 'Auto',
    entity_type: 'LLC',
    how_did_you_hear: 'A friend who runs the store across the river',
    current_dms: 'Frazer',
    representative: lists.representatives[0] ?? '',
    referred_by: '',
    average_sales: '$10,000-$25,000',
    units_sold_per_month: 'about 40',
    flooring_line: 'AFC',
    current_lenders: lists.lenders.slice(0, 5),
  },
  flags: [],
  consents: [{ at: before(26), version: lists.smsConsent.version, wording: lists.smsConsent.text, endedAt: null }],
  joinedAt: null,
};

export const inquiryForm: LeadForm = {
  id: 'lead-1',
  form: 'inquiry',
  reference: 'BX-41TN-8QHW',
  createdAt: before(80),
  amendedAt: null,
  submittedDate: '11/18/2026, 1:04:11 PM',
  answers: {
    dealership_name: 'Pinecrest Auto',
    first_name: 'Dan',
    last_name: 'Kowalski',
    phone_number: '570.555.0164',
    email: 'dan@pinecrest.example',
    dealership_website: '',
    dealer_address: '88 Mill Rd\nScranton, PA 18505',
    dealer_type: 'Independent Dealer',
    dms_provider: 'Other',
    crm_provider: 'Not Sure',
    units_sold_per_month: '26-50 per month',
  },
  flags: [],
  consents: [],
  joinedAt: before(1),
};

/** An intake that is two hours late, as a manager sees it. `parts` replace its members. */
export const recordOf = (parts: Partial<LeadRecord> = {}): LeadRecord => ({
  ...rowOf({
    id: 'lead-2',
    form: 'intake',
    name: 'Pinecrest Auto Sales',
    detail: 'Pinecrest',
    dueAt: before(2),
    createdAt: before(26),
  }),
  followUpAt: null,
  promisedAt: before(2),
  firstContactAt: null,
  dealershipId: null,
  parts: [intakeForm],
  events: [
    {
      key: 'm1',
      at: before(26),
      by: null,
      kind: 'message',
      about: 'confirmation',
      channel: 'mail',
      recipient: 'dan@pinecrest.example',
      state: 'sent',
      sentAt: before(26),
    },
    { key: 'received lead-2', at: before(26), by: null, kind: 'received', form: 'intake', reference: 'BX-7CFS-DMJ9' },
  ],
  similarLeads: [],
  dismissedLeads: [],
  owners: [
    { id: 'dana', name: 'Dana Whitcomb' },
    { id: 'lee', name: 'Lee Marsh' },
  ],
  can: { contact: true, note: true, manage: true, makeDealership: true },
  serverNow: testNow,
  ...parts,
});

const earlierInquiry = {
  id: 'lead-1',
  form: 'inquiry',
  reference: 'BX-41TN-8QHW',
  name: 'Pinecrest Auto',
  createdAt: before(80),
  status: 'new',
} as const;

/** The same people twice: an inquiry of some days ago, not joined yet. */
export const similarInquiry: LeadRecord['similarLeads'][number] = {
  ...earlierInquiry,
  reasons: ['phone', 'mail'],
  version: 1,
};

/** The same, after Lee said that they are not the same people. */
export const dismissedInquiry: LeadRecord['dismissedLeads'][number] = {
  ...earlierInquiry,
  dismissedAt: before(2),
  dismissedBy: 'Lee Marsh',
};

/** The intake and the inquiry joined to one lead. Its history has several kinds of events. */
export const joinedRecord = (): LeadRecord =>
  recordOf({
    status: 'contacted',
    ownerId: 'lee',
    ownerName: 'Lee Marsh',
    isPromise: false,
    firstContactAt: before(70),
    dueAt: before(-20),
    followUpAt: before(-20),
    forms: 2,
    version: 6,
    parts: [intakeForm, inquiryForm],
    can: { contact: false, note: true, manage: true, makeDealership: true },
    events: [
      { key: 'e5', at: before(1), by: 'Dana Whitcomb', kind: 'joined', form: 'inquiry', reference: 'BX-41TN-8QHW' },
      { key: 'e4', at: before(1), by: 'Dana Whitcomb', kind: 'follow-up', to: before(-20) },
      ...recordOf().events,
      {
        key: 'e3',
        at: before(60),
        by: null,
        kind: 'amended',
        form: 'inquiry',
        reference: 'BX-41TN-8QHW',
        changes: [{ field: 'email', from: 'dan@pinecrset.example', to: 'dan@pinecrest.example' }],
      },
      {
        key: 'e2',
        at: before(70),
        by: 'Lee Marsh',
        kind: 'note',
        text: 'called, no answer, left word with Odalys\nwants a demo on Monday',
      },
      { key: 'e1', at: before(70), by: 'Lee Marsh', kind: 'status', from: 'new', to: 'contacted' },
      { key: 'e0', at: before(71), by: 'Dana Whitcomb', kind: 'owner', from: null, to: 'Lee Marsh' },
      {
        key: 'received lead-1',
        at: before(80),
        by: null,
        kind: 'received',
        form: 'inquiry',
        reference: 'BX-41TN-8QHW',
      },
    ],
  });

/** A list as it may look in the morning. */
export const listRows: readonly LeadRow[] = [
  rowOf({
    id: 'lead-2',
    form: 'intake',
    name: 'Pinecrest Auto Sales',
    detail: 'Pinecrest',
    dueAt: before(2),
    similar: 'phone',
  }),
  rowOf({ id: 'lead-3', dueAt: before(0.67) }),
  rowOf({
    id: 'lead-4',
    name: 'O’Brien-Núñez Motors of Greater Northern Nevada',
    detail: 'Eoin O’Brien-Núñez',
    status: 'contacted',
    ownerId: 'dana',
    ownerName: 'Dana Whitcomb',
    mine: true,
    isPromise: false,
    dueAt: before(-3),
  }),
  rowOf({ id: 'lead-5', name: 'Summit Imports', detail: 'Ada Quill', dueAt: before(-9), forms: 2 }),
  rowOf({
    id: 'lead-6',
    form: 'intake',
    name: 'Wayside Classics',
    detail: '',
    flags: ['too-fast'],
    dueAt: before(-21),
  }),
  rowOf({
    id: 'lead-7',
    name: 'Cedar Valley Powersports',
    detail: 'Ines Tamm',
    status: 'qualified',
    ownerId: 'lee',
    ownerName: 'Lee Marsh',
    isPromise: false,
    dueAt: before(-70),
  }),
  rowOf({
    id: 'lead-8',
    form: 'intake',
    name: 'Bluegrass Classics',
    detail: 'Bluegrass',
    status: 'won',
    ownerId: 'lee',
    ownerName: 'Lee Marsh',
    closedAt: before(30),
  }),
];
