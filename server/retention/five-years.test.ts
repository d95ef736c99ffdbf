/** Tests an installation with years of records: the sweep takes exactly what the table says, which the test counts by itself. */
import { describe, expect, it } from 'vitest';
import { startApp } from '../../tests/support/app.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { recordsOf } from '../../tests/support/records.ts';
import { staffOf } from '../../tests/support/staff.ts';

const dayMs = 24 * 60 * 60_000;
const years = (count: number, now: Date) => {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - count);
  return (now.getTime() - before.getTime()) / dayMs;
};

/** Ages in days, spread evenly, so that some are just below and some just above each limit. */
const spread = (count: number, overDays: number) =>
  Array.from({ length: count }, (_, at) => ((at + 0.5) * overDays) / count);

eachEngine((under) => {
  describe('R157 an installation with years behind it', () => {
    it('loses exactly what is out of time, by kind, and nothing else', async () => {
      const clock = { at: new Date('2021-11-20T12:00:00.000Z') };
      const { context } = await startApp(under, {}, { now: () => clock.at });
      const { db } = context.storage;
      // Audit entries are written over the years, because none can be written with an earlier time later on.
      for (let at = 0; at < 10; at += 1) {
        clock.at = new Date(Date.parse('2021-11-21T12:00:00.000Z') + at * 180 * dayMs);
        await context.storage.transaction((trx) => context.audit.write(trx, { by: null, action: 'listed', about: [] }));
      }
      const entriesAt = (await db.selectFrom('audit_entries').select('at').execute()).map(({ at }) => at);
      clock.at = new Date('2026-11-21T12:00:00.000Z');
      const { addLead, addMessage, addDealership, addRequest, addCall } = recordsOf(db, clock);
      const { addPerson } = staffOf(context);
      const person = await addPerson('agent');
      const expected: Record<string, number> = {};
      const count = (kind: string, isDue: boolean) => {
        if (isDue) expected[kind] = (expected[kind] ?? 0) + 1;
      };
      // The sweep that takes them comes a day later, when everything is a day older.
      const isOver = (days: number, limit: number) => days + 1 > limit;
      const [three, seven] = [years(3, clock.at), years(7, clock.at)];

      for (const days of spread(40, 5 * 365)) {
        await addLead({ days }, { notedDaysAgo: days });
        count('inquiries', isOver(days, three));
        // Mails of a lead that stays end by themselves; mails of an erased lead go with it.
      }
      // A lead with a note from last year stays, however old it is; its mails do not.
      await addLead({ days: 1800 }, { notedDaysAgo: 300 });
      count('messages', true);
      const open = await addDealership({ closedDaysAgo: null });
      for (const days of spread(24, 8 * 365)) {
        const account = await addDealership({ closedDaysAgo: days });
        count('accounts', isOver(days, seven));
        // The lead that an account was made from stays as long as the account, and its mails stay three years.
        await addLead({ days: days + 30 }, { dealershipId: account });
        count('messages', isOver(days + 30, three) && !isOver(days, seven));
      }
      for (const days of [0.5, 2, 29.5, 31, ...spread(36, 8 * 365)]) {
        await addRequest({ days: days - 1 }, open);
        // At the time of the sweep it ended this many days ago.
        count('AnyDesk addresses', days > 1);
        count('notes', days > 30);
        count('requests', days > seven);
      }
      for (const days of spread(20, 8 * 365)) {
        await addCall({ days }, person.id, open);
        count('notes of calls', isOver(days, 30));
        count('calls', isOver(days, seven));
      }
      for (const days of spread(20, 5 * 365)) {
        await addMessage({ days }, 'nothing that is known');
        count('messages', isOver(days, three));
      }

      expect(await context.sweeps.look()).toBe('reported');
      const [first] = await context.sweeps.newest(1);
      expect(first?.taken).toEqual({});
      await context.sweeps.confirm(null, first?.id ?? '');
      clock.at = new Date(clock.at.getTime() + dayMs);
      const old = entriesAt.filter((at) => clock.at.getTime() - Date.parse(at) > years(1, clock.at) * dayMs).length;
      expected['audit entries'] = old;
      expect(await context.sweeps.look()).toBe('swept');
      const [second] = await context.sweeps.newest(1);
      expect(second?.taken).toEqual(expected);

      // The tables contain the rest.
      const left = async (table: 'leads' | 'dealerships' | 'agent_requests' | 'calls') =>
        (await db.selectFrom(table).select('id').where('erased_at', 'is', null).execute()).length;
      const of = (kind: string) => expected[kind] ?? 0;
      expect(await left('leads')).toBe(40 + 1 + 24 - of('inquiries') - of('accounts'));
      expect(await left('agent_requests')).toBe(40 - of('requests'));
      expect(await left('calls')).toBe(20 - of('calls'));
      const whole = await db.selectFrom('leads').select('answers').where('erased_at', 'is', null).execute();
      expect(whole.filter(({ answers }) => !answers.includes('@dealer.example'))).toEqual([]);
      const noted = await db.selectFrom('agent_requests').select('id').where('additional_info', '<>', '').execute();
      expect(noted).toHaveLength(40 - of('notes'));
      // The pruned log is still a whole chain.
      expect(await context.sweeps.look()).toBe('not-due');
    });
  });
});
