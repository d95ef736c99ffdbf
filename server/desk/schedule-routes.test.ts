import { describe, expect, it } from 'vitest';
import type { PersonRecord } from '#contract/desk/people-endpoints.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { noHours } from '#contract/desk/schedule.ts';
import type { Coverage, PersonSchedule, ScheduleWeek } from '#contract/desk/schedule-endpoints.ts';
import { testClock } from '../../tests/support/clock.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

const day = [{ from: '09:00', to: '17:00' }];

eachEngine((under) => {
  async function start() {
    const clock = testClock('2026-11-23T13:00:00.000Z');
    const server = await startDesk(under, {}, { now: clock.now });
    const manager = await server.signInAs('manager', { name: 'Sam Ortiz' });
    const agent = await server.signInAs('agent', { name: 'Lee Marsh' });
    return { ...server, clock, manager, agent };
  }

  describe('R127 the schedule at the desk', () => {
    it('is changed by a manager, read by everybody, and answers a stale version with what stands', async () => {
      const { desk, manager, agent } = await start();
      const path = `/api/desk/schedule/people/${agent.personId}/week`;
      const week = { ...noHours, mon: day };
      const save = (body: object, { cookie } = manager) => desk('POST', path, { cookie, body });
      expect((await save({ version: 0, week })).status).toBe(200);
      const stale = await save({ version: 0, week: { ...noHours, tue: day } });
      expect(stale.status).toBe(409);
      expect(stale.json<PersonSchedule>()).toMatchObject({ version: 1, week });
      expect((await save({ version: 1, week: null }, agent)).status).toBe(403);
      const shown = (await desk('GET', '/api/desk/schedule', { cookie: agent.cookie })).json<ScheduleWeek>();
      expect(shown).toMatchObject({ mayManage: false, today: '2026-11-23', timeZone: 'America/New_York' });
      const lee = shown.people.find(({ id }) => id === agent.personId);
      expect(lee?.hours[0]).toEqual({ date: '2026-11-23', periods: day });
      expect(lee?.next).toEqual({ at: '2026-11-23T14:00:00.000Z', on: true });
      const coverage = (await desk('GET', '/api/desk/coverage', { cookie: agent.cookie })).json<Coverage>();
      expect(coverage.stretches.map(({ people }) => people)).toEqual([[], ['Lee Marsh'], []]);
      expect((await desk('GET', '/api/desk/schedule?date=2026-11-01', { cookie: agent.cookie })).status).toBe(422);
    });

    it('refuses what is wrong in its own words', async () => {
      const { desk, manager, agent } = await start();
      const send = async (rest: string, body: object) => {
        const { status, text } = await desk('POST', `/api/desk/schedule/${rest}`, { cookie: manager.cookie, body });
        return `${status} ${text}`;
      };
      const overlap = { ...noHours, mon: [...day, { from: '16:00', to: '18:00' }] };
      expect(await send(`people/${agent.personId}/week`, { version: 0, week: overlap })).toBe(
        '422 Two periods overlap',
      );
      expect(await send('people/nobody/week', { version: 0, week: noHours })).toBe('404 There is no such person');
      const hours = { periods: [], note: '' };
      expect(await send(`people/${agent.personId}/days/2026-11-24`, { version: 0, hours })).toContain(
        'weekly hours first',
      );
      expect(await send('holidays/2026-11-01', { version: 0, holiday: { name: 'Old', periods: [] } })).toContain('422');
    });
  });

  describe('R129 somebody who is not licensed in the store’s state', () => {
    it('reads so at Accept, by the address on record, and may accept all the same', async () => {
      const { desk, manager, agent, ask, sessionFor, shared, context, clock } = await start();
      const states = async (licensedStates: string[]) => {
        const person = (await desk('GET', `/api/desk/people/${agent.personId}`, manager)).json<PersonRecord>();
        const { name, mail, version } = person;
        const body = { version, name, phone: '', mail: mail ?? '', licensedStates };
        return desk('POST', `/api/desk/people/${agent.personId}`, { cookie: manager.cookie, body });
      };
      const id = await ask(await sessionFor(shared.code));
      const record = async () =>
        (await desk('GET', `/api/desk/requests/${id}`, { cookie: agent.cookie })).json<RequestRecord>();
      const { dealership_id } = (await context.agentRequests.find(id)) ?? { dealership_id: '' };
      const livesAt = (address: string) =>
        context.storage.db.updateTable('dealerships').set({ address }).where('id', '=', dealership_id).execute();
      expect((await record()).notLicensedIn).toBeNull();
      await livesAt('9 Elm Rd, Austin, TX 78701');
      expect((await record()).notLicensedIn).toBeNull();
      expect((await states(['ME', 'NH'])).status).toBe(200);
      expect((await record()).notLicensedIn).toBe('TX');
      expect((await states(['TX', 'ME'])).json<PersonRecord>().licensedStates).toEqual(['ME', 'TX']);
      expect((await record()).notLicensedIn).toBeNull();
      await livesAt('somewhere');
      await states(['ME']);
      expect((await record()).notLicensedIn).toBeNull();
      await livesAt('Dallas, Texas');
      clock.advance(1000);
      const accepted = await desk('POST', `/api/desk/requests/${id}/accept`, { cookie: agent.cookie });
      expect(accepted.status).toBe(200);
      expect(accepted.json<RequestRecord>()).toMatchObject({ mine: true, notLicensedIn: null });
      expect((await states(['Ontario'])).status).toBe(400);
    });
  });
});
