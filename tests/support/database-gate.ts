/** A gate before a database, for tests of a connection that is lost. */
import { onTestFinished } from 'vitest';
import { startTcpGate } from '../fakes/tcp-gate.ts';

/** Starts a gate before the database at an address. `url` leads to that database through the gate. It ends with the test. */
export async function startDatabaseGate(databaseUrl = '') {
  const url = new URL(databaseUrl);
  const gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
  onTestFinished(() => gate.stop());
  url.hostname = '127.0.0.1';
  url.port = String(gate.port);
  return Object.assign(gate, { url: url.href });
}
