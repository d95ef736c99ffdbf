import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { listen, openRaw } from '../../tests/support/raw-http.ts';

/** Far more than the system keeps for a connection. */
const asked = 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(30);

// None of these requests reaches the database, so one engine is enough.
const under = engineUnderTest('sqlite');

it('R329 a client that takes nothing of its answers is let go, and its connection with it', async () => {
  const { app } = await startApp(under);
  expect(app.server.timeout).toBe(120_000);
  app.server.setTimeout(300);
  const port = await listen(app);
  const arrives = once(app.server, 'connection') as Promise<[Socket]>;
  const { socket, write } = await openRaw(port);
  const [ours] = await arrives;
  const closed = once(ours, 'close');
  await write(asked);
  expect(socket.isPaused()).toBe(true);
  await closed;
  expect(ours.bytesWritten).toBeGreaterThan(0);
});

it('R866 a connection stays open without a request for longer than the two minutes that proxies keep one', async () => {
  const { app } = await startApp(under);
  const port = await listen(app);
  const { headers } = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(headers.get('keep-alive')).toBe('timeout=130');
});
