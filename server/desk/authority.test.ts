/** What somebody may do is decided by their role at the moment of the change, also while the role itself changes. */
import { expect, it } from 'vitest';
import type { Role } from '#contract/desk/permissions.ts';
import { startApp } from '../../tests/support/app.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { staffOf } from '../../tests/support/staff.ts';

eachEngine((under) => {
  const whom = (name: string, role: Role = 'agent') =>
    ({ personId: null, name, email: `${name.replaceAll(' ', '.')}@boxline.example`, role, by: 'link' }) as const;

  it('R145 somebody whose role has ended since they called neither invites nor confirms nor withdraws nor helps', async () => {
    const { context, signInAs, addPerson } = await startDesk(under);
    const { invitations, account } = context.signIn;
    const [admin, boss] = [await signInAs('admin'), await signInAs('admin')];
    const made = await invitations.invite(admin.personId, whom('Bo Tanner'));
    if (made.kind !== 'invited') throw new Error(made.why);
    const other = await addPerson('agent');
    const removed = await context.people.remove(boss.personId, { id: admin.personId, version: 1 });
    expect(removed.kind).toBe('done');
    expect(await invitations.invite(admin.personId, whom('Cy Marsh'))).toEqual({ kind: 'refused', why: 'notAllowed' });
    expect(await invitations.confirm(admin.personId, made.invitation.row.id, '123456')).toBe('notAllowed');
    expect(await invitations.withdraw(admin.personId, made.invitation.row.id)).toBe('notAllowed');
    expect(await account.makeDeviceLink(admin.personId, other.id)).toBe('notAllowed');
    expect((await invitations.list()).map(({ person }) => person.name)).toEqual(['Bo Tanner']);
  });

  it('R635 somebody who is no manager any more since they called begins nobody’s shift but their own', async () => {
    const { context, signInAs, addPerson } = await startDesk(under);
    const [boss, manager] = [await signInAs('admin'), await signInAs('manager')];
    const other = await addPerson('agent');
    const switchOn = (id: string) => context.people.switchShift(manager.personId, id, true);
    await context.people.changeRole(boss.personId, { id: manager.personId, version: 1 }, 'agent');
    expect(await switchOn(other.id)).toEqual({ kind: 'refused', why: 'notAllowed' });
    expect((await context.people.find(other.id))?.on_shift_at).toBeNull();
    expect((await switchOn(manager.personId)).kind).toBe('done');
    await context.people.changeRole(boss.personId, { id: manager.personId, version: 2 }, 'viewer');
    expect(await switchOn(manager.personId)).toEqual({ kind: 'refused', why: 'notAllowed' });
  });

  it('R145 an admin who is removed at the same instant, at another server, changes nothing afterwards', async () => {
    const place = await under.newPlace();
    const shared = { ...under, newPlace: async () => place };
    const { context: first, signInAs } = await startDesk(shared);
    const { context: second } = await startApp(shared);
    const { addPerson } = staffOf(first);
    const boss = await signInAs('admin');
    for (let round = 0; round < 8; round++) {
      const admin = await addPerson('admin');
      const agent = await addPerson('agent');
      const seen = { id: agent.id, version: 1 };
      await Promise.allSettled([
        second.people.remove(boss.personId, { id: admin.id, version: 1 }),
        first.signIn.invitations.invite(admin.id, whom(`Bo ${round}`, 'admin')),
        second.signIn.invitations.invite(admin.id, whom(`Cy ${round}`, 'manager')),
        first.people.changeRole(admin.id, seen, 'admin'),
      ]);
      const { db } = first.storage;
      const entries = await db.selectFrom('audit_entries').selectAll().orderBy('seq').execute();
      const removedAt = await db
        .selectFrom('audit_entries')
        .innerJoin('audit_subjects', 'audit_subjects.seq', 'audit_entries.seq')
        .select('audit_entries.seq')
        .where('action', '=', 'person-removed')
        .where('subject_id', '=', admin.id)
        .executeTakeFirstOrThrow();
      const later = entries.filter(({ seq, by_id }) => Number(seq) > Number(removedAt.seq) && by_id === admin.id);
      expect(
        later.map(({ action }) => action),
        `round ${round}`,
      ).toEqual([]);
    }
  });

  it('R145 many wrong codes at the same instant count as many: an invitation is withdrawn after five', async () => {
    const { context, signInAs } = await startDesk(under);
    const { invitations } = context.signIn;
    const admin = await signInAs('admin');
    const made = await invitations.invite(admin.personId, whom('Bo Tanner'));
    if (made.kind !== 'invited') throw new Error(made.why);
    const { id } = made.invitation.row;
    const accepted = { accepted_at: context.now().toISOString(), accepted_name: 'Bo', code: '424242' };
    await context.storage.db.updateTable('staff_invitations').set(accepted).where('id', '=', id).execute();
    const guesses = Array.from({ length: 12 }, (_, at) => String(100_000 + at));
    const outcomes = await Promise.all(guesses.map((guess) => invitations.confirm(admin.personId, id, guess)));
    expect(outcomes.filter((outcome) => outcome === 'wrongCode')).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome === 'lastWrongCode')).toHaveLength(1);
    expect(await invitations.confirm(admin.personId, id, '424242')).toBe('notFound');
  });

  it('R146 a session that a change of role has ended stays ended when the role comes back', async () => {
    const { context, desk, signInAs } = await startDesk(under);
    const [boss, agent] = [await signInAs('admin'), await signInAs('agent')];
    const board = () => desk('GET', '/api/desk/board', { cookie: agent.cookie });
    expect((await board()).status).toBe(200);
    await context.people.changeRole(boss.personId, { id: agent.personId, version: 1 }, 'viewer');
    expect((await board()).status).toBe(401);
    await context.people.changeRole(boss.personId, { id: agent.personId, version: 2 }, 'agent');
    expect((await board()).status).toBe(401);
  });

  it('R146 a passkey that signs in at the instant of a change of role begins no session that comes back with the old role', async () => {
    const { context, signInAs, addPerson } = await startDesk(under);
    const boss = await signInAs('admin');
    for (let round = 0; round < 8; round++) {
      const agent = await addPerson('agent');
      const browser = { device: 'Firefox on Linux', deviceId: null };
      const begin = context.storage.transaction(async (trx) =>
        context.signIn.sessions.begin(trx, agent, 'signed-in', browser, { proved: true }),
      );
      const away = context.people.changeRole(boss.personId, { id: agent.id, version: 1 }, 'viewer');
      const [granted] = await Promise.allSettled([begin, away]);
      await context.people.changeRole(boss.personId, { id: agent.id, version: 2 }, 'agent');
      const live = granted.status === 'fulfilled' && (await context.signIn.sessions.find(granted.value.token));
      expect(live || undefined, `round ${round}`).toBeUndefined();
    }
  });

  it('R147 another sign-in address needs a fresh proof, ends what was mailed to the old one, and tells it', async () => {
    const { context, desk, signInAs, addPerson } = await startDesk(under, {
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'desk@boxline.example',
      MAIL_TO: 'operator@boxline.example',
    });
    const [stale, admin] = [await signInAs('admin', { fresh: false }), await signInAs('admin')];
    const agent = await addPerson('agent');
    const edit = (cookie: string, fields: object) =>
      desk('POST', `/api/desk/people/${agent.id}`, {
        cookie,
        body: { version: 1, name: agent.name, phone: '', mail: agent.mail, ...fields },
      });
    const moved = { mail: 'elsewhere@boxline.example' };
    expect((await edit(stale.cookie, moved)).status).toBe(403);
    const [unchanged] = await context.storage.db.selectFrom('people').selectAll().where('id', '=', agent.id).execute();
    expect(unchanged?.mail).toBe(agent.mail);
    expect((await edit(admin.cookie, moved)).status).toBe(200);
    const mails = await context.storage.db
      .selectFrom('messages')
      .select(['recipient', 'kind'])
      .where('kind', '=', 'staff-notice')
      .execute();
    expect(mails).toEqual([{ recipient: agent.mail, kind: 'staff-notice' }]);
    // A telephone number gives no access, so changing it needs no second proof.
    const named = { version: 2, phone: '+1 305 555 0142', ...moved };
    expect((await edit(stale.cookie, named)).status).toBe(200);
    const nobody = await addPerson(null);
    const plain = { version: 1, name: nobody.name, phone: '', mail: 'new@boxline.example' };
    expect((await desk('POST', `/api/desk/people/${nobody.id}`, { cookie: stale.cookie, body: plain })).status).toBe(
      200,
    );
  });
});
