import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { StorageBusyError } from '#server/database/open.ts';
import { startFakeSmtp } from '../../tests/fakes/smtp.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import {
  dealer,
  eventually,
  from,
  operator,
  rowOf,
  rowsOf,
  scripted,
  startServer,
} from '../../tests/support/outbox-worker.ts';
import { createMailComposer } from './compose.ts';
import { createSmtpTransport } from './mail/transport.ts';
import { createOutbox, leaseMs } from './outbox.ts';
import { type Outcome, retrySchedules, type SendResult } from './retry-schedule.ts';
import { pass, testKinds } from './testing.ts';
import { stopTimes } from './worker.ts';

const { delaysMs } = retrySchedules.mail;
const refused: Outcome = { kind: 'retry', code: 'ECONNREFUSED', reason: `no route for ${dealer}` };

eachEngine(({ openStorage }) => {
  describe('the whole retry schedule on a controlled clock', () => {
    test('tries 13 times over 76 hours, never early, then asks a person, then sends when told to', async () => {
      const storage = await openStorage();
      let works = false;
      const { mails, transport } = scripted(() => (works ? { kind: 'sent' } : refused));
      const { clock, outbox, worker, enqueue } = startServer(storage, transport);
      await enqueue();
      const startedMs = clock.now().getTime();
      const triedAtMs: number[] = [];
      for (let row = await rowOf(storage); row.state === 'waiting'; row = await rowOf(storage)) {
        if (mails.length > 0) {
          clock.set(new Date(Date.parse(row.due_at) - 1));
          await worker.runDue();
          expect(mails).toHaveLength(triedAtMs.length);
        }
        clock.set(row.due_at);
        triedAtMs.push(clock.now().getTime());
        await worker.runDue();
        expect(mails).toHaveLength(triedAtMs.length);
      }
      const sums = delaysMs.map((_, at) => delaysMs.slice(0, at + 1).reduce((sum, ms) => sum + ms, startedMs));
      expect(triedAtMs).toEqual(sums);
      expect(new Set(mails.map(({ id }) => id)).size).toBe(1);
      expect(await rowOf(storage)).toMatchObject({ state: 'failed', attempts: 13, last_error: /13 tries/ });
      clock.advance(1_000_000_000);
      await worker.runDue();
      expect(mails).toHaveLength(13);

      works = true;
      await outbox.retry('all');
      await worker.runDue();
      expect(await rowOf(storage)).toMatchObject({ state: 'sent', attempts: 1, last_error: null });
    });

    test('asks a person about a message whose every try ended with its server', async () => {
      const storage = await openStorage();
      const { mails, transport } = scripted(() => ({ kind: 'sent' }));
      const { clock, worker, enqueue } = startServer(storage, transport);
      await enqueue();
      for (let crash = 0; crash < delaysMs.length; crash++) {
        await createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: true }).claim();
        await pass(storage, leaseMs, clock);
      }
      await worker.runDue();
      expect(mails).toHaveLength(0);
      expect(await rowOf(storage)).toMatchObject({ state: 'failed', last_error: /may have arrived/ });
    });
  });

  test('R869 a message is written again, and no try of it is counted, when the database fails before it is written', async () => {
    const storage = await openStorage();
    const { mails, transport } = scripted(() => ({ kind: 'sent' }));
    const written = createMailComposer(testKinds, operator);
    const states: unknown[] = [];
    const { worker, enqueue, logged } = startServer(storage, transport, {
      compose: async (message) => {
        states.push(message.attempts);
        if (states.length < 3) throw new StorageBusyError('AWAY_BUSY', new Error('Connection terminated unexpectedly'));
        return written(message);
      },
    });
    await enqueue();
    await worker.runDue();
    expect(states).toEqual([1, 1, 1]);
    expect(mails).toHaveLength(1);
    expect(await rowOf(storage)).toMatchObject({ state: 'sent', attempts: 1, unsure_at: null });
    expect(logged).not.toContainEqual(expect.objectContaining({ event: 'a message is tried again' }));
  });

  test('R1129 a message that is left to a person is so after the database failed once while that was written', async () => {
    const storage = await openStorage();
    const { mails, transport } = scripted(() => ({ kind: 'sent' }));
    const { clock, worker, enqueue } = startServer(storage, transport);
    await enqueue(dealer);
    clock.advance(73 * 60 * 60_000);
    vi.spyOn(storage, 'transaction').mockRejectedValueOnce(new StorageBusyError('AWAY_BUSY', new Error('lost')));
    await worker.runDue();
    expect(await rowOf(storage)).toMatchObject({ state: 'waiting' });
    await worker.runDue();
    expect(mails).toEqual([]);
    expect(await rowOf(storage)).toMatchObject({ state: 'failed', attempts: 0, unsure_at: null, lease_token: null });
  });

  test('R869 a message that alone cannot be read uses up its tries, and then a person is asked', async () => {
    const storage = await openStorage();
    const { mails, transport } = scripted(() => ({ kind: 'sent' }));
    /** A statement that takes too long, or has too little memory, and a page of a SQLite file that is damaged. */
    const faults = [
      { code: '57014', severity: 'ERROR' },
      { code: '53200', severity: 'ERROR' },
      { code: 'ERR_SQLITE_ERROR', errcode: 10 },
    ];
    let tries = 0;
    const { clock, worker, enqueue } = startServer(storage, transport, {
      compose: async () => {
        tries += 1;
        throw Object.assign(new Error('The message cannot be read'), faults[tries % faults.length]);
      },
    });
    await enqueue();
    for (let row = await rowOf(storage); row.state === 'waiting'; row = await rowOf(storage)) {
      clock.set(row.due_at);
      await worker.runDue();
    }
    expect([tries, mails.length]).toEqual([13, 0]);
    expect(await rowOf(storage)).toMatchObject({ state: 'failed', attempts: 13 });
  });

  describe('stopping', () => {
    test('lets a mail in flight finish', async () => {
      const storage = await openStorage();
      const taken = Promise.withResolvers<SendResult>();
      const { mails, transport } = scripted(() => taken.promise);
      const { worker, enqueue } = startServer(storage, transport);
      await enqueue();
      worker.start();
      await expect.poll(() => mails.length, eventually).toBe(1);
      const stopped = worker.stop();
      taken.resolve({ kind: 'sent' });
      await stopped;
      expect(await rowOf(storage)).toMatchObject({ state: 'sent', lease_token: null });
    });

    test('gives back within 3 seconds what was not handed over, without counting a try', async () => {
      expect(stopTimes.finishMs + stopTimes.interruptMs).toBeLessThan(3000);
      const storage = await openStorage();
      const smtp = await startFakeSmtp();
      onTestFinished(() => smtp.stop());
      await smtp.misbehave({ kind: 'silent', at: 'recipient', forMs: 60_000 });
      const transport = createSmtpTransport({ url: smtp.url, from });
      // Only the interruption ends it: its result takes as long as it takes on a busy machine.
      const { worker, enqueue } = startServer(storage, transport, { finishMs: 50, interruptMs: 30_000 });
      await enqueue();
      worker.start();
      await expect.poll(() => smtp.connections(), eventually).toBe(1);
      await worker.stop();
      expect(await rowOf(storage)).toMatchObject({ state: 'waiting', attempts: 0, lease_token: null });
    });

    test('says of what was handed over that it may have arrived', async () => {
      const storage = await openStorage();
      const smtp = await startFakeSmtp();
      onTestFinished(() => smtp.stop());
      await smtp.misbehave({ kind: 'silent', at: 'data', forMs: 60_000 });
      const transport = createSmtpTransport({ url: smtp.url, from });
      const { worker, enqueue } = startServer(storage, transport, { finishMs: 200 });
      await enqueue();
      worker.start();
      await expect.poll(() => smtp.waiting(), eventually).toBe(1);
      await worker.stop();
      expect(await rowOf(storage)).toMatchObject({ state: 'unsure', attempts: 1, lease_token: null });
    });
  });

  describe('running by itself', () => {
    test('sends at once when woken', async () => {
      const storage = await openStorage();
      const { mails, transport } = scripted(() => ({ kind: 'sent' }));
      const { worker, enqueue } = startServer(storage, transport, { pollMs: 1_000_000 });
      worker.start();
      // The looks of the start are over.
      await worker.runDue();
      await enqueue();
      worker.wake();
      await expect.poll(() => mails.length, eventually).toBe(1);
    });

    test('asks an outbox that has nothing twice for a hundred wakes of one moment, and sends what came meanwhile', async () => {
      const storage = await openStorage();
      const { mails, transport } = scripted(() => ({ kind: 'sent' }));
      const { outbox, worker, enqueue } = startServer(storage, transport, { pollMs: 1_000_000 });
      worker.start();
      await worker.runDue();
      const claim = vi.spyOn(outbox, 'claim');
      for (let wake = 0; wake < 100; wake++) worker.wake();
      await worker.runDue();
      expect(claim).toHaveBeenCalledTimes(2);

      for (let wake = 0; wake < 100; wake++) worker.wake();
      await enqueue();
      worker.wake();
      await expect.poll(() => mails.length, eventually).toBe(1);
    });

    test('outlives a database that fails for a while, and marks what was sent meanwhile', async () => {
      const storage = await openStorage();
      const { mails, transport } = scripted(() => ({ kind: 'sent' }));
      const real = createOutbox({
        storage,
        kinds: testKinds,
        now: () => new Date('2026-11-21T15:00:00Z'),
        canSend: true,
      });
      let failures = 0;
      const failing = <A extends unknown[], R>(work: (...args: A) => Promise<R>, times: number) => {
        let left = times;
        return (...args: A): Promise<R> => {
          if (left-- <= 0) return work(...args);
          failures += 1;
          return Promise.reject(new Error(`connection of ${dealer} lost`));
        };
      };
      const outbox = { ...real, claim: failing(real.claim, 2), recordResult: failing(real.recordResult, 1) };
      const { worker, enqueue, logged } = startServer(storage, transport, { outbox, pollMs: 20, concurrency: 1 });
      await enqueue();
      worker.start();
      await expect.poll(async () => (await rowOf(storage)).state, eventually).toBe('sent');
      expect(failures).toBe(3);
      expect(mails).toHaveLength(1);
      expect(logged.map((line) => 'event' in line && line.event)).toContain(
        'the result of a message could not be recorded',
      );
    });

    test('a mail that cannot be written does not stop the others', async () => {
      const storage = await openStorage();
      const { mails, transport } = scripted(() => ({ kind: 'sent' }));
      const { worker, enqueue } = startServer(storage, transport);
      await enqueue('', 'unwritable');
      await enqueue();
      await worker.runDue();
      expect(mails).toHaveLength(1);
      const states = (await rowsOf(storage)).map(({ state }) => state).sort();
      expect(states).toEqual(['sent', 'waiting']);
    });
  });
});
