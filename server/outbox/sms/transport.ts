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
  /** The provider must not deliver it later than in so many seconds. */
  readonly validForS: number;
}

export type TextTransport = Transport<Text>;

export interface TextTransportOptions {
  readonly provider: TextProvider;
  /** One try altogether, the answer's body included. */
  readonly timeoutMs?: number;
  readonly now?: () => Date;
}

/** A provider that is silent for longer counts as away: after 45 seconds without an agent the dealership is told to call. */
const defaultTimeoutMs = 8000;

/** What the provider's answer may be at most, in characters; more is not read. */
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
 * Begins to post a form. Nothing leaves before there is a connection of its own, encrypted where the address says so.
 *
 * @param onConnected from now on the provider may have what is sent
 */
function post(url: URL, form: URLSearchParams, options: RequestOptions, onConnected: () => void) {
  const encrypted = url.protocol === 'https:';
  const headers = { ...options.headers, 'content-type': 'application/x-www-form-urlencoded' };
  // A connection that was kept may be dead already, and then nobody knows what came through.
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
      let head: { status: number; retryAfter: string | null } | undefined;
      try {
        const either = AbortSignal.any(signal ? [signal, tooLong] : [tooLong]);
        const request = post(url, new URLSearchParams(form), { headers, signal: either }, () => {
          connected = true;
        });
        // Before the answer `once` meets it as well, and from then on whoever reads the answer's body.
        request.on('error', () => {});
        // An answer that agrees to another protocol is told by no event: the wait ends with the signal.
        const [response] = (await once(request, 'response', { signal: either })) as [IncomingMessage];
        head = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null };
        return readAnswer(head.status, await readBody(response), head.retryAfter, now());
      } catch (error) {
        // An error's status said all that matters, whether or not its text came whole.
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
