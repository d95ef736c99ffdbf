/** When a message is tried again, and when a person has to look at it. Pure. */
import type { SendStep } from '#contract/desk/messages.ts';
import type { Channel, MessageState } from './tables.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

export interface RetrySchedule {
  /** The delay before each try, in milliseconds. The first one is 0; there are as many tries as delays. */
  readonly delaysMs: readonly number[];
  /**
   * How many more tries a message gets after one that may have arrived. One or any number: a row remembers that a try was
   * uncertain, not how many were.
   */
  readonly maxUncertainRetries: 1 | 'unlimited';
}

/** Thirteen tries in about 76 hours: a long weekend. A mail that arrives twice is recognised by its Message-ID. */
const mailDelaysMs = [
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

/** As for a mail, and three days longer: an endpoint that fails for five days is disabled by a try of then, not by a guess. */
const webhookDelaysMs = [...mailDelaysMs, 24 * hourMs, 24 * hourMs, 24 * hourMs];

/** Five tries in 37 seconds: after 45 seconds the dealership is told to call anyway. */
const textDelaysMs = [0, 2 * secondMs, 5 * secondMs, 10 * secondMs, 20 * secondMs];

/**
 * The retry schedule of each channel. A text that may have arrived is tried once more and never again: a second text is
 * worse than a second mail, because nothing marks it as the same one and it wakes somebody up.
 */
export const retrySchedules: Readonly<Record<Channel, RetrySchedule>> = {
  mail: { delaysMs: mailDelaysMs, maxUncertainRetries: 'unlimited' },
  sms: { delaysMs: textDelaysMs, maxUncertainRetries: 1 },
  // A webhook that arrives twice is recognised by its `webhook-id`.
  webhook: { delaysMs: webhookDelaysMs, maxUncertainRetries: 'unlimited' },
};

/** The longest delay that a text provider or a webhook's receiver can ask for (`Retry-After`) and still be asked again. */
export const longestRetryAfterMs = 15 * minuteMs;

/** The random part of a delay. It keeps messages that failed together from coming back together. */
const jitter = 0.2;

/**
 * The longest time that a message can wait after so many tries, in milliseconds; index 0 is before the first try.
 *
 * @param postponedForMs the longest that a feature postpones a message
 */
export const longestWaitsMs = (channel: Channel, postponedForMs: number): readonly number[] =>
  retrySchedules[channel].delaysMs.map((delayMs, tries) => {
    const longestDelayMs = delayMs * (1 + jitter);
    const retryAfterMs = channel !== 'mail' && tries > 0 ? longestRetryAfterMs : 0;
    return Math.max(longestDelayMs, postponedForMs, retryAfterMs);
  });

/** A webhook's request and what came back, for its log. */
export interface Exchange {
  /** The URL that it was sent to, as it was then. */
  readonly url: string;
  /** The address that was connected to; null when there was no connection. */
  readonly address: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The status of the answer; null when none came. */
  readonly status: number | null;
  /** The beginning of the answer's body. */
  readonly answer: string;
  readonly tookMs: number;
}

/**
 * What a try came to:
 * - `sent`: the mail server or the text provider took it;
 * - `retry`: it did not arrive, and another try may succeed, after `retryAfterMs` when the provider said so;
 * - `permanent`: this message is refused and always will be (for mail 5yz, RFC 5321 4.2.1);
 * - `unsure`: the connection ended after the text was handed over, so it may have arrived.
 *
 * `reason` and `said` are for a person and may quote an address; `code` is for the log and quotes nothing.
 */
export type Outcome =
  | {
      readonly kind: 'sent';
      readonly providerId?: string | undefined;
      readonly said?: string | undefined;
      /** Of a webhook alone. */
      readonly exchange?: Exchange | undefined;
    }
  | {
      readonly kind: 'retry' | 'permanent' | 'unsure';
      readonly code: string;
      readonly reason: string;
      /** At which step it ended. */
      readonly step?: SendStep | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly exchange?: Exchange | undefined;
    };

/** What a transport returns. `interrupted`: the caller gave up before anything was handed over, so it counts as no try. */
export type SendResult = Outcome | { readonly kind: 'interrupted' };

/** Where a message stands after a try. `delayMs` is the time until the next try; `mayHaveArrived` is about this try. */
export type Result =
  | { readonly state: 'sent'; readonly providerId?: string | undefined }
  | { readonly state: 'failed'; readonly reason: string; readonly mayHaveArrived?: boolean }
  | { readonly state: 'waiting' | 'unsure'; readonly reason: string; readonly delayMs: number };

export interface Try {
  /** Tries so far, this one included. */
  readonly attempts: number;
  /** The state before this try. A message that was `unsure` once is never said to be certainly undelivered. */
  readonly state: MessageState;
}

/** Is added to the reason of a message that may have arrived before. */
export const mayHaveArrived = 'An earlier try may have arrived.';

/**
 * The result of a try. A message is never dropped: it is sent, tried again, or waits for a person.
 *
 * @param random returns a number from 0 up to 1, like `Math.random`
 */
export function resultOf(
  outcome: Outcome,
  { attempts, state }: Try,
  random: () => number,
  { delaysMs, maxUncertainRetries }: RetrySchedule = retrySchedules.mail,
): Result {
  if (outcome.kind === 'sent') return { state: 'sent', providerId: outcome.providerId };
  const wasUnsure = state === 'unsure';
  const reason = wasUnsure ? `${outcome.reason} ${mayHaveArrived}` : outcome.reason;
  if (outcome.kind === 'permanent') return { state: 'failed', reason: `Refused for good: ${reason}` };
  const delayMs = delaysMs[attempts];
  if (delayMs === undefined || (wasUnsure && maxUncertainRetries === 1)) {
    const givenUp = { state: 'failed', reason: `Given up after ${attempts} tries: ${reason}` } as const;
    return outcome.kind === 'unsure' ? { ...givenUp, mayHaveArrived: true } : givenUp;
  }
  const spreadMs = Math.round(delayMs * (1 - jitter + 2 * jitter * random()));
  return {
    state: wasUnsure || outcome.kind === 'unsure' ? 'unsure' : 'waiting',
    reason,
    delayMs: Math.max(spreadMs, outcome.retryAfterMs ?? 0),
  };
}
