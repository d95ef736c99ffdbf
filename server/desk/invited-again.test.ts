/**
 * An invitation is asked for or confirmed again because its response was lost, also after the invited person has accepted it, and at
 * the same moment.
 */
import { describe, expect, it, vi } from 'vitest';
import { confirmInvitation, invite } from '#contract/desk/link-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const smtp = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'desk@boxline.example', MAIL_TO: 'ops@boxline.example' };

eachEngineRounds((under) => {
  async function start() {
    const server = await startDesk(under, { ...wideLimits, ...smtp });
    const { context, desk, signInAs } = server;
    const { db } = context.storage;
    const [admin, other] = [await signInAs('admin'), await signInAs('admin')];
    const form = (change: object = {}) => {
      const press = mintId();
      return {
        press,
        personId: null,
        name: `Noa ${press}`,
        email: `${press}@x.example`,
        role: 'agent',
        by: 'mail',
        ...change,
      };
    };
    return {
      ...server,
      db,
      admin,
      other,
      form,
      ask: (body: object, { cookie } = admin) => desk('POST', '/api/desk/invitations', { cookie, body }),
      async counts() {
        const rows = await db.selectFrom('staff_invitations').select('ended_at').execute();
        const mails = await db.selectFrom('messages').select('id').where('kind', '=', 'staff-link').execute();
        const entries = await db
          .selectFrom('audit_entries')
          .select('seq')
          .where('action', '=', 'person-invited')
          .execute();
        return {
          all: rows.length,
          open: rows.filter((row) => row.ended_at === null).length,
          mails: mails.length,
          entries: entries.length,
        };
      },
    };
  }

  describe('R944 an invitation whose answer was lost', () => {
    it('is one, with one mail, however often it is asked for', async () => {
      const { ask, form, counts } = await start();
      const body = form();
      const first = await ask(body);
      const again = await ask(body);
      expect([first.status, again.status], again.text).toEqual([200, 200]);
      expect(again.json()).toEqual(first.json());
      expect(await counts()).toEqual({ all: 1, open: 1, mails: 1, entries: 1 });
    });

    it('has the same link to hand over', async () => {
      const { ask, form, counts } = await start();
      const body = form({ by: 'link' });
      const first = (await ask(body)).json<{ link: string }>();
      const again = (await ask(body)).json<{ link: string }>();
      expect([again.link, typeof first.link]).toEqual([first.link, 'string']);
      expect(await counts()).toMatchObject({ all: 1, open: 1 });
    });

    it('is not taken from the person who has accepted it meanwhile', async () => {
      const { ask, form, counts, context } = await start();
      const body = form({ by: 'link' });
      const { link } = (await ask(body)).json<{ link: string }>();
      const token = link.split('#')[1] ?? '';
      const visit = { address: '127.0.0.1', device: 'Firefox on Windows', deviceId: null, origin: undefined };
      const accepted = await context.signIn.invitations.accept(
        { token, name: 'Noa', password: 'a long password of hers' },
        visit,
      );
      expect(accepted.kind).toBe('granted');
      expect((await ask(body)).status).toBe(200);
      expect(await counts()).toEqual({ all: 1, open: 1, mails: 0, entries: 1 });
    });

    it('is not made again when somebody has withdrawn it since, and the next press makes another', async () => {
      const { ask, form, counts, desk, other } = await start();
      const body = form();
      const { invitation } = (await ask(body)).json<{ invitation: { id: string } }>();
      await desk('POST', `/api/desk/invitations/${invitation.id}/withdraw`, { cookie: other.cookie });
      const late = await ask(body);
      expect([late.status, late.text]).toEqual([422, invite.refusals.pressTaken.text]);
      expect(await counts()).toMatchObject({ all: 1, open: 0, mails: 1 });
      expect((await ask({ ...body, press: mintId() })).status).toBe(200);
      expect(await counts()).toMatchObject({ open: 1 });
    });

    it('is said to be another when the form says something else by then', async () => {
      const { ask, form, counts } = await start();
      const body = form();
      await ask(body);
      for (const change of [{ role: 'viewer' }, { email: `${mintId()}@x.example` }])
        expect((await ask({ ...body, ...change })).text).toBe(invite.refusals.pressTaken.text);
      expect(await counts()).toEqual({ all: 1, open: 1, mails: 1, entries: 1 });
    });

    it('and that is asked for twice at one instant is one; so is that of two people for each', async () => {
      const { ask, form, counts, db, admin, other, context } = await start();
      const atOnce = createAtOnce(context.storage);
      await playRounds(10, ['the first stays', 'the second stays'], async (round) => {
        const body = form();
        const before = await counts();
        const answers = await atOnce([() => ask(body), () => ask(body), () => ask(body, other)]);
        expect(answers.every(({ status }) => [200, 422].includes(status))).toBe(true);
        const after = await counts();
        expect([after.all - before.all, after.open - before.open], `round ${round}`).toEqual([2, 1]);
        expect(after.mails - before.mails).toBe(2);
        const kept = await db
          .selectFrom('staff_invitations')
          .innerJoin('people', 'people.id', 'staff_invitations.person_id')
          .select('invited_by')
          .where('ended_at', 'is', null)
          .where('people.mail', '=', body.email)
          .executeTakeFirst();
        expect([admin.personId, other.personId]).toContain(kept?.invited_by);
        return kept?.invited_by === admin.personId ? 'the first stays' : 'the second stays';
      });
    });
  });

  it('R1290 the same invitation by two forms and by two people at one instant makes one person with one open invitation', async () => {
    const { ask, form, counts, db, other, context } = await start();
    const atOnce = createAtOnce(context.storage);
    await playRounds(12, ['one person'], async (round) => {
      const body = form();
      const before = await counts();
      const answers = await atOnce([
        () => ask(body),
        () => ask({ ...body, press: mintId() }),
        () => ask({ ...body, press: mintId() }, other),
      ]);
      expect(
        answers.map(({ status }) => status),
        `round ${round}`,
      ).toEqual([200, 200, 200]);
      const people = await db.selectFrom('people').select('id').where('mail', '=', body.email).execute();
      const after = await counts();
      expect([people.length, after.open - before.open], `round ${round}`).toEqual([1, 1]);
      const listed = answers.map((answer) => answer.json<{ invitation: { personId: string } }>().invitation.personId);
      expect(new Set(listed)).toEqual(new Set(people.map(({ id }) => id)));
      return 'one person';
    });
  });

  describe('R945 the confirmation of an invitation whose answer was lost', () => {
    const code = '424242';

    async function accepted() {
      const server = await start();
      const { ask, form, db, desk, admin } = server;
      const { invitation } = (await ask(form())).json<{ invitation: { id: string } }>();
      const answers = { accepted_at: '2026-11-27T20:00:00.000Z', accepted_name: 'Noa', code };
      await db.updateTable('staff_invitations').set(answers).where('id', '=', invitation.id).execute();
      return {
        ...server,
        confirm: (typed = code, { cookie } = admin) =>
          desk('POST', `/api/desk/invitations/${invitation.id}/confirm`, { cookie, body: { code: typed } }),
        withdraw: () => desk('POST', `/api/desk/invitations/${invitation.id}/withdraw`, { cookie: admin.cookie }),
        async confirmations() {
          const entries = await db.selectFrom('audit_entries').select('action').orderBy('seq').execute();
          return entries.filter(({ action }) => action === 'invitation-confirmed').length;
        },
      };
    }

    it('is told again to whoever types its code again, and to nobody with another code', async () => {
      const { confirm, confirmations, other } = await accepted();
      expect((await confirm()).status).toBe(204);
      expect((await confirm()).status).toBe(204);
      expect((await confirm('424 242', other)).status).toBe(204);
      const wrong = await confirm('000000');
      expect([wrong.status, wrong.text]).toEqual([404, confirmInvitation.refusals.notFound.text]);
      expect(await confirmations()).toBe(1);
    });

    it('is one when two confirm at the same instant', async () => {
      await playRounds(4, ['confirmed'], async () => {
        const { confirm, confirmations, other, context } = await accepted();
        const answers = await createAtOnce(context.storage)([
          () => confirm(),
          () => confirm(),
          () => confirm(code, other),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
        expect(await confirmations()).toBe(1);
        return 'confirmed';
      });
    });

    it('is not told after somebody withdrew the invitation', async () => {
      const { confirm, withdraw, confirmations } = await accepted();
      await withdraw();
      expect((await confirm()).status).toBe(404);
      expect(await confirmations()).toBe(0);
    });
  });
});
