/** Texts through the Twilio Messages API (2010-04-01), or any provider that speaks the same. */
import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request as requestInClear } from 'node:http';
import { request as requestOverTls } from 'node:https';
import type { TextProvider } from '#server/config.ts';
import { codeOf, createDeadline } from '../deadline.ts';
import type { SendResult } from '../retry-schedule.ts';
import type { Transport } from '../worker.ts';
import { readAnswer } from './answers.ts';

/** One text to one person. */
export interface Text {
  /** In E.164. */
  readonly to: string;
  readonly body: string;
  /** Where the provider reports what became of it. */
  readonly statusCallback: string;
  /** The number of seconds after which the provider must not deliver the text any more. */
  readonly validForS: number;
}

export type TextTransport = Transport<Text>;

interface TextTransportOptions {
  readonly provider: TextProvider;
  /** The limit for one try, including the answer's body, in milliseconds. */
  readonly timeoutMs?: number;
  readonly now?: () => Date;
}

/** Short, because after 45 seconds without an agent the dealership is told to call. */
const defaultTimeoutMs = 8000;

/** The most that is read of the provider's answer, in characters. */
const longestAnswer = 64 * 1024;

async function readBody(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    text += String(chunk);
    if (text.length > longestAnswer) break;
  }
  return text;
}

/**
 * Begins to post a form over a new connection, which is encrypted when the URL says so.
 *
 * @param onConnected called when the connection is ready; from then on the provider may get the form
 */
function post(url: URL, form: URLSearchParams, options: RequestOptions, onConnected: () => void) {
  const encrypted = url.protocol === 'https:';
  const headers = { ...options.headers, 'content-type': 'application/x-www-form-urlencoded' };
  // A kept connection may be dead already, and then it would not be known what the provider got.
  const common = { ...options, method: 'POST', headers, agent: false };
  const request = encrypted ? requestOverTls(url, common) : requestInClear(url, common);
  request.once('socket', (socket) => socket.once(encrypted ? 'secureConnect' : 'connect', onConnected));
  return request.end(form.toString());
}

export function createTextTransport(options: TextTransportOptions): TextTransport {
  const { provider, timeoutMs = defaultTimeoutMs, now = () => new Date() } = options;
  const { accountSid, authToken, sender, baseUrl } = provider;
  const url = new URL(`${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const headers = { authorization, accept: 'application/json' };

  return {
    async send({ to, body, statusCallback, validForS }, signal): Promise<SendResult> {
      if (signal?.aborted) return { kind: 'interrupted' };
      const form = { To: to, ...sender, Body: body, StatusCallback: statusCallback, ValidityPeriod: String(validForS) };
      const deadline = createDeadline(timeoutMs);
      const tooLong = deadline.signal;
      let connected = false;
      let head: { status: number; retryAfter: string | undefined } | undefined;
      try {
        const either = AbortSignal.any(signal ? [signal, tooLong] : [tooLong]);
        const request = post(url, new URLSearchParams(form), { headers, signal: either }, () => {
          connected = true;
        });
        // The error is handled elsewhere: by `once` before the answer, and by the reading of the body after it.
        request.on('error', () => {});
        // An answer that switches to another protocol causes no `response` event, so only the signal ends the wait.
        const [response] = (await once(request, 'response', { signal: either })) as [IncomingMessage];
        head = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
        return readAnswer(head.status, await readBody(response), head.retryAfter, now());
      } catch (error) {
        // The status of an error is enough, also when its text did not come whole.
        if (head && head.status >= 300) return readAnswer(head.status, '', head.retryAfter, now());
        const code = tooLong.aborted ? 'ETIMEDOUT' : codeOf(error);
        if (connected) {
          return {
            kind: 'unsure',
            step: 'answer',
            code,
            reason: `The connection ended before the text provider answered (${code}).`,
          };
        }
        if (signal?.aborted) return { kind: 'interrupted' };
        return { kind: 'retry', step: 'connection', code, reason: `The text provider could not be reached (${code}).` };
      } finally {
        deadline.clear();
      }
    },
    close() {},
  };
}
