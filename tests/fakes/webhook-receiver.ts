/**
 * A program that receives webhooks. It checks their signatures with the library that receivers use, and misbehaves when a test asks
 * for it.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createServerOverTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import type { ServerCertificate } from '../support/certificates.ts';

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * How the receiver answers: a status with a body and headers; no answer; a head and then one byte at long intervals; or a cut
 * connection.
 */
type Answer =
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'drip'
  | 'cut';

/**
 * Starts a receiver on a free port of this machine. It runs as long as the test.
 *
 * @param tls the certificate to speak TLS with; when absent, the receiver speaks plain HTTP
 */
export async function startWebhookReceiver(tls?: ServerCertificate) {
  const received: Received[] = [];
  let answerTo: (received: Received) => Answer = () => ({ status: 204 });
  const heard: (() => void)[] = [];
  let held: Promise<void> | undefined;

  function answer(response: ServerResponse, how: Answer): void {
    if (how === 'hang') return;
    if (how === 'cut') return void response.destroy();
    if (how === 'drip') {
      response.writeHead(200);
      const drops = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drops));
      return;
    }
    response.writeHead(how.status, how.headers).end(how.body);
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    request.setEncoding('utf8');
    for await (const chunk of request) body += String(chunk);
    const one = { path: request.url ?? '', headers: request.headers as Record<string, string>, body };
    received.push(one);
    if (held) {
      for (const hear of heard.splice(0)) hear();
      await held;
    }
    answer(response, answerTo(one));
    for (const hear of heard.splice(0)) hear();
  }

  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void take(request, response).catch(() => response.destroy());
  const server = tls ? createServerOverTls(tls, listener) : createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** Sets the answer to this request and all later ones. */
    answer(how: Answer | ((received: Received) => Answer)) {
      answerTo = typeof how === 'function' ? how : () => how;
    },
    /** Delays every answer until the promise resolves. */
    hold(until: Promise<void>) {
      held = until;
    },
    /** Resolves when `count` webhooks have been received. */
    async until(count: number): Promise<void> {
      while (received.length < count) await new Promise<void>((resolve) => heard.push(resolve));
    },
  };
}

/**
 * Checks a webhook as its receiver does, and returns what it says. Throws when the signature is wrong, or when its time is too far
 * from now.
 */
export const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers) as { type: string; timestamp: string; data: Record<string, unknown> };
