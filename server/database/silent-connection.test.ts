import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { openPostgresPool } from './postgres.ts';

/** The database says that it is ready for the first statement (PostgreSQL, "Message Formats"). */
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** A way to the database that, while it is silent, passes a login on and nothing after it. */
async function startGate(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  let isSilent = false;
  const server = createServer((client) => {
    const upstream = connect(target);
    let isMuted = false;
    client.on('data', (chunk: Buffer) => void (isMuted || upstream.write(chunk)));
    upstream.on('data', (chunk: Buffer) => {
      client.write(chunk);
      isMuted ||= isSilent && chunk.includes(ready);
    });
    for (const socket of [client, upstream]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const silence = (yes: boolean) => {
    isSilent = yes;
  };
  return { url: url.href, silence };
}

onPostgres((under) => {
  it('R762 connections that fall silent between their login and the first statement are given up, and do not use up the pool', async () => {
    const gate = await startGate((await under.newPlace()).databaseUrl ?? '');
    const pool = openPostgresPool(gate.url, { onBroken: () => {}, silenceMs: 300, connections: 2 });
    onTestFinished(() => pool.end());
    gate.silence(true);
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => pool.query('select 1')));
    expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
    gate.silence(false);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});
