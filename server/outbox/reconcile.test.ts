/** Whether there is something to send with is a property of a running server; what waits does not depend on who looks. */
import { describe, expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createOutbox, type NewMessage, type Outbox } from './outbox.ts';
import { createOverview } from './overview.ts';
import type { Channel, MessageState } from './tables.ts';
import { testKinds } from './testing.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const cut = { state: 'unsure', reason: 'Cut', delayMs: 0 } as const;

const statesOf = async ({ db }: Storage) => {
  const rows = await db.selectFrom('messages').select('state').orderBy('id').execute();
  return rows.map(({ state }) => state);
};

async function claimed(outbox: Outbox) {
  const claim = await outbox.claim();
  if (!claim) throw new Error('nothing was claimed');
  return claim;
}

eachEngine(({ openStorage }) => {
  /** One server that can send and one that cannot, on one database. */
  async function startBoth(channel: Channel = 'mail') {
    const storage = await openStorage();
    const clock = testClock();
    const open = (canSend: boolean) => createOutbox({ storage, kinds: testKinds, now: clock.now, canSend, channel });
    const subjectId = mintId();
    const enqueue = (outbox: Outbox, message: Partial<NewMessage> = {}) =>
      storage.transaction((trx) =>
        outbox.enqueue(trx, { kind: 'test-note', subjectId, recipient: '', at: clock.now(), ...message }),
      );
    return { storage, clock, sender: open(true), other: open(false), enqueue };
  }

  describe('R16 a server or a command without a mail server', () => {
    test('has messages tried again, and the server that sends sends them', async () => {
      const { storage, sender, other, enqueue } = await startBoth();
      await enqueue(sender);
      await enqueue(sender);
      await sender.recordResult(await claimed(sender), { state: 'failed', reason: 'Refused for good' });
      await sender.recordResult(await claimed(sender), { state: 'waiting', reason: 'Refused', delayMs: hourMs });
      expect(await other.retry('all')).toBe(2);
      expect(await statesOf(storage)).toEqual(['waiting', 'waiting']);
      expect(await sender.claim()).toBeDefined();
      expect(await sender.claim()).toBeDefined();
    });

    test('that starts beside one that sends changes nothing of what that one sends', async () => {
      const { storage, clock, sender, other, enqueue } = await startBoth();
      await enqueue(sender);
      await enqueue(sender);
      await sender.recordResult(await claimed(sender), { state: 'waiting', reason: 'Refused', delayMs: hourMs });
      await other.reconcile();
      expect(await statesOf(storage)).toEqual(['waiting', 'waiting']);
      // The sender is busy with one for longer than a minute; the next in line is not held meanwhile.
      clock.advance(hourMs);
      const busy = await claimed(sender);
      clock.advance(2 * minuteMs);
      await sender.heartbeat(busy);
      await other.reconcile();
      expect(await statesOf(storage)).toEqual(['waiting', 'waiting']);
      expect(await sender.claim()).toBeDefined();
    });

    test('leaves what it holds to one that sends, at once and without a restart', async () => {
      const { storage, clock, sender, other, enqueue } = await startBoth();
      await enqueue(other);
      expect(await statesOf(storage)).toEqual(['held']);
      clock.advance(hourMs);
      const claim = await claimed(sender);
      expect(await sender.recordResult(claim, { state: 'sent' })).toBe(true);
    });

    test('alone counts as held what nobody sends, and no longer once a server can', async () => {
      const { storage, clock, sender, other, enqueue } = await startBoth();
      await enqueue(sender);
      await enqueue(sender);
      await sender.recordResult(await claimed(sender), cut);
      clock.advance(2 * minuteMs);
      await other.reconcile();
      expect(await createOverview(storage).unfinished()).toMatchObject({ held: 2, waiting: 0, unsure: 0 });
      await sender.reconcile();
      expect(await createOverview(storage).unfinished()).toMatchObject({ held: 0, waiting: 1, unsure: 1 });
    });
  });

  test('R22 a text that may have arrived stays marked while it is held, and is claimed as such', async () => {
    const { clock, sender, other, enqueue } = await startBoth('sms');
    await enqueue(sender);
    await sender.recordResult(await claimed(sender), cut);
    clock.advance(2 * minuteMs);
    await other.reconcile();
    expect(await sender.claim()).toMatchObject({ state: 'unsure' });
  });

  describe.each<MessageState>(['held', 'waiting', 'unsure'])(
    'R16 of what is %s while no server ran for four days',
    (state) => {
      async function afterDays() {
        const both = await startBoth();
        const { storage, clock, sender, enqueue } = both;
        await enqueue(sender, { kind: 'test-offer', recipient: 'a@x.example' });
        await enqueue(sender);
        const at = clock.now().toISOString();
        await storage.db
          .updateTable('messages')
          .set({ state, unsure_at: state === 'unsure' ? at : null })
          .execute();
        clock.advance(96 * hourMs);
        return both;
      }

      test('the operator’s mail goes and the confirmation needs a person', async () => {
        const { storage, sender } = await afterDays();
        expect(await claimed(sender)).toMatchObject({ kind: 'test-note', attempts: 1 });
        expect(await sender.claim()).toBeUndefined();
        const row = await storage.db
          .selectFrom('messages')
          .selectAll()
          .where('state', '=', 'failed')
          .executeTakeFirstOrThrow();
        expect(row).toMatchObject({
          kind: 'test-offer',
          attempts: 0,
          lease_token: null,
          last_error: expect.stringContaining('72 hours'),
        });
      });

      test('the confirmation goes once a person has decided so', async () => {
        const { sender, other } = await afterDays();
        await claimed(sender);
        expect(await sender.claim()).toBeUndefined();
        expect(await other.retry('all')).toBe(1);
        expect(await sender.claim()).toMatchObject({ kind: 'test-offer', attempts: 1 });
      });
    },
  );

  test('R16 a confirmation that waits for less than 72 hours goes', async () => {
    const { clock, sender, other, enqueue } = await startBoth();
    await enqueue(other, { kind: 'test-offer', recipient: 'a@x.example' });
    clock.advance(72 * hourMs);
    expect(await sender.claim()).toMatchObject({ kind: 'test-offer' });
  });
});
