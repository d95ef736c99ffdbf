/** Whom a request rings, when, and until when. The clock is the test's own. */
import { describe, expect, it } from 'vitest';
import { deskTimings } from '#contract/desk/live.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startNight } from '../../tests/support/night-shift.ts';

const { ringAgainAfterMs, ringAdminsAfterMs, pushAgainMs } = deskTimings;

eachEngine((under) => {
  async function night() {
    const shift = await startNight(under);
    const ringing = shift.ringingOf();
    /** What rings, as `name: stage` by request. */
    async function rings() {
      await ringing.look();
      const byPerson = await ringing.byPerson();
      const people = await shift.context.presence.list();
      return people.flatMap(({ id, name }) => (byPerson.get(id) ?? []).map(({ stage }) => `${name}: ${stage}`));
    }
    const step = async (name: 'accept' | 'hand-back' | 'decline', requestId: string, personId: string) => {
      const taken = await shift.context.agentRequests.step(name, requestId, await shift.actorOf(personId));
      expect(taken).toBe(true);
    };
    return { ...shift, ringing, rings, step };
  }

  describe('R89 a request', () => {
    it('rings everybody available at once: not those who are away, in a deal, in wrap-up, viewers or removed', async () => {
      const { person, request, rings, context, db, now } = await night();
      await person('Ada', { onShift: true });
      await person('Bo', { role: 'manager', onShift: true });
      for (const [name, state] of [
        ['Cy', 'away'],
        ['Di', 'in-deal'],
        ['Ed', 'wrap-up'],
      ] as const) {
        await context.presence.set(await person(name, { onShift: true }), state);
      }
      await person('Flo', { role: 'viewer', onShift: true });
      await person('Gus', { onShift: false });
      const removed = await person('Hal', { onShift: true });
      await db.updateTable('people').set({ removed_at: now().toISOString() }).where('id', '=', removed).execute();
      await request();
      expect(await rings()).toEqual(['Ada: 1', 'Bo: 1']);
    });

    it('rings again and again: whoever pressed Seen is rung again after a minute, and after two with the admins on call', async () => {
      const { person, request, rings, ringing, pass } = await night();
      const ada = await person('Ada', { onShift: true });
      await person('Bo', { onShift: true });
      await person('Cleo', { role: 'admin', onCall: true });
      await person('Dan', { role: 'admin' });
      await person('Eve', { role: 'manager', onCall: true });
      const id = await request();
      expect(await rings()).toEqual(['Ada: 1', 'Bo: 1']);
      expect(await ringing.see(id, ada, 1)).toBe(true);
      expect(await rings()).toEqual(['Bo: 1']);
      pass(ringAgainAfterMs - 1);
      expect(await rings()).toEqual(['Bo: 1']);
      pass(1);
      expect(await rings()).toEqual(['Ada: 2', 'Bo: 2']);
      await ringing.see(id, ada, 2);
      pass(ringAdminsAfterMs - ringAgainAfterMs - 1);
      expect(await rings()).toEqual(['Bo: 2']);
      pass(1);
      expect(await rings()).toEqual(['Ada: 3', 'Bo: 3', 'Cleo: 3']);
      pass(5 * 60_000);
      expect(await rings()).toEqual(['Ada: 3', 'Bo: 3', 'Cleo: 3']);
    });

    it('rings the admins on call at once while nobody is available, and while everybody available has declined', async () => {
      const { person, request, rings, step } = await night();
      const admin = await person('Cleo', { role: 'admin', onCall: true });
      await person('Dan', { role: 'admin' });
      const first = await request();
      expect(await rings()).toEqual(['Cleo: 3']);
      await step('accept', first, admin);
      expect(await rings()).toEqual([]);
      const ada = await person('Ada', { onShift: true });
      const second = await request();
      expect(await rings()).toEqual(['Ada: 1']);
      await step('decline', second, ada);
      expect(await rings()).toEqual(['Cleo: 3']);
    });

    it('counts somebody without an account as available while on shift: the admins are not rung before their time', async () => {
      const { person, request, rings, pass, setShift } = await night();
      const link = await person('Lin', { role: null, onShift: true });
      await person('Cleo', { role: 'admin', onCall: true });
      await request();
      expect(await rings()).toEqual([]);
      pass(ringAdminsAfterMs - 1);
      expect(await rings()).toEqual([]);
      await setShift(link, false);
      expect(await rings()).toEqual(['Cleo: 3']);
    });

    it('rings who becomes available during it, and stops at who does not any more, also when they come back', async () => {
      const { person, request, rings, context } = await night();
      const ada = await person('Ada', { onShift: true });
      const bo = await person('Bo');
      await request();
      expect(await rings()).toEqual(['Ada: 1']);
      await context.presence.set(bo, 'available');
      await context.presence.set(ada, 'away');
      expect(await rings()).toEqual(['Bo: 1']);
      await context.presence.set(ada, 'available');
      expect(await rings()).toEqual(['Ada: 1', 'Bo: 1']);
    });

    it('rings the one it was handed to alone for a minute, and everybody when that person is not available', async () => {
      const { person, request, rings, pass, db, context } = await night();
      await person('Ada', { onShift: true });
      const bo = await person('Bo', { onShift: true });
      const id = await request();
      await db.updateTable('agent_requests').set({ waits_for_id: bo }).where('id', '=', id).execute();
      expect(await rings()).toEqual(['Bo: 1']);
      await context.presence.set(bo, 'away');
      expect(await rings()).toEqual(['Ada: 1']);
      await context.presence.set(bo, 'available');
      pass(ringAgainAfterMs);
      expect(await rings()).toEqual(['Ada: 2', 'Bo: 2']);
    });

    it('stops when somebody accepts, when the dealership cancels, and when its time is over', async () => {
      const { person, request, rings, step, context, pass, db } = await night();
      const ada = await person('Ada', { onShift: true });
      await person('Bo', { onShift: true });
      const [first, second, third] = [await request(), await request(), await request()];
      expect(await rings()).toHaveLength(6);
      await step('accept', first, ada);
      // Ada is in a deal now.
      expect(await rings()).toEqual(['Bo: 1', 'Bo: 1']);
      await context.agentRequests.cancel(second);
      expect(await rings()).toEqual(['Bo: 1']);
      pass(16 * 60_000);
      await context.agentRequests.sweep();
      expect(await rings()).toEqual([]);
      const ended = await db.selectFrom('rings').select(['request_id', 'ended_as']).execute();
      expect(new Map(ended.map((ring) => [ring.request_id, ring.ended_as]))).toEqual(
        new Map([
          [first, 'accepted'],
          [second, 'over'],
          [third, 'over'],
        ]),
      );
    });

    it('R521 that is cancelled and taken back rings on at its stage, and whoever pressed Seen is left in peace', async () => {
      const { person, request, rings, ringing, context, pass } = await night();
      await person('Ada', { onShift: true });
      const bo = await person('Bo', { onShift: true });
      await person('Cleo', { role: 'admin', onCall: true });
      const id = await request();
      expect(await rings()).toEqual(['Ada: 1', 'Bo: 1']);
      pass(ringAgainAfterMs);
      expect(await rings()).toEqual(['Ada: 2', 'Bo: 2']);
      await ringing.see(id, bo, 2);
      for (let round = 0; round < 3; round++) {
        await context.agentRequests.cancel(id);
        expect(await rings()).toEqual([]);
        await context.agentRequests.takeBack(id);
        expect(await rings()).toEqual(['Ada: 2']);
      }
      pass(ringAdminsAfterMs - ringAgainAfterMs);
      expect(await rings()).toEqual(['Ada: 3', 'Bo: 3', 'Cleo: 3']);
    });

    it('that is handed back rings anew from the first stage, the others and not the one who handed it back', async () => {
      const { person, request, rings, step, ringing, pass, context } = await night();
      const ada = await person('Ada', { onShift: true });
      const bo = await person('Bo', { onShift: true });
      const id = await request();
      expect(await rings()).toEqual(['Ada: 1', 'Bo: 1']);
      await ringing.see(id, bo, 1);
      await step('accept', id, ada);
      expect(await rings()).toEqual([]);
      pass(10 * 60_000);
      await step('hand-back', id, ada);
      expect(await rings()).toEqual(['Bo: 1']);
      await context.presence.set(ada, 'available');
      expect(await rings()).toEqual(['Bo: 1']);
      pass(ringAgainAfterMs);
      expect(await rings()).toEqual(['Bo: 2']);
    });
  });

  describe('R90 Seen', () => {
    it('is for the stage that the person saw: pressed a moment too late it does not make the next stage quiet', async () => {
      const { person, request, rings, ringing, pass } = await night();
      const ada = await person('Ada', { onShift: true });
      const id = await request();
      await rings();
      pass(ringAgainAfterMs);
      expect(await rings()).toEqual(['Ada: 2']);
      expect(await ringing.see(id, ada, 1)).toBe(true);
      expect(await rings()).toEqual(['Ada: 2']);
    });

    it('counts once, is answered as taken after the ring is over, and is not for whom it never rang', async () => {
      const { person, request, rings, ringing, step, db } = await night();
      const ada = await person('Ada', { onShift: true });
      const bo = await person('Bo', { onShift: true });
      const away = await person('Cy');
      const id = await request();
      await rings();
      expect(await Promise.all([1, 2, 3].map(() => ringing.see(id, ada, 1)))).toEqual([true, true, true]);
      await step('accept', id, bo);
      await rings();
      expect(await ringing.see(id, bo, 1)).toBe(true);
      expect(await ringing.see(id, away, 1)).toBe(false);
      expect(await ringing.see('no such request', ada, 1)).toBe(false);
      const seen = await db.selectFrom('ring_people').select('person_id').where('seen_at', 'is not', null).execute();
      expect(seen).toEqual([{ person_id: ada }]);
    });
  });

  describe('R89 devices', () => {
    it('are pushed at the beginning of each stage and every twenty seconds, until Seen', async () => {
      const { person, request, ringing, pass } = await night();
      const ada = await person('Ada', { onShift: true });
      const bo = await person('Bo', { onShift: true });
      const id = await request();
      const look = async () => {
        ringing.pushed.splice(0);
        await ringing.look();
        return ringing.pushed.map(({ requestId, personIds }) => [requestId, [...personIds].sort()]);
      };
      const both = [[id, [ada, bo].sort()]];
      expect(await look()).toEqual(both);
      expect(await look()).toEqual([]);
      pass(pushAgainMs - 1);
      expect(await look()).toEqual([]);
      pass(1);
      expect(await look()).toEqual(both);
      await ringing.see(id, ada, 1);
      pass(pushAgainMs);
      expect(await look()).toEqual([[id, [bo]]]);
      pass(pushAgainMs);
      expect(await look()).toEqual(both);
    });
  });

  describe('R91 a ring goes on', () => {
    it('after a restart in the middle of it: Seen is remembered, and what was due meanwhile happens', async () => {
      const { person, request, rings, ringing, pass, replica, ringingOf } = await night();
      const ada = await person('Ada', { onShift: true });
      await person('Bo', { onShift: true });
      const id = await request();
      await rings();
      await ringing.see(id, ada, 1);
      pass(30_000);
      const restarted = ringingOf(replica());
      await restarted.look();
      expect((await restarted.byPerson()).has(ada)).toBe(false);
      pass(ringAdminsAfterMs);
      await ringingOf(replica()).look();
      expect((await restarted.byPerson()).get(ada)).toEqual([expect.objectContaining({ requestId: id, stage: 3 })]);
    });
  });
});
