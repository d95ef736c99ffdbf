/**
 * A response that comes before the request's body has ended, such as the refusal of a file. If the server closed the
 * connection then, the system would reset it, and a client that is still writing would meet the reset before it has read
 * the response. So the response goes out at once, and what still comes is read and thrown away for a while.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** How much is read after the response, whichever limit is reached first. Without limits a client could keep us reading. */
export const lingerLimits = {
  bytes: 32 * 1024 * 1024,
  /** How long without a byte until the client counts as done with sending. */
  idleMs: 5_000,
  /** Shorter than the time that a whole request may take. */
  totalMs: 20_000,
} as const;

type Limits = { readonly [Name in keyof typeof lingerLimits]: number };

/** Reads and forgets the rest of a request until it ends, its connection closes, or a limit is reached. */
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
  // The reader that had the body until now needs no more of it.
  request.unpipe();
  request.on('data', count).once('end', resolve).once('error', resolve).once('close', resolve).resume();
  return promise.finally(() => {
    clearTimeout(idle);
    clearTimeout(total);
    request.off('data', count).pause();
  });
}

/** A response's body at once, and its end when the rest of the request was discarded. */
async function* lingering(body: string | Buffer, request: IncomingMessage, limits: Limits) {
  yield body;
  await discardRest(request, limits);
}

/** Makes every response that comes before its request's body has ended one that the client can read. */
export function addLinger(app: FastifyInstance, limits: Limits = lingerLimits): void {
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    // A request without a socket, as tests inject it, says nothing of its completeness.
    if (raw.complete !== false || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
    if (payload.length === 0) return payload;
    // The connection cannot be used again: where the next request would begin is not known.
    reply.header('connection', 'close').header('content-length', Buffer.byteLength(payload));
    return Readable.from(lingering(payload, raw, limits), { objectMode: false });
  });
}
