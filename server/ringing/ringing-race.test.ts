/** Two servers ring for the same requests at the same instant: each stage once, each person once, each push once. */
import { expect, it, vi } from 'vitest';
import { deskTimings } from '#contract/desk/live.ts';
import { eachEngineAlways, roundsOf } from '../../tests/support/each-engine.ts';
import { startNight } from '../../tests/support/night-shift.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = roundsOf(12);
const { pushAgainMs, ringAgainAfterMs } = deskTimings;

eachEngineAlways((under) => {
  it('R91 two servers ring each stage of a request once, and push each person once, in every round', async () => {
    const { person, request, ringingOf, replica, pass, db } = await startNight(under);
    const people = [];
    for (const name of ['Ada', 'Bo', 'Cy']) people.push(await person(name, { onShift: true }));
    people.push(await person('Dora', { role: 'admin', onCall: true }));
    const both = [ringingOf(), ringingOf(replica())] as const;
    const lookTwiceEach = () => Promise.all([...both, ...both].map((ringing) => ringing.look()));
    const pushes = () =>
      both
        .flatMap(({ pushed }) => pushed.splice(0))
        .flatMap(({ personIds }) => personIds)
        .sort();
    for (let round = 0; round < rounds; round++) {
      const id = await request();
      for (const rung of [people.slice(0, 3), people.slice(0, 3), people]) {
        await lookTwiceEach();
        expect(pushes()).toEqual([...rung].sort());
        // Nobody has seen it, so each of them is pushed again while the stage lasts.
        pass(pushAgainMs);
        await lookTwiceEach();
        expect(pushes()).toEqual([...rung].sort());
        pass(ringAgainAfterMs - pushAgainMs);
      }
      const rows = await db
        .selectFrom('ring_people')
        .innerJoin('rings', 'rings.id', 'ring_people.ring_id')
        .select(['ring_people.stage', 'person_id'])
        .where('request_id', '=', id)
        .execute();
      expect(rows).toHaveLength(3 + 3 + 4);
      await db.updateTable('agent_requests').set({ ended_at: new Date().toISOString() }).where('id', '=', id).execute();
      await Promise.all(both.map((ringing) => ringing.look()));
      expect(pushes()).toEqual([]);
    }
    expect(await db.selectFrom('rings').select('id').execute()).toHaveLength(rounds);
  });

  it('R91 Accept, Seen, an escalation and two looks at once leave no ring open and nobody rung', async () => {
    const { person, request, ringingOf, replica, pass, db, context, actorOf } = await startNight(under);
    const [ada, bo] = [await person('Ada', { onShift: true }), await person('Bo', { onShift: true })];
    const both = [ringingOf(), ringingOf(replica())] as const;
    for (let round = 0; round < rounds; round++) {
      const id = await request();
      await both[0].look();
      pass(ringAgainAfterMs);
      const actor = await actorOf(ada);
      const [accepted] = await Promise.all([
        context.agentRequests.step('accept', id, actor),
        both[0].see(id, bo, 1),
        both[1].look(),
        both[0].look(),
      ]);
      expect(accepted).toBe(true);
      await Promise.all(both.map((ringing) => ringing.look()));
      expect((await both[0].byPerson()).size).toBe(0);
      const rings = await db.selectFrom('rings').select('ended_as').where('request_id', '=', id).execute();
      expect(rings).toEqual([{ ended_as: 'accepted' }]);
      expect((await context.presence.list()).find((one) => one.id === ada)?.presence).toBe('in-deal');
      await context.agentRequests.step('done', id, actor, { ending: { disposition: 'help_only', note: '' } });
      await Promise.all(both.map((ringing) => ringing.look()));
      expect((await context.presence.list()).find((one) => one.id === ada)?.presence).toBe('wrap-up');
      await context.presence.set(ada, 'available');
    }
    const kinds = await db
      .selectFrom('presence_changes')
      .select(['person_id', 'state'])
      .where('person_id', '=', ada)
      .execute();
    // The shift once, and three in each round: neither server writes what the other wrote.
    expect(kinds).toHaveLength(1 + 3 * rounds);
  });

  it('R835 a person who goes away while a server looks is not rung by what it read before', async () => {
    const { person, request, ringingOf, context } = await startNight(under);
    const { storage, presence } = context;
    const [ada, bo] = [await person('Ada', { onShift: true }), await person('Bo', { onShift: true })];
    await request();
    let isRead = false;
    const slow = ringingOf({
      presence,
      storage: {
        ...storage,
        async transaction(work) {
          if (!isRead) await presence.set(ada, 'away');
          isRead = true;
          return storage.transaction(work);
        },
      },
    });
    await slow.look();
    expect(slow.pushed.map(({ personIds }) => personIds)).toEqual([[bo]]);
    expect(await slow.ringsOf(ada)).toEqual([]);
  });
});
