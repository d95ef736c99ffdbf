/** What the deal board shows: a line for each request or call, and the people beside them. */
import * as z from 'zod/mini';
import { dispositionNames, requestStates } from '../agent-request.ts';
import { closing } from '../agent-request-endpoints.ts';
import { maybeText, maybeTime, text, time } from '../schema-words.ts';
import { dealStageNames } from './board.ts';

export const requestType = z.enum(['active_deal', 'custom_request']);
export const disposition = z.enum(dispositionNames);

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
  /**
   * Since when its age counts: since it waits, or since somebody has it, later by as long as it was closing. A server of the version
   * before says nothing.
   */
  countsSince: z.optional(time),
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

const boardPerson = z.object({
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

/** A page of requests and calls, the newest first. */
export const foundRequests = z.object({
  rows: z.array(boardRow),
  /** Asks for what comes after; null at the end. */
  cursor: maybeText,
  /** Whether more dealerships have a name like it than are looked through. */
  tooMany: z.boolean(),
});
export type FoundRequests = z.infer<typeof foundRequests>;
