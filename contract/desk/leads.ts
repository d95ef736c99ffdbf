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

/** The statuses of a lead that somebody still works on. All others close it; setting one of these reopens it. */
const openLeadStatuses = ['new', 'contacted', 'qualified'] as const satisfies readonly LeadStatus[];
export const isOpenStatus = (status: LeadStatus): boolean =>
  (openLeadStatuses as readonly LeadStatus[]).includes(status);

/** The status filters of the list: everything open, everything, or one status. */
export const leadStatusFilters = ['open', 'all', ...leadStatusNames] as const;
export type LeadStatusFilter = (typeof leadStatusFilters)[number];

const hourMs = 60 * 60_000;

/** The site promises a call within this time. */
export const contactPromiseMs = 24 * hourMs;
/** When a contacted lead is due again, unless somebody sets another time. */
export const followUpAfterContactMs = 3 * 24 * hourMs;

/** Why two leads may be of the same people, strongest reason first. */
export const sameReasons = {
  phone: 'same phone number',
  mail: 'same e-mail',
  name: 'same business name',
} as const;
export type SameReason = keyof typeof sameReasons;
export const sameReasonNames = Object.keys(sameReasons) as [SameReason, ...SameReason[]];

/** Why a lead looks suspicious. It is stored all the same. */
export const leadFlags = {
  honeypot: 'A field that no person can see was filled in. This may come from a robot.',
  'too-fast': 'The form was sent faster than a person usually fills it in.',
} as const;
export type LeadFlag = keyof typeof leadFlags;

/** The longest texts that can be typed, in UTF-16 units. */
export const leadLimits = { note: 2000, search: longestSearch } as const;

export const leadsPath = '/api/desk/leads';
export const leadPath = '/api/desk/leads/:id';

export const leadRefusals = {
  notFound: { status: 404, text: 'There is no such lead.' },
  erased: { status: 422, text: 'This record was erased and can no longer be changed.' },
  ...listRefusals,
  emptyNote: { status: 422, text: 'Write something.' },
  idTaken: { status: 422, text: 'This note was already written with other words.' },
  /** For a follow-up that lies in the past or more than two years ahead. */
  badTime: { status: 422, text: 'Choose a time from now on, within the next two years.' },
  noSuchOwner: { status: 422, text: 'Choose somebody who works on leads.' },
  /** For joining a lead with itself, or with a lead that it is joined with already. */
  sameLead: { status: 422, text: 'These two are one lead already.' },
  notJoined: { status: 422, text: 'This form is no part of the lead.' },
} as const;
