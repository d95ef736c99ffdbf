/**
 * From when a request's time limits count: from when it began to wait, or from when its agent took it. Time in which it was closing is left
 * out, because nobody could accept, connect or take over then.
 *
 * The start is computed from `expires_at`. A request gets that time when it begins to wait and when an agent takes it, always with the same
 * distance (`requestTimings`); when a close is taken back, `expires_at` moves by the time that the request was closing. The columns
 * `accepted_at`, `handed_back_at` and `created_at` are for people to read.
 */
import { requestTimings } from '#contract/agent-request.ts';
import type { Iso } from '#server/database/tables.ts';
import { isoAfter, isoBefore } from '#server/times.ts';
import type { AgentRequest } from './store.ts';

const { expireAfterMs, acceptedForMs } = requestTimings;

/** The time since which a request waits, or since which its agent has it, moved by the time in which it was closing. */
export const countsSince = ({ accepted_at, expires_at }: Pick<AgentRequest, 'accepted_at' | 'expires_at'>): Iso =>
  isoBefore(expires_at, accepted_at === null ? expireAfterMs : acceptedForMs);

/** The latest `expires_at` of a request that nobody has and that has waited since this time or longer. */
export const latestExpiryOfWaitingSince = (since: Iso): Iso => isoAfter(since, expireAfterMs);

/** The latest `expires_at` of a request that its agent has had since this time or longer. */
export const latestExpiryOfAcceptedSince = (since: Iso): Iso => isoAfter(since, acceptedForMs);
