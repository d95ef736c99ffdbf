/** Two people's forms are one lead, and one of them asks for an erasure: the lead goes on for the other. */
import { describe, expect, test } from 'vitest';
import type { LeadList, LeadRecord } from '#contract/desk/lead-schemas.ts';
import { mintId } from '#contract/reference.ts';
import { type EngineUnderTest, eachEngine } from '../../tests/support/each-engine.ts';
import { startPersonDesk } from '../../tests/support/person.ts';
import { sweepConfirmed } from '../../tests/support/sweep.ts';

const dayMs = 24 * 60 * 60_000;

async function running(under: EngineUnderTest) {
  const clock = { at: new Date('2026-11-22T09:30:00.000Z') };
  const server = await startPersonDesk(under, {}, { now: () => clock.at });
  const { desk, admin, context, addLead, erase } = server;
  const { cookie } = admin;
  const get = async <T>(path: string) => (await desk('GET', path, { cookie })).json<T>();
  const lead = (id: string) => get<LeadRecord>(`/api/desk/leads/${id}`);
  const join = (id: string, version: number, other: { id: string; version: number }) =>
    desk('POST', `/api/desk/leads/${id}/join`, {
      cookie,
      body: { version, with: other.id, withVersion: other.version },
    });
  return {
    ...server,
    clock,
    db: context.storage.db,
    lead,
    join,
    open: async () => (await get<LeadList>('/api/desk/leads?status=open')).rows.map(({ id }) => id),
    eraseLead: (id: string) => erase([{ kind: 'lead', id }]),
    /** Adds a lead of the person that was worked on, with the form of a partner joined to it. */
    async addTwo() {
      const theirs = await addLead();
      clock.at = new Date(clock.at.getTime() + 1000);
      const partner = {
        first_name: 'Alder',
        last_name: 'Quist',
        email: `${mintId()}@partner.example`,
        phone_number: '',
      };
      const other = await addLead(partner);
      const patch = { status: 'qualified', ownerId: admin.personId };
      expect((await desk('POST', `/api/desk/leads/${theirs}`, { cookie, body: { version: 1, patch } })).status).toBe(
        200,
      );
      expect((await join(theirs, 2, { id: other, version: 1 })).status).toBe(200);
      return { theirs, other };
    },
  };
}

eachEngine((under) => {
  describe('R206 when the form is erased that a lead is shown under', () => {
    test('the form beside it is shown in its place, as open and with the same owner', async () => {
      const { addTwo, eraseLead, lead, open, admin, find } = await running(under);
      const { theirs, other } = await addTwo();
      expect(await open()).toEqual([theirs]);
      expect((await eraseLead(theirs)).status).toBe(200);
      expect(await open()).toEqual([other]);
      const now = await lead(other);
      expect(now).toMatchObject({ id: other, status: 'qualified', ownerId: admin.personId, detail: 'Alder Quist' });
      expect(now.can.note).toBe(true);
      expect(now.parts.map(({ id }) => id)).toEqual([other, theirs]);
      // An old link to the erased form leads to the form that remains.
      expect((await lead(theirs)).id).toBe(other);
      expect((await find('Quillon Marzette')).items).toEqual([]);
      expect((await find('Alder Quist')).items).toHaveLength(1);
    });

    test('R305 what somebody saw of it is not taken for the one that is shown in its place', async () => {
      const { addTwo, eraseLead, lead, desk, admin } = await running(under);
      for (let times = 0; times < 4; times++) {
        const { theirs, other } = await addTwo();
        const edit = (version: number, status: string) =>
          desk('POST', `/api/desk/leads/${theirs}`, { cookie: admin.cookie, body: { version, patch: { status } } });
        for (let time = 0; time < times; time++) {
          const { version } = await lead(theirs);
          expect((await edit(version, time % 2 === 0 ? 'contacted' : 'qualified')).status).toBe(200);
        }
        const seen = await lead(theirs);
        expect((await eraseLead(theirs)).status).toBe(200);
        expect((await edit(seen.version, 'lost')).status, `edited ${times} times`).toBe(409);
        expect(await lead(other)).toMatchObject({ id: other, status: seen.status });
      }
    });

    test('a hold can be set on the other one, and the sweep takes it when its time is over', async () => {
      const { addTwo, eraseLead, context, clock, db } = await running(under);
      const { theirs, other } = await addTwo();
      await eraseLead(theirs);
      const { hold } = await context.holds.set(null, { kind: 'lead', id: other }, 'Letter of counsel');
      expect(hold?.subject_id).toBe(other);
      expect(await context.holds.end(null, hold?.id ?? '')).toBe(true);
      clock.at = new Date(clock.at.getTime() + 4 * 366 * dayMs);
      await sweepConfirmed(context, clock);
      const left = await db.selectFrom('leads').select('id').where('erased_at', 'is', null).execute();
      expect(left).toEqual([]);
    });

    test('the account that was made of both still has the other one, and takes it along when it ends', async () => {
      const { addTwo, eraseLead, context, clock, db, lead } = await running(under);
      const { theirs, other } = await addTwo();
      const { version } = await lead(theirs);
      const made = await context.dealerships.fromLead(null, { id: theirs, version });
      if (made.kind !== 'made') throw new Error(made.kind);
      await eraseLead(theirs);
      expect(await lead(other)).toMatchObject({ status: 'won', dealershipId: made.dealership.id });
      await context.dealerships.close(null, { id: made.dealership.id });
      clock.at = new Date(clock.at.getTime() + 8 * 366 * dayMs);
      await sweepConfirmed(context, clock);
      const left = await db.selectFrom('leads').select('id').where('erased_at', 'is', null).execute();
      expect(left).toEqual([]);
    });

    test('R523 the account stays with the other one when that is joined to a lead and parted again', async () => {
      const { addTwo, addLead, eraseLead, context, lead, join, desk, admin } = await running(under);
      const { theirs, other } = await addTwo();
      const made = await context.dealerships.fromLead(null, { id: theirs, version: (await lead(theirs)).version });
      if (made.kind !== 'made') throw new Error(made.kind);
      await eraseLead(theirs);
      const third = await addLead({ email: `${mintId()}@third.example` });
      const before = await lead(other);
      expect((await join(third, (await lead(third)).version, before)).status).toBe(200);
      const body = { version: (await lead(third)).version, part: other };
      expect((await desk('POST', `/api/desk/leads/${third}/part`, { cookie: admin.cookie, body })).status).toBe(200);
      expect([(await lead(third)).dealershipId, (await lead(other)).dealershipId]).toEqual([null, made.dealership.id]);
    });

    test('where an account was made of each before, the other one keeps its own', async () => {
      const { addLead, eraseLead, context, join, lead } = await running(under);
      const [theirs, other] = [await addLead(), await addLead({ email: `${mintId()}@partner.example` })];
      const accounts = [];
      for (const id of [theirs, other]) {
        const { version } = await lead(id);
        const made = await context.dealerships.fromLead(null, { id, version });
        if (made.kind !== 'made') throw new Error(made.kind);
        accounts.push(made.dealership.id);
      }
      const [{ version }, { version: otherVersion }] = [await lead(theirs), await lead(other)];
      expect((await join(theirs, version, { id: other, version: otherVersion })).status).toBe(200);
      expect(await lead(other)).toMatchObject({ id: theirs, dealershipId: accounts[0] });
      expect((await eraseLead(theirs)).status).toBe(200);
      expect(await lead(other)).toMatchObject({ id: other, dealershipId: accounts[1] });
    });

    test('at the same instant another form is joined, a note is written or the partner writes again: nothing hangs on what was erased', async () => {
      const { addTwo, addLead, eraseLead, join, amend, note, lead, db, find } = await running(under);
      for (let round = 0; round < 8; round++) {
        const { theirs, other } = await addTwo();
        const third = await addLead({ first_name: 'Rowan', last_name: 'Third', email: `${mintId()}@third.example` });
        const { version } = await lead(theirs);
        const [erased] = await Promise.all([
          eraseLead(theirs),
          join(theirs, version, { id: third, version: 1 }),
          amend(other, {
            first_name: 'Alder',
            last_name: 'Quist',
            email: `${mintId()}@partner.example`,
            phone_number: '',
          }),
          note(other, 'Alder Quist called'),
        ]);
        expect(erased.status).toBe(200);
        const rows = await db.selectFrom('leads').select(['id', 'joined_into_id', 'erased_at', 'closed_at']).execute();
        const byId = new Map(rows.map((row) => [row.id, row]));
        for (const row of rows.filter(({ erased_at }) => erased_at === null)) {
          const shown = byId.get(row.joined_into_id ?? row.id);
          expect(shown).toMatchObject({ joined_into_id: null, erased_at: null, closed_at: null });
        }
        expect((await find('Quillon Marzette')).items).toEqual([]);
      }
    });
  });
});
