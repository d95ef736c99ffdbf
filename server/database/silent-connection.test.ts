import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { openPostgresPool } from './postgres.ts';

/** The database says that it is ready for the first statement (PostgreSQL, "Message Formats"). */
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Stops the whole process, as a SIGSTOP or a paused machine does: its timers are late, and nothing is read. */
const standStill = (forMs: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs);

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

  it('R986 a process that stands still for longer than the limit reads the answers that came meanwhile, and gives up no connection', async () => {
    const broken: Error[] = [];
    const silenceMs = 300;
    const { databaseUrl = '' } = await under.newPlace();
    const pool = openPostgresPool(databaseUrl, { onBroken: (error) => broken.push(error), silenceMs, connections: 4 });
    onTestFinished(() => pool.end());
    const askForPids = async () => {
      const asked = Array.from({ length: 4 }, () => pool.query('select pg_backend_pid() as pid, pg_sleep(0.05)'));
      // The statements have left, and no answer has come.
      await sleep(20);
      return async () => (await Promise.all(asked)).map(({ rows }) => rows[0]?.pid).sort();
    };
    const before = await (await askForPids())();
    for (let round = 0; round < 5; round++) {
      const pids = await askForPids();
      // From here the process looks at its timers before it reads again, as it does after a SIGSTOP.
      await afterReading();
      standStill(2 * silenceMs);
      expect(await pids()).toEqual(before);
    }
    expect(broken).toEqual([]);
  });
});
