/** A program that gets webhooks: it checks signatures with the library that receivers use, and misbehaves as told. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createServerOverTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import type { ServerCertificate } from '../support/certificates.ts';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How it answers: a status, with a body and headers; nothing at all; a head and then a byte now and then; or a cut. */
export type Answer =
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'drip'
  | 'cut';

/**
 * Starts a receiver on a free port of this machine, for the length of a test.
 *
 * @param tls what it speaks TLS with; in clear when absent
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
    /** Answers so from now on. */
    answer(how: Answer | ((received: Received) => Answer)) {
      answerTo = typeof how === 'function' ? how : () => how;
    },
    /** Answers nothing before this resolves. */
    hold(until: Promise<void>) {
      held = until;
    },
    /** Resolves when so many have been received. */
    async until(count: number): Promise<void> {
      while (received.length < count) await new Promise<void>((resolve) => heard.push(resolve));
    },
  };
}

/** What a webhook says, checked as its receiver does. Throws when the signature does not hold, or its time is not about now. */
export const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers) as { type: string; timestamp: string; data: Record<string, unknown> };
