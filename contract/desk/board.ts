/**
 * The deal board's words, without a schema library: the stages of a deal, products, the fields of a store sheet and the items of
 * a jacket. Its endpoints are in `board-endpoints.ts`. docs/architecture.md has the table of who may take which step when.
 */
import { longestSearch } from './search.ts';

/** The stages of a deal; its stage is the last that happened. `done` begins with the press and is final when the request ends. */
export const dealStages = {
  accepted: 'Accepted',
  connected: 'Connected',
  signing: 'Signing',
  done: 'Done',
} as const;
export type DealStage = keyof typeof dealStages;
export const dealStageNames = Object.keys(dealStages) as [DealStage, ...DealStage[]];

/** What is sold beside the car. */
export const products = {
  vsc: 'VSC',
  gap: 'GAP',
  tire_wheel: 'Tire and wheel',
  maintenance: 'Maintenance',
  other: 'Other',
} as const;
export type Product = keyof typeof products;
export const productNames = Object.keys(products) as [Product, ...Product[]];

export const vehicles = { new: 'New', used: 'Used' } as const;
export type Vehicle = keyof typeof vehicles;
export const vehicleNames = Object.keys(vehicles) as [Vehicle, ...Vehicle[]];

/** The most of each text that a finance manager types, in UTF-16 units, as `maxlength` counts. */
export const dealLimits = {
  dmsDealNumber: 60,
  stockNumber: 60,
  lender: 120,
  note: 2000,
  notBilledReason: 500,
  openStipulations: 2000,
  promised: 2000,
  /** Of a call or a deal, in minutes: a day. */
  minutes: 24 * 60,
  search: longestSearch,
} as const;

/** The longest note of a deal, in UTF-16 units: what was typed at the desk, followed by what came by a link. */
export const dealNoteMaxLength = 10 * dealLimits.note;

/** How long after its end a request can be reopened, in milliseconds. */
export const reopenForMs = 24 * 60 * 60_000;

/** How long a request that was handed off to somebody waits for that person before everybody is asked, in milliseconds. */
export const handOffForMs = 60_000;

/** How far back the board shows ended requests, in milliseconds, and how many of them. */
export const finishedForMs = 12 * 60 * 60_000;
export const finishedMost = 50;

/** One field of a store sheet. */
export interface SheetField {
  readonly label: string;
  /**
   * `choice`: one of `options`. `text`: free text, for which `options` are suggestions. `zone`: a time zone of the IANA database.
   */
  readonly kind: 'choice' | 'text' | 'zone';
  readonly options?: readonly string[];
  readonly maxLength: number;
  /** What belongs in it. */
  readonly hint?: string;
}

const short = 120;
const long = 500;

/** What the staff know of a store from practice, by the field's name, in the order of the sheet. */
export const sheetFields = {
  creditPortal: {
    label: 'Credit portal',
    kind: 'choice',
    options: ['RouteOne', 'Dealertrack', 'Both', 'Other'],
    maxLength: short,
  },
  dms: { label: 'DMS', kind: 'text', maxLength: short },
  menuTool: { label: 'Menu tool', kind: 'text', maxLength: short },
  contracts: { label: 'Contracts', kind: 'choice', options: ['E-contract', 'Paper', 'Both'], maxLength: short },
  remoteSigning: {
    label: 'Remote e-signing',
    kind: 'choice',
    options: ['Yes', 'Some lenders', 'No'],
    maxLength: short,
  },
  whoSigns: {
    label: 'Who signs',
    kind: 'text',
    maxLength: long,
    hint: 'Who signs for the store, and who is there late',
  },
  productProviders: { label: 'Product providers', kind: 'text', maxLength: long },
  docFee: { label: 'Doc fee', kind: 'text', maxLength: short },
  spotPolicy: { label: 'Spot policy', kind: 'text', maxLength: long, hint: 'Whether a car leaves before funding' },
  lenderHours: { label: 'Lender hours', kind: 'text', maxLength: long },
  closingTime: { label: 'Closing time', kind: 'text', maxLength: short },
  timeZone: { label: 'Time zone', kind: 'zone', maxLength: 64, hint: 'For example America/Chicago' },
} as const satisfies Readonly<Record<string, SheetField>>;
export type SheetFieldName = keyof typeof sheetFields;
export const sheetFieldNames = Object.keys(sheetFields) as [SheetFieldName, ...SheetFieldName[]];

/** The question after a deal. It opens the sheet, where one tap per field is enough. */
export const sheetQuestion = 'What was different tonight?';

/** One item of a deal jacket. */
export interface JacketItem {
  /** A name that stays the same when the label changes. */
  readonly item: string;
  readonly label: string;
}

/** The jacket checklist that applies until the operator stores another one. */
export const standardJacket: readonly JacketItem[] = [
  { item: 'buyers_order', label: "Buyer's order" },
  { item: 'contract', label: 'Contract or lease' },
  { item: 'credit_application', label: 'Signed credit application' },
  { item: 'privacy_notice', label: 'Privacy notice' },
  { item: 'risk_based_pricing', label: 'Risk-based-pricing notice' },
  { item: 'ofac', label: 'OFAC' },
  { item: 'id_red_flags', label: 'ID and red flags' },
  { item: 'menu', label: 'Signed menu' },
  { item: 'product_contracts', label: 'Product contracts' },
  { item: 'odometer', label: 'Odometer' },
  { item: 'title', label: 'Title' },
  { item: 'payoff', label: 'Payoff' },
  { item: 'insurance', label: 'Insurance' },
  { item: 'stipulations', label: 'Stipulations' },
];

/** What the caller can do with the record of a request: the steps, and the edits. */
export const deskActions = [
  'accept',
  'decline',
  'takeOver',
  'connected',
  'undoConnected',
  'signing',
  'undoSigning',
  'handBack',
  'handOff',
  'done',
  'undoDone',
  'reopen',
  'editDeal',
  'tick',
  'editSheet',
] as const;
export type DeskAction = (typeof deskActions)[number];

export const boardPath = '/api/desk/board';
export const deskRequestsPath = '/api/desk/requests';
export const deskRequestPath = '/api/desk/requests/:id';
export const deskCallsPath = '/api/desk/calls';
export const deskDealershipsPath = '/api/desk/dealership-names';

export const boardRefusals = {
  noSuchRequest: { status: 404, text: 'There is no such request' },
  invalid: { status: 422, text: 'Something in this cannot be stored' },
  idTaken: { status: 409, text: 'This call was already logged with other words' },
  noSuchDealership: { status: 422, text: 'This dealership is not in the list' },
  erased: { status: 422, text: 'This record was erased and can no longer be changed.' },
  /** A note added after the notes were erased would stay with the record for years. */
  notesErased: { status: 422, text: 'The notes of this request were erased. No note is added any more.' },
} as const;
