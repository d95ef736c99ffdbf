/** What the text provider's answers mean. Pure. */
import type { Outcome } from '../retry-schedule.ts';

/** Errors about this one number, which the next try would meet again: not a number, opted out, not a mobile. */
const finalCodes = new Set([21211, 21610, 21614]);

/** The statuses of a message that will not arrive any more. */
export const failedStatuses: readonly string[] = ['undelivered', 'failed', 'canceled'];

/** The step at which every answer comes. */
const step = 'answer';

interface Answer {
  readonly sid?: unknown;
  readonly status?: unknown;
  readonly code?: unknown;
  readonly error_code?: unknown;
}

function parse(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A `Retry-After` of seconds or of a date (RFC 9110 10.2.3), in milliseconds from now; `undefined` when it says nothing. */
export function readRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/**
 * Reads an answer.
 *
 * - 2xx with an id: the provider has it. 2xx that cannot be read: it may have it.
 * - 429 and 5xx: later, except that a gateway's 504 came when the text may have passed.
 * - anything else refuses this request for good; what is wrong with the account waits for a person as well.
 */
export function readAnswer(status: number, text: string, retryAfter: string | null, now: Date): Outcome {
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
    return { kind: 'sent', providerId: answer.sid, said: `The text provider answered ${named}.` };
  }
  if (code !== undefined && finalCodes.has(code)) return { kind: 'permanent', step, code: named, reason };
  const retryAfterMs = readRetryAfter(retryAfter, now);
  if (status === 504) return { kind: 'unsure', step, code: named, reason, retryAfterMs };
  const later = status === 408 || status === 429 || status >= 500;
  return { kind: later ? 'retry' : 'permanent', step, code: named, reason, retryAfterMs };
}
