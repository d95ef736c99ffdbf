import { describe, expect, it } from 'vitest';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { everyDay, periodsOf, startScheduled, weekOf, whyOf } from '../../tests/support/scheduled-night.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

eachEngine((under) => {
  describe('R126 what nobody covers', () => {
    it('in the next seven days are the gaps, by those who may take requests and have hours', async () => {
      const { person, schedule, goTo, giveHours, context, admin } = await startScheduled(under);
      const [bo, cy, vi] = [await person('Bo'), await person('Cy', { role: null }), await person('Vi')];
      expect(await schedule.gaps()).toEqual([]);
      expect(await schedule.coverage()).toMatchObject({ isUsed: false, stretches: [], gaps: [] });
      await giveHours(bo, everyDay('08:00-20:00'));
      await giveHours(cy, everyDay('20:00-02:00'));
      await giveHours(vi, everyDay('00:00-00:00'));
      expect(await schedule.gaps()).toEqual([]);
      await context.people.changeRole(admin, { id: vi, version: 1 }, 'viewer');
      expect(await schedule.gaps()).toHaveLength(7);
      expect((await schedule.gaps())[0]).toEqual({
        startsAt: '2026-11-24T07:00:00.000Z',
        endsAt: '2026-11-24T13:00:00.000Z',
        holiday: null,
      });
      goTo(1, '21:00');
      await schedule.changeHoliday(null, '2026-11-26', 0, { name: 'Thanksgiving', periods: [] });
      const gaps = await schedule.gaps();
      // Wednesday's night shift goes on into the holiday. The morning after it is a gap as always.
      expect(gaps.find(({ holiday }) => holiday)).toEqual({
        startsAt: '2026-11-26T07:00:00.000Z',
        endsAt: '2026-11-27T13:00:00.000Z',
        holiday: 'Thanksgiving',
      });
      expect(gaps).toHaveLength(6);
      await context.people.remove(admin, { id: cy, version: 1 });
      expect((await schedule.gaps())[0]).toMatchObject({ startsAt: '2026-11-24T02:00:00.000Z' });
    });

    it('R1223 ends when somebody comes, also after the seven days', async () => {
      const { person, schedule, giveHours } = await startScheduled(under);
      await giveHours(await person('Bo'), weekOf({ sat: '00:00-00:00' }));
      const gaps = await schedule.gaps();
      expect(gaps.map(({ endsAt }) => endsAt)).toEqual(['2026-11-28T05:00:00.000Z', '2026-12-05T05:00:00.000Z']);
      expect((await schedule.coverage()).gaps).toEqual(gaps);
    });

    it('R1242 is told as one whose end is not in sight, in the week and in the coming hours', async () => {
      const { person, schedule, giveHours } = await startScheduled(under);
      await giveHours(await person('Bo'), weekOf({}));
      const goesOn = [{ goesOn: true }];
      expect(await schedule.gaps()).toMatchObject(goesOn);
      expect(await schedule.coverage()).toMatchObject({ gaps: goesOn });
      expect(await schedule.week()).toMatchObject({ gaps: goesOn });
      await giveHours(await person('Cy'), weekOf({ sat: '00:00-00:00' }));
      for (const gap of await schedule.gaps()) expect(gap).not.toHaveProperty('goesOn');
    });

    it('is shown for the coming hours, with who covers the others', async () => {
      const { person, schedule, goTo, giveHours } = await startScheduled(under);
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
      const { person, schedule, goToTime, giveHours } = await startScheduled(under);
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

  it('R524 this week shows what held on its days that are over', async () => {
    const { person, schedule, goTo, giveHours } = await startScheduled(under);
    const bo = await person('Bo');
    await giveHours(bo, everyDay('09:00-17:00'));
    const monday = (await schedule.week())?.days[0]?.date ?? '';
    await schedule.changeHoliday(null, monday, 0, { name: 'Snow day', periods: [] });
    const before = await schedule.week();
    expect(before?.days[0]?.holiday).toMatchObject({ name: 'Snow day' });
    goTo(6, '12:00');
    const after = await schedule.week(monday);
    expect(after?.days).toEqual(before?.days);
    expect(after?.people.map(({ shifts }) => shifts)).toEqual(before?.people.map(({ shifts }) => shifts));
  });

  describe('R127 an edit', () => {
    it('switches at once whom it concerns at this moment, and leaves one’s own switch otherwise', async () => {
      const { person, schedule, goTo, giveHours, isOn, context, shiftEntries } = await startScheduled(under);
      const [bo, cy] = [await person('Bo'), await person('Cy', { onShift: true })];
      goTo(1, '10:00');
      await giveHours(bo, everyDay('09:00-17:00'));
      // An edit of hours at other times of day leaves people on shift who switched themselves on.
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
      const { person, schedule, goTo, giveHours, isOn, people } = await startScheduled(under);
      const bo = await person('Bo');
      await giveHours(bo, weekOf({ mon: '09:00-17:00' }));
      goTo(1, '09:30');
      await schedule.look();
      await people.set(bo, false);
      goTo(1, '12:00');
      // These hours say the same of noon, but have a boundary at 11:00.
      await giveHours(bo, weekOf({ mon: '09:00-10:00, 11:00-17:00' }));
      await schedule.look();
      expect(await isOn(bo)).toBe(false);
    });

    it('names the version that it was made from, and somebody who saw another writes nothing', async () => {
      const { person, schedule, admin } = await startScheduled(under);
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
      expect([await change(0, '10:00-17:00'), await change(3, '10:00-17:00')]).toEqual(['changed', 'done']);
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
      expect((await schedule.person(bo))?.removedExceptions).toEqual({ '2026-11-25': 2 });
      expect(await day(2, '09:00-10:00')).toBe('done');
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
      const { person, schedule, admin } = await startScheduled(under);
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
      const { person, schedule, admin, db } = await startScheduled(under);
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
