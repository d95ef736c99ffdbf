/**
 * Since when the clocks of a request count: how long it waits for somebody, or how long somebody has it. The time in which it was
 * closing is no part of that, because nobody could accept, connect or take it over then.
 *
 * `expires_at` says it. A request gets it when it begins to wait and when somebody has it, always as much later as such a request
 * lives, and taking back a close moves it by the time that it was closing. So every clock is reckoned back from it, in code and
 * in statements, and `accepted_at`, `handed_back_at` and `created_at` stay what is told.
 */
import { requestTimings } from '#contract/agent-request.ts';
import type { Iso } from '#server/database/tables.ts';
import { isoAfter, isoBefore } from '#server/times.ts';
import type { AgentRequest } from './store.ts';

const { expireAfterMs, acceptedForMs } = requestTimings;

/** Since when it waits for somebody, or since when somebody has it, without the time in which it was closing since. */
export const countsSince = ({ accepted_at, expires_at }: Pick<AgentRequest, 'accepted_at' | 'expires_at'>): Iso =>
  isoBefore(expires_at, accepted_at === null ? expireAfterMs : acceptedForMs);

/** The latest `expires_at` of a request that nobody has and that waits since a time or before it. */
export const endOfWaitSince = (since: Iso): Iso => isoAfter(since, expireAfterMs);

/** The latest `expires_at` of a request that somebody has since a time or before it. */
export const endOfHoldSince = (since: Iso): Iso => isoAfter(since, acceptedForMs);
