import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { type Fault, startFakeSmtp } from '../../tests/fakes/smtp.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createMailComposer } from './compose.ts';
import { createSmtpTransport, type Mail, type MailTransport } from './mail/transport.ts';
import { createOutbox, leaseMs } from './outbox.ts';
import { type Outcome, retrySchedules, type SendResult } from './retry-schedule.ts';
import { testClock, testKinds } from './testing.ts';
import { createWorker, type WorkerOptions } from './worker.ts';

const { delaysMs } = retrySchedules.mail;
const operator = 'operator@boxline.example';
const dealer = 'dana@harborpoint.example';
const from = { name: 'Boxline', address: 'desk@boxline.example' };
/** Long enough for a machine that does much else. */
const eventually = { timeout: 4000 };

const refused: Outcome = { kind: 'retry', code: 'ECONNREFUSED', reason: `no route for ${dealer}` };

/** A transport that answers as told and keeps what it was given. */
function scripted(answer: (mail: Mail, signal?: AbortSignal) => SendResult | Promise<SendResult>) {
  const mails: Mail[] = [];
  const transport: MailTransport = {
    async send(mail, signal) {
      mails.push(mail);
      return answer(mail, signal);
    },
    close() {},
  };
  return { mails, transport };
}

/** One server: its own outbox and worker on a store that others may share. */
function startServer(storage: Storage, transport: MailTransport, options: Partial<WorkerOptions> = {}) {
  const clock = testClock();
  const logged: object[] = [];
  const keep = (facts: object, event: string) => void logged.push({ ...facts, event });
  const outbox = createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: true });
  const worker = createWorker({
    outbox,
    transport,
    compose: createMailComposer(testKinds, operator),
    log: { info: keep, warn: keep, error: keep },
    random: () => 0.5,
    ...options,
  });
  const enqueue = async (recipient = '', subjectId = mintId()) => {
    const kind = recipient ? 'test-offer' : 'test-note';
    await storage.transaction((trx) => outbox.enqueue(trx, { kind, subjectId, recipient, at: clock.now() }));
  };
  onTestFinished(() => worker.stop());
  return { clock, outbox, worker, logged, enqueue };
}

const rowOf = (storage: Storage) => storage.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
const rowsOf = (storage: Storage) => storage.db.selectFrom('messages').selectAll().execute();

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
        clock.advance(leaseMs);
      }
      await worker.runDue();
      expect(mails).toHaveLength(0);
      expect(await rowOf(storage)).toMatchObject({ state: 'failed', last_error: /may have arrived/ });
    });
  });

  describe('a mail server that misbehaves', () => {
    const timeouts = { connectMs: 400, greetingMs: 400, silenceMs: 400, mailMs: 5000 };
    const faults: [string, Fault, string][] = [
      ['refuses connections', { kind: 'refuse' }, 'waiting'],
      ['answers 421', { kind: 'reply', at: 'greeting', code: 421 }, 'waiting'],
      ['answers 451', { kind: 'reply', at: 'recipient', code: 451 }, 'waiting'],
      ['cuts in mid-text', { kind: 'cut', at: 'mid-data' }, 'unsure'],
      ['cuts after the text', { kind: 'cut', at: 'after-data' }, 'unsure'],
      ['says nothing', { kind: 'silent', at: 'greeting', forMs: 60_000 }, 'waiting'],
      ['says nothing after the text', { kind: 'silent', at: 'data', forMs: 60_000 }, 'unsure'],
      ['refuses our login', { kind: 'reply', at: 'login', code: 535 }, 'waiting'],
    ];

    async function startWithSmtp() {
      const storage = await openStorage();
      const smtp = await startFakeSmtp();
      onTestFinished(() => smtp.stop());
      const url = smtp.url.replace('//', '//desk:secret@');
      const transport = createSmtpTransport({ url, from, timeouts });
      return { storage, smtp, ...startServer(storage, transport) };
    }

    test.each(faults)('%s: both mails arrive after the repair', async (_how, fault, state) => {
      const { storage, smtp, clock, worker, enqueue, logged } = await startWithSmtp();
      await smtp.misbehave(fault);
      await enqueue();
      await enqueue(dealer);
      await worker.runDue();
      expect(await rowsOf(storage)).toMatchObject([
        { state, attempts: 1, last_error: expect.any(String) },
        { state, attempts: 1, last_error: expect.any(String) },
      ]);
      const unacknowledged = smtp.mails.length;
      await smtp.repair();
      clock.advance(6000);
      await worker.runDue();
      const arrived = smtp.mails.slice(unacknowledged);
      expect(arrived.map(({ to }) => to).sort()).toEqual([[dealer], [operator]]);
      expect(await rowsOf(storage)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
      const ids = new Set(smtp.mails.map(({ parsed }) => parsed.messageId));
      expect(ids.size).toBe(2);
      expect(JSON.stringify(logged)).not.toContain('@');
    });

    test('550 stops at once and needs a person; the other mail is not held up', async () => {
      const { storage, smtp, clock, worker, enqueue, logged } = await startWithSmtp();
      await smtp.misbehave(
        { kind: 'reply', at: 'recipient', code: 550, text: `<${dealer}> unknown` },
        { recipient: dealer },
      );
      await enqueue(dealer);
      await enqueue();
      await worker.runDue();
      clock.advance(1_000_000_000);
      await worker.runDue();
      expect(smtp.mails.map(({ to }) => to)).toEqual([[operator]]);
      const failed = (await rowsOf(storage)).filter(({ state }) => state === 'failed');
      expect(failed).toMatchObject([{ recipient: dealer, attempts: 1, last_error: expect.stringContaining('550') }]);
      expect(logged).toContainEqual(expect.objectContaining({ event: 'a message needs a person', code: 'SMTP 550' }));
      expect(JSON.stringify(logged)).not.toContain('@');
    });
  });

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
      other.clock.advance(leaseMs);
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
      other.clock.advance(leaseMs);
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
      other.clock.advance(10 * leaseMs);
      await other.worker.runDue();
      await running;
      expect(await rowOf(storage)).toMatchObject({ state: 'sent' });
    });
  });

  describe('stopping', () => {
    test('lets a mail in flight finish', async () => {
      const storage = await openStorage();
      const { mails, transport } = scripted(() => pause(150, { kind: 'sent' as const }));
      const { worker, enqueue } = startServer(storage, transport);
      await enqueue();
      worker.start();
      await expect.poll(() => mails.length, eventually).toBe(1);
      await worker.stop();
      expect(await rowOf(storage)).toMatchObject({ state: 'sent', lease_token: null });
    });

    test('gives back within 3 seconds what was not handed over, without counting a try', async () => {
      const storage = await openStorage();
      const smtp = await startFakeSmtp();
      onTestFinished(() => smtp.stop());
      await smtp.misbehave({ kind: 'silent', at: 'recipient', forMs: 60_000 });
      const transport = createSmtpTransport({ url: smtp.url, from });
      const { worker, enqueue } = startServer(storage, transport);
      await enqueue();
      worker.start();
      await expect.poll(() => smtp.connections(), eventually).toBe(1);
      const stopAt = performance.now();
      await worker.stop();
      expect(performance.now() - stopAt).toBeLessThan(3000);
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
      await pause(200);
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
      await pause(50);
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
