/** How an answer of send-sms reads (S8.3). Pure. */
import { sendSmsFailures } from '#contract/portal.ts';

/** What a press of Request Agent came to. `reason` is what the function said, or what stands for it. */
export type SendSmsOutcome = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const failed = (reason: string): SendSmsOutcome => ({ ok: false, reason });

/**
 * Reads an answer, of our function or of another that stands in its place.
 *
 * @param status the HTTP status
 * @param body the body as text
 */
export function readSendSmsAnswer(status: number, body: string): SendSmsOutcome {
  if (status < 200 || status > 299) return failed(body === '' ? sendSmsFailures.status(status) : body);
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return failed(sendSmsFailures.unparsable);
  }
  const { success, error } = Object(answer) as { success?: unknown; error?: unknown };
  if (success === true) return { ok: true };
  return failed(typeof error === 'string' && error !== '' ? error : sendSmsFailures.unsuccessful);
}
