/** The conditions on a request's row for a step, and its columns when an agent has it or nobody has. */
import { requestTimings } from '#contract/agent-request.ts';
import type { Iso } from '#server/database/tables.ts';
import { isoAfter } from '#server/times.ts';
import { publicNameOf } from './links.ts';
import type { AgentRequest, Condition } from './store.ts';
import type { AgentLink } from './store-links.ts';

const { acceptedForMs } = requestTimings;

/** The request has neither ended nor is it closing. */
export const isOpen: Condition = ({ and, eb }) => and([eb('ended_at', 'is', null), eb('closing_at', 'is', null)]);

/** The request is open, and the person with this link has it. */
export const isOf =
  ({ id }: Pick<AgentLink, 'id'>): Condition =>
  (row) =>
    row.and([isOpen(row), row('accepted_link_id', '=', id)]);

/** The columns of a request that the person with this link has taken. */
export const heldPatch = (link: AgentLink, at: Date) => ({
  accepted_at: at.toISOString(),
  accepted_link_id: link.id,
  accepted_by: publicNameOf(link),
  connected_at: null,
  signing_at: null,
  late_told_at: null,
  nobody_left_at: null,
  waits_for_id: null,
  waits_for: null,
  expires_at: isoAfter(at, acceptedForMs),
});

/**
 * For how long agents had talked to the dealership at a time, in milliseconds. Handing it on and opening it again keep this. A clock that
 * jumps makes no talk longer than a request may last.
 */
export function talkedUntil(
  { talked_ms, connected_at }: Pick<AgentRequest, 'talked_ms' | 'connected_at'>,
  at: Iso | null,
): number {
  if (connected_at === null || at === null) return talked_ms;
  return talked_ms + Math.min(Math.max(0, Date.parse(at) - Date.parse(connected_at)), acceptedForMs);
}

/** The columns of a request that nobody has any more. */
export const releasedPatch = {
  accepted_at: null,
  accepted_link_id: null,
  accepted_by: null,
  connected_at: null,
  signing_at: null,
  late_told_at: null,
  nobody_left_at: null,
  sent_at: null,
  delivered_at: null,
} as const;
