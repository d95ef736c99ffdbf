/** A browser subscribes again, for a new session or for another person, while its earlier subscription is being deleted. */
import { expect, it } from 'vitest';
import { createPush } from '#server/ringing/push.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

const subscription = (name: string) => ({
  endpoint: `https://push.example/${name}`,
  p256dh: 'key',
  auth: 'secret',
});

eachEngine((under) => {
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
      const push = createPush({
        storage,
        keys: () => Promise.reject(new Error('nothing is sent here')),
        send: () => Promise.reject(new Error('nothing is sent here')),
        hosts: ['push.example'],
        async pushableSessionIds(ids) {
          // The answer is of a moment at which the new session was not there yet.
          const open = new Set(ids.filter((id) => id === 'new'));
          await push.subscribe({ personId: who, sessionId: 'new' }, browser);
          return open;
        },
        ringsFor: async () => true,
        now: () => new Date(),
        onOutcome: () => undefined,
        onError: (error) => {
          throw error;
        },
      });
      await push.subscribe({ personId: ana, sessionId: 'ended' }, browser);
      if (how === 'purge') await push.purge();
      else await push.push({ requestId: 'request', personIds: [ana] });
      await push.stop();
      expect(await rows(), `${who} ${how}`).toEqual([{ person_id: who, session_id: 'new' }]);
      await storage.db.deleteFrom('push_subscriptions').execute();
    }
  });
});
