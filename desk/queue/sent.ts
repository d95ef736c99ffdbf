/** The result of a press on a request. Pure. */
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { holderOf, standingOf } from './board-rows.ts';

/**
 * - `taken`: it was done, now or by an earlier press;
 * - `stands`: it was not done, because the request has changed: somebody else was first, or changed the same part;
 * - `refused`: the server says why in a sentence;
 * - `unreachable`: no response in time. The same press can be sent again.
 */
export type Sent =
  | { readonly kind: 'taken'; readonly record: RequestRecord }
  | { readonly kind: 'stands'; readonly record: RequestRecord }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'unreachable' };

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
