/**
 * Lets a client read a response that comes before the end of its request's body, such as the refusal of a file. If the server
 * closed the connection at once, the system would reset it, and a client that is still writing would get the reset before it has
 * read the response. So the response is sent at once, and the rest of the request is read and discarded for a while.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** The limits of what is read after the response. Without them a client could keep us reading. */
export const lingerLimits = {
  bytes: 32 * 1024 * 1024,
  /** How long without a byte until the client is taken to have stopped sending. */
  idleMs: 5_000,
  /** Shorter than the time that a whole request may take. */
  totalMs: 20_000,
} as const;

type Limits = { readonly [Name in keyof typeof lingerLimits]: number };

/** Reads and discards the rest of a request until it ends, its connection closes, or a limit is reached. */
function discardRest(request: IncomingMessage, { bytes, idleMs, totalMs }: Limits): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (request.destroyed || request.readableEnded) return Promise.resolve();
  let left = bytes;
  const idle = setTimeout(resolve, idleMs);
  const total = setTimeout(resolve, totalMs);
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) resolve();
    else idle.refresh();
  };
  // The previous reader of the body needs no more of it.
  request.unpipe();
  request.on('data', count).once('end', resolve).once('error', resolve).once('close', resolve).resume();
  return promise.finally(() => {
    clearTimeout(idle);
    clearTimeout(total);
    request.off('data', count).pause();
  });
}

/** Yields the body of a response at once, and ends after the rest of the request was discarded. */
async function* lingering(body: string | Buffer, request: IncomingMessage, limits: Limits) {
  yield body;
  await discardRest(request, limits);
}

/** Applies this to every response that comes before the end of its request's body. */
export function addLinger(app: FastifyInstance, limits: Limits = lingerLimits): void {
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    // A request that a test injects has no socket, so its `complete` is not set.
    if (raw.complete !== false || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
    if (payload.length === 0) return payload;
    // The connection cannot be used again, because it is unknown where the next request would begin.
    reply.header('connection', 'close').header('content-length', Buffer.byteLength(payload));
    return Readable.from(lingering(payload, raw, limits), { objectMode: false });
  });
}
