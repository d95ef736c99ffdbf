/** What a webhook connects to, and how long it waits. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startWebhookReceiver } from '../../../tests/fakes/webhook-receiver.ts';
import type { Resolve } from './resolve.ts';
import { createTargets } from './targets.ts';
import { createPostTransport, type PostTransportOptions } from './transport.ts';

const here = createTargets({ hosts: [], networks: ['127.0.0.1'] });
const nowhere = createTargets({ hosts: [], networks: [] });

function transportTo(options: Partial<PostTransportOptions> = {}) {
  const transport = createPostTransport({ targets: here, userAgent: 'test', timeoutMs: 300, bodyMs: 100, ...options });
  return {
    ...transport,
    post: (url: string) => transport.send({ url, headers: { 'webhook-id': 'evt_1' }, body: '{"type":"a"}' }),
  };
}

/** Says one list of addresses after another. */
function resolving(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve: Resolve = async (host) => {
    asked.push(host);
    return answers[Math.min(asked.length, answers.length) - 1] ?? [];
  };
  return { asked, resolve };
}

test('R187 a name that resolves to this machine on the second look is refused then, and what waited is tried again', async () => {
  const receiver = await startWebhookReceiver();
  const { resolve, asked } = resolving(['192.0.2.1'], ['127.0.0.1']);
  const allowed = createTargets({ hosts: [], networks: ['192.0.2.0/24'] });
  const { post } = transportTo({ targets: allowed, resolve });
  const url = `https://rebind.example:${receiver.port}/`;
  // The first address is documentation's: nobody is there, and that is what it says.
  expect(await post(url)).toMatchObject({ kind: 'retry', step: 'connection' });
  expect(await post(url)).toMatchObject({ kind: 'retry', code: 'REFUSED_TARGET', step: 'look-up' });
  expect(asked).toEqual(['rebind.example', 'rebind.example']);
  expect(receiver.received).toEqual([]);
});

test('R187 the connection goes to an address that was judged: the name is asked once for a try', async () => {
  const receiver = await startWebhookReceiver();
  const { resolve, asked } = resolving(['127.0.0.1'], ['169.254.169.254']);
  const targets = createTargets({ hosts: ['once.example'], networks: [] });
  const { post } = transportTo({ targets, resolve });
  expect(await post(`http://once.example.:${receiver.port}/a`)).toMatchObject({ kind: 'sent' });
  expect(asked).toEqual(['once.example']);
  expect(receiver.received).toMatchObject([{ path: '/a', headers: { 'webhook-id': 'evt_1' } }]);
});

test('R187 of several addresses only those that may be reached are connected to', async () => {
  const receiver = await startWebhookReceiver();
  const { resolve } = resolving(['10.0.0.1', '127.0.0.1']);
  const { post } = transportTo({ resolve });
  // The receiver speaks no TLS, so it ends there.
  expect(await post(`https://both.example:${receiver.port}/`)).toMatchObject({
    kind: 'retry',
    step: 'connection',
    exchange: { address: '127.0.0.1' },
  });
});

test.each(['[::ffff:127.0.0.1]', '127.1', '0x7f000001', '2130706433', '[::1]', '169.254.169.254', '127.0.0.1.'])(
  'R187 an address that is written as %s is refused at the connection, although no name is resolved',
  async (host) => {
    const { resolve, asked } = resolving(['8.8.8.8']);
    const { post } = transportTo({ targets: nowhere, resolve });
    expect(await post(`https://${host}:1/`)).toMatchObject({ kind: 'retry', code: 'REFUSED_TARGET' });
    expect(asked).toEqual([]);
  },
);

test('R187 plain http is refused where the configuration does not allow the host', async () => {
  const { post } = transportTo({ targets: nowhere });
  expect(await post('http://dealer.example/')).toMatchObject({ kind: 'retry', code: 'NOT_HTTPS' });
});

test('R184 a receiver that hangs, drips, cuts or redirects takes a bounded time, and only what answered 2xx counts as taken', async () => {
  const receiver = await startWebhookReceiver();
  const { post } = transportTo();
  receiver.answer('hang');
  expect(await post(receiver.url)).toMatchObject({ kind: 'unsure', code: 'ETIMEDOUT', exchange: { status: null } });
  receiver.answer('cut');
  expect(await post(receiver.url)).toMatchObject({ kind: 'unsure', code: 'ECONNRESET' });
  receiver.answer('drip');
  expect(await post(receiver.url)).toMatchObject({ kind: 'sent', exchange: { status: 200 } });
  receiver.answer({ status: 302, headers: { location: 'http://127.0.0.1:1/' } });
  expect(await post(receiver.url)).toMatchObject({ kind: 'retry', code: 'HTTP_302' });
  receiver.answer({ status: 429, headers: { 'retry-after': '120' } });
  expect(await post(receiver.url)).toMatchObject({ kind: 'retry', retryAfterMs: 120_000 });
  receiver.answer({ status: 500, body: `\0${'x'.repeat(100_000)}` });
  const large = await post(receiver.url);
  expect(large).toMatchObject({ kind: 'retry', code: 'HTTP_500' });
  const answer = 'exchange' in large ? large.exchange?.answer : undefined;
  expect(answer).toHaveLength(2048);
  expect(answer).not.toContain('\0');
});

test('R906 a receiver that hangs is given 15 seconds', async () => {
  const receiver = await startWebhookReceiver();
  receiver.answer('hang');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { send } = createPostTransport({ targets: here, userAgent: 'test' });
  const ends: string[] = [];
  const posted = send({ url: receiver.url, headers: {}, body: '{}' }).then(({ kind }) => ends.push(kind));
  // `vi.waitUntil` would let some of the fifteen seconds pass.
  while (receiver.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(14_999);
  expect(ends).toEqual([]);
  // What has arrived when the time is up is still read for a moment.
  await vi.advanceTimersByTimeAsync(200);
  await Promise.race([posted, new Promise((resolve) => setImmediate(resolve))]);
  expect(ends).toEqual(['unsure']);
});

test('R763 a receiver that names a date in Retry-After is tried again after that date', async () => {
  const receiver = await startWebhookReceiver();
  const { post } = transportTo({ now: () => new Date('2026-11-21T21:06:00Z') });
  receiver.answer({ status: 503, headers: { 'retry-after': 'Sat, 21 Nov 2026 21:07:30 GMT' } });
  expect(await post(receiver.url)).toMatchObject({ kind: 'retry', retryAfterMs: 90_000 });
});

test('R764 a look-up of a name that hangs costs one time limit, and no stop waits for it', async () => {
  const { send, post } = transportTo({ resolve: () => new Promise(() => {}) });
  expect(await post('https://hangs.example/')).toMatchObject({ kind: 'retry', code: 'ETIMEDOUT' });
  const stop = new AbortController();
  const sending = send({ url: 'https://hangs.example/', headers: {}, body: '{}' }, stop.signal);
  stop.abort();
  expect(await sending).toEqual({ kind: 'interrupted' });
});

test('R184 a machine that takes the connection and says nothing costs one time limit', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  server.on('connection', (socket) => onTestFinished(() => void socket.destroy()));
  const { port } = server.address() as AddressInfo;
  const { post } = transportTo();
  expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({
    kind: 'retry',
    step: 'connection',
    code: 'ETIMEDOUT',
  });
});

test('R184 a receiver that only agrees to another protocol costs no worker: the try ends', {
  timeout: 5000,
}, async () => {
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { post } = transportTo();
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
    kind: 'retry',
    code: 'HTTP_101',
    exchange: { status: 101 },
  });
});

test('R184 one that cannot be sent until a person changes something is not sent', async () => {
  const { send } = transportTo();
  expect(await send({ undeliverable: 'The endpoint is disabled.' })).toEqual({
    kind: 'permanent',
    step: 'writing',
    code: 'UNDELIVERABLE',
    reason: 'The endpoint is disabled.',
  });
  expect(await send({ undeliverable: '' }, AbortSignal.abort())).toEqual({ kind: 'interrupted' });
});
