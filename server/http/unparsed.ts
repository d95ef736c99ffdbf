/**
 * Responds to what Node does not pass on as a request: a line that cannot be parsed, too many headers, a body that comes too late,
 * CONNECT, an unknown expectation. Node and the framework would respond without our hooks and so without our headers. These
 * responses have the headers, and a short text that repeats nothing of what was sent.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { type SecurityConfig, securityHeaders } from './security-headers.ts';

/** The status of the errors of Node's parser and timer. Every other error gets 400. */
const statusOf: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** How long, and how many bytes, a client may go on sending after such a response before the connection is closed. */
const lingerMs = 2_000;
const lingerBytes = 16 * 1024 * 1024;

function headersOf(status: number, config: SecurityConfig, length: number): Record<string, string> {
  return {
    ...securityHeaders(config),
    ...(status === 405 && { allow: 'GET, HEAD, POST, OPTIONS' }),
    'content-type': 'text/plain',
    'content-length': String(length),
    connection: 'close',
  };
}

/** Connections that have got their response and are ending. The parser still reports errors for data that arrives on them. */
const ending = new WeakSet<Socket>();

/** Writes a whole response to a connection and ends it, after the client had a moment to stop sending. */
function endWith(socket: Socket, status: number, config: SecurityConfig): void {
  const text = STATUS_CODES[status] ?? '';
  const headers = Object.entries(headersOf(status, config, text.length)).map(([name, value]) => `${name}: ${value}`);
  ending.add(socket);
  const end = () => socket.destroy();
  const late = setTimeout(end, lingerMs);
  let left = lingerBytes;
  socket.on('data', (chunk) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  socket
    .on('end', end)
    .on('error', end)
    .on('close', () => clearTimeout(late));
  socket.end([`HTTP/1.1 ${status} ${text}`, ...headers, '', text].join('\r\n'));
  socket.resume();
}

/** Responds to what Node's parser refuses. When a response was already begun, the connection is only closed. */
export function clientErrorHandler(config: SecurityConfig) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (ending.has(socket)) return;
    const response = responses.get(socket);
    const begun = response?.headersSent === true && !response.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || begun) socket.destroy();
    else endWith(socket, statusOf[error.code ?? ''] ?? 400, config);
  };
}

/** The newest response of each connection. */
const responses = new WeakMap<Socket, ServerResponse>();

/** Responds to CONNECT and to expectations, which Node passes to no handler. */
export function addUnparsedAnswers(app: FastifyInstance, config: Pick<Config, keyof SecurityConfig>): void {
  app.server
    .prependListener('request', ({ socket }, response) => void responses.set(socket, response))
    .on('connect', (_request: IncomingMessage, stream) => endWith(stream as Socket, 405, config))
    .on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
      const text = STATUS_CODES[417] ?? '';
      response.writeHead(417, headersOf(417, config, text.length)).end(text);
    });
}
