/** Rows and records for the tests of the deal board. */
import { deskActions, sheetFieldNames, standardJacket } from '#contract/desk/board.ts';
import type { BoardRow } from '#contract/desk/board-schemas.ts';
import type { RequestRecord, StoreSheet } from '#contract/desk/record-schemas.ts';

export const testNow = '2026-11-21T02:04:00.000Z';

/** A request that has waited for 31 seconds. `parts` replace its members. */
export const rowOf = ({
  askedAt = '2026-11-21T02:03:29.000Z',
  acceptedAt = null,
  ...parts
}: Partial<BoardRow> = {}): BoardRow => ({
  id: 'r-1',
  kind: 'request',
  reference: 'BX-1111-1111',
  dealershipName: 'Sample Motors',
  dealershipZone: 'America/Chicago',
  requestType: 'active_deal',
  createdAt: '2026-11-21T02:03:29.000Z',
  askedAt,
  // It was never closing.
  countsSince: acceptedAt ?? askedAt,
  state: 'stored',
  stage: null,
  acceptedAt,
  acceptedById: null,
  acceptedBy: null,
  mine: false,
  connectedAt: null,
  signingAt: null,
  lateAt: null,
  waitsForId: null,
  waitsFor: null,
  closing: null,
  disposition: null,
  endedAt: null,
  version: 1,
  ...parts,
});

/** A store sheet in which nobody has written anything. */
export const emptySheet: StoreSheet = {
  version: 0,
  fields: Object.fromEntries(
    sheetFieldNames.map((name) => [name, { value: '', changedAt: null, changedBy: null }]),
  ) as StoreSheet['fields'],
  intake: [],
};

const nothing = Object.fromEntries(deskActions.map((action) => [action, false])) as RequestRecord['can'];

/** The record of such a request. Every action is impossible, except those in `can`. */
export const recordOf = ({
  can = {},
  ...parts
}: Partial<Omit<RequestRecord, 'can'>> & { readonly can?: Partial<RequestRecord['can']> } = {}): RequestRecord => ({
  ...rowOf(parts),
  dealershipId: 'd-1',
  dealerPhone: '(312) 555-0119',
  callbackName: 'Priya',
  additionalInfo: '',
  anydesk: null,
  words: ['copper', 'lantern'],
  sameNamed: null,
  notLicensedIn: null,
  handedBackAt: null,
  handedBackBy: null,
  nobodyLeftAt: null,
  expiresAt: '2026-11-21T02:18:29.000Z',
  deal: {
    version: 1,
    dmsDealNumber: null,
    stockNumber: null,
    lender: null,
    products: [],
    vehicle: null,
    minutes: null,
    note: '',
    notBilledReason: null,
  },
  handOff: null,
  jacket: standardJacket.map(({ item, label }) => ({ item, label, tickedAt: null, tickedBy: null })),
  sheet: emptySheet,
  earlier: [],
  events: [],
  takeBackUntil: null,
  reopenUntil: null,
  serverNow: testNow,
  ...parts,
  can: { ...nothing, ...can },
});
