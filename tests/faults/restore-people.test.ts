/** The staff after a restore: their contact data, who is a member and who is invited are as in the replaced database. */
import { expect, test } from 'vitest';
import { acceptInvitation } from '#contract/desk/link-endpoints.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { goodPassword } from '../support/desk-browser.ts';
import { inviteMember, setUpAdmin } from '../support/desk-people.ts';
import { eachEngine } from '../support/each-engine.ts';
import { staffOf } from '../support/staff.ts';
import { browserAt, type RestorableServer, restoredAfter, startThere } from './support/restoring.ts';

/** A date one month from now. */
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

const week = (from: string, to: string) => ({
  mon: [{ from, to }],
  tue: [],
  wed: [],
  thu: [],
  fri: [],
  sat: [],
  sun: [],
});

eachEngine((under) => {
  const person = async ({ db }: RestorableServer, id: string) =>
    db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  async function withStaff() {
    const server = await startThere(under, await under.newPlace());
    const ada = await setUpAdmin(server);
    const bo = await inviteMember(server, ada, 'manager');
    const cy = await inviteMember(server, ada, 'agent', 'Cy Marsh', browserAt(server));
    const idOf = async (mail: string) =>
      (await server.db.selectFrom('people').select('id').where('mail', '=', mail).executeTakeFirstOrThrow()).id;
    const ids = { ada: await idOf(ada.email), bo: await idOf(bo.email), cy: await idOf(cy.email) };
    const edit = async (id: string, change: { mail?: string; phone?: string }) => {
      const { name, phone, mail, version } = await person(server, id);
      const fields = { name, phone: phone ?? '', mail: mail ?? '', ...change };
      const outcome = await server.context.people.edit(ids.ada, { id, version }, fields, { proved: true });
      expect(outcome.kind).toBe('done');
    };
    return { server, ada, bo, cy, ids, edit };
  }

  test('R480 whose mail address was changed since a backup signs in by the new one after its restore, and nobody by the old one', async () => {
    const { server, bo, ids, edit } = await withStaff();
    const restored = await restoredAfter(under, server, () => edit(ids.bo, { mail: 'bo.tanner@new.example' }));
    expect(restored.said).toContain('1 person');
    const signsIn = async (email: string) =>
      browserAt(restored).outcome(sessionEndpoints.signIn, { body: { email, password: goodPassword } });
    expect(await signsIn(bo.email)).not.toBe('ok');
    expect(await signsIn('bo.tanner@new.example')).toBe('ok');
    expect(await person(restored, ids.bo)).toMatchObject({ mail_key: 'bo.tanner@new.example' });
  });

  test('R480 two people who have exchanged their addresses since a backup have each the right one after its restore', async () => {
    const { server, bo, cy, ids, edit } = await withStaff();
    const restored = await restoredAfter(under, server, async () => {
      await edit(ids.bo, { mail: 'away@boxline.example' });
      await edit(ids.cy, { mail: bo.email });
      await edit(ids.bo, { mail: cy.email });
    });
    expect(await person(restored, ids.bo)).toMatchObject({ mail: cy.email, mail_key: cy.email });
    expect(await person(restored, ids.cy)).toMatchObject({ mail: bo.email, mail_key: bo.email });
  });

  test('R480 a request is texted to the number that somebody has by now, also of who has no account', async () => {
    const { server, ids, edit } = await withStaff();
    const tess = await staffOf(server.context).addPerson(null, { name: 'Tess Ode' });
    await edit(ids.cy, { phone: '(207) 555-0131' });
    const restored = await restoredAfter(under, server, async () => {
      await edit(ids.cy, { phone: '(207) 555-0132' });
      await edit(tess.id, { phone: '(207) 555-0133', mail: 'tess@new.example' });
    });
    expect(await person(restored, ids.cy)).toMatchObject({ phone: '+12075550132' });
    expect(await person(restored, tess.id)).toMatchObject({ phone: '+12075550133', mail: 'tess@new.example' });
  });

  test('R480 who went off shift, off call or away since a backup is not on again after its restore, and who came is there', async () => {
    const { server, ids } = await withStaff();
    const { people, presence } = server.context;
    const dee = await staffOf(server.context).addPerson('agent', { name: 'Dee Lund' });
    await people.switchShift(ids.bo, ids.bo, true);
    await people.switchShift(ids.cy, ids.cy, true);
    await people.switchOnCall(ids.ada, true);
    await presence.followShifts();
    const restored = await restoredAfter(under, server, async () => {
      await people.switchShift(ids.bo, ids.bo, false);
      await people.switchOnCall(ids.ada, false);
      await presence.set(ids.cy, 'away');
      await people.switchShift(dee.id, dee.id, true);
    });
    await restored.context.presence.followShifts();
    const there = await restored.context.presence.list();
    const stands = (id: string) => there.find((one) => one.id === id);
    expect(stands(ids.bo)).toMatchObject({ onShift: false, presence: 'away' });
    expect(stands(ids.cy)).toMatchObject({ onShift: true, presence: 'away' });
    expect(stands(dee.id)).toMatchObject({ onShift: true, presence: 'available' });
    expect(await person(restored, ids.ada)).toMatchObject({ on_call_at: null });
  });

  test('R480 hours and holidays are those of the replaced database after a restore', async () => {
    const { server, ids } = await withStaff();
    const { schedule } = server.context;
    await schedule.changeWeek(null, ids.bo, 0, week('09:00', '17:00'));
    await schedule.changeWeek(null, ids.cy, 0, week('09:00', '17:00'));
    await schedule.changeHoliday(null, inDays(30), 0, { name: 'Eve', periods: [] });
    const restored = await restoredAfter(under, server, async () => {
      expect(await schedule.changeWeek(null, ids.bo, 1, week('10:00', '12:00'))).toEqual({ kind: 'done' });
      expect(await schedule.changeWeek(null, ids.cy, 1, null)).toEqual({ kind: 'done' });
      const off = { periods: [], note: 'away' };
      expect(await schedule.changeDay(null, ids.bo, inDays(31), 0, off)).toEqual({ kind: 'done' });
      expect(await schedule.changeHoliday(null, inDays(32), 0, { name: 'Day', periods: [] })).toEqual({
        kind: 'done',
      });
    });
    const rows = async (table: 'schedules' | 'schedule_exceptions' | 'schedule_holidays') =>
      (await restored.db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).join();
    expect(await rows('schedules')).toContain('10:00');
    expect(await rows('schedules')).not.toContain('17:00');
    expect(await rows('schedule_exceptions')).toContain(inDays(31));
    expect(await rows('schedule_holidays')).toContain(inDays(32));
    // The next edit is made from the version that the replaced database had.
    expect(await restored.context.schedule.changeWeek(null, ids.bo, 2, null)).toEqual({ kind: 'done' });
  });

  test('R480 an invitation that was withdrawn since a backup, or whose link a restore ended, does not wait after it', async () => {
    const { server, ids } = await withStaff();
    const { invitations } = server.context.signIn;
    const invite = async (name: string) => {
      const email = `${mintId()}@boxline.example`;
      const made = await invitations.invite(ids.ada, { personId: null, name, email, role: 'manager', by: 'link' });
      return made.kind === 'invited' ? { ...made, email } : expect.unreachable(made.kind);
    };
    const accepted = await invite('Ed Accepted');
    const browser = browserAt(server);
    const token = (accepted.link ?? '').split('#')[1] ?? '';
    await browser.need(acceptInvitation, { body: { token, name: 'Ed Accepted', password: goodPassword } });
    await browser.addApp(server.context.now);
    await invite('Flo Open');
    expect(await invitations.list()).toHaveLength(2);
    const restored = await restoredAfter(under, server, () =>
      invitations.withdraw(ids.ada, accepted.invitation.row.id),
    );
    expect(await restored.context.signIn.invitations.list()).toEqual([]);
  });
});
