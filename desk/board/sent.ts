/** The result of a press on a request, in words. Pure. */
import type { BoardRow } from '#contract/desk/board-schemas.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import type { Sent as SentOf } from '../lib/sent.ts';
import { standingOf } from './board-rows.ts';

export type Sent = SentOf<RequestRecord>;

/** How a request stands, as a clause. */
export function standsAs(record: BoardRow, nowMs: number): string {
  const { state, closing, mine, acceptedAt, acceptedBy, endedAt, waitsFor } = record;
  const who = mine ? 'you' : (acceptedBy ?? 'somebody');
  if (endedAt !== null) {
    if (state === 'expired') return 'it expired';
    return state === 'cancelled' ? 'the dealership cancelled it' : `${who} closed it`;
  }
  if (closing?.as === 'cancelled') return 'the dealership has just cancelled it';
  if (closing) return `${who} ${mine ? 'are' : 'is'} closing it`;
  if (acceptedAt === null) return waitsFor === null ? 'nobody has it' : `it is handed off to ${waitsFor}`;
  return mine ? `it is yours and stands at “${standingOf(record, nowMs)}”` : `${who} has it`;
}

/** Why a press was not done although the server answered: how the request stands. */
export const standsText = (record: BoardRow, nowMs: number): string => `Not done: ${standsAs(record, nowMs)}.`;

/**
 * Why a press failed, in a sentence; undefined when it was done.
 *
 * @param latest the request as it was read since, so that the sentence says how it stands by now
 */
export function whyNot(sent: Sent, nowMs: number, latest?: BoardRow): string | undefined {
  if (sent.kind === 'taken') return undefined;
  if (sent.kind === 'refused') return sent.text;
  if (sent.kind === 'unreachable') return 'No answer from the server. Nothing is lost: press it again.';
  return standsText(latest && latest.version > sent.record.version ? latest : sent.record, nowMs);
}
