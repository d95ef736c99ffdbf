/** The record of a request or a call: its deal, hand-off, store sheet, jacket and history, and the patches that change them. */
import * as z from 'zod/mini';
import { requestStates } from '../agent-request.ts';
import { atMost, maybeText, maybeTime, text, time } from '../schemas.ts';
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

/** What is written about a deal. Numbers are as the store's systems show them. */
const deal = z.object({
  /** The version of the deal alone. A change names the version that it was made from. */
  version: z.number(),
  dmsDealNumber: maybeText,
  stockNumber: maybeText,
  lender: maybeText,
  products: z.array(z.enum(productNames)),
  vehicle: z.nullable(z.enum(vehicleNames)),
  minutes: z.nullable(z.number()),
  /** A note for the operator; empty when there is none. */
  note: text,
  /** Why it is not billed; null when it is. */
  notBilledReason: maybeText,
});
export type Deal = z.infer<typeof deal>;

const orNull = (most: number) => z.optional(z.nullable(atMost(most)));

/** A change of a deal. A member that is left out is not changed. An empty text removes the value. */
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
const handOff = z.object({
  ...handOffFacts,
  from: text,
  /** The name of the person it was for; null for everybody. */
  to: maybeText,
  at: time,
});
export type HandOff = z.infer<typeof handOff>;

/** `to`: the id of a person; null for everybody. Texts may be empty. */
export const handOffBody = z.object({ ...handOffFacts, to: maybeText });
export type HandOffBody = z.infer<typeof handOffBody>;

/** One field of a store sheet. A field that was never written has an empty value and no time. */
const sheetValue = z.object({
  value: text,
  changedAt: maybeTime,
  changedBy: maybeText,
  /** The version of the sheet in which a person's request erased a value of this field; absent when none did. */
  erasedIn: z.optional(z.number()),
});

export const storeSheet = z.object({
  /** Grows with every change; 0 when nothing was ever written. */
  version: z.number(),
  fields: z.object(
    Object.fromEntries(sheetFieldNames.map((name) => [name, sheetValue])) as Record<SheetFieldName, typeof sheetValue>,
  ),
  /** What the dealership's own intake said, in the form's words. `field` is the related field of the sheet. */
  intake: z.array(z.object({ field: z.nullable(z.enum(sheetFieldNames)), label: text, value: text })),
});
export type StoreSheet = z.infer<typeof storeSheet>;

/** A change of a store sheet. A field that is left out is not changed; an empty text removes the value. */
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

/** An event of the record: `kind` is one of the history's words, `detail` says by whom and how. */
const requestEvent = z.object({ id: z.number(), at: time, kind: text, detail: maybeText });

const can = z.object(
  Object.fromEntries(deskActions.map((action) => [action, z.boolean()])) as Record<
    DeskAction,
    ReturnType<typeof z.boolean>
  >,
);

/** A request as the desk sees it. A logged call has the same shape; it can only be edited. */
export const requestRecord = z.object({
  ...boardRow.def.shape,
  dealershipId: text,
  /** The dealership by now. Absent when it is not certain which one asks, and from a server of the version before. */
  dealershipNow: z.optional(z.object({ name: text, closedAt: maybeTime, removedAt: maybeTime })),
  /** The dealership's number on file, for calling back. Null when there is none, or when two dealerships have the name. */
  dealerPhone: maybeText,
  /** The name of the person who asks; null when none was given. */
  callbackName: maybeText,
  /** For a request, the dealership's own words; for a call, the note. Empty when there are none. */
  additionalInfo: text,
  /** Without spaces; null until the dealership gives it. */
  anydesk: maybeText,
  /** Two words that the dealership's card shows too. Both sides compare them before AnyDesk; null while nobody has the request, and for a call. */
  words: z.nullable(z.tuple([text, text])),
  /** The dealership's state, when the caller may take the request but is not licensed there by their record. Only a hint. */
  notLicensedIn: maybeText,
  /** How many dealerships share this name, when it is unknown which one asks; null when it is known. */
  sameNamed: z.nullable(z.number()),
  handedBackAt: maybeTime,
  handedBackBy: maybeText,
  nobodyLeftAt: maybeTime,
  /** When the request ends by itself, unless it changes. */
  expiresAt: time,
  deal,
  /** The latest hand-off; null when there was none. */
  handOff: z.nullable(handOff),
  jacket: z.array(jacketTick),
  /** Null until somebody has accepted the request, and when two dealerships have the name. */
  sheet: z.nullable(storeSheet),
  /** Newest first. */
  earlier: z.array(earlierRequest),
  events: z.array(requestEvent),
  can,
  /** The time until which the caller can take back their last step: Done while it is closing, Signing or Connected otherwise. */
  takeBackUntil: maybeTime,
  /** The time until which it can be reopened; null while it runs. */
  reopenUntil: maybeTime,
  serverNow: time,
});
export type RequestRecord = z.infer<typeof requestRecord>;
