/** The result of a press on a request, in words. Pure. */
import type { BoardRow } from '#contract/desk/board-schemas.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import type { Sent as SentOf } from '../lib/sent.ts';
import { askOf, standingOf, standingWithHolder } from './board-rows.ts';

export type Sent = SentOf<RequestRecord>;

/** Why a press was not done although the server answered: how the request stands. */
export function standsText(record: BoardRow, nowMs: number): string {
  // While it waits for everybody, its row says what it is for.
  const waits = standingOf(record, nowMs) === askOf(record);
  const stands = waits ? 'Nobody has it now' : standingWithHolder(record, nowMs);
  return `It has changed meanwhile: ${stands.slice(0, 1).toLowerCase()}${stands.slice(1)}.`;
}

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
