import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { sendPath } from '#contract/send.ts';
import type { Storage } from '#server/database/open.ts';
import type { Stage } from '../fakes/smtp.ts';
import { inquiryParams } from '../support/answers.ts';
import { eachEngine } from '../support/each-engine.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { bodyOf, post } from './support/post.ts';
import { fakeSmtp, mailSettings, startAt } from './support/servers.ts';

const stopsWithinMs = 5000;
const mostCallers = 20;
const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';

/** The answer to a request from `sendAlmost`. */
const answerOf = ({ received }: Client) => received().slice(goOn.length);

interface Client {
  readonly socket: Socket;
  /** Everything the server sent so far. */
  received(): string;
}

async function connectTo(url: string): Promise<Client> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => {}); // What matters is what came before.
  await once(socket, 'connect');
  return { socket, received: () => received };
}

/**
 * Sends a request without the last byte of its body, and waits until the server has the request: it answers that it goes on
 * reading. The returned function sends the last byte.
 */
async function sendAlmost(url: string, id: string): Promise<Client & { finish(): void }> {
  const client = await connectTo(url);
  const body = bodyOf('inquiry', inquiryParams({ submission_id: id }));
  const head = [
    `POST ${sendPath} HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'expect: 100-continue',
  ];
  client.socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  await expect.poll(client.received).toBe(goOn);
  return { ...client, finish: () => void client.socket.write(body.slice(-1)) };
}

/** Waits until a server that was told to stop takes no new connections. */
const untilShut = ({ url }: ServerProcess) =>
  expect
    .poll(() => fetch(`${url}/readyz`).then(String, (error: unknown) => (error as Error).message))
    .toBe('fetch failed');

const idsOf = async ({ db }: Storage) => (await db.selectFrom('leads').select('id').execute()).map(({ id }) => id);
const messagesOf = ({ db }: Storage) => db.selectFrom('messages').selectAll().execute();

eachEngine(({ newPlace, openStorage }) => {
  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'R832 a stop by %s answers what is in flight and closes what is idle',
    async (signal) => {
      const place = await newPlace();
      const server = await startAt(place);
      const idle = await Promise.all(Array.from({ length: 5 }, () => connectTo(server.url)));
      const used = await connectTo(server.url);
      used.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
      await expect.poll(used.received).toMatch(/^HTTP\/1\.1 200/);

      const ids = [mintId(), mintId(), mintId()];
      const inFlight = await Promise.all(ids.map((id) => sendAlmost(server.url, id)));
      const stopped = server.stop(signal);
      await untilShut(server);
      for (const { finish } of inFlight) finish();
      for (const client of inFlight) {
        await expect.poll(() => answerOf(client)).toMatch(/^HTTP\/1\.1 200 OK\r\n(.+\r\n)*connection: close\r\n/i);
      }
      const { code, afterMs } = await stopped;
      expect(code).toBe(0);
      expect(afterMs).toBeLessThan(stopsWithinMs);
      expect((await idsOf(await openStorage(place))).sort()).toEqual(ids.sort());
      expect(idle.every(({ socket }) => socket.closed || socket.readableEnded)).toBe(true);
    },
  );

  test('R866 callers that send one request after another on a connection get an answer to each, and the last says that it ends', async () => {
    const server = await startAt(await newPlace());
    const callers = await Promise.all(Array.from({ length: mostCallers }, () => connectTo(server.url)));
    const lastWords = callers.map(async ({ socket, received }) => {
      const isOver = new Promise<true>((resolve) => socket.once('close', () => resolve(true)));
      for (let answers = 1; ; answers++) {
        socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
        while (received().split('\r\n\r\nok').length <= answers) {
          const isMore = new Promise<false>((resolve) => socket.once('data', () => resolve(false)));
          if (await Promise.race([isOver, isMore])) return 'no answer';
        }
        if (/connection: close/i.test(received())) return 'the connection ends';
      }
    });
    await expect.poll(() => callers.every(({ received }) => received().length > 10_000)).toBe(true);
    const { code } = await server.stop();
    expect(await Promise.all(lastWords)).toEqual(Array(mostCallers).fill('the connection ends'));
    expect(code).toBe(0);
  });

  test('a stop does not wait for a visitor who never finishes, and still gives back what it was sending', async () => {
    const place = await newPlace();
    const smtp = await fakeSmtp();
    await smtp.misbehave({ kind: 'silent', at: 'recipient', forMs: 60_000 });
    const server = await startAt(place, mailSettings(smtp));
    expect((await post(server.url, 'inquiry', inquiryParams())).status).toBe(200);
    await expect.poll(smtp.connections).toBe(2);
    await sendAlmost(server.url, mintId());
    const { code, afterMs } = await server.stop();
    expect(code).toBe(0);
    expect(afterMs).toBeLessThan(stopsWithinMs);
    for (const message of await messagesOf(await openStorage(place))) {
      expect(message).toMatchObject({ lease_token: null, lease_until: null, state: 'waiting', attempts: 0 });
    }
  });

  test.each<[Stage, object]>([
    ['recipient', { state: 'waiting', attempts: 0 }],
    ['data', { state: 'unsure', attempts: 1 }],
  ])('a stop while the mail server is silent at the %s leaves the mail to the next start', async (at, left) => {
    const place = await newPlace();
    const smtp = await fakeSmtp();
    await smtp.misbehave({ kind: 'silent', at, forMs: 60_000 });
    const server = await startAt(place, mailSettings(smtp));
    expect((await post(server.url, 'inquiry', inquiryParams())).status).toBe(200);
    // Both mails have been handed over, up to the point at which the mail server is silent.
    await expect.poll(smtp.waiting).toBe(2);
    const { code, afterMs } = await server.stop();
    expect(code).toBe(0);
    expect(afterMs).toBeLessThan(stopsWithinMs);
    const storage = await openStorage(place);
    const messages = await messagesOf(storage);
    expect(messages).toHaveLength(2);
    for (const message of messages) expect(message).toMatchObject({ ...left, lease_token: null, lease_until: null });

    await smtp.repair();
    await startAt(place, mailSettings(smtp));
    await smtp.waitFor(2);
  });

  test('a server that is stopping says that it is not ready, and takes what comes on open connections', async () => {
    const place = await newPlace();
    const server = await startAt(place);
    const waiting = await sendAlmost(server.url, mintId());
    const stopped = server.stop();
    await untilShut(server);
    waiting.finish();
    expect((await stopped).code).toBe(0);
    expect(answerOf(waiting)).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});
