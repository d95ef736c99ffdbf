import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createDeadline } from './deadline.ts';

/** Nothing of this process runs for so long, as when the machine sleeps. */
function standStill(forMs: number): void {
  const end = performance.now() + forMs;
  while (performance.now() < end);
}

test('R48 an answer that came while the process stood still is read before the time is up', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const [peer] = (await once(server, 'connection')) as [Socket];
  const order: string[] = [];
  client.on('data', () => order.push('answer'));
  const deadline = createDeadline(50);
  const over = once(deadline.signal, 'abort').then(() => order.push('time is up'));
  peer.write('250 OK\r\n');
  standStill(300);
  await over;
  peer.destroy();
  expect(order).toEqual(['answer', 'time is up']);
});

test('a time limit counts anew when it is told to, and not at all once it is cleared', async () => {
  const restarted = createDeadline(40);
  const cleared = createDeadline(40);
  restarted.restart(400);
  cleared.clear();
  const plain = createDeadline(150);
  await once(plain.signal, 'abort');
  expect([restarted.signal.aborted, cleared.signal.aborted]).toEqual([false, false]);
  expect((plain.signal.reason as Error).name).toBe('TimeoutError');
  await once(restarted.signal, 'abort');
  expect(cleared.signal.aborted).toBe(false);
});
