/** When a message is tried again, and when a person has to look at it. Pure. */
import { requestTimings } from '#contract/agent-request.ts';
import type { MessageState } from './tables.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The pause before each try, in milliseconds; the first try is at once. Together about 76 hours: a long weekend. */
export const mailLadderMs: readonly number[] = [
  0,
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  1 * hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
];

/** The pauses of a text about an agent request: after 45 seconds the dealership is told to call anyway. */
export const textLadderMs: readonly number[] = [0, 2 * secondMs, 5 * secondMs, 10 * secondMs, 20 * secondMs];

export interface Ladder {
  readonly pausesMs: readonly number[];
  /**
   * Whether a message that may have arrived is tried once more and then never again. A second text is worse than a
   * second mail: it cannot be told from the first one, and it wakes somebody up.
   */
  readonly onceMore: boolean;
}

export const mailLadder: Ladder = { pausesMs: mailLadderMs, onceMore: false };
export const textLadder: Ladder = { pausesMs: textLadderMs, onceMore: true };

/** A provider that asks for a longer pause than a text lives is not asked again. */
const longestRetryAfterMs = 15 * minuteMs;

/**
 * How long a message can wait at most after so many tries, in milliseconds. Before the first one it waits only while its
 * request closes.
 */
export const longestWaitsMs = ({ pausesMs, onceMore }: Ladder): readonly number[] =>
  pausesMs.map((pauseMs, tries) => {
    const spreadMs = pauseMs * (1 + jitter);
    return Math.max(spreadMs, requestTimings.takeBackForMs, onceMore && tries > 0 ? longestRetryAfterMs : 0);
  });

/** Spreads the tries of messages that failed together, so that a mail server that comes back is not stormed. */
const jitter = 0.2;

/**
 * What a try came to:
 * - `sent`: the mail server or the text provider took it;
 * - `retry`: it did not arrive, and another try may succeed, after `retryAfterMs` when the provider said so;
 * - `permanent`: this message is refused and always will be (for mail 5yz, RFC 5321 4.2.1);
 * - `unsure`: the connection ended after the text was handed over, so it may have arrived.
 *
 * `reason` is for a person and may quote an address; `code` is for the log and quotes nothing.
 */
export type Outcome =
  | { readonly kind: 'sent'; readonly providerId?: string | undefined }
  | {
      readonly kind: 'retry' | 'permanent' | 'unsure';
      readonly code: string;
      readonly reason: string;
      readonly retryAfterMs?: number | undefined;
    };

/** What a transport says of a try. `interrupted`: the caller gave up before anything was handed over, so this was none. */
export type SendResult = Outcome | { readonly kind: 'interrupted' };

/** Where the message stands after a try. `delayMs` is the pause before the next one; `mayHaveArrived` speaks of this try. */
export type Step =
  | { readonly state: 'sent'; readonly providerId?: string | undefined }
  | { readonly state: 'stuck'; readonly reason: string; readonly mayHaveArrived?: boolean }
  | { readonly state: 'waiting' | 'unsure'; readonly reason: string; readonly delayMs: number };

export interface Try {
  /** Tries so far, this one included. */
  readonly attempts: number;
  /** The state before this try. Once a try may have arrived, that stays said. */
  readonly state: MessageState;
}

const mayHaveArrived = 'An earlier try may have arrived.';

/**
 * What follows from a try. A message is never dropped: it is sent, tried again, or waits for a person.
 *
 * @param random a number from 0 up to 1, as `Math.random` gives it
 */
export function nextStep(
  outcome: Outcome,
  { attempts, state }: Try,
  random: () => number,
  { pausesMs, onceMore }: Ladder = mailLadder,
): Step {
  if (outcome.kind === 'sent') return { state: 'sent', providerId: outcome.providerId };
  const wasUnsure = state === 'unsure';
  const reason = wasUnsure ? `${outcome.reason} ${mayHaveArrived}` : outcome.reason;
  if (outcome.kind === 'permanent') return { state: 'stuck', reason: `Refused for good: ${reason}` };
  const pauseMs = pausesMs[attempts];
  if (pauseMs === undefined || (onceMore && wasUnsure)) {
    const givenUp = { state: 'stuck', reason: `Given up after ${attempts} tries: ${reason}` } as const;
    return outcome.kind === 'unsure' ? { ...givenUp, mayHaveArrived: true } : givenUp;
  }
  const spreadMs = Math.round(pauseMs * (1 - jitter + 2 * jitter * random()));
  return {
    state: wasUnsure || outcome.kind === 'unsure' ? 'unsure' : 'waiting',
    reason,
    delayMs: Math.max(spreadMs, outcome.retryAfterMs ?? 0),
  };
}
