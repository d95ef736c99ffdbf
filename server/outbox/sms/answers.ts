/** Reads the text provider's answers. Pure. */
import { withoutControls } from '#contract/clean-text.ts';
import { parseJson } from '#server/json.ts';
import { readRetryAfter } from '#server/retry-after.ts';
import type { Outcome } from '../retry-schedule.ts';

/** Errors about this one number that every further try would get: not a number, opted out, not a mobile. */
const finalCodes = new Set([21211, 21610, 21614]);

/** The statuses of a message that will not arrive any more. */
export const failedStatuses: readonly string[] = ['undelivered', 'failed', 'canceled'];

/** The step of every outcome that an answer causes. */
const step = 'answer';

interface Answer {
  readonly sid?: unknown;
  readonly status?: unknown;
  readonly code?: unknown;
  readonly error_code?: unknown;
}

function parse(text: string): Answer | undefined {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}

/**
 * The outcome that an answer means.
 *
 * - 2xx with an id: the provider has the text, unless the status says that it failed. 2xx that cannot be read: it may have the text.
 * - an error about the number (`finalCodes`) refuses this text for good, whatever the status is.
 * - 408, 429 and 5xx: the text is tried again. After a gateway's 504 the text may have passed.
 * - any other status refuses this text for good. A fault of the account waits for a person in the same way.
 */
export function readAnswer(status: number, text: string, retryAfter: string | undefined, now: Date): Outcome {
  const answer = parse(text);
  const code = typeof answer?.code === 'number' ? answer.code : undefined;
  const named = code === undefined ? `HTTP ${status}` : `HTTP ${status}, error ${code}`;
  const reason = `The text provider answered ${named}.`;
  if (status >= 200 && status < 300) {
    if (typeof answer?.sid !== 'string') {
      return {
        kind: 'unsure',
        step,
        code: `HTTP ${status}`,
        reason: 'The text provider answered with something unreadable.',
      };
    }
    if (failedStatuses.includes(String(answer.status))) {
      const why = `status ${String(answer.status)}, error ${Number(answer.error_code) || 'unknown'}`;
      return { kind: 'permanent', step, code: named, reason: `The text provider answered ${why}.` };
    }
    return { kind: 'sent', providerId: withoutControls(answer.sid), said: `The text provider answered ${named}.` };
  }
  if (code !== undefined && finalCodes.has(code)) return { kind: 'permanent', step, code: named, reason };
  const retryAfterMs = readRetryAfter(retryAfter, now);
  if (status === 504) return { kind: 'unsure', step, code: named, reason, retryAfterMs };
  const later = status === 408 || status === 429 || status >= 500;
  return { kind: later ? 'retry' : 'permanent', step, code: named, reason, retryAfterMs };
}
