/** Texts through the Twilio Messages API (2010-04-01), or any provider that speaks the same. */
import type { TextProvider } from '#server/config.ts';
import type { SendResult } from '../ladder.ts';
import type { Transport } from '../worker.ts';
import { readAnswer } from './answers.ts';

/** One text to one person. */
export interface Text {
  /** In E.164. */
  readonly to: string;
  readonly body: string;
  /** Where the provider reports what became of it. */
  readonly statusCallback: string;
  /** The provider must not deliver it later than in so many seconds. */
  readonly validForS: number;
}

export type TextTransport = Transport<Text>;

export interface TextTransportOptions {
  readonly provider: TextProvider;
  readonly fetch?: typeof globalThis.fetch;
  /** One try altogether, the answer's body included. */
  readonly timeoutMs?: number;
  readonly now?: () => Date;
}

/** A pause of 45 seconds is all a dealership waits, so a provider that is silent for longer than this counts as away. */
const defaultTimeoutMs = 8000;

/** What the provider's answer may be at most, in characters; more is not read. */
const longestAnswer = 64 * 1024;

/** Failures of a connection that was never made, so that nothing can have been handed over. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function codeOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: string };
  return String(cause?.code ?? (typeof code === 'string' ? code : name));
}

async function readBody(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > longestAnswer) break;
  }
  return text;
}

export function createTextTransport(options: TextTransportOptions): TextTransport {
  const { provider, fetch = globalThis.fetch, timeoutMs = defaultTimeoutMs, now = () => new Date() } = options;
  const { accountSid, authToken, sender, baseUrl } = provider;
  const url = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  return {
    async send({ to, body, statusCallback, validForS }, signal): Promise<SendResult> {
      if (signal?.aborted) return { kind: 'interrupted' };
      const form = { To: to, ...sender, Body: body, StatusCallback: statusCallback, ValidityPeriod: String(validForS) };
      const tooLong = AbortSignal.timeout(timeoutMs);
      let head: { status: number; retryAfter: string | null } | undefined;
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { authorization, accept: 'application/json' },
          body: new URLSearchParams(form),
          redirect: 'manual',
          signal: AbortSignal.any(signal ? [signal, tooLong] : [tooLong]),
        });
        head = { status: response.status, retryAfter: response.headers.get('retry-after') };
        return readAnswer(head.status, await readBody(response), head.retryAfter, now());
      } catch (error) {
        const code = codeOf(error);
        // An error's status said all that matters, whether or not its text came whole.
        if (head && head.status >= 300) return readAnswer(head.status, '', head.retryAfter, now());
        if (neverConnected.has(code)) {
          return { kind: 'retry', code, reason: `The text provider could not be reached (${code}).` };
        }
        return { kind: 'unsure', code, reason: `The connection ended before the text provider answered (${code}).` };
      }
    },
    close() {},
  };
}
