/** Tests what a legal hold keeps, and a hold that is set at the same instant as the sweep. */
import { describe, expect, it, vi } from 'vitest';
import type { RecordKind } from '#server/record-kind.ts';
import { startApp } from '../../tests/support/app.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { type EngineUnderTest, eachEngine } from '../../tests/support/each-engine.ts';
import { recordsOf } from '../../tests/support/records.ts';
import { staffOf } from '../../tests/support/staff.ts';

const dayMs = 24 * 60 * 60_000;

async function running(under: EngineUnderTest) {
  const place = await under.newPlace();
  const clock = { at: new Date('2026-11-22T09:30:00.000Z') };
  const overrides = { now: () => clock.at };
  const shared = { ...under, newPlace: async () => place };
  const { context } = await startApp(shared, {}, overrides);
  const other = await startApp(shared, {}, overrides);
  const { db } = context.storage;
  const nextNight = () => {
    clock.at = new Date(clock.at.getTime() + dayMs);
  };
  const erased = async (table: 'leads' | 'dealerships' | 'agent_requests') =>
    (await db.selectFrom(table).select('id').where('erased_at', 'is not', null).execute()).map(({ id }) => id);
  expect(await context.sweeps.look()).toBe('reported');
  const [first] = await context.sweeps.newest(1);
  await context.sweeps.confirm(null, first?.id ?? '');
  nextNight();
  return { context, other: other.context, clock, db, nextNight, erased, ...recordsOf(db, clock), ...staffOf(context) };
}

// Each round has two whole nights.
const longLimit = { timeout: 60_000 };

const over3Years = { days: 3 * 366 + 30 };
const over7Years = { days: 7 * 366 + 30 };

eachEngine((under) => {
  describe('R159 a legal hold', () => {
    it('on a lead keeps it with its joined leads and messages, until it ends', async () => {
      const { context, db, addLead, erased, nextNight } = await running(under);
      const held = await addLead(over3Years);
      const joined = await addLead(over3Years, { joinedIntoId: held });
      const free = await addLead(over3Years);
      const messages = async () =>
        (await db.selectFrom('messages').select('subject_id').execute()).map(({ subject_id }) => subject_id).toSorted();
      // A hold can name any form of the lead.
      const { hold } = await context.holds.set(null, { kind: 'lead', id: joined }, 'Letter of counsel');
      expect(hold?.subject_id).toBe(held);
      expect(await context.holds.set(null, { kind: 'lead', id: held }, 'Again')).toEqual({ refused: 'held' });
      expect(await context.sweeps.look()).toBe('swept');
      expect(await erased('leads')).toEqual([free]);
      expect(await messages()).toEqual([held, joined].toSorted());
      expect(await context.holds.end(null, hold?.id ?? '')).toBe(true);
      expect(await context.holds.end(null, hold?.id ?? '')).toBe(false);
      nextNight();
      expect(await context.sweeps.look()).toBe('swept');
      expect((await erased('leads')).toSorted()).toEqual([held, joined, free].toSorted());
      expect(await messages()).toEqual([]);
      const actions = (await db.selectFrom('audit_entries').select('action').orderBy('seq').execute()).map(
        ({ action }) => action,
      );
      expect(actions.filter((action) => action.startsWith('hold'))).toEqual(['hold-set', 'hold-ended']);
    });

    it('on a dealership keeps its account, leads, requests, notes, calls and messages', async () => {
      const { context, db, addLead, addDealership, addRequest, addCall, addMessage, addPerson, erased } =
        await running(under);
      const person = await addPerson('agent');
      const [held, free] = [
        await addDealership({ closedDaysAgo: over7Years.days }),
        await addDealership({ closedDaysAgo: over7Years.days }),
      ];
      const requests: Record<string, string> = {};
      const leads: Record<string, string> = {};
      for (const id of [held, free]) {
        requests[id] = await addRequest(over7Years, id);
        await addMessage(over3Years, requests[id]);
        leads[id] = await addLead(over7Years, { dealershipId: id });
        await addCall(over7Years, person.id, id);
      }
      await context.holds.set(null, { kind: 'dealership', id: held }, 'A dispute');
      expect(await context.sweeps.look()).toBe('swept');
      expect(await erased('dealerships')).toEqual([free]);
      expect(await erased('agent_requests')).toEqual([requests[free]]);
      expect(await erased('leads')).toEqual([leads[free]]);
      const request = await db
        .selectFrom('agent_requests')
        .selectAll()
        .where('id', '=', requests[held] ?? '')
        .executeTakeFirstOrThrow();
      expect(request).toMatchObject({ anydesk: '123456789', additional_info: 'a note', closing_note: 'went well' });
      const calls = await db.selectFrom('calls').select(['dealership_id', 'note']).orderBy('note').execute();
      expect(calls).toEqual([
        { dealership_id: free, note: '' },
        { dealership_id: held, note: 'a marked note' },
      ]);
      const messages = await db.selectFrom('messages').select('subject_id').execute();
      expect(messages.map(({ subject_id }) => subject_id).toSorted()).toEqual([requests[held], leads[held]].toSorted());
      expect(await db.selectFrom('dealership_contacts').select('dealership_id').execute()).toEqual([
        { dealership_id: held },
      ]);
      const dealership = await db
        .selectFrom('dealerships')
        .selectAll()
        .where('id', '=', free)
        .executeTakeFirstOrThrow();
      expect(dealership).toMatchObject({ name: 'erased', phone: null, address: null, website: null });
    });

    it('R1012 whoever changes, closes or opens an account that was erased meanwhile is told that it is not there', async () => {
      const { context, db, addDealership } = await running(under);
      const id = await addDealership({ closedDaysAgo: over7Years.days });
      const { version } = await db.selectFrom('dealerships').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(await context.sweeps.look()).toBe('swept');
      const { edit, close, reopen } = context.dealerships;
      for (const seen of [{ id, version }, { id, version: version + 1 }, { id }]) {
        for (const outcome of [
          await edit(null, seen, { phone: '' }),
          await close(null, seen),
          await reopen(null, seen),
        ])
          expect(outcome).toEqual({ kind: 'refused', why: 'notFound' });
      }
    });

    it('on a lead keeps the account that was made of it', async () => {
      const { context, addLead, addDealership, erased } = await running(under);
      const account = await addDealership({ closedDaysAgo: over7Years.days });
      const lead = await addLead(over7Years, { dealershipId: account });
      await context.holds.set(null, { kind: 'lead', id: lead }, 'A dispute');
      expect(await context.sweeps.look()).toBe('swept');
      expect([...(await erased('dealerships')), ...(await erased('leads'))]).toEqual([]);
    });

    it(
      'that is set at the same instant as the sweep never loses: what is held after it is whole',
      longLimit,
      async () => {
        const { context, other, addLead, addDealership, addRequest, erased, nextNight } = await running(under);
        const atOnce = createAtOnce(context.storage);
        const leadKind = context.sweeps.kinds.find(({ name }) => name === 'inquiries') as RecordKind;
        const due = leadKind.due.bind(leadKind);
        /** Starts a sweep that stops after it has read which leads are out of time and before it takes them. */
        const sweepUpToLeads = async () => {
          const [chosen, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
          vi.spyOn(leadKind, 'due').mockImplementation(async (db, ...rest) => {
            const places = await due(db, ...rest);
            if (db === context.storage.db) {
              chosen.resolve();
              await goesOn.promise;
            }
            return places;
          });
          const outcome = context.sweeps.look();
          await Promise.race([chosen.promise, outcome]);
          return async () => {
            goesOn.resolve();
            return outcome;
          };
        };
        await playRounds(4, ['held first', 'erased first'], async (round) => {
          const leads = [await addLead(over3Years), await addLead(over3Years), await addLead(over3Years)];
          const dealership = await addDealership({ closedDaysAgo: null });
          const request = await addRequest(over7Years, dealership);
          const holdsOn = async (kind: 'lead' | 'dealership', id: string) =>
            (await other.holds.set(null, { kind, id }, 'now')).hold !== undefined;
          const goOn = await sweepUpToLeads();
          const [outcome, dealershipHeld, ...leadsHeld] = await atOnce([
            goOn,
            () => holdsOn('dealership', dealership),
            ...leads.map((id) => () => holdsOn('lead', id)),
          ]);
          expect(outcome).toBe('swept');
          const gone = new Set([...(await erased('leads')), ...(await erased('agent_requests'))]);
          leads.forEach((id, at) => {
            expect(gone.has(id), `round ${round}`).toBe(leadsHeld[at] === false);
          });
          // A dealership itself can always be held; its request is whole, or was erased before.
          expect(dealershipHeld).toBe(true);
          const row = await context.storage.db
            .selectFrom('agent_requests')
            .select(['erased_at', 'callback_name'])
            .where('id', '=', request)
            .executeTakeFirstOrThrow();
          expect(row.callback_name).toBe(row.erased_at === null ? 'Ana' : null);
          // The next sweep changes nothing.
          nextNight();
          expect(await context.sweeps.look()).toBe('swept');
          expect(new Set([...(await erased('leads')), ...(await erased('agent_requests'))])).toEqual(gone);
          nextNight();
          return leadsHeld[0] ? 'held first' : 'erased first';
        });
      },
    );
  });
});
