import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { leaseMs } from './outbox.ts';
import type { SendResult } from './retry-schedule.ts';
import { pass } from './testing.ts';
import { eventually, rowOf, rowsOf, scripted, startServer } from './testing-worker.ts';

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
      // The one that sends may prolong its lease before the other has looked; then the other looks again.
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
