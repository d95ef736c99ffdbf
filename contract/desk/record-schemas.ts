/** The record of a request or a call: its deal, hand-off, store sheet, jacket and history, and the changes of them. */
import * as z from 'zod/mini';
import { requestStates } from '../agent-request.ts';
import { atMost, maybeText, maybeTime, text, time } from '../schema-words.ts';
import {
  type DeskAction,
  dealLimits,
  dealNoteMaxLength,
  dealStageNames,
  deskActions,
  productNames,
  type SheetFieldName,
  sheetFieldNames,
  vehicleNames,
} from './board.ts';
import { boardRow, disposition, requestType } from './board-schemas.ts';

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
  note: z.optional(atMost(dealNoteMaxLength)),
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
const sheetValue = z.object({
  value: text,
  changedAt: maybeTime,
  changedBy: maybeText,
  /** The version of the sheet with which a value of this field was erased for a person; absent when none was. */
  erasedIn: z.optional(z.number()),
});

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

const jacketTick = z.object({ item: text, label: text, tickedAt: maybeTime, tickedBy: maybeText });
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
const requestEvent = z.object({ id: z.number(), at: time, kind: text, detail: maybeText });

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
  /** The dealership's state, when the caller may take the request and is, by their record, not licensed there. A hint alone. */
  notLicensedIn: maybeText,
  /** How many dealerships have this name, when it is not known which one asks; null when it is. */
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
