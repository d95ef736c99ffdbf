/** Lists field by field what a console gets of a request or a call. Pure. */
import { brand } from '#brand/brand.ts';
import type { DealStage, JacketItem, Product } from '#contract/desk/board.ts';
import type { BoardRow } from '#contract/desk/board-schemas.ts';
import type { Deal, EarlierRequest, HandOff, RequestRecord, StoreSheet } from '#contract/desk/record-schemas.ts';
import { erasedWord } from '#contract/record-classes.ts';
import type { dealershipOf } from '#server/dealerships/service.ts';
import { fieldsOf } from '#server/rows.ts';
import { jacketOf } from './jacket.ts';
import { actionsOf, canNothing, reopenUntilOf, takeBackUntilOf } from './policy.ts';
import { type AgentRequest, askedSince, type RequestEvent } from './store.ts';
import type { RequestWithHolder } from './store-board.ts';
import type { LoggedCall } from './store-calls.ts';
import type { RequestDeal, RequestHandOff, RequestTick } from './store-deals.ts';
import type { AgentLink } from './store-links.ts';
import { countsSince } from './time-limits.ts';
import { closingOf, handedOffTo, lateAtOf, stateOf } from './view.ts';

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

/** The fields of a row that say in which zone its times are. A dealership whose zone is not known has the brand's. */
const presentZone = (zone: string | undefined) => ({
  dealershipZone: zone ?? brand.timeZone,
  isZoneKnown: zone !== undefined,
});

/** @param personId the reader, for `mine`; undefined for rows that several readers share */
export const presentRow = (request: RequestWithHolder, zone: string | undefined, personId?: string): BoardRow => ({
  ...fieldsOf(request, 'id', 'reference', 'dealership_name', 'request_type', 'created_at', 'accepted_at'),
  ...fieldsOf(request, 'accepted_by', 'connected_at', 'signing_at', 'waits_for_id', 'disposition', 'ended_at'),
  version: request.version,
  kind: 'request',
  ...presentZone(zone),
  askedAt: askedSince(request),
  countsSince: countsSince(request),
  state: stateOf(request),
  stage: stageOf(request),
  acceptedById: request.holder_id,
  mine: personId !== undefined && request.holder_id === personId,
  lateAt: lateAtOf(request),
  waitsFor: handedOffTo(request).waitsFor,
  closing: closingOf(request),
});

/** A call as a row of the board. It is over when it is logged. */
export const presentCall = (call: LoggedCall, zone: string | undefined, personId?: string): BoardRow => ({
  ...fieldsOf(call, 'id', 'reference', 'dealership_name', 'request_type', 'created_at', 'disposition'),
  kind: 'call',
  ...presentZone(zone),
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
  ...fieldsOf(handOff, 'at', 'stage', 'lender', 'open_stipulations', 'promised'),
  products: productsOf(handOff.products),
});

export const presentEarlierRequest = (request: AgentRequest, minutes: number | null): EarlierRequest => ({
  ...fieldsOf(request, 'id', 'reference', 'created_at', 'request_type', 'disposition'),
  kind: 'request',
  state: stateOf(request),
  by: request.accepted_by,
  minutes,
});

export const presentEarlierCall = (call: LoggedCall): EarlierRequest => ({
  ...fieldsOf(call, 'id', 'reference', 'created_at', 'request_type', 'disposition', 'minutes'),
  kind: 'call',
  state: 'done',
  by: call.logged_by,
});

/** The dealership by now. */
type DealershipNow = Awaited<ReturnType<typeof dealershipOf>>;

/** What has become of the dealership. Nothing where its name is erased, here or there. */
const presentNow = (dealership: DealershipNow, { erased_at }: Pick<RequestWithHolder, 'erased_at'>) =>
  dealership &&
  erased_at === null &&
  dealership.name !== erasedWord && { dealershipNow: fieldsOf(dealership, 'name', 'closed_at', 'removed_at') };

interface RecordParts extends Looked {
  readonly dealership: DealershipNow;
  /** The reader's own link; undefined when they have none. */
  readonly link: AgentLink | undefined;
  readonly deal: RequestDeal | undefined;
  readonly handOff: RequestHandOff | undefined;
  readonly ticks: readonly RequestTick[];
  readonly items: readonly JacketItem[];
  readonly events: readonly RequestEvent[];
  readonly sheet: StoreSheet | null;
  readonly earlier: EarlierRequest[];
  readonly words: [string, string] | null;
}

/** A record without `notLicensedIn`, which depends on the licences of the reader. */
export type BoardRecord = Omit<RequestRecord, 'notLicensedIn'>;

/** The record of a request, for a reader who may work requests. The caller takes the actions away from others. */
export function presentRecord(request: RequestWithHolder, parts: RecordParts): BoardRecord {
  const { personId, now, dealership, link, deal, handOff, ticks, items, events, sheet, earlier, words } = parts;
  const row = presentRow(request, dealership?.zone ?? undefined, personId);
  return {
    ...row,
    ...(request.same_named === null && presentNow(dealership, request)),
    ...fieldsOf(request, 'dealership_id', 'dealer_phone', 'callback_name', 'anydesk', 'same_named', 'handed_back_at'),
    ...fieldsOf(request, 'handed_back_by', 'nobody_left_at', 'expires_at'),
    additionalInfo: request.notes_erased_at === null ? request.additional_info : erasedWord,
    words,
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
  readonly dealership: DealershipNow;
  readonly sheet: StoreSheet;
  readonly earlier: EarlierRequest[];
  readonly works: boolean;
}

export const presentCallRecord = (
  call: LoggedCall,
  { personId, now, dealership, sheet, earlier, works }: CallParts,
): BoardRecord => ({
  ...presentCall(call, dealership?.zone ?? undefined, personId),
  ...presentNow(dealership, call),
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
