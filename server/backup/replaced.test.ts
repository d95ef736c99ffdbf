import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openStorage } from '#server/database/open.ts';
import { onPostgres, roundsOf } from '../../tests/support/each-engine.ts';
import { dumpPostgres } from './dump.ts';
import { readReplaced } from './service.ts';

const at = '2026-11-21T21:06:00.000Z';
const rounds = roundsOf(40);

/** A server that lets everybody in, as PostgreSQL does ("Message Formats"), and closes the connection at the first statement. */
async function startClosing(): Promise<string> {
  const letIn = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(letIn);
      socket.once('data', () => socket.destroy());
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `postgres://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/x`;
}

it('R1152 a connection of a backup or a restore that breaks fails the statement, and does not end the process', async () => {
  const thrown: unknown[] = [];
  const note = (error: unknown) => void thrown.push(error);
  process.prependListener('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  const url = await startClosing();
  await expect(readReplaced(url, at)).rejects.toThrow('Connection terminated unexpectedly');
  await expect(dumpPostgres(url, '/none/dump.sql')).rejects.toThrow('Connection terminated unexpectedly');
  expect(thrown).toEqual([]);
});

onPostgres((under) => {
  it('R760 what a restore reads from a database that a server still uses is of one moment', async () => {
    const place = await under.newPlace();
    const { databaseUrl = '' } = place;
    const storage = openStorage(place);
    onTestFinished(() => storage.close());
    await storage.db.insertInto('people').values({ id: 'p', name: '0', created_at: at }).execute();
    await storage.db.insertInto('dealerships').values({ id: 'd', name: '0', name_key: '0', created_at: at }).execute();
    let isOver = false;
    const write = async () => {
      for (let n = 1; !isOver; n++) {
        const name = String(n);
        await storage.transaction(async (trx) => {
          await trx.updateTable('people').set({ name }).execute();
          await trx.updateTable('dealerships').set({ name }).execute();
        });
      }
    };
    const writing = write();
    const seen = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const { tables } = await readReplaced(databaseUrl, at);
      const names = ['people', 'dealerships'].map((table) => tables.get(table)?.[0]?.['name']);
      expect(names[1]).toBe(names[0]);
      seen.add(String(names[0]));
    }
    isOver = true;
    await writing;
    expect(seen.size).toBeGreaterThan(1);
  });
});
