/** What the deal board shows: a line for each request or call, and the people beside them. */
import * as z from 'zod/mini';
import { dispositionNames, requestStates } from '../agent-request.ts';
import { closing } from '../agent-request-endpoints.ts';
import { changesAt, maybeText, maybeTime, text, time } from '../schemas.ts';
import { dealStageNames } from './board.ts';
import { presences } from './live.ts';

export const requestType = z.enum(['active_deal', 'custom_request']);
export const disposition = z.enum(dispositionNames);

/** One line of the board: a request, or a call that was logged. Times are ISO-8601 in UTC. */
export const boardRow = z.object({
  id: text,
  kind: z.enum(['request', 'call']),
  reference: text,
  dealershipName: text,
  /** The dealership's time zone (IANA); the brand's when that of the dealership is not known. */
  dealershipZone: text,
  /** Whether that is the dealership's own zone. Absent from a server of the version before. */
  isZoneKnown: z.optional(z.boolean()),
  requestType,
  createdAt: time,
  /** When the current wait for an acceptance began: when it was stored, handed back, or handed off. */
  askedAt: time,
  /**
   * The time from which its age counts: when it began to wait, or when somebody took it, moved later by the time it spent closing.
   * Absent from a server of the version before.
   */
  countsSince: z.optional(time),
  state: z.enum(requestStates),
  /** Null while nobody has it. */
  stage: z.nullable(z.enum(dealStageNames)),
  acceptedAt: maybeTime,
  /** The person who has it; null while nobody has it, and when it was taken by the operator's link. */
  acceptedById: maybeText,
  /** The name of the person who has it. For a call: of the person who logged it. */
  acceptedBy: maybeText,
  /** Whether the caller has it. */
  mine: z.boolean(),
  connectedAt: maybeTime,
  signingAt: maybeTime,
  /** The time from which another person may take it over; null when nobody has it or it is connected. */
  lateAt: maybeTime,
  /** The person whom it waits for after a hand-off; null when it waits for everybody or for nobody. */
  waitsForId: maybeText,
  waitsFor: maybeText,
  /** Null unless the request is about to end. */
  closing: z.nullable(closing),
  disposition: z.nullable(disposition),
  endedAt: maybeTime,
  /** Grows with every change of the request. */
  version: z.number(),
});
export type BoardRow = z.infer<typeof boardRow>;

const boardPerson = z.object({
  id: text,
  name: text,
  /** Null for a person without a staff account, and for one who has never set it. */
  presence: z.nullable(z.enum(presences)),
  onShift: z.boolean(),
});
export type BoardPerson = z.infer<typeof boardPerson>;

/** `waiting`: longest wait first. `finished`: newest first, limited by `finishedForMs` and `finishedMost`. */
export const board = z.object({
  waiting: z.array(boardRow),
  running: z.array(boardRow),
  finished: z.array(boardRow),
  people: z.array(boardPerson),
  ...changesAt,
  serverNow: time,
});
export type Board = z.infer<typeof board>;

/** A page of requests and calls, newest first. */
export const foundRequests = z.object({
  rows: z.array(boardRow),
  /** The cursor of the next page; null at the end. */
  cursor: maybeText,
  /** Whether more dealerships have a matching name than the search looks through. */
  tooMany: z.boolean(),
});
export type FoundRequests = z.infer<typeof foundRequests>;
