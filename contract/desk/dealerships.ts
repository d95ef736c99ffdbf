/** The words of the dealerships screen, without a schema library. Its endpoints are in `dealership-endpoints.ts`. */
import { longestSearch } from './search.ts';

export const dealershipsPath = '/api/desk/dealerships';
export const dealershipPath = '/api/desk/dealerships/:id';

/** The lists that can be chosen, by the word in the address. */
export const dealershipFilters = {
  active: 'Active',
  'no-agreement': 'No agreement date',
  'no-code': 'No code',
  'never-used': 'Code never used',
  closed: 'Closed',
  samples: 'Samples',
} as const;
export type DealershipFilter = keyof typeof dealershipFilters;
export const dealershipFilterNames = Object.keys(dealershipFilters) as [DealershipFilter, ...DealershipFilter[]];

/**
 * How far a dealership is with its own access code:
 * - `none`: it has no valid code, and no link is open;
 * - `link-sent`: a link was sent and is not used yet;
 * - `unused`: it has a valid code that never opened the portal;
 * - `used`: it has a valid code that has opened the portal.
 */
export const ownCodeStates = ['none', 'link-sent', 'unused', 'used'] as const;
export type OwnCodeState = (typeof ownCodeStates)[number];

/** What a dealership still lacks before it can work with us, in the usual order. */
export const dealershipGaps = ['agreement', 'zone', 'phone', 'contact', 'code'] as const;
export type DealershipGap = (typeof dealershipGaps)[number];

/** What happened to a dealership. */
export const dealershipEventKinds = [
  'made',
  'edited',
  'agreement',
  'link-sent',
  'link-withdrawn',
  'code-made',
  'code-rotated',
  'code-revoked',
  'closed',
  'reopened',
  'removed',
] as const;
export type DealershipEventKind = (typeof dealershipEventKinds)[number];

/** In UTF-16 units, as `maxlength` counts. */
export const dealershipLimits = {
  name: 200,
  phone: 40,
  address: 300,
  website: 200,
  contactName: 100,
  contactRole: 60,
  mail: 254,
  contacts: 20,
  search: longestSearch,
} as const;

/** Monday first, in the order of a dealership's `hours`. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** `HH:MM`, any minute. The form offers steps of half an hour. */
export const clockPattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
export const datePattern = /^\d{4}-\d{2}-\d{2}$/;

export const dealershipRefusals = {
  notFound: { status: 404, text: 'There is no such dealership.' },
  idTaken: {
    status: 422,
    text: 'This form has already added a dealership, and its details differ from what you typed. Look for it in the list. To add a second dealership, press Add again.',
  },
  noSuchLead: { status: 404, text: 'There is no such lead.' },
  leadClosed: { status: 422, text: 'This lead is lost or spam. Reopen it first.' },
  badName: { status: 422, text: 'Give a name of at most 200 characters.' },
  badPhone: { status: 422, text: 'This is not a telephone number.' },
  badZone: { status: 422, text: 'This is not a time zone. Write one such as America/Chicago.' },
  badHours: { status: 422, text: 'Give each day an opening and a closing time, or neither.' },
  badAgreement: { status: 422, text: 'Give the date of the agreement. It cannot be in the future.' },
  badContact: { status: 422, text: 'Give each contact a name, and a valid telephone number or mail address.' },
  /** The id of a removed or erased contact is refused for a new one: an erased one would be back, its certificate untrue. */
  contactEnded: {
    status: 422,
    text: 'This contact was removed or erased meanwhile. Nothing was saved. To make this person a contact again, add a new contact.',
  },
  /** For a dealership that was made from a lead or by hand. All others are samples. */
  notASample: { status: 422, text: 'Only a sample can be removed. Close the account instead.' },
  /** Nothing about a closed account can be changed except to reopen it. */
  isClosed: { status: 422, text: 'The account is closed. Reopen it first.' },
} as const;
