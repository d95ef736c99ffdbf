/** The result of a press on a request, in words. Pure. */
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import type { Sent as SentOf } from '../lib/sent.ts';
import { holderOf, standingOf } from './board-rows.ts';

export type Sent = SentOf<RequestRecord>;

/** Why a press was not done although the server answered: how the request stands. */
export function standsText(record: RequestRecord, nowMs: number): string {
  const who = holderOf(record);
  return `It stands otherwise now: ${standingOf(record, nowMs).toLowerCase()}${who ? `, ${who}` : ''}.`;
}

/** Why a press failed, in a sentence; undefined when it was done. */
export function whyNot(sent: Sent, nowMs: number): string | undefined {
  if (sent.kind === 'taken') return undefined;
  if (sent.kind === 'refused') return sent.text;
  if (sent.kind === 'unreachable') return 'No answer from the server. Nothing is lost: press it again.';
  return standsText(sent.record, nowMs);
}
