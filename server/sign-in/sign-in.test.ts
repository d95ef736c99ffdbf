/** From the first start to people who sign in, by each of the ways there are. */
import { describe, expect, it } from 'vitest';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as linkEndpoints from '#contract/desk/link-endpoints.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { createSecretBox } from '#server/secret-box.ts';
import { testClock } from '../../tests/support/clock.ts';
import { goodPassword, openBrowser } from '../../tests/support/desk-browser.ts';
import { inviteMember, setUpAdmin, tokenOf } from '../../tests/support/desk-people.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createSoftPasskey } from '../../tests/support/passkey.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { totpCodeAt } from './totp.ts';

eachEngine((under) => {
  async function running(env: Record<string, string> = {}) {
    const clock = testClock('2026-11-21T21:06:00Z');
    const server = await startPortal(under, { ON_SHIFT: '', ...env }, { now: clock.now });
    return { server, clock, later: clock.advance };
  }

  const step = 30_000;

  it('R520 a code of an app whose secret was encrypted with a lost key is wrong, and nothing fails', async () => {
    const { server, later } = await running();
    const admin = await setUpAdmin(server);
    const encrypted = createSecretBox('a key that was lost, of 32 characters').encrypt('totp-secret', admin.secret);
    await server.context.storage.db.updateTable('staff_accounts').set({ totp_secret: encrypted }).execute();
    later(step);
    const browser = openBrowser(server);
    expect(await browser.signIn(admin.email)).toBe('ok');
    expect(await browser.giveTotp(totpCodeAt(admin.secret, server.context.now()))).toBe('wrongFactor');
  });

  describe('R73 the first admin', () => {
    it('sets the desk up with the link of the start, a password and an authenticator app', async () => {
      const { server } = await running();
      const browser = openBrowser(server);
      expect(await browser.view()).toEqual({ state: 'none', setUpNeeded: true, httpsNeeded: false });
      const { recoveryCodes } = await setUpAdmin(server, browser);
      expect(new Set(recoveryCodes).size).toBe(10);
      expect(recoveryCodes[0]).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      const view = await browser.view();
      expect(view).toMatchObject({ state: 'signed-in', person: { name: 'Ada Quill' }, recoveryCodesLeft: 10 });
      expect(view.state === 'signed-in' && view.can.changeRoles).toBe(true);
      expect(await openBrowser(server).view()).toMatchObject({ state: 'none', setUpNeeded: false });
      expect(await server.context.signIn.firstAdmin.makeSetUpLink(false)).toEqual({ kind: 'not-needed' });
    });
  });

  describe('R71 R72 signing in', () => {
    it('takes the password and then a code of the app', async () => {
      const { server, later } = await running();
      const { email, secret } = await setUpAdmin(server);
      later(step);
      const browser = openBrowser(server, { from: '10.0.0.9' });
      expect(await browser.signIn(email.toUpperCase())).toBe('ok');
      expect(await browser.view()).toEqual({
        state: 'second-factor',
        methods: ['totp', 'recovery-code'],
        deviceLink: 'not-needed',
        canMail: false,
      });
      expect(await browser.giveTotp(totpCodeAt(secret, server.context.now()))).toBe('ok');
      expect(await browser.view()).toMatchObject({ state: 'signed-in' });
    });

    it('takes a recovery code once', async () => {
      const { server } = await running();
      const { email, recoveryCodes } = await setUpAdmin(server);
      const [code = ''] = recoveryCodes;
      const give = async () => {
        const browser = openBrowser(server, { from: '10.0.0.9' });
        await browser.signIn(email);
        return browser.outcome(sessionEndpoints.giveSecondFactor, {
          body: { kind: 'recovery-code', code: code.toLowerCase().replaceAll('-', ' ') },
        });
      };
      expect(await give()).toBe('ok');
      expect(await give()).toBe('wrongFactor');
    });

    it('takes a passkey after the password, or alone', async () => {
      const { server } = await running();
      const { browser, email } = await setUpAdmin(server);
      const passkey = createSoftPasskey();
      const options = await browser.need(accountEndpoints.beginPasskey, { body: {} });
      expect(options).toMatchObject({ authenticatorSelection: { userVerification: 'required' } });
      const added = await browser.need(accountEndpoints.addPasskey, {
        body: { name: 'Laptop', response: passkey.create(options) },
      });
      expect(added.recoveryCodes).toBeNull();

      const other = openBrowser(server, { from: '10.0.0.9' });
      await other.signIn(email);
      const asked = await other.need(sessionEndpoints.askPasskey, { body: {} });
      expect(asked).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: passkey.id }] });
      const response = passkey.get(asked);
      expect(await other.outcome(sessionEndpoints.giveSecondFactor, { body: { kind: 'passkey', response } })).toBe(
        'ok',
      );
      expect(await other.view()).toMatchObject({ state: 'signed-in' });

      const third = openBrowser(server, { from: '10.0.0.10' });
      const alone = await third.need(sessionEndpoints.askPasskey, { body: {} });
      expect(alone).not.toHaveProperty('allowCredentials');
      const answer = { body: { response: passkey.get(alone) } };
      expect(await third.outcome(sessionEndpoints.signInWithPasskey, answer)).toBe('ok');
      expect(await third.view()).toMatchObject({ state: 'signed-in' });
      expect(await openBrowser(server).outcome(sessionEndpoints.signInWithPasskey, answer)).toBe('wrongFactor');
    });

    it('ends with the sign-out, which clears nothing but its own cookie', async () => {
      const { server } = await running();
      const { browser } = await setUpAdmin(server);
      const answer = await browser.ask(sessionEndpoints.signOut, { body: {} });
      expect(answer.status).toBe(204);
      expect(answer.headers['clear-site-data']).toBeUndefined();
      expect([...browser.cookies.keys()]).toEqual(['desk-device']);
      expect(await browser.view()).toMatchObject({ state: 'none' });
    });
  });

  describe('R74 an invitation', () => {
    it('by link makes an account that may do what its role may, once the inviter typed the code', async () => {
      const { server } = await running();
      const admin = await setUpAdmin(server);
      const { browser } = await inviteMember(server, admin, 'agent');
      const view = await browser.view();
      expect(view).toMatchObject({ state: 'signed-in', person: { name: 'Bo Tanner', email: 'bo@boxline.example' } });
      expect(view.state === 'signed-in' && [view.can.workRequests, view.can.export]).toEqual([true, false]);
      expect(await admin.browser.need(linkEndpoints.listInvitations, {})).toEqual({ invitations: [] });
    });

    it('of somebody who takes requests by link gives that same person an account', async () => {
      const { server } = await running({ ON_SHIFT: 'Bo Tanner, +12075550121' });
      const admin = await setUpAdmin(server);
      const [person] = await server.context.shift.list().then((all) => all.filter(({ name }) => name === 'Bo Tanner'));
      const body = {
        personId: person?.id ?? '',
        version: person?.version,
        name: '',
        email: 'bo@boxline.example',
        role: 'agent',
        by: 'link',
      } as const;
      const { invitation } = await admin.browser.need(linkEndpoints.invite, { body });
      expect(invitation).toMatchObject({ personId: person?.id, name: 'Bo Tanner', state: 'open' });
      expect(
        await admin.browser.outcome(linkEndpoints.invite, { body: { ...body, personId: null, name: 'Cy Vale' } }),
      ).toBe('emailTaken');
    });

    it('may only be to a role that the inviter may give', async () => {
      const { server } = await running();
      const admin = await setUpAdmin(server);
      const { browser } = await inviteMember(server, admin, 'manager');
      const whom = { personId: null, name: 'Cy Vale', email: 'cy@boxline.example', by: 'link' } as const;
      for (const role of ['manager', 'admin'] as const) {
        expect(await browser.outcome(linkEndpoints.invite, { body: { ...whom, role } })).toBe('notAllowed');
      }
      expect(await browser.outcome(linkEndpoints.invite, { body: { ...whom, role: 'agent' } })).toBe('ok');
    });
  });

  describe('R75 a forgotten password', () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'd@boxline.example', MAIL_TO: 'o@boxline.example' };

    it('is set anew with a mailed link and the second factor, which ends every other session', async () => {
      const { server, later } = await running(mail);
      const admin = await setUpAdmin(server);
      const [linkId] = await mailedLinks(server, async (browser) =>
        expect(await browser.outcome(linkEndpoints.forgotPassword, { body: { email: admin.email } })).toBe('ok'),
      );
      later(step);
      const browser = openBrowser(server, { from: '10.0.0.9' });
      const token = server.context.keyed.of('staff-link', linkId ?? '');
      const password = 'a different long sentence';
      expect(await browser.outcome(linkEndpoints.resetPassword, { body: { token, password } })).toBe('ok');
      expect(await browser.outcome(linkEndpoints.resetPassword, { body: { token, password: goodPassword } })).toBe(
        'otherPassword',
      );
      // Nothing has changed before the second factor.
      expect(await admin.browser.view()).toMatchObject({ state: 'signed-in' });
      expect(await openBrowser(server).signIn(admin.email)).toBe('ok');
      expect(await browser.giveTotp(totpCodeAt(admin.secret, server.context.now()))).toBe('ok');
      expect(await admin.browser.view()).toMatchObject({ state: 'none' });
      expect(await openBrowser(server).signIn(admin.email)).toBe('wrongPassword');
      expect(await openBrowser(server).signIn(admin.email, password)).toBe('ok');
    });

    it('is answered alike for an address without an account, and mails nothing', async () => {
      const { server } = await running(mail);
      await setUpAdmin(server);
      const links = await mailedLinks(server, async (browser) =>
        expect(await browser.outcome(linkEndpoints.forgotPassword, { body: { email: 'no@boxline.example' } })).toBe(
          'ok',
        ),
      );
      expect(links).toEqual([]);
    });
  });

  describe('R75 recovery', () => {
    it('with the link of the server’s operator replaces password and factors, and tells every admin', async () => {
      const { server } = await running();
      const admin = await setUpAdmin(server);
      const bo = await inviteMember(server, admin, 'admin');
      const link = await server.context.signIn.firstAdmin.makeRecoveryLink(bo.email);
      const browser = openBrowser(server, { from: '10.0.0.9' });
      const body = { token: tokenOf(link?.url ?? ''), password: 'a different long sentence' };
      expect(await browser.outcome(linkEndpoints.recoverAccount, { body })).toBe('ok');
      expect(await bo.browser.view()).toMatchObject({ state: 'none' });
      const { recoveryCodes } = await browser.addApp(server.context.now);
      expect(recoveryCodes).toHaveLength(10);
      expect(await browser.view()).toMatchObject({ state: 'signed-in' });
      const told = await server.context.storage.db
        .selectFrom('staff_notices')
        .selectAll()
        .where('kind', '=', 'recovered')
        .execute();
      expect(told.map(({ person_id }) => person_id).length).toBe(2);
      expect(await openBrowser(server).signIn(bo.email, goodPassword)).toBe('wrongPassword');
    });
  });
});

type Server = Awaited<ReturnType<typeof startPortal>>;

/** The ids of the links that were mailed while something was asked. */
async function mailedLinks(server: Server, ask: (browser: ReturnType<typeof openBrowser>) => Promise<void>) {
  await ask(openBrowser(server, { from: '10.0.0.8' }));
  const { db } = server.context.storage;
  const mails = await db.selectFrom('messages').select('subject_id').where('kind', '=', 'staff-link').execute();
  return mails.map(({ subject_id }) => subject_id);
}
