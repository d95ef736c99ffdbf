/** A claim of a message that PostgreSQL wrote, and whose answer never came. */
import { expect, onTestFinished, test } from 'vitest';
import { startDatabaseGate } from '../../tests/support/database-gate.ts';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { rowOf, scripted, startServer } from '../../tests/support/outbox-worker.ts';
import { openStorage } from '../database/open.ts';

onPostgres((under) => {
  /** A server whose only message PostgreSQL has claimed for it, and that has lost the answer. */
  async function loseClaim() {
    const place = await under.newPlace();
    const gate = await startDatabaseGate(place.databaseUrl);
    const storage = openStorage({ ...place, databaseUrl: gate.url });
    onTestFinished(() => storage.close());
    const { mails, transport } = scripted(() => ({ kind: 'sent' }));
    const server = startServer(storage, transport);
    await server.enqueue();
    gate.cutBefore('UPDATE 1', 'server');
    await server.worker.runDue();
    expect([mails.length, (await rowOf(storage)).attempts]).toEqual([0, 1]);
    return { ...server, storage, mails };
  }

  test('R869 a claim whose answer was lost is given back, counts as no try, and leaves no doubt whether the message arrived', async () => {
    const { worker, storage, mails } = await loseClaim();
    await worker.runDue();
    expect(mails).toHaveLength(1);
    expect(await rowOf(storage)).toMatchObject({ state: 'sent', attempts: 1, unsure_at: null, lease_token: null });
  });

  test('R869 a server that stops right after it lost the answer to a claim gives the message back', async () => {
    const { worker, storage, mails } = await loseClaim();
    await worker.stop();
    expect(mails).toHaveLength(0);
    expect(await rowOf(storage)).toMatchObject({ state: 'waiting', attempts: 0, unsure_at: null, lease_token: null });
  });
});
