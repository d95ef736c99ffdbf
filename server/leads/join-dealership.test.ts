/** A dealership that was made of a lead, and what becomes of it when leads are joined and parted. */
import { describe, expect, it, vi } from 'vitest';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startJoining } from '../../tests/support/leads.ts';
import { readLeadForDealership, winLead } from './service.ts';

vi.setConfig({ testTimeout: 60_000 });

eachEngine((under) => {
  const running = () => startJoining(under);

  describe('R105 a dealership made of a lead', () => {
    it('has what every form of the lead says, and marks it won once however many make it at once', async () => {
      const { send, dana, join, record, context, clock } = await running();
      const { storage } = context;
      const [intake, inquiry] = [await send('intake'), await send('inquiry')];
      await join(dana.cookie, await record(dana.cookie, intake), await record(dana.cookie, inquiry));
      const lead = await readLeadForDealership(storage.reads, inquiry);
      expect(lead).toMatchObject({ id: intake, dealershipId: null, parts: [{ kind: 'intake' }, { kind: 'inquiry' }] });
      const win = (n: number) =>
        storage.transaction((trx) =>
          winLead(trx, {
            leadId: inquiry,
            version: lead?.version,
            by: { id: dana.personId, name: dana.name },
            dealership: { id: `dealership-${n}`, name: 'Pinecrest' },
            now: clock.now(),
          }),
        );
      const outcomes = await Promise.all([1, 2, 3].map(win));
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['already', 'already', 'won']);
      const won = await record(dana.cookie, intake);
      expect(won).toMatchObject({ status: 'won', can: { makeDealership: false } });
      expect(won.closedAt).toBe(clock.now().toISOString());
      expect(won.events.filter(({ kind }) => kind === 'dealership')).toHaveLength(1);
    });
  });

  describe('R523 leads that are joined and parted', () => {
    it('of which one has become a dealership take it along when they are parted again', async () => {
      const { send, record, dana, act, join, desk, context } = await running();
      const phone = '(570) 555-0164';
      const [open, won] = [
        await send('inquiry', { phone_number: phone }),
        await send('intake', { business_phone: phone }),
      ];
      const made = await desk('POST', '/api/desk/dealerships', {
        cookie: dana.cookie,
        body: { lead: { id: won, version: (await record(dana.cookie, won)).version } },
      });
      const { id: dealership } = made.json<{ id: string }>();
      const { lead } = await join(dana.cookie, await record(dana.cookie, open), await record(dana.cookie, won));
      expect(lead?.dealershipId).toBe(dealership);
      expect((await act(dana.cookie, open, 'part', { version: lead?.version, part: won })).status).toBe(200);
      const after = await Promise.all([open, won].map((id) => record(dana.cookie, id)));
      expect(after.map(({ dealershipId }) => dealershipId)).toEqual([null, dealership]);
      const ofDealership = await context.storage.db
        .selectFrom('leads')
        .select('id')
        .where('dealership_id', '=', dealership)
        .execute();
      expect(ofDealership).toEqual([{ id: won }]);
    });

    it('of which one has become a dealership take it along through two joins, whichever is parted first', async () => {
      const { send, record, dana, act, join, desk } = await running();
      for (const order of [
        ['middle', 'won'],
        ['won', 'middle'],
      ] as const) {
        const ids = { kept: await send('inquiry'), middle: await send('inquiry'), won: await send('intake') };
        const read = (name: keyof typeof ids) => record(dana.cookie, ids[name]);
        await desk('POST', '/api/desk/dealerships', {
          cookie: dana.cookie,
          body: { lead: { id: ids.won, version: (await read('won')).version } },
        });
        const { dealershipId } = await read('won');
        await join(dana.cookie, await read('middle'), await read('won'));
        await join(dana.cookie, await read('kept'), await read('middle'));
        for (const name of order) {
          const { version } = await read('kept');
          expect((await act(dana.cookie, ids.kept, 'part', { version, part: ids[name] })).status).toBe(200);
        }
        const after = await Promise.all([read('kept'), read('middle'), read('won')]);
        expect(after.map((lead) => lead.dealershipId)).toEqual([null, null, dealershipId]);
      }
    });
  });
});
