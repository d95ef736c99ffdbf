import { describe, expect, it } from 'vitest';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { everyDay, startScheduled, weekOf } from '../../tests/support/scheduled-night.ts';

eachEngine((under) => {
  describe('R123 a boundary', () => {
    it('begins and ends the shift, in the audit log, and nothing happens between two boundaries', async () => {
      const { person, schedule, goTo, giveHours, isOn, shiftEntries } = await startScheduled(under);
      const bo = await person('Bo');
      await giveHours(bo, weekOf({ mon: '09:00-12:00, 13:00-17:00', tue: '22:00-06:00' }));
      const seen: string[] = [];
      for (const [day, clock] of [
        [1, '08:59'],
        [1, '09:00'],
        [1, '11:59'],
        [1, '12:00'],
        [1, '13:30'],
        [1, '17:00'],
        [2, '22:00'],
        [3, '05:59'],
        [3, '06:00'],
      ] as const) {
        goTo(day, clock);
        await schedule.look();
        await schedule.look();
        seen.push(`${day} ${clock} ${(await isOn(bo)) ? 'on' : 'off'}`);
      }
      expect(seen).toEqual([
        '1 08:59 off',
        '1 09:00 on',
        '1 11:59 on',
        '1 12:00 off',
        '1 13:30 on',
        '1 17:00 off',
        '2 22:00 on',
        '3 05:59 on',
        '3 06:00 off',
      ]);
      expect(await shiftEntries(bo)).toEqual(['on', 'off', 'on', 'off', 'on', 'off']);
    });

    it('that passed while no server ran is applied at the start, and of several the last one counts', async () => {
      const { person, replica, schedule, goTo, giveHours, isOn, shiftEntries } = await startScheduled(under);
      const [bo, cy] = [await person('Bo'), await person('Cy', { onShift: true })];
      await giveHours(bo, weekOf({ mon: '09:00-12:00', tue: '09:00-12:00' }));
      await giveHours(cy, weekOf({ mon: '09:00-12:00' }));
      await schedule.look();
      goTo(2, '10:00');
      await replica().schedule.look();
      expect([await isOn(bo), await isOn(cy)]).toEqual([true, false]);
      expect([await shiftEntries(bo), await shiftEntries(cy)]).toEqual([['on'], ['off']]);
    });

    it('is applied by one of several servers, and to the night in which the clock changes as its hours say', async () => {
      const { person, replica, schedule, goToTime, giveHours, isOn, shiftEntries } = await startScheduled(under);
      const bo = await person('Bo');
      goToTime('2027-03-13T12:00:00-05:00');
      await giveHours(bo, everyDay('22:00-02:30'));
      const others = [replica(), replica()];
      const looks = () => Promise.all([schedule, ...others.map((one) => one.schedule)].map((one) => one.look()));
      goToTime('2027-03-13T22:00:00-05:00');
      await looks();
      // 01:59:59 is followed by 03:00:00, and 02:30 is over then.
      goToTime('2027-03-14T01:59:59-05:00');
      await looks();
      expect(await isOn(bo)).toBe(true);
      goToTime('2027-03-14T03:00:00-04:00');
      await looks();
      expect(await isOn(bo)).toBe(false);
      expect(await shiftEntries(bo)).toEqual(['on', 'off']);
    });

    it('is not applied twice when the clock is set back or forward', async () => {
      const { person, schedule, goTo, giveHours, isOn, shiftEntries, people } = await startScheduled(under);
      const [bo, cy] = [await person('Bo'), await person('Cy')];
      for (const id of [bo, cy]) await giveHours(id, weekOf({ mon: '09:00-17:00' }));
      goTo(1, '09:10');
      await schedule.look();
      await people.set(cy, false);
      for (const clock of ['08:50', '08:59', '09:00', '09:11']) {
        goTo(1, clock);
        await schedule.look();
        expect([await isOn(bo), await isOn(cy)]).toEqual([true, false]);
      }
      // The clock is an hour ahead for a moment. The end of the hours is applied once, and not again at its real time.
      goTo(1, '17:30');
      await schedule.look();
      goTo(1, '16:30');
      await schedule.look();
      await people.set(bo, true);
      goTo(1, '17:01');
      await schedule.look();
      expect(await shiftEntries(bo)).toEqual(['on', 'off', 'on by hand']);
    });

    it('counts anew after a clock that was ahead by more than two hours', async () => {
      const { person, schedule, goTo, giveHours, isOn } = await startScheduled(under);
      const bo = await person('Bo');
      await giveHours(bo, weekOf({ mon: '09:00-17:00', tue: '09:00-17:00' }));
      goTo(1, '10:00');
      await schedule.look();
      goTo(2, '20:00');
      await schedule.look();
      expect(await isOn(bo)).toBe(false);
      goTo(1, '10:05');
      await schedule.look();
      expect(await isOn(bo)).toBe(true);
      goTo(1, '17:00');
      await schedule.look();
      expect(await isOn(bo)).toBe(false);
      goTo(2, '09:00');
      await schedule.look();
      expect(await isOn(bo)).toBe(true);
    });

    it('does nothing for whoever takes no requests, and nothing later either once they do', async () => {
      const { person, schedule, goTo, giveHours, isOn, context, admin } = await startScheduled(under);
      const bo = await person('Bo');
      await giveHours(bo, weekOf({ mon: '09:00-17:00' }));
      expect(await context.people.changeRole(admin, { id: bo, version: 1 }, 'viewer')).toMatchObject({ kind: 'done' });
      goTo(1, '09:00');
      await schedule.look();
      expect(await isOn(bo)).toBe(false);
      await context.people.changeRole(admin, { id: bo, version: 2 }, 'agent');
      goTo(1, '10:00');
      await schedule.look();
      expect(await isOn(bo)).toBe(false);
    });

    it('at which one hands over to another tells nobody that the shift is empty', async () => {
      const { person, schedule, goTo, giveHours, db } = await startScheduled(under);
      const [bo, cy] = [await person('Bo'), await person('Cy')];
      await giveHours(bo, weekOf({ mon: '09:00-17:00' }));
      await giveHours(cy, weekOf({ mon: '17:00-23:00' }));
      const alerts = async () =>
        (await db.selectFrom('alerts').select('kind').execute()).filter(({ kind }) => kind === 'shift-empty').length;
      for (const clock of ['09:00', '17:00']) {
        goTo(1, clock);
        await schedule.look();
      }
      expect(await alerts()).toBe(0);
      goTo(1, '23:00');
      await schedule.look();
      expect(await alerts()).toBe(1);
    });

    it('changes nothing for somebody without a schedule', async () => {
      const { person, schedule, goTo, isOn, find, people } = await startScheduled(under);
      const bo = await person('Bo', { onShift: true });
      const before = await find(bo);
      for (const day of [1, 2, 3, 7]) {
        goTo(day, '12:00');
        await schedule.look();
      }
      expect(await find(bo)).toEqual(before);
      await people.set(bo, false);
      await schedule.look();
      expect(await isOn(bo)).toBe(false);
    });
  });
});
