/** Boundaries, switches, accepts and edits come at the same moment, many rounds. Each outcome is counted. */
import { describe, expect, it, vi } from 'vitest';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineAlways, roundsOf } from '../../tests/support/each-engine.ts';
import { startNight } from '../../tests/support/night-shift.ts';
import { everyDay, scheduled, whyOf } from '../../tests/support/scheduled-night.ts';

vi.setConfig({ testTimeout: 60_000 });

const dayMs = 24 * 3_600_000;

eachEngineAlways((under) => {
  async function start() {
    const night = await startNight(under);
    const at = scheduled(night);
    at.goTo(1, '08:00');
    const [first, second] = [night.context, night.replica()];
    return {
      ...night,
      ...at,
      first,
      second,
      atOnce: createAtOnce(night.context.storage),
    };
  }

  describe('R123 two servers at one boundary', () => {
    it('apply it once, in every round', async () => {
      const { person, giveHours, goTo, pass, first, second, atOnce, isOn, shiftEntries } = await start();
      const bo = await person('Bo');
      await giveHours(bo, everyDay('09:00-21:00'));
      goTo(1, '09:00');
      const rounds = roundsOf(16);
      for (let round = 0; round < rounds; round++) {
        await atOnce([first, second, first, second].map((one) => () => one.schedule.look()));
        expect(await isOn(bo)).toBe(round % 2 === 0);
        pass(dayMs / 2);
      }
      const entries = await shiftEntries(bo);
      expect(entries).toEqual(Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? 'on' : 'off')));
    });
  });

  describe('R124 a switch and a boundary at one instant', () => {
    it('leave the person as they switched, whichever came first', async () => {
      const { person, giveHours, goTo, pass, first, second, atOnce, isOn, shiftEntries } = await start();
      const bo = await person('Bo');
      await giveHours(bo, everyDay('09:00-21:00'));
      goTo(1, '09:00');
      await playRounds(16, ['switched first', 'switched after'], async (round) => {
        const isBeginning = round % 2 === 0;
        const before = (await shiftEntries(bo)).length;
        // The switch contradicts the boundary: off as the hours begin, on as they end.
        await atOnce([
          () => first.people.switchShift(bo, bo, !isBeginning),
          () => first.schedule.look(),
          () => second.schedule.look(),
        ]);
        await first.schedule.look();
        expect(await isOn(bo)).toBe(!isBeginning);
        const boundary = isBeginning ? 'on' : 'off';
        const entries = (await shiftEntries(bo)).slice(before);
        // When the switch came first, it changed nothing. So the log has both entries or none.
        expect([[], [boundary, `${isBeginning ? 'off' : 'on'} by hand`]]).toContainEqual(entries);
        await first.people.switchShift(bo, bo, isBeginning);
        pass(dayMs / 2);
        return entries.length === 0 ? 'switched first' : 'switched after';
      });
    });
  });

  describe('R125 an accept and the end of the hours at one instant', () => {
    it('leave nobody off shift who had the request before they went off', async () => {
      const { person, giveHours, goTo, first, second, atOnce, isOn, actorOf, request, db, find } = await start();
      const bo = await person('Bo');
      await giveHours(bo, everyDay('09:00-17:00'));
      goTo(1, '09:00');
      await first.schedule.look();
      await playRounds(15, ['held', 'off'], async (round) => {
        goTo(1 + round, '09:00');
        await first.schedule.look();
        goTo(1 + round, '16:59');
        const id = await request();
        const actor = await actorOf(bo);
        goTo(1 + round, '17:00');
        await atOnce([
          () => first.agentRequests.step('accept', id, actor),
          () => first.schedule.look(),
          () => second.schedule.look(),
        ]);
        const rows = await db
          .selectFrom('audit_entries')
          .innerJoin('audit_subjects', 'audit_subjects.seq', 'audit_entries.seq')
          .select(['action', 'audit_entries.seq'])
          .where('audit_subjects.subject_id', 'in', [id, bo])
          .where('action', 'in', ['request-step', 'shift-ended'])
          .orderBy('audit_entries.seq', 'desc')
          .limit(1)
          .execute();
        const outcome = (await isOn(bo)) ? 'held' : 'off';
        if (outcome === 'held') expect((await find(bo)).off_due_at).not.toBeNull();
        // The person went off shift first, and took the request as anybody off shift may.
        else expect(rows[0]?.action).toBe('request-step');
        await first.agentRequests.step('hand-back', id, actor);
        await first.schedule.look();
        expect([await isOn(bo), (await find(bo)).off_due_at]).toEqual([false, null]);
        return outcome;
      });
    });
  });

  describe('R127 two managers at one instant', () => {
    it('of whom exactly one writes the week, the date and the holiday, in every round', async () => {
      const { person, first, second, atOnce } = await start();
      const [ada, sam] = [await person('Ada', { role: 'manager' }), await person('Sam', { role: 'manager' })];
      const bo = await person('Bo');
      let version = 0;
      for (let round = 0; round < 15; round++) {
        const hours = (minute: string) => everyDay(`09:${minute}-17:${String(round).padStart(2, '0')}`);
        const seen = version;
        const outcomes = await atOnce([
          () => first.schedule.changeWeek(ada, bo, seen, hours('10')),
          () => second.schedule.changeWeek(sam, bo, seen, hours('20')),
        ]);
        expect(outcomes.map(whyOf).toSorted()).toEqual(['changed', 'done']);
        const after = await first.schedule.person(bo);
        version = after?.version ?? 0;
        expect(version).toBe(seen + 1);
        const winner = outcomes.findIndex(({ kind }) => kind === 'done');
        expect(after?.week).toEqual(hours(winner === 0 ? '10' : '20'));
        const date = `2026-12-${String(round + 1).padStart(2, '0')}`;
        const days = await atOnce([
          () => first.schedule.changeDay(ada, bo, date, 0, { periods: [], note: 'a' }),
          () => second.schedule.changeDay(sam, bo, date, 0, { periods: [], note: 'b' }),
        ]);
        expect(days.map(whyOf).toSorted()).toEqual(['changed', 'done']);
        const holidays = await atOnce([
          () => first.schedule.changeHoliday(ada, date, 0, { name: 'A', periods: [] }),
          () => second.schedule.changeHoliday(sam, date, 0, { name: 'B', periods: [] }),
        ]);
        expect(holidays.map(whyOf).toSorted()).toEqual(['changed', 'done']);
      }
    });

    it('of whom one says as every week again and the other saves other hours, so that one of them is done, in every round', async () => {
      const { person, giveHours, first, second, atOnce, db } = await start();
      const [ada, sam] = [await person('Ada', { role: 'manager' }), await person('Sam', { role: 'manager' })];
      const bo = await person('Bo');
      await giveHours(bo, everyDay('09:00-17:00'));
      const date = '2026-12-01';
      const standing = async () => (await first.schedule.person(bo, date))?.exceptions.find((one) => one.date === date);
      const exceptions = ['exception-set', 'exception-removed'] as const;
      const written = async () =>
        (await db.selectFrom('audit_entries').select('action').where('action', 'in', exceptions).execute()).length;
      await playRounds(15, ['as every week', 'other hours'], async (round) => {
        const set = { periods: [], note: `round ${round}` };
        const newest = await db.selectFrom('schedule_exceptions').select('version').executeTakeFirst();
        expect(await first.schedule.changeDay(ada, bo, date, newest?.version ?? 0, set)).toEqual({ kind: 'done' });
        const seen = (await standing())?.version ?? expect.fail();
        const before = await written();
        const [again, saved] = await atOnce([
          () => first.schedule.changeDay(ada, bo, date, seen, null),
          () => second.schedule.changeDay(sam, bo, date, seen, { periods: [], note: 'Sam' }),
        ]);
        expect([again, saved].map(whyOf).toSorted()).toEqual(['changed', 'done']);
        expect((await standing())?.note).toBe(saved.kind === 'done' ? 'Sam' : undefined);
        expect(await written()).toBe(before + 1);
        return again.kind === 'done' ? 'as every week' : 'other hours';
      });
    });

    it('who both say as every week again of a date, a holiday and a week, which is written once', async () => {
      const { person, giveHours, first, second, atOnce, db } = await start();
      const [ada, sam] = [await person('Ada', { role: 'manager' }), await person('Sam', { role: 'manager' })];
      const bo = await person('Bo');
      const removals = async () => {
        const removed = ['exception-removed', 'holiday-removed', 'week-removed'] as const;
        const entries = db.selectFrom('audit_entries').select('action').where('action', 'in', removed);
        return (await entries.orderBy('seq').execute()).map(({ action }) => action);
      };
      for (let round = 0; round < roundsOf(15); round++) {
        await giveHours(bo, everyDay('09:00-17:00'));
        const date = `2026-12-${String((round % 28) + 1).padStart(2, '0')}`;
        await first.schedule.changeDay(ada, bo, date, 0, { periods: [], note: '' });
        await first.schedule.changeHoliday(ada, date, 0, { name: 'Snow', periods: [] });
        const { version = 0, exceptions = [] } = (await first.schedule.person(bo, date)) ?? {};
        const day = exceptions.find((one) => one.date === date)?.version ?? expect.fail();
        const holiday = (await first.schedule.holiday(date))?.version ?? expect.fail();
        const before = await removals();
        const outcomes = await atOnce([
          () => first.schedule.changeDay(ada, bo, date, day, null),
          () => second.schedule.changeDay(sam, bo, date, day, null),
          () => first.schedule.changeHoliday(ada, date, holiday, null),
          () => second.schedule.changeHoliday(sam, date, holiday, null),
          () => first.schedule.changeWeek(ada, bo, version, null),
          () => second.schedule.changeWeek(sam, bo, version, null),
        ]);
        expect(outcomes.map(whyOf)).toEqual(Array.from({ length: 6 }, () => 'done'));
        const added = (await removals()).slice(before.length);
        expect(added.toSorted()).toEqual(['exception-removed', 'holiday-removed', 'week-removed']);
      }
    });

    it('R1184 an exception or a holiday that is added late, at the instant of its removal or after it, is not there again', async () => {
      const { person, giveHours, first, second, atOnce } = await start();
      const [ada, bo] = [await person('Ada', { role: 'manager' }), await person('Bo')];
      await giveHours(bo, everyDay('09:00-17:00'));
      const day = { periods: [], note: 'ill' };
      const holiday = { name: 'Snow', periods: [] };
      for (let round = 0; round < roundsOf(15); round++) {
        const date = `2026-12-${String((round % 28) + 1).padStart(2, '0')}`;
        const shown = async () => {
          const week = (await first.schedule.week(date)) ?? expect.fail();
          return { ...week, bo: week.people.find(({ id }) => id === bo) ?? expect.fail() };
        };
        const before = await shown();
        const seen = [before.bo.removedExceptions[date] ?? 0, before.removedHolidays[date] ?? 0] as const;
        const addDay = () => first.schedule.changeDay(ada, bo, date, seen[0], day);
        const addHoliday = () => first.schedule.changeHoliday(ada, date, seen[1], holiday);
        expect([await addDay(), await addHoliday()].map(whyOf)).toEqual(['done', 'done']);
        await atOnce([
          addDay,
          addHoliday,
          () => second.schedule.changeDay(ada, bo, date, seen[0] + 1, null),
          () => second.schedule.changeHoliday(ada, date, seen[1] + 1, null),
        ]);
        expect([await addDay(), await addHoliday()].map(whyOf)).toEqual(['changed', 'changed']);
        const after = await shown();
        expect(after.bo.exceptions.filter((one) => one.date === date)).toEqual([]);
        expect(after.holidays.filter((one) => one.date === date)).toEqual([]);
        expect([after.bo.removedExceptions[date], after.removedHolidays[date]]).toEqual([seen[0] + 2, seen[1] + 2]);
      }
    });

    it('and of an edit, a boundary and a switch none is lost', async () => {
      const { person, giveHours, goTo, pass, first, second, atOnce, isOn } = await start();
      const [ada, bo] = [await person('Ada', { role: 'manager' }), await person('Bo')];
      await giveHours(bo, everyDay('09:00-21:00'));
      goTo(1, '09:00');
      for (let round = 0; round < 15; round++) {
        const seen = (await first.schedule.person(bo))?.version ?? 0;
        const isBeginning = round % 2 === 0;
        const week = everyDay(`09:00-21:00, 22:00-22:${String(30 + round).padStart(2, '0')}`);
        const [edit] = await atOnce([
          () => second.schedule.changeWeek(ada, bo, seen, week),
          () => first.schedule.look(),
          () => second.schedule.look(),
        ]);
        expect(edit).toEqual({ kind: 'done' });
        await first.schedule.look();
        expect(await isOn(bo)).toBe(isBeginning);
        pass(dayMs / 2);
      }
    });
  });
});
