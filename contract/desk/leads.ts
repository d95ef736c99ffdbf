/** The words of leads at the desk, without a schema library. The endpoints are in `lead-endpoints.ts`. */
import { listRefusals } from './lists.ts';
import { longestSearch } from './search.ts';

export const leadStatuses = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  won: 'Won',
  lost: 'Lost',
  spam: 'Spam',
} as const;
export type LeadStatus = keyof typeof leadStatuses;
export const leadStatusNames = Object.keys(leadStatuses) as [LeadStatus, ...LeadStatus[]];

/** The statuses of a lead that somebody still works on. The others close it; a closed one is opened again by one of these. */
const openLeadStatuses = ['new', 'contacted', 'qualified'] as const satisfies readonly LeadStatus[];
export const isOpenStatus = (status: LeadStatus): boolean =>
  (openLeadStatuses as readonly LeadStatus[]).includes(status);

/** What the list shows of the statuses: everything open, everything, or one of them. */
export const leadStatusFilters = ['open', 'all', ...leadStatusNames] as const;
export type LeadStatusFilter = (typeof leadStatusFilters)[number];

const hourMs = 60 * 60_000;

/** What the site promises: somebody calls within this time. */
export const contactPromiseMs = 24 * hourMs;
/** When a lead that was contacted is due again, unless somebody says another time. */
export const followUpAfterContactMs = 3 * 24 * hourMs;

/** Why two leads may be of the same people, in the order in which a reason counts. */
export const sameReasons = {
  phone: 'same phone number',
  mail: 'same e-mail',
  name: 'same business name',
} as const;
export type SameReason = keyof typeof sameReasons;
export const sameReasonNames = Object.keys(sameReasons) as [SameReason, ...SameReason[]];

/** Why a lead looks suspicious. It is kept all the same. */
export const leadFlags = {
  honeypot: 'A field that no person can see was filled in. This may come from a robot.',
  'too-fast': 'The form was sent faster than a person usually fills it in.',
} as const;
export type LeadFlag = keyof typeof leadFlags;

/** The most of what is typed, in UTF-16 units. */
export const leadLimits = { note: 2000, search: longestSearch } as const;

export const leadsPath = '/api/desk/leads';
export const leadPath = '/api/desk/leads/:id';

export const leadRefusals = {
  notFound: { status: 404, text: 'There is no such lead.' },
  erased: { status: 422, text: 'This was erased. Nothing is written into it any more.' },
  ...listRefusals,
  emptyNote: { status: 422, text: 'Write something.' },
  idTaken: { status: 422, text: 'This note was already written with other words.' },
  /** Of a follow-up: before now, or years away. */
  badTime: { status: 422, text: 'Choose a time from now on, within the next two years.' },
  noSuchOwner: { status: 422, text: 'Choose somebody who works on leads.' },
  /** Joining a lead with itself, or with what it is already joined with. */
  sameLead: { status: 422, text: 'These two are one lead already.' },
  notJoined: { status: 422, text: 'This form is no part of the lead.' },
} as const;
