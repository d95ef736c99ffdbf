/** An invited person counts as having the role and the account of their invitation when others change their record. */
import { describe, expect, it } from 'vitest';
import { acceptInvitation } from '#contract/desk/link-endpoints.ts';
import type { PeopleList, PersonRecord } from '#contract/desk/people-endpoints.ts';
import type { Role } from '#contract/desk/permissions.ts';
import { staffTimes } from '#contract/desk/session.ts';
import { mintId, shortIdOf } from '#contract/reference.ts';
import { AccountAddressError } from '#server/people/service.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { goodPassword, openBrowser } from '../../tests/support/desk-browser.ts';
import { tokenOf } from '../../tests/support/desk-people.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

const mailing = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'desk@boxline.example',
  MAIL_TO: 'operator@boxline.example',
};

eachEngine((under) => {
  async function running() {
    const server = await startDesk(under, mailing);
    const { context, desk } = server;
    const { db } = context.storage;
    const post = (cookie: string, path: string, body: object = {}) =>
      desk('POST', `/api/desk${path}`, { cookie, body });

    const invited = async (by: string, role: Role, name = `Bo ${shortIdOf(mintId())}`) => {
      const email = `${name.replaceAll(' ', '.').toLowerCase()}@boxline.example`;
      const answer = await post(by, '/invitations', { personId: null, name, email, role, by: 'link' });
      expect(answer.status, answer.text).toBe(200);
      const { invitation, link } = answer.json() as { invitation: { id: string; personId: string }; link: string };
      return { id: invitation.id, personId: invitation.personId, name, email, token: tokenOf(link), version: 1 };
    };
    /** Puts an invitation into the state in which a finished enrolment leaves it. */
    const accepted = async ({ id }: { id: string }) => {
      const values = { accepted_at: context.now().toISOString(), accepted_name: 'Bo', code: '424242' };
      await db.updateTable('staff_invitations').set(values).where('id', '=', id).execute();
    };
    const edit = (
      cookie: string,
      { personId, name, email, version }: { personId: string; name: string; email: string; version: number },
      fields: object,
    ) => post(cookie, `/people/${personId}`, { version, name, phone: '', mail: email, ...fields });
    const stored = async ({ personId }: { personId: string }) =>
      db.selectFrom('people').selectAll().where('id', '=', personId).executeTakeFirstOrThrow();
    const stateOf = async ({ id }: { id: string }) =>
      db.selectFrom('staff_invitations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const looksAt = async (token: string) => (await desk('POST', '/api/desk/links/look', { body: { token } })).status;
    return { ...server, db, post, invited, accepted, edit, stored, stateOf, looksAt };
  }

  describe('R580 a person who is invited as admin or manager', () => {
    it('is neither edited nor removed nor invited again by a manager, before and after they accepted', async () => {
      const { signInAs, invited, accepted, edit, post, stored, stateOf, looksAt, desk } = await running();
      const [admin, manager] = [await signInAs('admin'), await signInAs('manager')];
      for (const role of ['admin', 'manager'] as const) {
        for (const when of ['open', 'accepted']) {
          const whom = await invited(admin.cookie, role);
          if (when === 'accepted') await accepted(whom);
          const before = await stored(whom);
          const again = { personId: whom.personId, name: whom.name, email: whom.email, role: 'agent', by: 'link' };
          const planted = { email: 'planted@elsewhere.example' };
          const tries = [
            await edit(manager.cookie, whom, { mail: planted.email }),
            await edit(manager.cookie, whom, { phone: '(202) 555-0147' }),
            await edit(manager.cookie, whom, { mail: '' }),
            await post(manager.cookie, `/people/${whom.personId}/remove`, { version: 1 }),
            await post(manager.cookie, '/invitations', again),
            await post(manager.cookie, '/invitations', { ...again, ...planted, version: before.version }),
          ];
          expect(
            tries.map(({ status }) => status),
            `${role}, ${when}`,
          ).toEqual([403, 403, 403, 403, 403, 403]);
          expect(await stored(whom)).toEqual(before);
          expect((await stateOf(whom)).ended_at).toBeNull();
          if (when === 'open') expect(await looksAt(whom.token)).toBe(200);
          const { people } = (await desk('GET', '/api/desk/people', { cookie: manager.cookie })).json() as PeopleList;
          const shown = people.find(({ id }) => id === whom.personId);
          expect(shown).toMatchObject({ invited: true, can: { edit: false, remove: false, invite: false } });
        }
      }
    });

    it('R1009 stays so while they set up their account, also after the time of the link', async () => {
      const { app, signInAs, invited, edit, post, stored, db, desk } = await running();
      const [admin, manager] = [await signInAs('admin'), await signInAs('manager')];
      const whom = await invited(admin.cookie, 'admin');
      const browser = openBrowser({ app }, { from: '10.7.0.2' });
      await browser.need(acceptInvitation, { body: { token: whom.token, name: whom.name, password: goodPassword } });
      const before = await stored(whom);
      const tries = async () => [
        (await edit(manager.cookie, whom, { mail: 'planted@elsewhere.example' })).status,
        (await post(manager.cookie, `/people/${whom.personId}/remove`, { version: before.version })).status,
      ];
      const usedFor = (ms: number) =>
        db
          .updateTable('staff_links')
          .set({
            expires_at: new Date(Date.now() - 1000).toISOString(),
            used_at: new Date(Date.now() - ms).toISOString(),
          })
          .where('id', '=', whom.id)
          .execute();
      await usedFor(staffTimes.enrollingForMs - 60_000);
      expect(await tries()).toEqual([403, 403]);
      expect(await stored(whom)).toEqual(before);
      const { people } = (await desk('GET', '/api/desk/people', { cookie: manager.cookie })).json() as PeopleList;
      expect(people.find(({ id }) => id === whom.personId)).toMatchObject({ invited: true });
      await usedFor(staffTimes.enrollingForMs + 1000);
      // The edit has made the version of the removal old.
      expect(await tries()).toEqual([200, 409]);
    });

    it('is touched by a manager again once the invitation has ended or run out', async () => {
      const { signInAs, invited, edit, post, db } = await running();
      const [admin, manager] = [await signInAs('admin'), await signInAs('manager')];
      const [one, two] = [await invited(admin.cookie, 'admin'), await invited(admin.cookie, 'admin')];
      expect((await post(admin.cookie, `/invitations/${one.id}/withdraw`)).status).toBe(204);
      await db
        .updateTable('staff_links')
        .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
        .where('id', '=', two.id)
        .execute();
      for (const whom of [one, two]) {
        const answer = await edit(manager.cookie, whom, { phone: '(202) 555-0147' });
        expect(answer.status, answer.text).toBe(200);
        expect((answer.json() as PersonRecord).can).toMatchObject({ edit: true, remove: true, invite: true });
      }
      const agent = await invited(manager.cookie, 'agent');
      expect((await edit(manager.cookie, agent, { phone: '(202) 555-0148' })).status).toBe(200);
      expect((await post(manager.cookie, `/people/${agent.personId}/remove`, { version: 2 })).status).toBe(200);
    });
  });

  describe('R581 the address of a person who is invited', () => {
    it('needs a fresh proof, and whoever had accepted is told at the old one', async () => {
      const { signInAs, invited, accepted, edit, stored, stateOf, db } = await running();
      const [admin, stale] = [await signInAs('admin'), await signInAs('manager', { fresh: false })];
      const whom = await invited(admin.cookie, 'agent');
      await accepted(whom);
      const planted = { mail: 'planted@elsewhere.example' };
      expect((await edit(stale.cookie, whom, planted)).status).toBe(403);
      expect((await stored(whom)).mail).toBe(whom.email);
      // A telephone number gives no access.
      expect((await edit(stale.cookie, whom, { phone: '(202) 555-0147' })).status).toBe(200);
      expect((await edit(admin.cookie, { ...whom, version: 2 }, planted)).status).toBe(200);
      const told = await db.selectFrom('messages').select('recipient').where('kind', '=', 'staff-notice').execute();
      expect(told).toEqual([{ recipient: whom.email }]);
      expect((await stateOf(whom)).ended_at).toBeNull();
    });

    it('ends an invitation that nobody has accepted, because its link may lie at the old one', async () => {
      const { signInAs, invited, edit, stateOf, looksAt } = await running();
      const admin = await signInAs('admin');
      const whom = await invited(admin.cookie, 'agent');
      const answer = await edit(admin.cookie, whom, { mail: 'right@boxline.example' });
      expect(answer.json()).toMatchObject({ mail: 'right@boxline.example', invited: false });
      expect((await stateOf(whom)).ended_at).not.toBeNull();
      expect(await looksAt(whom.token)).not.toBe(200);
    });

    it('is not emptied, and is not given to two: neither to them nor to an account', async () => {
      const { signInAs, addPerson, invited, accepted, edit, stored } = await running();
      const [admin, agent] = [await signInAs('admin'), await addPerson('agent')];
      const [open, waiting] = [await invited(admin.cookie, 'agent'), await invited(admin.cookie, 'agent')];
      await accepted(waiting);
      for (const whom of [open, waiting]) {
        expect((await edit(admin.cookie, whom, { mail: '' })).text).toContain('needs an e-mail address');
        expect((await edit(admin.cookie, whom, { mail: agent.mail })).text).toContain('Another account has this');
        const toAgent = { personId: agent.id, name: agent.name, email: agent.mail ?? '', version: 1 };
        expect((await edit(admin.cookie, toAgent, { mail: whom.email })).text).toContain('Another account has this');
        expect((await stored(whom)).mail).toBe(whom.email);
      }
    });

    it('is not changed by a command', async () => {
      const { signInAs, invited, context, stored } = await running();
      const admin = await signInAs('admin');
      const whom = await invited(admin.cookie, 'admin');
      const elsewhere = { name: whom.name, phone: null, mail: 'planted@elsewhere.example' };
      await expect(context.shift.add(elsewhere)).rejects.toThrow(AccountAddressError);
      await context.shift.add({ name: whom.name, phone: '+12025550147', mail: null });
      expect(await stored(whom)).toMatchObject({ mail: whom.email, phone: '+12025550147' });
    });

    it('is never empty at an acceptance, however it and an edit meet', async () => {
      const { signInAs, invited, edit, stored, app } = await running();
      const admin = await signInAs('admin');
      for (let round = 0; round < 6; round++) {
        const whom = await invited(admin.cookie, 'agent');
        const browser = openBrowser({ app });
        const body = { token: whom.token, name: whom.name, password: goodPassword };
        await Promise.all([browser.outcome(acceptInvitation, { body }), edit(admin.cookie, whom, { mail: '' })]);
        expect((await stored(whom)).mail, `round ${round}`).toBe(whom.email);
      }
    });
  });

  it('R582 an invitation that cannot be confirmed says the reason, and is there to be confirmed afterwards', async () => {
    const { signInAs, addPerson, invited, accepted, post, stored, db } = await running();
    const [admin, agent] = [await signInAs('admin'), await addPerson('agent')];
    const whom = await invited(admin.cookie, 'agent');
    await accepted(whom);
    const confirm = () => post(admin.cookie, `/invitations/${whom.id}/confirm`, { code: '424242' });
    const put = (mail: string | null) =>
      db.updateTable('people').set({ mail, mail_key: mail }).where('id', '=', whom.personId).execute();
    await put(agent.mail);
    const taken = await confirm();
    expect([taken.status, taken.text]).toEqual([422, expect.stringContaining('Another account has')]);
    await put(null);
    const none = await confirm();
    expect([none.status, none.text]).toEqual([422, expect.stringContaining('e-mail address')]);
    await put(whom.email);
    expect((await confirm()).status).toBe(204);
    expect((await stored(whom)).role).toBe('agent');
  });
});
