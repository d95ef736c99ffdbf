/**
 * Webhooks: one POST with JSON to an address that somebody chose. The name is resolved here, each address that it has is judged
 * (`targets.ts`), and the connection goes to an address that was judged and to no other: a name that resolves otherwise a moment
 * later changes nothing, and an address that is written as a number is judged like one that was resolved. Redirects are not followed.
 */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestInClear } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { codeOf, createDeadline } from '../deadline.ts';
import { type Exchange, longestRetryAfterMs, type Outcome, type SendResult } from '../retry-schedule.ts';
import type { Transport } from '../worker.ts';
import { hostOf, isUrlAllowed } from './address.ts';
import type { Post, Undeliverable } from './post.ts';
import { createResolver, type Resolve } from './resolve.ts';
import type { Targets } from './targets.ts';

export type PostTransport = Transport<Post | Undeliverable>;

export interface PostTransportOptions {
  readonly targets: Targets;
  readonly userAgent: string;
  /** The addresses of a name; the system's when absent. */
  readonly resolve?: Resolve;
  /** Certificates that are trusted beside those of the system. */
  readonly ca?: string | undefined;
  /** One try altogether, the answer included. */
  readonly timeoutMs?: number;
  /** How long the answer's body may take once its head is there: the status says all that matters. */
  readonly bodyMs?: number;
}

/** Between the 15 and 30 seconds that the specification recommends. */
const defaultTimeoutMs = 20_000;
const defaultBodyMs = 3000;

/** What is read of an answer, in bytes, and what is kept of it for the log, in characters. */
const longestAnswerBytes = 16 * 1024;
const keptAnswer = 2048;

/** The beginning of an answer, as far as it came in time. It never fails: the status is known already. */
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
    // It was cut, or took too long. What came is kept.
  }
  // No database keeps a zero.
  return Buffer.concat(chunks).toString('utf8').slice(0, keptAnswer).replaceAll('\0', '\uFFFD');
}

/** `Retry-After` in seconds (RFC 9110 10.2.3), as far as it is waited for. */
function retryAfterMsOf({ headers }: IncomingMessage): number | undefined {
  const value = headers['retry-after'];
  return value !== undefined && /^\d{1,6}$/.test(value)
    ? Math.min(Number(value) * 1000, longestRetryAfterMs)
    : undefined;
}

/**
 * The head of the answer. One that agrees to another protocol, which nobody asked for, is an answer as well. Whatever the platform
 * says or leaves unsaid, the wait ends with the signal.
 */
async function answerTo(request: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  request.once('upgrade', (_response, socket) => socket.destroy());
  const heads = ['response', 'upgrade'].map((event) => once(request, event, { signal }));
  const [response] = (await Promise.race(heads)) as [IncomingMessage];
  return response;
}

/** What an answer means: any 2xx was taken, and nothing else was. */
function outcomeOf(response: IncomingMessage, exchange: Exchange): Outcome {
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
    retryAfterMs: retryAfterMsOf(response),
    exchange,
  };
}

/** Answers with addresses that were judged before, in either form in which the platform asks. */
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
  const resolve = options.resolve ?? createResolver(targets);

  /** The addresses of a host that may be connected to, or why there are none. */
  async function addressesOf(url: URL, signal: AbortSignal): Promise<readonly string[] | Outcome> {
    const host = hostOf(url);
    if (!isUrlAllowed(url, targets)) {
      const reason = 'Only https is allowed here, without a user and a password in the address.';
      return { kind: 'retry', step: 'look-up', code: 'NOT_HTTPS', reason };
    }
    const found = isIP(host) > 0 ? [host] : await resolve(host, signal);
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
        // A connection of its own: one that was kept was judged for another request.
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
      // Before the answer `once` meets it as well, and from then on whoever reads the answer's body.
      request.on('error', () => {});
      request.end(content.body);
      const response = await answerTo(request, either);
      const cut = setTimeout(() => response.destroy(), bodyMs);
      const answer = await readBeginning(response);
      clearTimeout(cut);
      request.destroy();
      return outcomeOf(response, exchangeOf(response.statusCode ?? null, answer));
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
