import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testClock } from '../../tests/support/clock.ts';
import { startDatabaseGate } from '../../tests/support/database-gate.ts';
import { eachEngineAlways, onPostgres, roundsOf } from '../../tests/support/each-engine.ts';
import { eventually, rowOf, rowsOf, scripted, startServer } from '../../tests/support/outbox-worker.ts';
import { openStorage } from '../database/open.ts';
import { createOutbox, leaseMs } from './outbox.ts';
import type { SendResult } from './retry-schedule.ts';
import { pass, testKinds } from './testing.ts';

eachEngineAlways(({ openStorage }) => {
  describe('several workers on one outbox', () => {
    test('send each message once', async () => {
      const storage = await openStorage();
      const { mails, transport } = scripted(() => pause(2, { kind: 'sent' as const }));
      const servers = [1, 2, 3].map(() => startServer(storage, transport));
      for (let n = 0; n < 60; n++) await servers[0]?.enqueue();
      await Promise.all(servers.map(({ worker }) => worker.runDue()));
      expect(mails).toHaveLength(60);
      expect(new Set(mails.map(({ id }) => id)).size).toBe(60);
      expect((await rowsOf(storage)).every(({ state }) => state === 'sent')).toBe(true);
    });

    test('one killed in mid-send: the others take over after its lease, and nothing is sent twice', async () => {
      const storage = await openStorage();
      // The killed server had taken messages and put nothing on the wire; it never speaks again.
      const dead = startServer(storage, scripted(() => new Promise<never>(() => {})).transport, {
        heartbeatMs: 1_000_000,
        finishMs: 0,
        interruptMs: 0,
      });
      const { mails, transport } = scripted(() => ({ kind: 'sent' }));
      const other = startServer(storage, transport);
      for (let n = 0; n < 20; n++) await other.enqueue();
      dead.worker.start();
      await expect
        .poll(async () => (await rowsOf(storage)).filter(({ lease_token }) => lease_token).length, eventually)
        .toBe(3);
      await other.worker.runDue();
      expect(mails).toHaveLength(17);
      await pass(storage, leaseMs, other.clock);
      await other.worker.runDue();
      expect(mails).toHaveLength(20);
      expect(new Set(mails.map(({ id }) => id)).size).toBe(20);
    });

    test('a late one neither marks nor repeats what another took over', async () => {
      const storage = await openStorage();
      let answerLate = (_result: SendResult) => {};
      const slow = scripted(() => new Promise((resolve) => (answerLate = resolve)));
      const late = startServer(storage, slow.transport, { heartbeatMs: 1_000_000 });
      const other = startServer(storage, scripted(() => ({ kind: 'sent' })).transport);
      await late.enqueue();
      const running = late.worker.runDue();
      await expect.poll(() => slow.mails.length, eventually).toBe(1);
      await pass(storage, leaseMs, other.clock);
      await other.worker.runDue();
      answerLate({ kind: 'permanent', code: 'SMTP 550', reason: 'late news' });
      await running;
      expect(await rowOf(storage)).toMatchObject({ state: 'sent', last_error: null });
      expect(late.logged).toContainEqual(expect.objectContaining({ event: 'another worker took this message over' }));
      expect(slow.mails).toHaveLength(1);
    });

    test('one that lost its lease stops sending', async () => {
      const storage = await openStorage();
      const hanging = scripted(
        (_mail, signal) =>
          new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ kind: 'interrupted' }))),
      );
      const late = startServer(storage, hanging.transport, { heartbeatMs: 20 });
      const other = startServer(storage, scripted(() => ({ kind: 'sent' })).transport);
      await late.enqueue();
      const running = late.worker.runDue();
      await expect.poll(() => hanging.mails.length, eventually).toBe(1);
      // The one that sends may renew its lease before the other has looked; then the other looks again.
      const takenOver = async () => {
        await pass(storage, 10 * leaseMs, other.clock);
        await other.worker.runDue();
        return (await rowOf(storage)).state;
      };
      await expect.poll(takenOver, eventually).toBe('sent');
      await running;
    });
  });
});

onPostgres((under) => {
  const leaseForMs = 1000;

  /** A server, at first without a message, whose way to the database a test can shut. */
  async function startBehindGate(databaseUrl: string | undefined, dataDir: string, answer: () => Promise<SendResult>) {
    const gate = await startDatabaseGate(databaseUrl);
    const storage = openStorage({ dataDir, databaseUrl: gate.url });
    onTestFinished(() => storage.close());
    const outbox = createOutbox({ storage, kinds: testKinds, now: testClock().now, canSend: true, leaseForMs });
    const { mails, transport } = scripted(answer);
    const times = { heartbeatMs: leaseForMs / 3, pollMs: 50, finishMs: 0, interruptMs: 0 };
    return { gate, mails, ...startServer(storage, transport, { outbox, ...times }) };
  }

  /** Two servers. Both lose the database for longer than a lease when the first one's message has left. */
  async function startTwo() {
    const { dataDir, databaseUrl } = await under.newPlace();
    const storage = openStorage({ dataDir, databaseUrl });
    onTestFinished(() => storage.close());
    const gone = Promise.withResolvers<void>();
    const first = await startBehindGate(databaseUrl, dataDir, async () => {
      await Promise.all([first.gate.shut(), other.gate.shut()]);
      gone.resolve();
      return { kind: 'sent' };
    });
    const other = await startBehindGate(databaseUrl, dataDir, async () => ({ kind: 'sent' }));
    await first.enqueue();
    first.worker.start();
    await gone.promise;
    other.worker.start();
    // The first one tries once a second to record the result, and the other one asks more often, so the other one comes first.
    await pause(1.4 * leaseForMs);
    return { storage, first, other };
  }

  test('R1195 a message that was taken while the database went away for longer than a lease is not sent again', async () => {
    const sent: number[] = [];
    for (let round = 0; round < roundsOf(5); round++) {
      const { storage, first, other } = await startTwo();
      await Promise.all([other.gate.open(), first.gate.open()]);
      await expect.poll(async () => (await rowOf(storage)).state, eventually).toBe('sent');
      sent.push(first.mails.length + other.mails.length);
      await Promise.all([first.worker.stop(), other.worker.stop()]);
    }
    expect(sent).toEqual(sent.map(() => 1));
  });

  test('R1195 when the database is back, new messages go at once, and those of a server that never came back soon after', async () => {
    const { storage, other } = await startTwo();
    const { id: left } = await rowOf(storage);
    const direct = startServer(storage, scripted(() => ({ kind: 'sent' })).transport);
    await direct.enqueue();
    await other.gate.open();
    await expect.poll(() => other.mails.length, eventually).toBe(2);
    expect(other.mails.map(({ id }) => id.includes(left))).toEqual([false, true]);
  });
});
