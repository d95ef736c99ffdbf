/**
 * The endpoints of the deal board: the board itself, the record of a request, the steps of a finance manager, the store sheet,
 * the jacket and logged calls. `board.ts` has the words, without a schema library.
 *
 * Every step and every change responds with the record: 200 when it was taken, now or by an earlier press of the same person;
 * 409 with the record as it stands when the request stands so that it cannot be taken, or when somebody else changed the same
 * part meanwhile. Nothing changes on GET.
 */
import * as z from 'zod/mini';
import { dispositionNames, requestStates } from '../agent-request.ts';
import { closing } from '../agent-request-endpoints.ts';
import { endpoint } from '../endpoint.ts';
import { idPattern } from '../reference.ts';
import {
  boardPath,
  boardRefusals,
  type DeskAction,
  type DeskStep,
  dealLimits,
  dealStageNames,
  deskActions,
  deskCallsPath,
  deskDealershipsPath,
  deskRequestPath,
  deskRequestsPath,
  productNames,
  type SheetFieldName,
  sheetFieldNames,
  vehicleNames,
} from './board.ts';

const text = z.string();
const time = z.iso.datetime();
const maybeTime = z.nullable(time);
const maybeText = z.nullable(text);
const atMost = (most: number) => text.check(z.maxLength(most));
const requestType = z.enum(['active_deal', 'custom_request']);
const disposition = z.enum(dispositionNames);

/** One line of the board: a request, or a call that was logged. Times are ISO-8601 in UTC. */
export const boardRow = z.object({
  id: text,
  kind: z.enum(['request', 'call']),
  reference: text,
  dealershipName: text,
  /** The dealership's time zone (IANA). */
  dealershipZone: text,
  requestType,
  createdAt: time,
  /** Since when it waits for somebody to accept it: since it was stored, handed back, or handed off. */
  askedAt: time,
  state: z.enum(requestStates),
  /** Null while nobody has it. */
  stage: z.nullable(z.enum(dealStageNames)),
  acceptedAt: maybeTime,
  /** The person who has it; null for the operator's link, and while nobody has it. */
  acceptedById: maybeText,
  /** Who has it, by name. Of a call: who logged it. */
  acceptedBy: maybeText,
  /** Whether the caller has it. */
  mine: z.boolean(),
  connectedAt: maybeTime,
  signingAt: maybeTime,
  /** From then on another may take it over; null when nobody has it or it is connected. */
  lateAt: maybeTime,
  /** The person whom it waits for after a hand-off; null when it waits for everybody or for nobody. */
  waitsForId: maybeText,
  waitsFor: maybeText,
  /** Null unless it is about to end. */
  closing: z.nullable(closing),
  disposition: z.nullable(disposition),
  endedAt: maybeTime,
  /** Grows with every change of the request. */
  version: z.number(),
});
export type BoardRow = z.infer<typeof boardRow>;

export const boardPerson = z.object({
  id: text,
  name: text,
  /** Null for somebody without a staff account, and for one who has not said. */
  presence: z.nullable(z.enum(['available', 'in-deal', 'wrap-up', 'away'])),
  onShift: z.boolean(),
});
export type BoardPerson = z.infer<typeof boardPerson>;

/** `waiting`: longest first. `finished`: the newest first, of the last hours (`finishedForMs`, `finishedMost`). */
export const board = z.object({
  waiting: z.array(boardRow),
  running: z.array(boardRow),
  finished: z.array(boardRow),
  people: z.array(boardPerson),
  serverNow: time,
});
export type Board = z.infer<typeof board>;

/** What is written of a deal. Numbers are as the store's systems show them. */
export const deal = z.object({
  /** Of this part alone. A change names the version that it was made from. */
  version: z.number(),
  dmsDealNumber: maybeText,
  stockNumber: maybeText,
  lender: maybeText,
  products: z.array(z.enum(productNames)),
  vehicle: z.nullable(z.enum(vehicleNames)),
  minutes: z.nullable(z.number()),
  /** For the one who runs the desk; empty when there is none. */
  note: text,
  /** Why it is not billed; null when it is. */
  notBilledReason: maybeText,
});
export type Deal = z.infer<typeof deal>;

const orNull = (most: number) => z.optional(z.nullable(atMost(most)));

/** A change of a deal: what is left out stays. An empty text is none. */
export const dealPatch = z.object({
  dmsDealNumber: orNull(dealLimits.dmsDealNumber),
  stockNumber: orNull(dealLimits.stockNumber),
  lender: orNull(dealLimits.lender),
  products: z.optional(z.array(z.enum(productNames)).check(z.maxLength(productNames.length))),
  vehicle: z.optional(z.nullable(z.enum(vehicleNames))),
  minutes: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(dealLimits.minutes)))),
  note: z.optional(atMost(dealLimits.note)),
  notBilledReason: orNull(dealLimits.notBilledReason),
});
export type DealPatch = z.infer<typeof dealPatch>;

const handOffFacts = {
  stage: z.enum(dealStageNames),
  lender: atMost(dealLimits.lender),
  products: z.array(z.enum(productNames)).check(z.maxLength(productNames.length)),
  openStipulations: atMost(dealLimits.openStipulations),
  promised: atMost(dealLimits.promised),
} as const;

/** What one finance manager told the next one. */
export const handOff = z.object({
  ...handOffFacts,
  from: text,
  /** The name of whom it was for; null for everybody. */
  to: maybeText,
  at: time,
});
export type HandOff = z.infer<typeof handOff>;

/** `to`: the id of a person; null for everybody. Texts may be empty. */
export const handOffBody = z.object({ ...handOffFacts, to: maybeText });
export type HandOffBody = z.infer<typeof handOffBody>;

/** One field of a store sheet; never written is an empty value without a time. */
const sheetValue = z.object({ value: text, changedAt: maybeTime, changedBy: maybeText });

export const storeSheet = z.object({
  /** Grows with every change; 0 when nothing was ever written. */
  version: z.number(),
  fields: z.object(
    Object.fromEntries(sheetFieldNames.map((name) => [name, sheetValue])) as Record<SheetFieldName, typeof sheetValue>,
  ),
  /** What the dealership's own form said, in the form's words. `field` is the field of the sheet that it is about. */
  intake: z.array(z.object({ field: z.nullable(z.enum(sheetFieldNames)), label: text, value: text })),
});
export type StoreSheet = z.infer<typeof storeSheet>;

/** A change of a store sheet: what is left out stays, an empty text takes the value away. */
export const sheetPatch = z.partial(
  z.object(
    Object.fromEntries(sheetFieldNames.map((name) => [name, atMost(500)])) as Record<
      SheetFieldName,
      ReturnType<typeof atMost>
    >,
  ),
);
export type SheetPatch = z.infer<typeof sheetPatch>;

export const jacketTick = z.object({ item: text, label: text, tickedAt: maybeTime, tickedBy: maybeText });
export type JacketTick = z.infer<typeof jacketTick>;

/** An earlier request of the same dealership, or a call. */
export const earlierRequest = z.object({
  id: text,
  kind: z.enum(['request', 'call']),
  reference: text,
  createdAt: time,
  requestType,
  disposition: z.nullable(disposition),
  state: z.enum(requestStates),
  by: maybeText,
  minutes: z.nullable(z.number()),
});
export type EarlierRequest = z.infer<typeof earlierRequest>;

/** What happened to it: `kind` is one of the history's words, `detail` says by whom and how. */
export const requestEvent = z.object({ id: z.number(), at: time, kind: text, detail: maybeText });

/** What the caller can do with the record now. */
const can = z.object(
  Object.fromEntries(deskActions.map((action) => [action, z.boolean()])) as Record<
    DeskAction,
    ReturnType<typeof z.boolean>
  >,
);

/** A request as the desk sees it. A logged call has the same form, with nothing to do but to write into it. */
export const requestRecord = z.object({
  ...boardRow.def.shape,
  dealershipId: text,
  /** The number on file: the one to call. Null when there is none, or when two dealerships have the name. */
  dealerPhone: maybeText,
  /** The name of who asks; null when none was given. */
  callbackName: maybeText,
  /** The dealership's own words; of a call, the note. Empty when there are none. */
  additionalInfo: text,
  /** Without spaces; null until the dealership gives it. */
  anydesk: maybeText,
  /** Two words that the dealership's card shows too, to be compared before AnyDesk; null for a call. */
  words: z.nullable(z.tuple([text, text])),
  /** How many dealerships have this name, when it is not known which one asks; null when it is. */
  /** The dealership's state, when the caller may take the request and is, by their record, not licensed there. A hint alone. */
  notLicensedIn: maybeText,
  sameNamed: z.nullable(z.number()),
  handedBackAt: maybeTime,
  handedBackBy: maybeText,
  nobodyLeftAt: maybeTime,
  /** When it ends by itself, as it stands. */
  expiresAt: time,
  deal,
  /** The last one; null when it was never handed off. */
  handOff: z.nullable(handOff),
  jacket: z.array(jacketTick),
  /** Null until somebody has accepted it, and when two dealerships have the name. */
  sheet: z.nullable(storeSheet),
  /** The newest first. */
  earlier: z.array(earlierRequest),
  events: z.array(requestEvent),
  can,
  /** Until when the caller can take back what they did last: Done while it is closing, Signing or Connected otherwise. */
  takeBackUntil: maybeTime,
  /** Until when it can be opened again; null while it runs. */
  reopenUntil: maybeTime,
  serverNow: time,
});
export type RequestRecord = z.infer<typeof requestRecord>;

/** A page of requests and calls, the newest first. */
export const foundRequests = z.object({
  rows: z.array(boardRow),
  /** Asks for what comes after; null at the end. */
  cursor: maybeText,
  /** Whether more dealerships have a name like it than are looked through. */
  tooMany: z.boolean(),
});
export type FoundRequests = z.infer<typeof foundRequests>;

const reads = { tag: 'desk', auth: { staff: 'readRequests' } } as const;
const works = { tag: 'desk', auth: { staff: 'workRequests' }, bodyLimitBytes: 32 * 1024 } as const;
const onRequest = {
  ...works,
  method: 'POST',
  responses: { 200: requestRecord, 409: requestRecord },
  refusals: { notFound: boardRefusals.noSuchRequest, invalid: boardRefusals.invalid },
} as const;

export const viewBoard = endpoint({
  ...reads,
  method: 'GET',
  path: boardPath,
  // Every open console reads it at each change: a count for each would cost the database more than the board.
  limit: 'none',
  summary: 'The deal board',
  responses: { 200: board },
});

/** `search`: a reference, or a part of a dealership's name; without it everything. */
export const searchRequests = endpoint({
  ...reads,
  method: 'GET',
  path: deskRequestsPath,
  summary: 'Earlier requests and calls, by reference or dealership',
  query: z.object({ search: z.optional(atMost(dealLimits.search)), cursor: z.optional(atMost(200)) }),
  responses: { 200: foundRequests },
  refusals: { invalid: { status: 422, text: 'This search cannot be read' } },
});

export const viewDeskRequest = endpoint({
  ...reads,
  method: 'GET',
  path: deskRequestPath,
  summary: 'The record of a request or a call',
  responses: { 200: requestRecord },
  refusals: { notFound: boardRefusals.noSuchRequest },
});

const step = <Step extends DeskStep>(name: Step) =>
  endpoint({
    ...onRequest,
    path: `${deskRequestPath}/${name}`,
    summary: `The finance manager says: ${name}`,
    // Every write at the desk is JSON, which a form of another page cannot send.
    body: z.object({}),
  });

/** The steps that carry nothing. */
export const plainDeskSteps = {
  accept: step('accept'),
  decline: step('decline'),
  'take-over': step('take-over'),
  connected: step('connected'),
  'undo-connected': step('undo-connected'),
  signing: step('signing'),
  'undo-signing': step('undo-signing'),
  'hand-back': step('hand-back'),
  'undo-done': step('undo-done'),
  reopen: step('reopen'),
} as const satisfies Record<DeskStep, unknown>;

export const handOffRequest = endpoint({
  ...onRequest,
  path: `${deskRequestPath}/hand-off`,
  summary: 'Hand a request off to somebody, or to everybody',
  body: handOffBody,
});

/** `version` is that of the deal that the patch was made from; without a patch nothing of the deal changes. */
export const doneBody = z.object({
  disposition,
  deal: z.optional(z.object({ version: z.number(), patch: dealPatch })),
});
export type DeskDoneBody = z.infer<typeof doneBody>;

export const deskDone = endpoint({
  ...onRequest,
  path: `${deskRequestPath}/done`,
  summary: 'The finance manager says how it ended',
  body: doneBody,
});

export const changeDeal = endpoint({
  ...onRequest,
  path: `${deskRequestPath}/deal`,
  summary: 'Write what is known of the deal',
  body: z.object({ version: z.number(), patch: dealPatch }),
});

export const tickJacket = endpoint({
  ...onRequest,
  path: `${deskRequestPath}/jacket`,
  summary: 'Tick an item of the jacket, or take the tick away',
  body: z.object({ item: atMost(60), ticked: z.boolean() }),
});

export const changeSheet = endpoint({
  ...onRequest,
  path: `${deskRequestPath}/sheet`,
  summary: 'Change the store sheet of the dealership',
  body: z.object({ version: z.number(), patch: sheetPatch }),
});

/** A call that reached the desk without a request. Its id is minted by the browser, so that a press counts once. */
export const callBody = z.object({
  id: text.check(z.regex(idPattern)),
  dealershipId: text,
  requestType,
  note: atMost(dealLimits.note),
  disposition,
  minutes: z.nullable(z.int().check(z.minimum(0), z.maximum(dealLimits.minutes))),
});
export type CallBody = z.infer<typeof callBody>;

export const logCall = endpoint({
  ...works,
  method: 'POST',
  path: deskCallsPath,
  summary: 'Log a call',
  body: callBody,
  responses: { 200: requestRecord },
  refusals: {
    invalid: boardRefusals.invalid,
    idTaken: boardRefusals.idTaken,
    noSuchDealership: boardRefusals.noSuchDealership,
  },
});

/** Every dealership that can be chosen, by name. Two may share one. */
export const listDeskDealerships = endpoint({
  ...reads,
  method: 'GET',
  path: deskDealershipsPath,
  summary: 'The dealerships to choose from',
  responses: { 200: z.array(z.object({ id: text, name: text, zone: text })) },
});
