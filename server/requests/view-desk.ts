/** Lists field by field what a console gets of a request or a call. Pure. */
import type { DealStage, JacketItem, Product } from '#contract/desk/board.ts';
import type { BoardRow } from '#contract/desk/board-schemas.ts';
import type { Deal, EarlierRequest, HandOff, RequestRecord, StoreSheet } from '#contract/desk/record-schemas.ts';
import { erasedWord } from '#contract/record-classes.ts';
import { jacketOf } from './jacket.ts';
import { actionsOf, canNothing, reopenUntilOf, takeBackUntilOf } from './policy.ts';
import { type AgentRequest, askedSince, type RequestEvent } from './store.ts';
import type { RequestWithHolder } from './store-board.ts';
import type { LoggedCall } from './store-calls.ts';
import type { RequestDeal, RequestHandOff, RequestTick } from './store-deals.ts';
import type { AgentLink } from './store-links.ts';
import { countsSince } from './time-limits.ts';
import { closingOf, lateAtOf, stateOf } from './view.ts';

/** The reader, and the time of the reading. */
export interface Looked {
  readonly personId: string;
  readonly now: Date;
}

function stageOf({ accepted_at, connected_at, signing_at, closing_as, outcome }: AgentRequest): DealStage | null {
  if (outcome === 'done' || closing_as === 'done') return 'done';
  if (signing_at !== null) return 'signing';
  if (connected_at !== null) return 'connected';
  return accepted_at === null ? null : 'accepted';
}

/** @param personId the reader, for `mine`; undefined for rows that several readers share */
export const presentRow = (request: RequestWithHolder, dealershipZone: string, personId?: string): BoardRow => ({
  id: request.id,
  kind: 'request',
  reference: request.reference,
  dealershipName: request.dealership_name,
  dealershipZone,
  requestType: request.request_type,
  createdAt: request.created_at,
  askedAt: askedSince(request),
  countsSince: countsSince(request),
  state: stateOf(request),
  stage: stageOf(request),
  acceptedAt: request.accepted_at,
  acceptedById: request.holder_id,
  acceptedBy: request.accepted_by,
  mine: personId !== undefined && request.holder_id === personId,
  connectedAt: request.connected_at,
  signingAt: request.signing_at,
  lateAt: lateAtOf(request),
  waitsForId: request.waits_for_id,
  waitsFor: request.waits_for,
  closing: closingOf(request),
  disposition: request.disposition,
  endedAt: request.ended_at,
  version: request.version,
});

/** A call as a row of the board. It is over when it is logged. */
export const presentCall = (call: LoggedCall, dealershipZone: string, personId?: string): BoardRow => ({
  id: call.id,
  kind: 'call',
  reference: call.reference,
  dealershipName: call.dealership_name,
  dealershipZone,
  requestType: call.request_type,
  createdAt: call.created_at,
  askedAt: call.created_at,
  countsSince: call.created_at,
  state: 'done',
  stage: 'done',
  acceptedAt: call.created_at,
  acceptedById: call.person_id,
  acceptedBy: call.logged_by,
  mine: call.person_id === personId,
  connectedAt: null,
  signingAt: null,
  lateAt: null,
  waitsForId: null,
  waitsFor: null,
  closing: null,
  disposition: call.disposition,
  endedAt: call.created_at,
  version: 0,
});

const productsOf = (json: string): Product[] => JSON.parse(json) as Product[];

const presentDeal = (deal: RequestDeal | undefined, note: string | null): Deal => ({
  version: deal?.version ?? 0,
  dmsDealNumber: deal?.dms_deal_number ?? null,
  stockNumber: deal?.stock_number ?? null,
  lender: deal?.lender ?? null,
  products: productsOf(deal?.products ?? '[]'),
  vehicle: deal?.vehicle ?? null,
  minutes: deal?.minutes ?? null,
  note: note ?? '',
  notBilledReason: deal?.not_billed_reason ?? null,
});

const presentHandOff = (handOff: RequestHandOff): HandOff => ({
  from: handOff.from_name,
  to: handOff.to_name,
  at: handOff.at,
  stage: handOff.stage,
  lender: handOff.lender,
  products: productsOf(handOff.products),
  openStipulations: handOff.open_stipulations,
  promised: handOff.promised,
});

export const presentEarlierRequest = (request: AgentRequest, minutes: number | null): EarlierRequest => ({
  id: request.id,
  kind: 'request',
  reference: request.reference,
  createdAt: request.created_at,
  requestType: request.request_type,
  disposition: request.disposition,
  state: stateOf(request),
  by: request.accepted_by,
  minutes,
});

export const presentEarlierCall = (call: LoggedCall): EarlierRequest => ({
  id: call.id,
  kind: 'call',
  reference: call.reference,
  createdAt: call.created_at,
  requestType: call.request_type,
  disposition: call.disposition,
  state: 'done',
  by: call.logged_by,
  minutes: call.minutes,
});

interface RecordParts extends Looked {
  readonly zone: string;
  /** The reader's own link; undefined when they have none. */
  readonly link: AgentLink | undefined;
  readonly deal: RequestDeal | undefined;
  readonly handOff: RequestHandOff | undefined;
  readonly ticks: readonly RequestTick[];
  readonly items: readonly JacketItem[];
  readonly events: readonly RequestEvent[];
  readonly sheet: StoreSheet | null;
  readonly earlier: EarlierRequest[];
  readonly words: [string, string];
}

/** A record without `notLicensedIn`, which depends on the licences of the reader. */
export type BoardRecord = Omit<RequestRecord, 'notLicensedIn'>;

/** The record of a request, for a reader who may work requests. The caller takes the actions away from others. */
export function presentRecord(request: RequestWithHolder, parts: RecordParts): BoardRecord {
  const { personId, now, zone, link, deal, handOff, ticks, items, events, sheet, earlier, words } = parts;
  const row = presentRow(request, zone, personId);
  return {
    ...row,
    dealershipId: request.dealership_id,
    dealerPhone: request.dealer_phone,
    callbackName: request.callback_name,
    additionalInfo: request.notes_erased_at === null ? request.additional_info : erasedWord,
    anydesk: request.anydesk,
    words,
    sameNamed: request.same_named,
    handedBackAt: request.handed_back_at,
    handedBackBy: request.handed_back_by,
    nobodyLeftAt: request.nobody_left_at,
    expiresAt: request.expires_at,
    deal: presentDeal(deal, request.closing_note),
    handOff: handOff ? presentHandOff(handOff) : null,
    jacket: jacketOf(items, ticks),
    sheet,
    earlier,
    events: events.map(({ seq, at, kind, detail }) => ({ id: seq, at, kind, detail })),
    can: actionsOf(request, link, now),
    takeBackUntil: row.mine ? takeBackUntilOf(request, now) : null,
    reopenUntil: reopenUntilOf(request),
    serverNow: now.toISOString(),
  };
}

interface CallParts extends Looked {
  readonly zone: string;
  readonly sheet: StoreSheet;
  readonly earlier: EarlierRequest[];
  readonly works: boolean;
}

export const presentCallRecord = (
  call: LoggedCall,
  { personId, now, zone, sheet, earlier, works }: CallParts,
): BoardRecord => ({
  ...presentCall(call, zone, personId),
  dealershipId: call.dealership_id,
  dealerPhone: null,
  callbackName: null,
  additionalInfo: call.notes_erased_at === null ? call.note : erasedWord,
  anydesk: null,
  words: null,
  sameNamed: null,
  handedBackAt: null,
  handedBackBy: null,
  nobodyLeftAt: null,
  expiresAt: call.created_at,
  deal: { ...presentDeal(undefined, null), minutes: call.minutes },
  handOff: null,
  jacket: [],
  sheet,
  earlier,
  events: [],
  can: { ...canNothing, editSheet: works },
  takeBackUntil: null,
  reopenUntil: null,
  serverNow: now.toISOString(),
});
