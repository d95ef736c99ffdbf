import { describe, expect, it, vi } from 'vitest';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startNight } from '../../tests/support/night-shift.ts';
import { everyDay, periodsOf, scheduled, weekOf, whyOf } from '../../tests/support/scheduled-night.ts';

vi.setConfig({ testTimeout: 20_000 });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

eachEngine((under) => {
  async function start() {
    const night = await startNight(under);
    const at = scheduled(night);
    at.goTo(1, '08:00');
    const admin = await night.person('Ada Quill', { role: 'admin' });
    const people = { set: (id: string, on: boolean) => night.context.people.switchShift(admin, id, on) };
    return { ...night, ...at, admin, people };
  }

  describe('R123 a boundary', () => {
    it('begins and ends the shift, in the audit log, and nothing happens between two boundaries', async () => {
      const { person, schedule, goTo, giveHours, isOn, shiftEntries } = await start();
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
      const { person, replica, schedule, goTo, giveHours, isOn, shiftEntries } = await start();
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
      const { person, replica, schedule, goToTime, giveHours, isOn, shiftEntries } = await start();
      const bo = await person('Bo');
      goToTime('2027-03-13T12:00:00-05:00');
      await giveHours(bo, everyDay('22:00-02:30'));
      const others = [replica(), replica()];
      const looks = () => Promise.all([schedule, ...others.map((one) => one.schedule)].map((one) => one.look()));
      goToTime('2027-03-13T22:00:00-05:00');
      await looks();
      // 01:59:59 is followed by 03:00:00, which is when 02:30 is over.
      goToTime('2027-03-14T01:59:59-05:00');
      await looks();
      expect(await isOn(bo)).toBe(true);
      goToTime('2027-03-14T03:00:00-04:00');
      await looks();
      expect(await isOn(bo)).toBe(false);
      expect(await shiftEntries(bo)).toEqual(['on', 'off']);
    });

    it('is not applied twice when the clock is set back or forward', async () => {
      const { person, schedule, goTo, giveHours, isOn, shiftEntries, people } = await start();
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
      // An hour ahead for a moment: the end of the hours is applied once, and not again when it comes.
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
      const { person, schedule, goTo, giveHours, isOn } = await start();
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
      const { person, schedule, goTo, giveHours, isOn, context, admin } = await start();
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
      const { person, schedule, goTo, giveHours, db } = await start();
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
      const { person, schedule, goTo, isOn, find, people } = await start();
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

  describe('R124 one’s own switch', () => {
    it('wins until the next boundary, whoever pressed it', async () => {
      const { person, schedule, context, goTo, giveHours, isOn, shiftEntries, admin } = await start();
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
      // At 09:00 on Monday and on Tuesday they were on already, and at 17:00 on Monday off.
      expect(await shiftEntries(bo)).toEqual(['on by hand', 'off by hand', 'on by hand', 'off']);
    });

    it('at the very moment of a boundary wins over it, as does the command’s', async () => {
      const { person, schedule, context, goTo, giveHours, isOn } = await start();
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
    it('stays on shift when their hours end, goes off when it ends, and the desk says so', async () => {
      const { person, request, actorOf, schedule, context, goTo, giveHours, isOn, pass, find, shiftEntries } =
        await start();
      const bo = await person('Bo');
      await giveHours(bo, weekOf({ mon: '09:00-17:00' }));
      goTo(1, '16:50');
      await schedule.look();
      const id = await request();
      await context.agentRequests.step('accept', id, await actorOf(bo));
      goTo(1, '17:00');
      await schedule.look();
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
      const { person, request, actorOf, schedule, replica, context, goTo, giveHours, isOn, find } = await start();
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

    it('is not sent off by an edit either, and is by their own switch', async () => {
      const { person, request, actorOf, schedule, context, goTo, giveHours, isOn } = await start();
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
      // Another edit forgets nothing of it.
      await giveHours(bo, everyDay('09:00-16:00'));
      expect((await schedule.coverage()).held).toHaveLength(1);
      await context.people.switchShift(bo, bo, false);
      expect(await isOn(bo)).toBe(false);
    });
  });

  describe('R126 what nobody covers', () => {
    it('in the next seven days are the gaps, by those who may take requests and have hours', async () => {
      const { person, schedule, goTo, giveHours, context, admin } = await start();
      const [bo, cy, vi] = [await person('Bo'), await person('Cy', { role: null }), await person('Vi')];
      expect(await schedule.countGaps()).toBe(0);
      expect(await schedule.coverage()).toMatchObject({ isUsed: false, stretches: [], gaps: [] });
      await giveHours(bo, everyDay('08:00-20:00'));
      await giveHours(cy, everyDay('20:00-02:00'));
      await giveHours(vi, everyDay('00:00-00:00'));
      expect(await schedule.countGaps()).toBe(0);
      await context.people.changeRole(admin, { id: vi, version: 1 }, 'viewer');
      expect(await schedule.countGaps()).toBe(7);
      expect((await schedule.gaps())[0]).toEqual({
        startsAt: '2026-11-24T07:00:00.000Z',
        endsAt: '2026-11-24T13:00:00.000Z',
        holiday: null,
      });
      goTo(1, '21:00');
      await schedule.changeHoliday(null, '2026-11-26', 0, { name: 'Thanksgiving', periods: [] });
      const gaps = await schedule.gaps();
      // Wednesday's night goes on into the holiday; the morning after it is a gap as always.
      expect(gaps.find(({ holiday }) => holiday)).toEqual({
        startsAt: '2026-11-26T07:00:00.000Z',
        endsAt: '2026-11-27T13:00:00.000Z',
        holiday: 'Thanksgiving',
      });
      expect(gaps).toHaveLength(6);
      await context.people.remove(admin, { id: cy, version: 1 });
      expect((await schedule.gaps())[0]).toMatchObject({ startsAt: '2026-11-24T02:00:00.000Z' });
    });

    it('is shown for the coming hours, with who covers the others', async () => {
      const { person, schedule, goTo, giveHours } = await start();
      const [bo, cy] = [await person('Bo'), await person('Cy')];
      await giveHours(bo, everyDay('08:00-20:00'));
      await giveHours(cy, everyDay('18:00-22:00'));
      goTo(1, '17:00');
      const { stretches } = await schedule.coverage();
      expect(stretches.map(({ startsAt, people }) => [startsAt.slice(11, 16), ...people])).toEqual([
        ['22:00', 'Bo'],
        ['23:00', 'Bo', 'Cy'],
        ['01:00', 'Cy'],
        ['03:00'],
      ]);
      expect(stretches.at(-1)?.endsAt).toBe('2026-11-24T10:00:00.000Z');
    });

    it('of a week is shown with its days as long as they are', async () => {
      const { person, schedule, goToTime, giveHours } = await start();
      const bo = await person('Bo');
      goToTime('2026-10-26T08:00:00-04:00');
      await giveHours(bo, everyDay('08:00-00:00'));
      const week = await schedule.week('2026-11-01');
      expect(week?.days.map(({ date }) => date)).toEqual([
        '2026-10-26',
        '2026-10-27',
        '2026-10-28',
        '2026-10-29',
        '2026-10-30',
        '2026-10-31',
        '2026-11-01',
      ]);
      const [last] = week?.days.slice(-1) ?? [];
      expect(Date.parse(last?.endsAt ?? '') - Date.parse(last?.startsAt ?? '')).toBe(25 * hourMs);
      expect(week?.gaps.at(-1)).toEqual({
        startsAt: '2026-11-01T04:00:00.000Z',
        endsAt: '2026-11-01T13:00:00.000Z',
        holiday: null,
      });
      expect(week?.timeZone).toBe('America/New_York');
      expect(await schedule.week('2026-10-25')).toBeUndefined();
      expect(await schedule.week('2029-01-01')).toBeUndefined();
      expect(await schedule.week('soon')).toBeUndefined();
    });
  });

  describe('R127 an edit', () => {
    it('switches at once whom it concerns at this moment, and leaves one’s own switch otherwise', async () => {
      const { person, schedule, goTo, giveHours, isOn, context, shiftEntries } = await start();
      const [bo, cy] = [await person('Bo'), await person('Cy', { onShift: true })];
      goTo(1, '10:00');
      await giveHours(bo, everyDay('09:00-17:00'));
      // Hours that are not of this moment leave whoever is on shift by their own switch.
      await giveHours(cy, everyDay('20:00-22:00'));
      expect([await isOn(bo), await isOn(cy)]).toEqual([true, true]);
      await context.people.switchShift(bo, bo, false);
      await giveHours(bo, everyDay('09:00-18:00'));
      await schedule.look();
      expect(await isOn(bo)).toBe(false);
      await schedule.changeHoliday(null, '2026-11-23', 0, { name: 'Snow day', periods: [] });
      await schedule.changeHoliday(null, '2026-11-23', 1, null);
      expect(await isOn(bo)).toBe(true);
      await giveHours(bo, null);
      goTo(1, '18:00');
      await schedule.look();
      expect(await isOn(bo)).toBe(true);
      expect(await shiftEntries(bo)).toEqual(['on', 'off by hand', 'on']);
    });

    it('makes no boundary of the hours before it', async () => {
      const { person, schedule, goTo, giveHours, isOn, people } = await start();
      const bo = await person('Bo');
      await giveHours(bo, weekOf({ mon: '09:00-17:00' }));
      goTo(1, '09:30');
      await schedule.look();
      await people.set(bo, false);
      goTo(1, '12:00');
      // Says the same of noon, with a boundary at 11:00.
      await giveHours(bo, weekOf({ mon: '09:00-10:00, 11:00-17:00' }));
      await schedule.look();
      expect(await isOn(bo)).toBe(false);
    });

    it('names the version that it was made from, and somebody who saw another writes nothing', async () => {
      const { person, schedule, admin } = await start();
      const bo = await person('Bo');
      const change = async (seen: number, text: string) =>
        whyOf(await schedule.changeWeek(admin, bo, seen, everyDay(text)));
      expect(await change(0, '09:00-17:00')).toBe('done');
      expect(await change(0, '10:00-17:00')).toBe('changed');
      expect(await change(0, '09:00-17:00')).toBe('done');
      expect((await schedule.person(bo))?.version).toBe(1);
      expect(await change(1, '10:00-17:00')).toBe('done');
      expect(whyOf(await schedule.changeWeek(admin, bo, 2, null))).toBe('done');
      expect(await change(2, '10:00-17:00')).toBe('changed');
      expect(await change(0, '10:00-17:00')).toBe('done');
      expect((await schedule.person(bo))?.version).toBe(4);
      const day = async (seen: number, text: string | null) =>
        whyOf(
          await schedule.changeDay(
            admin,
            bo,
            '2026-11-25',
            seen,
            text === null ? null : { periods: periodsOf(text), note: '' },
          ),
        );
      expect([await day(0, ''), await day(0, '09:00-10:00'), await day(1, null), await day(1, '09:00-10:00')]).toEqual([
        'done',
        'changed',
        'done',
        'changed',
      ]);
      expect(await day(0, '09:00-10:00')).toBe('done');
      expect((await schedule.person(bo))?.exceptions).toEqual([
        { date: '2026-11-25', periods: periodsOf('09:00-10:00'), note: '', version: 3 },
      ]);
      const holiday = async (seen: number, name: string) =>
        whyOf(await schedule.changeHoliday(admin, '2026-12-25', seen, { name, periods: [] }));
      expect([await holiday(0, 'Christmas'), await holiday(0, 'Other'), await holiday(1, 'Other')]).toEqual([
        'done',
        'changed',
        'done',
      ]);
      expect(await schedule.holiday('2026-12-25')).toMatchObject({ name: 'Other', version: 2 });
    });

    it('that is wrong is refused, and then nothing is written', async () => {
      const { person, schedule, admin } = await start();
      const [bo, viewer] = [await person('Bo'), await person('Vi', { role: 'viewer' })];
      const change = async (text: string, { by = admin, of = bo } = {}) =>
        whyOf(await schedule.changeWeek(by, of, 0, everyDay(text)));
      expect(await change('9:00-17:00')).toBe('badPeriod');
      expect(await change('09:00-24:00')).toBe('badPeriod');
      expect(await change('09:00-12:00, 11:00-13:00')).toBe('overlap');
      expect(await change('22:00-06:00, 05:00-07:00')).toBe('overlap');
      expect(await change('09:00-17:00', { of: viewer })).toBe('takesNoRequests');
      expect(await change('09:00-17:00', { of: 'nobody' })).toBe('notFound');
      expect(await change('09:00-17:00', { by: bo })).toBe('notAllowed');
      const day = async (date: string, of = bo) =>
        whyOf(await schedule.changeDay(admin, of, date, 0, { periods: [], note: '' }));
      expect(await day('2026-11-25')).toBe('noWeek');
      await schedule.changeWeek(admin, bo, 0, everyDay(''));
      expect([await day('2026-11-21'), await day('2026-13-01'), await day('2029-01-01')]).toEqual([
        'badDate',
        'badDate',
        'badDate',
      ]);
      expect(whyOf(await schedule.changeHoliday(admin, '2026-12-25', 0, { name: ' ', periods: [] }))).toBe('badName');
      expect((await schedule.person(bo))?.exceptions).toEqual([]);
    });

    it('is in the audit log with whom and when it concerns, and what was changed', async () => {
      const { person, schedule, admin, db } = await start();
      const bo = await person('Bo');
      await schedule.changeWeek(admin, bo, 0, weekOf({ tue: '09:00-17:00' }));
      await schedule.changeDay(admin, bo, '2026-11-25', 0, { periods: [], note: 'private' });
      await schedule.changeHoliday(null, '2026-12-25', 0, { name: 'Christmas', periods: [] });
      const entries = await db
        .selectFrom('audit_entries')
        .innerJoin('audit_subjects', 'audit_subjects.seq', 'audit_entries.seq')
        .select(['action', 'by_id', 'detail', 'kind', 'subject_id'])
        .where('kind', '!=', 'code')
        .orderBy('audit_entries.seq')
        .execute();
      expect(entries.map((entry) => Object.values(entry))).toEqual([
        ['week-changed', admin, '{"days":["tue"]}', 'person', bo],
        ['exception-set', admin, '{"date":"2026-11-25"}', 'person', bo],
        ['holiday-set', null, '{}', 'holiday', '2026-12-25'],
      ]);
    });
  });
});
