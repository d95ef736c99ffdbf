import { describe, expect, it } from 'vitest';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { everyDay, startScheduled, weekOf } from '../../tests/support/scheduled-night.ts';

const minuteMs = 60_000;

eachEngine((under) => {
  describe('R124 one’s own switch', () => {
    it('wins until the next boundary, whoever pressed it', async () => {
      const { person, schedule, context, goTo, giveHours, isOn, shiftEntries, admin } = await startScheduled(under);
      const bo = await person('Bo');
      await giveHours(bo, weekOf({ mon: '09:00-17:00', tue: '09:00-17:00' }));
      const press = async (clock: string, by: string, on: boolean) => {
        goTo(1, clock);
        await schedule.look();
        await context.people.switchShift(by, bo, on);
        await schedule.look();
      };
      await press('08:30', bo, true);
      expect(await isOn(bo)).toBe(true);
      await press('10:00', admin, false);
      goTo(1, '16:59');
      await schedule.look();
      expect(await isOn(bo)).toBe(false);
      await press('17:10', bo, true);
      goTo(2, '08:59');
      await schedule.look();
      expect(await isOn(bo)).toBe(true);
      goTo(2, '17:00');
      await schedule.look();
      expect(await isOn(bo)).toBe(false);
      // The person was on already at 09:00 on Monday and Tuesday, and off already at 17:00 on Monday.
      expect(await shiftEntries(bo)).toEqual(['on by hand', 'off by hand', 'on by hand', 'off']);
    });

    it('at the very moment of a boundary wins over it, as does the command’s', async () => {
      const { person, schedule, context, goTo, giveHours, isOn } = await startScheduled(under);
      const [bo, cy] = [await person('Bo'), await person('Cy')];
      for (const id of [bo, cy]) await giveHours(id, weekOf({ mon: '09:00-17:00' }));
      goTo(1, '09:00');
      await context.people.switchShift(bo, bo, false);
      await schedule.look();
      await context.shift.set('Cy', false);
      await schedule.look();
      expect([await isOn(bo), await isOn(cy)]).toEqual([false, false]);
    });
  });

  describe('R125 somebody who has a request', () => {
    /** Bo accepts a request ten minutes before their hours end. It is the end of their hours now. */
    async function startAtEndOfHours() {
      const scheduled = await startScheduled(under);
      const { person, request, actorOf, schedule, context, goTo, giveHours } = scheduled;
      const bo = await person('Bo');
      await giveHours(bo, weekOf({ mon: '09:00-17:00' }));
      goTo(1, '16:50');
      await schedule.look();
      const id = await request();
      await context.agentRequests.step('accept', id, await actorOf(bo));
      goTo(1, '17:00');
      await schedule.look();
      return { ...scheduled, bo, id };
    }

    it('stays on shift when their hours end, goes off when it ends, and the desk says so', async () => {
      const { bo, id, actorOf, schedule, context, goTo, isOn, pass, find, shiftEntries } = await startAtEndOfHours();
      await schedule.look();
      expect(await isOn(bo)).toBe(true);
      expect((await schedule.coverage()).held).toEqual([{ id: bo, name: 'Bo', since: '2026-11-23T22:00:00.000Z' }]);
      expect((await schedule.person(bo))?.heldSince).toBe('2026-11-23T22:00:00.000Z');
      goTo(1, '17:20');
      const ending = { ending: { disposition: 'help_only', note: '' } } as const;
      await context.agentRequests.step('done', id, await actorOf(bo), ending);
      await schedule.look();
      // Done can be taken back for a minute.
      expect(await isOn(bo)).toBe(true);
      pass(minuteMs);
      await context.agentRequests.sweep();
      await schedule.look();
      expect(await isOn(bo)).toBe(false);
      expect((await find(bo)).off_due_at).toBeNull();
      expect((await schedule.coverage()).held).toEqual([]);
      expect(await shiftEntries(bo)).toEqual(['on', 'off']);
    });

    it('stays also after a restart, and for good when they switch or their next hours begin', async () => {
      const { person, request, actorOf, schedule, replica, context, goTo, giveHours, isOn, find } =
        await startScheduled(under);
      const [bo, cy] = [await person('Bo'), await person('Cy')];
      for (const id of [bo, cy]) await giveHours(id, weekOf({ mon: '09:00-17:00, 18:00-20:00' }));
      goTo(1, '16:50');
      await schedule.look();
      const requests = [await request(), await request()];
      await context.agentRequests.step('accept', requests[0] ?? '', await actorOf(bo));
      await context.agentRequests.step('accept', requests[1] ?? '', await actorOf(cy));
      goTo(1, '17:00');
      await schedule.look();
      await context.people.switchShift(bo, bo, true);
      goTo(1, '18:00');
      const restarted = replica().schedule;
      await restarted.look();
      for (const id of requests)
        await context.agentRequests.step('hand-back', id, await actorOf(id === requests[0] ? bo : cy));
      await restarted.look();
      expect([await isOn(bo), await isOn(cy)]).toEqual([true, true]);
      expect([(await find(bo)).off_due_at, (await find(cy)).off_due_at]).toEqual([null, null]);
    });

    it('R789 is kept on shift for good by whoever begins it once more, and that is in the audit log once', async () => {
      const { bo, id, actorOf, schedule, context, isOn, find, shiftEntries } = await startAtEndOfHours();
      const since = (await find(bo)).on_shift_at;
      await Promise.all([context.shift.set('Bo', true), context.people.switchShift(bo, bo, true)]);
      expect(await find(bo)).toMatchObject({ on_shift_at: since, off_due_at: null });
      await context.agentRequests.step('hand-back', id, await actorOf(bo));
      await schedule.look();
      expect(await isOn(bo)).toBe(true);
      expect(await shiftEntries(bo)).toEqual(['on', 'on by hand']);
    });

    it('is not sent off by an edit either, and is by their own switch', async () => {
      const { person, request, actorOf, schedule, context, goTo, giveHours, isOn } = await startScheduled(under);
      const bo = await person('Bo');
      await giveHours(bo, everyDay('09:00-17:00'));
      goTo(1, '10:00');
      await schedule.look();
      const id = await request();
      await context.agentRequests.step('accept', id, await actorOf(bo));
      expect(await schedule.changeDay(null, bo, '2026-11-23', 0, { periods: [], note: 'ill' })).toEqual({
        kind: 'done',
      });
      await schedule.look();
      expect(await isOn(bo)).toBe(true);
      expect((await schedule.coverage()).held).toHaveLength(1);
      // Another edit does not change that.
      await giveHours(bo, everyDay('09:00-16:00'));
      expect((await schedule.coverage()).held).toHaveLength(1);
      await context.people.switchShift(bo, bo, false);
      expect(await isOn(bo)).toBe(false);
    });
  });
});
