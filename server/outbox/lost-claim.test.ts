/** A claim of a message that PostgreSQL wrote, and whose answer never came. */
import { expect, onTestFinished, test } from 'vitest';
import { startTcpGate } from '../../tests/fakes/tcp-gate.ts';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { openStorage } from '../database/open.ts';
import { rowOf, scripted, startServer } from './testing-worker.ts';

onPostgres((under) => {
  test('R869 a claim whose answer was lost is given back, counts as no try, and leaves no doubt whether the message arrived', async () => {
    const place = await under.newPlace();
    const url = new URL(place.databaseUrl ?? '');
    const gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
    onTestFinished(() => gate.stop());
    url.hostname = '127.0.0.1';
    url.port = String(gate.port);
    const storage = openStorage({ ...place, databaseUrl: url.href });
    onTestFinished(() => storage.close());
    const { mails, transport } = scripted(() => ({ kind: 'sent' }));
    const { worker, enqueue } = startServer(storage, transport);
    await enqueue();
    gate.cutBefore('UPDATE 1', 'server');
    await worker.runDue();
    expect([mails.length, (await rowOf(storage)).attempts]).toEqual([0, 1]);
    await worker.runDue();
    expect(mails).toHaveLength(1);
    expect(await rowOf(storage)).toMatchObject({ state: 'sent', attempts: 1, unsure_at: null, lease_token: null });
  });
});
