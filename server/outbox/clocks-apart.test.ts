/** Servers whose clocks are minutes apart, on PostgreSQL: whether a message is being sent goes by the database's clock. */
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { testClock } from '../../tests/support/clock.ts';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { allChannels } from './conditions.ts';
import { createOutbox } from './outbox.ts';
import { failPosts, retryPosts } from './store-posts.ts';
import type { Channel } from './tables.ts';
import { pass, testKinds } from './testing.ts';

const minuteMs = 60_000;

onPostgres(({ openStorage }) => {
  /** A message that one server has claimed, and another server whose clock is ahead by so much, or behind. */
  async function claimedBeside(channel: Channel, aheadMs: number) {
    const storage = await openStorage();
    const open = (clock = testClock()) =>
      createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: true, channel });
    const sender = open();
    const clock = testClock();
    clock.advance(aheadMs);
    // Due for both of them.
    const at = new Date(testClock().now().getTime() - 20 * minuteMs);
    const message = { kind: 'test-note', subjectId: mintId(), recipient: 'x', at } as const;
    await storage.transaction((trx) => sender.enqueue(trx, message));
    const claim = await sender.claim();
    if (!claim) throw new Error('nothing was claimed');
    return { storage, sender, claim, other: open(clock), otherClock: clock };
  }

  test.each(allChannels.flatMap((channel) => [-10, 1, 10].map((minutes) => [channel, minutes] as const)))(
    'R470 what is being sent by %s is left alone by a server whose clock is %i minutes from the right one',
    async (channel, minutes) => {
      const { storage, sender, claim, other, otherClock } = await claimedBeside(channel, minutes * minuteMs);
      const untouched = async () => {
        const { lease_token, attempts, state } = await storage.db
          .selectFrom('messages')
          .selectAll()
          .executeTakeFirstOrThrow();
        expect({ lease_token, attempts, state }).toEqual({
          lease_token: claim.lease_token,
          attempts: 1,
          state: 'waiting',
        });
      };
      const at = otherClock.now().toISOString();
      const recipient = claim.recipient;
      expect(await other.claim()).toBeUndefined();
      expect(await other.retry('all')).toBe(0);
      await other.expire();
      expect(await storage.transaction((trx) => retryPosts(trx, { recipient, id: claim.id, at }))).toBe(0);
      await storage.transaction((trx) => failPosts(trx, recipient, 'switched off', at));
      await untouched();
      expect(await sender.mayStillSend(claim)).toBe(true);
      expect(await other.claim()).toBeUndefined();
      expect(await sender.recordResult(claim, { state: 'sent' })).toBe(true);
    },
  );

  test.each(allChannels)(
    'R470 a lease by %s that a wrong clock wrote runs out when its time is over by the database’s clock',
    async (channel) => {
      const { storage, other, otherClock } = await claimedBeside(channel, -10 * minuteMs);
      await pass(storage, minuteMs, otherClock);
      const taken = await other.claim();
      expect(taken).toMatchObject({ attempts: 2, state: 'unsure' });
      // Its own lease, written while its clock is nine minutes behind, holds as long as any.
      const right = createOutbox({ storage, kinds: testKinds, now: testClock().now, canSend: true, channel });
      expect(await right.claim()).toBeUndefined();
      await right.expire();
      expect(taken && (await other.recordResult(taken, { state: 'sent' }))).toBe(true);
    },
  );

  test('R470 a text on its one retry is not given up by a server that is ahead while another sends it', async () => {
    const { storage, sender, claim, other } = await claimedBeside('sms', 10 * minuteMs);
    await sender.recordResult(claim, { state: 'unsure', reason: 'Cut', delayMs: 0 });
    const again = await sender.claim();
    if (!again) throw new Error('nothing was claimed');
    await other.expire();
    expect(await sender.recordResult(again, { state: 'sent' })).toBe(true);
    expect(await storage.db.selectFrom('messages').select('state').execute()).toEqual([{ state: 'sent' }]);
  });
});
