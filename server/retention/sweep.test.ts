/** Tests the sweep: what it takes, which server runs it, and when it does not trust itself. */
import { describe, expect, it, vi } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { dialectOf } from '#server/database/open.ts';
import { startApp } from '../../tests/support/app.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { type EngineUnderTest, eachEngine, roundsOf } from '../../tests/support/each-engine.ts';
import { recordsOf } from '../../tests/support/records.ts';
import { believesClock } from './sweep.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The end of a lease whose server is gone. */
const ranOut = new Date(0).toISOString();
const night = new Date('2026-11-22T09:30:00.000Z');

async function running(under: EngineUnderTest) {
  const place = await under.newPlace();
  const clock = { at: night };
  const overrides = { now: () => clock.at };
  const app = await startApp({ ...under, newPlace: async () => place }, {}, overrides);
  const other = await startApp({ ...under, newPlace: async () => place }, {}, overrides);
  const { context } = app;
  const { db } = context.storage;
  const nextNight = (days = 1) => {
    clock.at = new Date(clock.at.getTime() + days * dayMs);
  };
  return {
    ...app,
    other,
    clock,
    nextNight,
    ...recordsOf(db, clock),
    /** Runs the first sweep of an installation, confirms it, and moves the clock to the next night. */
    async begin() {
      expect(await context.sweeps.look()).toBe('reported');
      const [first] = await context.sweeps.newest(1);
      expect(await context.sweeps.confirm(null, first?.id ?? '')).toBe(true);
      nextNight();
    },
    erasedLeads: async () =>
      (await db.selectFrom('leads').select('id').where('erased_at', 'is not', null).orderBy('id').execute()).map(
        ({ id }) => id,
      ),
  };
}

const daysAgo = (days: number) => ({ days });

eachEngine((under) => {
  describe('R157 the sweep', () => {
    it('takes a lead that became nothing with all that hangs on it, and leaves what counts', async () => {
      const { context, begin, addLead, erasedLeads } = await running(under);
      const { db } = context.storage;
      const old = await addLead(daysAgo(3 * 366 + 1), { note: 'Marked 4711 note', mail: 'marked4711@dealer.example' });
      const young = await addLead(daysAgo(3 * 364));
      const noted = await addLead(daysAgo(3 * 366 + 5), { notedDaysAgo: 20 });
      await begin();
      expect(await context.sweeps.look()).toBe('swept');
      expect(await erasedLeads()).toEqual([old]);
      const row = await db.selectFrom('leads').selectAll().where('id', '=', old).executeTakeFirstOrThrow();
      expect(row).toMatchObject({ answers: '{}', flags: '[]', status: 'lost' });
      expect(row.reference).toMatch(/^BX-/);
      const submissions = await db.selectFrom('submissions').selectAll().where('lead_id', '=', old).execute();
      expect(submissions).toMatchObject([{ answers: '{}', fingerprint: 'erased', submitted_date: '' }]);
      for (const table of ['lead_keys', 'lead_events'] as const) {
        expect(await db.selectFrom(table).selectAll().where('lead_id', '=', old).execute()).toEqual([]);
      }
      expect(await db.selectFrom('messages').select('id').where('subject_id', '=', old).execute()).toEqual([]);
      const texts = await db.selectFrom('search_texts').select('id').where('kind', '=', 'lead').execute();
      expect(texts.map(({ id }) => id).toSorted()).toEqual([young, noted].toSorted());
      expect(JSON.stringify(await db.selectFrom('messages').selectAll().execute())).not.toContain('marked4711');
    });

    it('R690 ends an AnyDesk address 24 hours after the request ended, the notes and the name of who asked after 30 days, and the rest after 7 years', async () => {
      const { context, begin, addRequest } = await running(under);
      const { db } = context.storage;
      // The clock moves one day on before the sweep.
      const hour = 1 / 24;
      const [fresh, day, month, old] = [
        await addRequest({ days: -1 + 23 * hour }),
        await addRequest({ days: hour }),
        await addRequest({ days: 30 }),
        await addRequest({ days: 7 * 366 }),
      ];
      await begin();
      expect(await context.sweeps.look()).toBe('swept');
      const rows = await db.selectFrom('agent_requests').selectAll().execute();
      const of = (id: string) => {
        const { anydesk, additional_info, closing_note, callback_name, dealership_name } = rows.find(
          (row) => row.id === id,
        ) ?? { anydesk: '?' };
        return [anydesk, additional_info, closing_note, callback_name, dealership_name];
      };
      expect(of(fresh)).toEqual(['123456789', 'a note', 'went well', 'Ana', 'Marked Motors']);
      expect(of(day)).toEqual([null, 'a note', 'went well', 'Ana', 'Marked Motors']);
      expect(of(month)).toEqual([null, '', null, null, 'Marked Motors']);
      expect(of(old)).toEqual([null, '', null, null, 'erased']);
    });

    it('is done once, however many servers look at the same instant', async () => {
      const { context, other, begin, addLead, erasedLeads, nextNight } = await running(under);
      await begin();
      for (let round = 0; round < 4; round += 1) {
        const before = (await erasedLeads()).length;
        for (let at = 0; at < 45; at += 1) await addLead(daysAgo(3 * 366 + at));
        const outcomes = await Promise.all(
          [context, other.context, context, other.context].map((one) => one.sweeps.look()),
        );
        expect(outcomes.toSorted()).toEqual(['not-due', 'not-due', 'not-due', 'swept']);
        expect(await erasedLeads()).toHaveLength(before + 45);
        const [last] = await context.sweeps.newest(1);
        expect(last?.taken['inquiries']).toBe(45);
        nextNight();
      }
    });

    it('is gone on with when its server is gone, and only then', async () => {
      const { context, other, clock, begin, addLead, erasedLeads } = await running(under);
      const { db } = context.storage;
      await begin();
      await addLead(daysAgo(3 * 366 + 1));
      const started_at = clock.at.toISOString();
      const lease_until = dialectOf(db).commonTime(new Date(clock.at.getTime() + minuteMs).toISOString(), minuteMs);
      const counts = { planned: '{}', foreseen: '{}', taken: '{"inquiries":3}', kept: '{}' };
      const night = '2026-11-23';
      const dead = { id: mintId(), night, started_at, lease_until, lease_token: 'dead', ...counts };
      await db.insertInto('record_sweeps').values(dead).execute();
      expect(await context.sweeps.look()).toBe('not-due');
      expect(await erasedLeads()).toEqual([]);
      await db.updateTable('record_sweeps').set({ lease_until: ranOut }).where('night', '=', night).execute();
      const outcomes = await Promise.all([context.sweeps.look(), other.context.sweeps.look()]);
      expect(outcomes.toSorted()).toEqual(['not-due', 'swept']);
      expect(await erasedLeads()).toHaveLength(1);
      expect((await context.sweeps.newest(1))[0]?.taken).toEqual({ inquiries: 4 });
    });
  });

  describe('R158 the sweep does not trust itself blindly', () => {
    it('the first one of an installation only reports, until somebody confirms it, once', async () => {
      const { context, other, addLead, erasedLeads, nextNight } = await running(under);
      await addLead(daysAgo(3 * 366 + 1));
      for (let each = 0; each < 3; each += 1) {
        expect(await context.sweeps.look()).toBe('reported');
        expect(await context.sweeps.newest(1)).toMatchObject([{ doubt: 'first', planned: { inquiries: 1 } }]);
        expect(await erasedLeads()).toEqual([]);
        nextNight();
      }
      const [last] = await context.sweeps.newest(1);
      const confirming = [context, other.context, context].map((one) => one.sweeps.confirm(null, last?.id ?? ''));
      expect((await Promise.all(confirming)).filter(Boolean)).toHaveLength(1);
      expect(await context.sweeps.look()).toBe('swept');
      expect(await erasedLeads()).toHaveLength(1);
    });

    it('R1047 the operator hears of the first one once, when it has found something', async () => {
      const { context, addLead, nextNight } = await running(under);
      const alerts = async () => {
        expect(await context.sweeps.look()).toBe('reported');
        nextNight();
        const raised = context.storage.db.selectFrom('alerts').select('kind').where('kind', '=', 'sweep-waits');
        return (await raised.execute()).length;
      };
      expect(await alerts()).toBe(0);
      await addLead(daysAgo(3 * 366 + 1));
      expect([await alerts(), await alerts()]).toEqual([1, 1]);
    });

    it('a sweep whose servers died before it had counted is not trusted: the next one is as careful as if it had never begun', async () => {
      const { context, clock, addLead, erasedLeads, nextNight } = await running(under);
      const { db } = context.storage;
      await addLead(daysAgo(3 * 366 + 1));
      /** Stores a sweep that began now and never ended. */
      const die = (night: string) =>
        db
          .insertInto('record_sweeps')
          .values({
            id: mintId(),
            night,
            started_at: clock.at.toISOString(),
            lease_until: ranOut,
            lease_token: 'dead',
            planned: '{}',
            foreseen: '{}',
            taken: '{}',
            kept: '{}',
          })
          .execute();
      await die('2026-11-22');
      nextNight();
      expect(await context.sweeps.look()).toBe('reported');
      expect(await context.sweeps.newest(1)).toMatchObject([{ doubt: 'first', planned: { inquiries: 1 } }]);
      // A dead sweep does not pass over a report that waits for confirmation either.
      nextNight();
      await die('2026-11-24');
      nextNight();
      expect(await context.sweeps.look()).toBe('reported');
      expect(await erasedLeads()).toEqual([]);
    });

    it('a clock that is years ahead wipes nothing, and the operator hears of it once', async () => {
      const { context, clock, begin, addLead, erasedLeads, nextNight } = await running(under);
      await begin();
      for (let at = 0; at < 30; at += 1) await addLead(daysAgo(at));
      const right = clock.at;
      clock.at = new Date('2033-01-01T12:00:00.000Z');
      await addLead(daysAgo(0));
      expect(await context.sweeps.look()).toBe('reported');
      nextNight();
      // Rows written under the wrong clock do not make it believable.
      await addLead(daysAgo(0));
      expect(await context.sweeps.look()).toBe('reported');
      expect(await erasedLeads()).toEqual([]);
      const alerts = await context.storage.db.selectFrom('alerts').select('kind').execute();
      expect(alerts.filter(({ kind }) => kind === 'sweep-waits')).toHaveLength(1);
      // After the clock is corrected the sweep continues by itself.
      clock.at = new Date(right.getTime() + dayMs);
      expect(await context.sweeps.look()).toBe('swept');
      expect(await erasedLeads()).toEqual([]);
    });

    it('R1006 a doubt of a clock that was ahead does not come back on the day to which it had jumped', async () => {
      const { context, clock, begin, nextNight } = await running(under);
      await begin();
      const right = clock.at.getTime();
      clock.at = new Date(right + 12 * dayMs);
      expect(await context.sweeps.look()).toBe('reported');
      clock.at = new Date(right);
      for (let night = 1; night <= 14; night += 1) {
        nextNight();
        expect(await context.sweeps.look()).toBe('swept');
        expect(await believesClock(context.storage.db, clock.at)).toBe(true);
      }
    });

    it('R930 a clock that jumps ahead while a sweep runs, or a server that then stands still for weeks, wipes nothing that was not counted', async () => {
      const { context, clock, begin, addLead, erasedLeads } = await running(under);
      const old = await addLead(daysAgo(3 * 366 + 1));
      for (let at = 0; at < 30; at += 1) await addLead(daysAgo(at));
      await begin();
      const right = clock.at;
      const { transaction } = context.storage;
      let begun = 0;
      const jumping = vi.spyOn(context.storage, 'transaction').mockImplementation((work) => {
        begun += 1;
        // The first begins the sweep, and the second notes what it counted.
        if (begun === 2) clock.at = new Date('2033-01-01T12:00:00.000Z');
        return transaction(work);
      });
      expect(await context.sweeps.look()).toBe('swept');
      jumping.mockRestore();
      expect(await erasedLeads()).toEqual([old]);
      clock.at = new Date(right.getTime() + dayMs);
      expect(await context.sweeps.look()).toBe('swept');
      expect(await erasedLeads()).toEqual([old]);
    });

    it('R1007 a sweep is confirmed only while no newer one has ended, also when both happen at the same instant', async () => {
      const { context, other, nextNight } = await running(under);
      const { sweeps, storage } = context;
      const newest = async () => (await sweeps.newest(1))[0]?.id ?? '';
      expect(await sweeps.look()).toBe('reported');
      const first = await newest();
      nextNight();
      expect(await sweeps.look()).toBe('reported');
      expect(await sweeps.confirm(null, first)).toBe(false);
      const atOnce = createAtOnce(storage);
      await playRounds(roundsOf(15), ['confirmed', 'refused'], async () => {
        const last = await newest();
        nextNight();
        const [isConfirmed, looked] = await atOnce([
          () => sweeps.confirm(null, last),
          () => other.context.sweeps.look(),
        ]);
        // Whoever reads “Confirmed” is not asked again in that night.
        expect(looked).toBe(isConfirmed ? 'swept' : 'reported');
        // A new doubt for the next round.
        if (isConfirmed) nextNight(9);
        if (isConfirmed) expect(await sweeps.look()).toBe('reported');
        return isConfirmed ? 'confirmed' : 'refused';
      });
    }, 120_000);

    it('a sweep that would take far more than was foreseen only reports', async () => {
      const { context, begin, addLead, erasedLeads, nextNight } = await running(under);
      await begin();
      expect(await context.sweeps.look()).toBe('swept');
      nextNight();
      for (let at = 0; at < 101; at += 1) await addLead(daysAgo(3 * 366 + at));
      expect(await context.sweeps.look()).toBe('reported');
      expect(await erasedLeads()).toEqual([]);
      const [last] = await context.sweeps.newest(1);
      expect(last).toMatchObject({ doubt: 'more', planned: { inquiries: 101 } });
      await context.sweeps.confirm(null, last?.id ?? '');
      nextNight();
      expect(await context.sweeps.look()).toBe('swept');
      expect(await erasedLeads()).toHaveLength(101);
    });
  });
});
