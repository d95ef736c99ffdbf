import { describe, expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createOutbox, leaseMs, type NewMessage } from './outbox.ts';
import { createOverview } from './overview.ts';
import { pass, testKinds } from './testing.ts';

const hourMs = 3_600_000;

/** Messages of one lead, each with its own kind or recipient. */
async function enqueue(storage: Storage, clock: { now: () => Date }, messages: Partial<NewMessage>[], canSend = true) {
  const outbox = createOutbox({ storage, kinds: testKinds, now: clock.now, canSend });
  const subjectId = mintId();
  for (const message of messages) {
    await storage.transaction((trx) =>
      outbox.enqueue(trx, { kind: 'test-note', subjectId, recipient: '', at: clock.now(), ...message }),
    );
  }
  return outbox;
}

const rowsOf = (storage: Storage) => storage.db.selectFrom('messages').selectAll().orderBy('created_at').execute();

eachEngine(({ openStorage }) => {
  describe('enqueueing', () => {
    test('writes nothing when the transaction that causes the message fails', async () => {
      const storage = await openStorage();
      const outbox = createOutbox({ storage, kinds: testKinds, now: () => new Date(), canSend: true });
      const subjectId = mintId();
      const failed = storage.transaction(async (trx) => {
        await outbox.enqueue(trx, { kind: 'test-note', subjectId, recipient: '', at: new Date() });
        throw new Error('the lead was refused');
      });
      await expect(failed).rejects.toThrow('the lead was refused');
      expect(await rowsOf(storage)).toEqual([]);
    });

    test('counts what was written for a mailbox since a time', async () => {
      const storage = await openStorage();
      const clock = testClock();
      const to = { kind: 'test-offer', recipient: 'a+1@x.example', countsFor: 'a@x.example' } as const;
      const outbox = await enqueue(storage, clock, [to, to, { ...to, countsFor: 'b@x.example' }, {}]);
      const count = (since: Date) =>
        storage.transaction((trx) => outbox.countFor(trx, 'a@x.example', 'test-offer', since));
      expect(await count(new Date(clock.now().getTime() - hourMs))).toBe(2);
      expect(await count(new Date(clock.now().getTime() + hourMs))).toBe(0);
    });
  });

  describe('claiming', () => {
    test('gives each message to one worker, longest due first', async () => {
      const storage = await openStorage();
      const clock = testClock();
      const subjectId = mintId();
      const outbox = createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: true });
      for (let n = 0; n < 20; n++) {
        const at = new Date(clock.now().getTime() - n * 1000);
        await storage.transaction((trx) => outbox.enqueue(trx, { kind: 'test-note', subjectId, recipient: '', at }));
      }
      const first = await outbox.claim();
      expect(first?.created_at).toBe((await rowsOf(storage))[0]?.created_at);
      const ids = new Set([first?.id]);
      let open = 1;
      while (open > 0) {
        const claims = await Promise.all(Array.from({ length: 4 }, () => outbox.claim()));
        const taken = claims.filter((claim) => claim !== undefined);
        for (const { id } of taken) {
          expect(ids.has(id)).toBe(false);
          ids.add(id);
        }
        open = taken.length;
      }
      expect(ids.size).toBe(20);
    });

    test('passes over what is not due yet', async () => {
      const storage = await openStorage();
      const clock = testClock();
      const outbox = await enqueue(storage, clock, [{ at: new Date(clock.now().getTime() + 5000) }]);
      expect(await outbox.claim()).toBeUndefined();
      clock.advance(5000);
      expect(await outbox.claim()).toMatchObject({ attempts: 1, state: 'waiting' });
    });

    test('takes over when a worker died, and says that the mail may have arrived', async () => {
      const storage = await openStorage();
      const clock = testClock();
      const outbox = await enqueue(storage, clock, [{}]);
      // The worker that died was another server's.
      await createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: true }).claim();
      await pass(storage, leaseMs / 2, clock);
      expect(await outbox.claim()).toBeUndefined();
      await pass(storage, leaseMs / 2, clock);
      expect(await outbox.claim()).toMatchObject({
        attempts: 2,
        state: 'unsure',
        last_error: expect.stringContaining('may have arrived'),
      });
    });

    test('leaves a message to a worker that keeps saying it is alive', async () => {
      const storage = await openStorage();
      const clock = testClock();
      const outbox = await enqueue(storage, clock, [{}]);
      const claim = await outbox.claim();
      if (!claim) throw new Error('nothing was claimed');
      for (let beat = 0; beat < 5; beat++) {
        await pass(storage, leaseMs / 2, clock);
        expect(await outbox.heartbeat(claim)).toBe(true);
        expect(await outbox.claim()).toBeUndefined();
      }
    });
  });

  describe('fencing', () => {
    test('lets a late worker neither mark, renew nor give back what another took over', async () => {
      const storage = await openStorage();
      const clock = testClock();
      const outbox = await enqueue(storage, clock, [{}]);
      const late = await outbox.claim();
      await pass(storage, leaseMs, clock);
      const others = createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: true });
      const other = await others.claim();
      if (!late || !other) throw new Error('nothing was claimed');
      const before = await rowsOf(storage);
      expect(await outbox.recordResult(late, { state: 'failed', reason: 'late' })).toBe(false);
      expect(await outbox.recordResult(late, { state: 'sent' })).toBe(false);
      expect(await outbox.heartbeat(late)).toBe(false);
      expect(await outbox.release(late)).toBe(false);
      expect(await rowsOf(storage)).toEqual(before);
      expect(await others.recordResult(other, { state: 'sent' })).toBe(true);
      expect(await rowsOf(storage)).toMatchObject([{ state: 'sent', sent_at: clock.now().toISOString() }]);
    });
  });

  describe('recording a result', () => {
    test('sets the time of the next try', async () => {
      const storage = await openStorage();
      const clock = testClock();
      const outbox = await enqueue(storage, clock, [{}]);
      const claim = await outbox.claim();
      if (!claim) throw new Error('nothing was claimed');
      await outbox.recordResult(claim, { state: 'waiting', reason: 'Connection refused', delayMs: 5000 });
      const dueAt = new Date(clock.now().getTime() + 5000).toISOString();
      expect(await rowsOf(storage)).toMatchObject([
        { state: 'waiting', last_error: 'Connection refused', due_at: dueAt, lease_token: null, attempts: 1 },
      ]);
    });

    test('counts no try for a message that is given back', async () => {
      const storage = await openStorage();
      const outbox = await enqueue(storage, testClock(), [{}]);
      const claim = await outbox.claim();
      if (!claim) throw new Error('nothing was claimed');
      await outbox.release(claim);
      expect(await rowsOf(storage)).toMatchObject([{ state: 'waiting', attempts: 0, lease_token: null }]);
      expect(await outbox.claim()).toMatchObject({ attempts: 1, state: 'waiting' });
    });
  });

  describe('starting with another configuration', () => {
    test('holds everything unsent while there is no mail server', async () => {
      const storage = await openStorage();
      const clock = testClock();
      const outbox = await enqueue(storage, clock, [{}, {}, {}]);
      const [sent, unsure] = [await outbox.claim(), await outbox.claim()];
      if (!sent || !unsure) throw new Error('nothing was claimed');
      await outbox.recordResult(sent, { state: 'sent' });
      await outbox.recordResult(unsure, { state: 'unsure', reason: 'cut', delayMs: 5000 });
      const without = createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: false });
      clock.advance(120_000);
      await without.reconcile();
      expect(await createOverview(storage).counts()).toEqual({
        held: 2,
        waiting: 0,
        unsure: 0,
        sent: 1,
        failed: 0,
        expired: 0,
      });
    });

    test('leaves alone what another server is sending at this moment', async () => {
      const storage = await openStorage();
      const clock = testClock();
      const outbox = await enqueue(storage, clock, [{}]);
      const claim = await outbox.claim();
      await createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: false }).reconcile();
      if (!claim) throw new Error('nothing was claimed');
      expect(await outbox.recordResult(claim, { state: 'sent' })).toBe(true);
    });

    test('changes any number of rows, a slice at a time', async () => {
      const storage = await openStorage();
      const clock = testClock();
      await enqueue(
        storage,
        clock,
        Array.from({ length: 450 }, () => ({})),
        false,
      );
      const outbox = createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: true });
      await outbox.reconcile();
      expect(await createOverview(storage).counts()).toMatchObject({ held: 0, waiting: 450 });
    }, 30_000);
  });

  describe('retrying by hand', () => {
    test('restarts the schedule for one message or for all, but never for a sent one', async () => {
      const storage = await openStorage();
      const clock = testClock();
      const outbox = await enqueue(storage, clock, [{}, {}, {}]);
      const claims = [await outbox.claim(), await outbox.claim(), await outbox.claim()];
      const [sent, failed, later] = claims;
      if (!sent || !failed || !later) throw new Error('nothing was claimed');
      await outbox.recordResult(sent, { state: 'sent' });
      await outbox.recordResult(failed, { state: 'failed', reason: 'Refused for good' });
      await outbox.recordResult(later, { state: 'waiting', reason: 'Connection refused', delayMs: hourMs });
      expect(await outbox.retry(sent.id)).toBe(0);
      expect(await outbox.retry(failed.id)).toBe(1);
      expect(await outbox.claim()).toMatchObject({ id: failed.id, attempts: 1 });
      expect(await outbox.claim()).toBeUndefined();
      expect(await outbox.retry('all')).toBe(1);
      expect(await outbox.claim()).toMatchObject({ id: later.id, attempts: 1 });
      expect(await outbox.retry('all')).toBe(0);
    });
  });
});
