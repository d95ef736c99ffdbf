/** A person's request to see or to delete what is kept about them, without a schema library. The endpoints are in `person-request-endpoints.ts`. */
import type { CertificateRow } from './person-request-endpoints.ts';

/** What a person's request can erase, in the order of locking (`server/database/tables.ts`). */
const erasableKindNames = {
  lead: 'Lead',
  request: 'Request',
  call: 'Call',
  contact: 'Contact of a dealership',
  'sheet-value': 'Store sheet',
  'code-link': 'Link to an access code',
  test: 'Test of the first hour',
  message: 'Message',
} as const;
export type ErasableKind = keyof typeof erasableKindNames;
export const erasableKinds = Object.keys(erasableKindNames) as [ErasableKind, ...ErasableKind[]];

/** What can be found about a person. The last four kinds are never erased by such a request. */
export const itemKindNames = {
  ...erasableKindNames,
  dealership: 'Dealership',
  hold: 'Legal hold',
  setting: 'Setting',
  staff: 'Staff',
} as const;
export type ItemKind = keyof typeof itemKindNames;
export const itemKinds = Object.keys(itemKindNames) as [ItemKind, ...ItemKind[]];

export const isErasableKind = (kind: ItemKind): kind is ErasableKind => kind in erasableKindNames;

/** The only reasons for an erasure. Free text would be kept about the person for as long as the certificate. */
export const erasureReasons = {
  asked: 'The person asked for it',
  consent: 'The person took their consent back',
  mistake: 'It was stored by mistake',
  order: 'An authority ordered it',
} as const;
export type ErasureReason = keyof typeof erasureReasons;
export const erasureReasonNames = Object.keys(erasureReasons) as ErasureReason[];

/** An erased thing, as its certificate names it. */
export type ErasedItem = CertificateRow['items'][number];

/** Why something is not erased. */
export const keptBecause = {
  held: 'A legal hold keeps it.',
  running: 'It is running, and a dealership waits for somebody. Let it end first.',
  unsent: 'It is not sent yet. Stop it under Messages, or let it go out first.',
  erased: 'It was erased already.',
  gone: 'It is not there any more.',
  unseen: 'It was kept after you searched. Search again to see it.',
  dealership: 'The record of a business ends when its account is closed. Its contacts can be erased.',
  hold: 'The reason of a legal hold is kept while the hold stands, and for the time of an account after it.',
  setting: 'An admin changes it under Settings.',
  staff: 'Somebody of the staff is removed under People.',
} as const;
export type KeptBecause = keyof typeof keptBecause;

/**
 * Why something is not erased, for the staff. The hold may have been set on another record, such as a lead that the form was joined to
 * once, and the person's own file does not speak of that.
 */
export const whyKept = (because: KeptBecause): string =>
  because === 'held'
    ? `${keptBecause.held} Its lead or dealership shows the hold, and which record it was set on.`
    : keptBecause[because];

/** How a person is searched for, as recognized from the text typed. */
export const soughtBy = {
  mail: 'an e-mail address',
  phone: 'a telephone number',
  name: 'a name',
} as const;
export type SoughtBy = keyof typeof soughtBy;

/** The longest search text, the most things that one request exports or erases, and the most that a search shows. */
export const personRequestSizes = { sought: 200, items: 200, shown: 2000 } as const;

/** The most things of one kind that a search finds. When there are more, the search has to be narrowed. */
export const mostFound = 100;

export const personRequestRefusals = {
  tooShort: { status: 422, text: 'Type an e-mail address, a telephone number, or a name of at least three letters.' },
  nothing: { status: 422, text: 'Nothing was chosen.' },
  tooManyThings: {
    status: 422,
    text: `At most ${personRequestSizes.items} things at once. Nothing was done: choose fewer.`,
  },
  noFile: {
    status: 503,
    text: 'Nothing was erased: the file of erasures (ERASURES_FILE) cannot be written. The log of the server says why.',
  },
  noCertificate: { status: 404, text: 'There is no such certificate.' },
} as const;
