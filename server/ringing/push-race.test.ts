/** Browsers subscribe at the instant at which subscriptions are deleted, or other browsers of the same person subscribe. */
import { expect, it } from 'vitest';
import type { Storage } from '#server/database/open.ts';
import { createPush, type PushOptions } from '#server/ringing/push.ts';
import { createAtOnce } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';

const rounds = roundsOf(15);

const subscription = (name: string) => ({
  endpoint: `https://push.example/${name}`,
  p256dh: 'key',
  auth: 'secret',
});

/** Pushes of which none is sent. */
const pushOf = (storage: Storage, pushableSessionIds: PushOptions['pushableSessionIds']) =>
  createPush({
    storage,
    keys: () => Promise.reject(new Error('nothing is sent here')),
    send: () => Promise.reject(new Error('nothing is sent here')),
    hosts: ['push.example'],
    pushableSessionIds,
    ringsFor: async () => true,
    now: () => new Date(),
    onOutcome: () => undefined,
    onError: (error) => {
      throw error;
    },
  });

eachEngineRounds((under) => {
  it('R335 a browser that subscribes again while its ended session is found keeps its pushes', async () => {
    const { context, addPerson } = await startDesk(under);
    const { storage } = context;
    const { id: ana } = await addPerson('agent');
    const { id: bo } = await addPerson('agent');
    const rows = () => storage.db.selectFrom('push_subscriptions').select(['person_id', 'session_id']).execute();
    for (const [who, how] of [
      [ana, 'purge'],
      [bo, 'purge'],
      [ana, 'push'],
      [bo, 'push'],
    ] as const) {
      const browser = subscription(`${who}-${how}`);
      const push = pushOf(storage, async (ids) => {
        // The answer is of a moment at which the new session was not there yet.
        const open = new Set(ids.filter((id) => id === 'new'));
        await push.subscribe({ personId: who, sessionId: 'new' }, browser);
        return open;
      });
      await push.subscribe({ personId: ana, sessionId: 'ended' }, browser);
      if (how === 'purge') await push.purge();
      else await push.push({ requestId: 'request', personIds: [ana] });
      await push.stop();
      expect(await rows(), `${who} ${how}`).toEqual([{ person_id: who, session_id: 'new' }]);
      await storage.db.deleteFrom('push_subscriptions').execute();
    }
  });

  it('R93 of browsers that subscribe at the same instant a person keeps ten', async () => {
    const { context, addPerson } = await startDesk(under);
    const { storage } = context;
    const { id: personId } = await addPerson('agent');
    const push = pushOf(storage, async (ids) => new Set(ids));
    const atOnce = createAtOnce(storage);
    const subscribe = (name: string) => push.subscribe({ personId, sessionId: 'one' }, subscription(name));
    for (let round = 0; round < rounds; round++) {
      await atOnce(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => () => subscribe(`${round}-${name}`)));
      const kept = await storage.db.selectFrom('push_subscriptions').select('id').execute();
      expect(kept.length, `round ${round}`).toBe(Math.min(10, (round + 1) * 6));
    }
    await push.stop();
  });
});
