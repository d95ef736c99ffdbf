/**
 * Sends webhooks: one POST with JSON to a URL that somebody chose. The name is resolved here, and each of its addresses is judged
 * (`targets.ts`). The connection goes only to an address that was judged, so it does not matter if the name resolves to another one a
 * moment later. An IP address in the URL is judged in the same way. Redirects are not followed.
 */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestInClear } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { readRetryAfter } from '#server/retry-after.ts';
import { codeOf, createDeadline } from '../deadline.ts';
import type { Exchange, Outcome, SendResult } from '../retry-schedule.ts';
import type { Transport } from '../worker.ts';
import { hostOf, isUrlAllowed } from './address.ts';
import { createResolver, type Resolve } from './resolve.ts';
import type { Targets } from './targets.ts';

/** One request to one endpoint. */
export interface Post {
  readonly url: string;
  /** The headers besides `content-type`, `content-length`, `host` and `user-agent`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Says why a webhook cannot be sent until a person changes something. */
export interface Undeliverable {
  readonly undeliverable: string;
}

export type PostTransport = Transport<Post | Undeliverable>;

export interface PostTransportOptions {
  readonly targets: Targets;
  readonly userAgent: string;
  /** The addresses of a name; the system's when absent. */
  readonly resolve?: Resolve;
  /** A certificate that is trusted beside the platform's root certificates. */
  readonly ca?: string | undefined;
  /** The limit for one try until the answer's head is there, in milliseconds. */
  readonly timeoutMs?: number;
  /** How long the answer's body is read after its head, in milliseconds. Short, because the status alone decides. */
  readonly bodyMs?: number;
  readonly now?: () => Date;
}

/** What the customer asks for; Standard Webhooks recommends 15 to 30 seconds. */
const defaultTimeoutMs = 15_000;
const defaultBodyMs = 3000;

/** The most that is read of an answer, in bytes, and the most that is kept of it for the log, in characters. */
const longestAnswerBytes = 16 * 1024;
const keptAnswer = 2048;

/** The beginning of an answer's body, as far as it came in time. It never fails, because the status is known already. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length >= longestAnswerBytes) break;
    }
  } catch {
    // The answer was cut off or took too long. What came is kept.
  }
  // PostgreSQL cannot store a zero character in a text.
  return Buffer.concat(chunks).toString('utf8').slice(0, keptAnswer).replaceAll('\0', '\uFFFD');
}

/**
 * The head of the answer. An answer that switches to another protocol, although the request did not ask for it, counts as well. If no event
 * comes, the signal ends the wait.
 */
async function answerTo(request: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  request.once('upgrade', (_response, socket) => socket.destroy());
  const heads = ['response', 'upgrade'].map((event) => once(request, event, { signal }));
  const [response] = (await Promise.race(heads)) as [IncomingMessage];
  return response;
}

/** The outcome that an answer means: `sent` for any 2xx, `retry` for anything else. */
function outcomeOf(response: IncomingMessage, exchange: Exchange, now: Date): Outcome {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return { kind: 'sent', said: `Answered ${status}.`, exchange };
  const reason =
    status >= 300 && status < 400
      ? `Answered ${status}, and redirects are not followed: give the address that it leads to.`
      : `Answered ${status}.`;
  return {
    kind: 'retry',
    step: 'answer',
    code: `HTTP_${status}`,
    reason,
    retryAfterMs: readRetryAfter(response.headers['retry-after'], now),
    exchange,
  };
}

/** The result of work, or the signal's reason once it aborts: a look-up of a name may hang for a minute and cannot be cancelled. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', giveUp));
}

/** A look-up function that gives the addresses which were judged before, in either form that the platform asks for. */
const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, done) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = all;
    if (options.all) done(null, all);
    else done(null, first?.address ?? '', first?.family ?? 0);
  };

export function createPostTransport(options: PostTransportOptions): PostTransport {
  const { targets, userAgent, ca, timeoutMs = defaultTimeoutMs, bodyMs = defaultBodyMs } = options;
  const { now = () => new Date() } = options;
  const resolve = options.resolve ?? createResolver(targets);

  /** The addresses of a host that may be connected to, or why there are none. */
  async function addressesOf(url: URL, signal: AbortSignal): Promise<readonly string[] | Outcome> {
    const host = hostOf(url);
    if (!isUrlAllowed(url, targets)) {
      const reason = 'Only https is allowed here, without a user and a password in the address.';
      return { kind: 'retry', step: 'look-up', code: 'NOT_HTTPS', reason };
    }
    const found = isIP(host) > 0 ? [host] : await untilAborted(resolve(host, signal), signal);
    const open = found.filter((address) => targets.isAllowedName(host) || targets.mayConnect(address));
    if (open.length > 0) return open;
    if (found.length === 0) {
      return { kind: 'retry', step: 'look-up', code: 'ENOTFOUND', reason: `The name ${host} has no address.` };
    }
    const reason = `${host} is at ${found.slice(0, 3).join(', ')}, which is not an address of the public internet. WEBHOOK_ALLOW says what else is allowed.`;
    return { kind: 'retry', step: 'look-up', code: 'REFUSED_TARGET', reason };
  }

  async function post(content: Post, signal: AbortSignal | undefined): Promise<SendResult> {
    const deadline = createDeadline(timeoutMs);
    const either = AbortSignal.any(signal ? [signal, deadline.signal] : [deadline.signal]);
    const begunMs = performance.now();
    const headers = {
      ...content.headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(content.body)),
      'user-agent': userAgent,
    };
    let address: string | null = null;
    let connected = false;
    const exchangeOf = (status: number | null, answer: string): Exchange => ({
      url: content.url,
      address,
      headers,
      body: content.body,
      status,
      answer,
      tookMs: Math.round(performance.now() - begunMs),
    });
    try {
      const url = new URL(content.url);
      const found = await addressesOf(url, either);
      if ('kind' in found) return { ...found, exchange: exchangeOf(null, '') };
      const host = hostOf(url);
      const encrypted = url.protocol === 'https:';
      const common = {
        method: 'POST',
        headers: { ...headers, host: url.host },
        // Every request has its own connection, because a kept one was judged for another request.
        agent: false as const,
        host,
        port: url.port || (encrypted ? 443 : 80),
        path: `${url.pathname}${url.search}`,
        lookup: lookupOf(found),
        signal: either,
      };
      const request = encrypted
        ? requestOverTls({
            ...common,
            ...(isIP(host) === 0 && { servername: host }),
            ...(ca && { ca: [...rootCertificates, ca] }),
          })
        : requestInClear(common);
      request.once('socket', (socket) => {
        socket.once('connect', () => {
          address = socket.remoteAddress ?? null;
          const isJudged = address !== null && (targets.isAllowedName(host) || targets.mayConnect(address));
          if (!isJudged) socket.destroy(Object.assign(new Error('Not a judged address'), { code: 'REFUSED_TARGET' }));
        });
        socket.once(encrypted ? 'secureConnect' : 'connect', () => {
          connected = true;
        });
      });
      // The error is handled elsewhere: by `once` before the answer, and by the reading of the body after it.
      request.on('error', () => {});
      request.end(content.body);
      const response = await answerTo(request, either);
      const cut = setTimeout(() => response.destroy(), bodyMs);
      const answer = await readBeginning(response);
      clearTimeout(cut);
      request.destroy();
      return outcomeOf(response, exchangeOf(response.statusCode ?? null, answer), now());
    } catch (error) {
      const code = deadline.signal.aborted ? 'ETIMEDOUT' : codeOf(error);
      if (signal?.aborted && !connected) return { kind: 'interrupted' };
      const exchange = exchangeOf(null, '');
      if (connected) {
        const reason =
          code === 'ETIMEDOUT'
            ? `No answer within ${Math.round(timeoutMs / 1000)} seconds.`
            : `The connection ended before there was an answer (${code}).`;
        return { kind: 'unsure', step: 'answer', code, reason, exchange };
      }
      return { kind: 'retry', step: 'connection', code, reason: `It could not be reached (${code}).`, exchange };
    } finally {
      deadline.clear();
    }
  }

  return {
    async send(content, signal) {
      if (signal?.aborted) return { kind: 'interrupted' };
      if (!('undeliverable' in content)) return post(content, signal);
      return { kind: 'permanent', step: 'writing', code: 'UNDELIVERABLE', reason: content.undeliverable };
    },
    close() {},
  };
}
