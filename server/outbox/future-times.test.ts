/** A clock that was a year ahead and is set right again. */
import { describe, expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createOutbox, leaseMs } from './outbox.ts';
import type { Channel } from './tables.ts';
import { pass, testKinds } from './testing.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const yearMs = 365 * 24 * hourMs;
const start = new Date('2026-11-21T14:00:00.000Z');

eachEngine(({ openStorage }) => {
  describe.each<Channel>(['mail', 'sms'])('R49 after the clock was a year ahead, of %s', (channel) => {
    async function ahead() {
      const storage = await openStorage();
      const clock = testClock();
      const open = () => createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: true, channel });
      const subjectId = mintId();
      clock.advance(yearMs);
      const outbox = open();
      const expiresAt = new Date(start.getTime() + yearMs + 15 * minuteMs).toISOString();
      await storage.transaction((trx) =>
        outbox.enqueue(trx, { kind: 'test-note', subjectId, recipient: '', at: clock.now(), expiresAt }),
      );
      const row = () => storage.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
      return { storage, clock, open, outbox, row };
    }

    test('what was written meanwhile is due at the next look, and ends when it should', async () => {
      const { clock, outbox, row } = await ahead();
      clock.set(start);
      expect(await outbox.claim()).toBeUndefined();
      await outbox.reconcile();
      expect(await row()).toMatchObject({
        due_at: start.toISOString(),
        created_at: start.toISOString(),
        expires_at: new Date(start.getTime() + 15 * minuteMs).toISOString(),
      });
      expect(await outbox.claim()).toMatchObject({ attempts: 1 });
    });

    test('what failed meanwhile is tried at the next look', async () => {
      const { clock, outbox } = await ahead();
      const claim = await outbox.claim();
      if (!claim) throw new Error('nothing was claimed');
      await outbox.recordResult(claim, { state: 'waiting', reason: 'Refused', delayMs: 5000 });
      clock.set(start);
      await outbox.reconcile();
      expect(await outbox.claim()).toMatchObject({ attempts: 2 });
    });

    test('the lease of a worker that died meanwhile runs out, and that of a living one goes on', async () => {
      const { storage, clock, open, outbox } = await ahead();
      const claim = await outbox.claim();
      if (!claim) throw new Error('nothing was claimed');
      await pass(storage, -yearMs, clock);
      const other = open();
      await other.reconcile();
      expect(await other.claim()).toBeUndefined();
      expect(await outbox.heartbeat(claim)).toBe(true);
      await pass(storage, leaseMs, clock);
      expect(await other.claim()).toMatchObject({ state: 'unsure', attempts: 2 });
    });

    test('what waits as long as it should, also by a replica whose clock is a little ahead, is left alone', async () => {
      const { clock, outbox, row } = await ahead();
      const claim = await outbox.claim();
      if (!claim) throw new Error('nothing was claimed');
      await outbox.recordResult(claim, { state: 'waiting', reason: 'Refused', delayMs: 2000 });
      const before = await row();
      clock.advance(-30_000);
      await outbox.reconcile();
      expect(await row()).toEqual(before);
    });
  });

  test('R49 what was sent to an address in the future does not count against it', async () => {
    const storage = await openStorage();
    const clock = testClock();
    const outbox = createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: true });
    const subjectId = mintId();
    const to = { kind: 'test-offer', subjectId, recipient: 'a@x.example', countsFor: 'a@x.example' } as const;
    const enqueue = (at: Date) => storage.transaction((trx) => outbox.enqueue(trx, { ...to, at }));
    await enqueue(new Date(start.getTime() + yearMs));
    await enqueue(start);
    const since = new Date(start.getTime() - 24 * hourMs);
    const count = storage.transaction((trx) => outbox.countFor(trx, 'a@x.example', 'test-offer', since));
    expect(await count).toBe(1);
  });
});
