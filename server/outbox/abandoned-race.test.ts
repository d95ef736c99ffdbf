/** What a server that looks after messages has read of one, and what becomes of that message before it writes. */
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngineWithRaces } from '../../tests/support/each-engine.ts';
import { whileHeld } from '../../tests/support/while-held.ts';
import { createOutbox } from './outbox.ts';
import { deleteOldPosts, insertPosts, retryPosts } from './store-posts.ts';
import { pass, testKinds } from './testing.ts';

const longMs = 3_600_000;

eachEngineWithRaces(({ openStorage }) => {
  const only = (storage: Storage) => storage.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();

  test('R873 a text on its one retry, whose server stood still and goes on, is not given up by another that had found it abandoned', async () => {
    const storage = await openStorage();
    const clock = testClock();
    const open = (on: Storage) =>
      createOutbox({ storage: on, kinds: testKinds, now: clock.now, canSend: true, channel: 'sms' });
    const mine = open(storage);
    const message = { kind: 'test-note', subjectId: mintId(), recipient: '', at: clock.now() } as const;
    await storage.transaction((trx) => mine.enqueue(trx, message));
    const claim = async () => (await mine.claim()) ?? expect.fail('nothing was claimed');
    await mine.recordResult(await claim(), { state: 'unsure', reason: 'Cut.', delayMs: 0 });
    const retry = await claim();
    await pass(storage, longMs, clock);
    // The other server has read that the lease ran out. Right before it writes, the first one goes on.
    const other = open({
      ...storage,
      async transaction(work) {
        expect(await mine.mayStillSend(retry)).toBe(true);
        return storage.transaction(work);
      },
    });
    await other.expire();
    expect(await mine.recordResult(retry, { state: 'sent', providerId: 'SM2' })).toBe(true);
    expect(await only(storage)).toMatchObject({ state: 'sent', provider_id: 'SM2' });
  });

  test('R874 a delivery that is replayed while old ones are deleted stays, and is delivered', async () => {
    const storage = await openStorage();
    const at = '2026-01-01T00:00:00.000Z';
    const post = { kind: 'webhook', subjectId: mintId(), recipient: mintId(), at } as const;
    await storage.transaction((trx) => insertPosts(trx, [post]));
    await storage.db.updateTable('messages').set({ state: 'failed', failed_at: at }).execute();
    const now = '2026-03-01T00:00:00.000Z';
    const { recipient } = post;
    let replayed = 0;
    const acts = whileHeld(
      storage,
      async (trx) => {
        replayed = await retryPosts(trx, { recipient, at: now });
      },
      [() => deleteOldPosts(storage.db, now, 10)],
    );
    // On SQLite the deletion waits for its turn.
    if (storage.engine === 'sqlite') {
      replayed = await storage.transaction((trx) => retryPosts(trx, { recipient, at: now }));
      await deleteOldPosts(storage.db, now, 10);
    } else await Promise.all(acts.map((act) => act()));
    expect(replayed).toBe(1);
    expect(await only(storage)).toMatchObject({ state: 'waiting', due_at: now });
  });
});
