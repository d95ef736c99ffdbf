/** Sends an agent request to send-sms: ours, or another function that the configuration names (S7.5). */
import { exchange } from '#client/lib/http.ts';
import { type SendSmsBody, sendSms } from '#contract/agent-request.ts';
import { readSendSmsAnswer, type SendSmsOutcome } from './send-sms-answer.ts';

/** Where requests go, and what authorises them. */
export interface SmsTarget {
  /** Empty for this server. */
  readonly baseUrl: string;
  readonly token: string;
}

/** A press that came to nothing. Without a status no answer arrived, and nobody knows whether the request did. */
export type SendOutcome = SendSmsOutcome & { readonly status?: number };

const responseWithinMs = 20_000;

/** The headers are the ones that a real function's preflight allows; everything else goes into the body. */
export async function sendRequest(
  fetch: typeof globalThis.fetch,
  { baseUrl, token }: SmsTarget,
  body: SendSmsBody,
): Promise<SendOutcome> {
  const request = { method: 'POST', token, body, timeoutMs: responseWithinMs };
  const response = await exchange(fetch, `${baseUrl}${sendSms.path}`, request);
  if (!response) return { ok: false, reason: 'No answer came back' };
  const { status, text } = response;
  return { ...readSendSmsAnswer(status, text), status };
}
