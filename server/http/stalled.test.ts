/** Clients that ask and take nothing of the answer, and clients that take it slowly. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { listen, openRaw } from '../../tests/support/raw-http.ts';

const stalledForMs = 1500;
/** How often in that time the slow client takes something, and how many bytes: enough for the system to let the server go on. */
const timesInThat = 6;
const takenAtOnce = 1_500_000;
/** Far more than the system keeps for a connection. */
const asked = 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(30);

// None of these requests reaches the database, so one engine is enough.
const under = engineUnderTest('sqlite');

it('R329 whoever takes nothing of an answer is let go, and whoever takes it slowly is not', async () => {
  const { app } = await startApp(under);
  expect(app.server.timeout).toBe(120_000);
  app.server.setTimeout(stalledForMs);
  const port = await listen(app);
  const connectionTo = async () => {
    const arrives = once(app.server, 'connection') as Promise<[Socket]>;
    const { socket, write } = await openRaw(port);
    const [ours] = await arrives;
    await write(asked);
    return { socket, ours };
  };
  const stalled = await connectionTo();
  const slow = await connectionTo();
  const closed = once(stalled.ours, 'close');
  let taken = 0;
  slow.socket.on('data', (bytes) => {
    taken += bytes.length;
  });
  for (let round = 1; round <= 2 * timesInThat; round++) {
    slow.socket.resume();
    while (taken < round * takenAtOnce) await once(slow.socket, 'data');
    slow.socket.pause();
    await sleep(stalledForMs / timesInThat);
  }
  await closed;
  expect(slow.ours.destroyed).toBe(false);
});
