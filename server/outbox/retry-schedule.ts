/** Decides when a message is tried again, and when it needs a person. Pure. */
import type { SendStep } from '#contract/desk/messages.ts';
import { hourMs, minuteMs } from '#server/times.ts';
import type { Channel, MessageState } from './tables.ts';

const secondMs = 1000;

export interface RetrySchedule {
  /** The delay before each try, in milliseconds. The first one is 0; there are as many tries as delays. */
  readonly delaysMs: readonly number[];
  /**
   * How many more tries a message gets after a try that may have arrived. It is one or unlimited, because a row stores only that a try
   * was uncertain and not how many were.
   */
  readonly maxUncertainRetries: 1 | 'unlimited';
}

/** Thirteen tries in about 76 hours, which covers a long weekend. A mail that arrives twice is recognised by its Message-ID. */
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

/** The delays of a mail and three more days, so that an endpoint which fails for five days is disabled by a real try at that time. */
const webhookDelaysMs = [...mailDelaysMs, 24 * hourMs, 24 * hourMs, 24 * hourMs];

/** Five tries in 37 seconds, because after 45 seconds the dealership is told to call. */
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

/** The longest delay that `Retry-After` can cause. The correction of future times takes a longer one for the fault of a clock. */
export const longestRetryAfterMs = 15 * minuteMs;

/** The random part of a delay, so that messages which failed together are not all tried again at the same moment. */
const jitter = 0.2;

/**
 * The longest times that a message can wait, in milliseconds. The index is the number of tries so far, so 0 is before the first try.
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
  /** The URL that it was sent to. */
  readonly url: string;
  /** The network address that was connected to; null when there was no connection. */
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
 * The outcome of a try:
 * - `sent`: the mail server, the text provider or the webhook's receiver took it;
 * - `retry`: it did not arrive, and another try may succeed, after `retryAfterMs` when the provider said so;
 * - `permanent`: this message is refused and always will be (for mail 5yz, RFC 5321 4.2.1);
 * - `unsure`: it was handed over and no clear answer came, so it may have arrived.
 *
 * `reason` and `said` are for a person and may quote an address; `code` is for the log and quotes nothing.
 */
export type Outcome =
  | {
      readonly kind: 'sent';
      readonly providerId?: string | undefined;
      readonly said?: string | undefined;
      /** Only for a webhook. */
      readonly exchange?: Exchange | undefined;
    }
  | {
      readonly kind: 'retry' | 'permanent' | 'unsure';
      readonly code: string;
      readonly reason: string;
      readonly step?: SendStep | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly exchange?: Exchange | undefined;
    };

/** What a transport resolves to. `interrupted`: the caller aborted before anything was handed over, so it does not count as a try. */
export type SendResult = Outcome | { readonly kind: 'interrupted' };

/** The state of a message after a try. `delayMs` is the time until the next try. `mayHaveArrived` is about this try. */
export type Result =
  | { readonly state: 'sent'; readonly providerId?: string | undefined }
  | { readonly state: 'failed'; readonly reason: string; readonly mayHaveArrived?: boolean }
  | { readonly state: 'waiting' | 'unsure'; readonly reason: string; readonly delayMs: number };

interface Try {
  /** Tries so far, this one included. */
  readonly attempts: number;
  /** The state before this try. A message that was `unsure` once is never reported as certainly undelivered. */
  readonly state: MessageState;
}

/** A sentence that is added to the reason of a message of which an earlier try may have arrived. */
export const mayHaveArrivedText = 'An earlier try may have arrived.';

/**
 * The result of a try. A message is never dropped: it is sent, is tried again, or waits for a person.
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
  const reason = wasUnsure ? `${outcome.reason} ${mayHaveArrivedText}` : outcome.reason;
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
    delayMs: Math.max(spreadMs, Math.min(outcome.retryAfterMs ?? 0, longestRetryAfterMs)),
  };
}
