/** Messages that were written while the clock was ahead are put right at the instant at which what they are about ends. */
import { expect, it } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { createAtOnce } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngineAlways, roundsOf } from '../../tests/support/each-engine.ts';
import { createOutbox } from './outbox.ts';
import { endMessages } from './store.ts';
import { testKinds } from './testing.ts';

const start = '2026-11-21T14:00:00.000Z';
const yearMs = 365 * 24 * 3_600_000;
/** They are read together and put right one after another, so there is time for an end in between. */
const together = 10;

eachEngineAlways(({ openStorage }) => {
  it('R712 a message whose subject ends stays ended while its times are put right after the clock was ahead', async () => {
    const storage = await openStorage();
    const clock = testClock(start);
    const outbox = createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: true });
    const atOnce = createAtOnce(storage, 3);
    for (let round = 0; round < roundsOf(20); round++) {
      clock.set(start);
      clock.advance(yearMs);
      const expiresAt = new Date(clock.now().getTime() + 900_000).toISOString();
      const subjects = Array.from({ length: together }, () => mintId());
      for (const subjectId of subjects) {
        const message = { kind: 'test-note', subjectId, recipient: '', at: clock.now(), expiresAt } as const;
        await storage.transaction((trx) => outbox.enqueue(trx, message));
      }
      clock.set(start);
      await atOnce([
        outbox.reconcile,
        ...subjects.map((subject) => () => storage.transaction((trx) => endMessages(trx, subject, start))),
      ]);
      const left = await storage.db.selectFrom('messages').select('id').where('expires_at', '>', start).execute();
      expect(left, `round ${round}`).toEqual([]);
      expect(await outbox.claim()).toBeUndefined();
      await storage.db.deleteFrom('messages').execute();
    }
  });
});
