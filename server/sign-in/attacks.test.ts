/** What somebody may try who has a code, a cookie, a link or a page that is not theirs. */
import { describe, expect, it } from 'vitest';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as linkEndpoints from '#contract/desk/link-endpoints.ts';
import { staffTimes } from '#contract/desk/session.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { testClock } from '../../tests/support/clock.ts';
import { goodPassword, openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin, setUpToken, tokenOf } from '../../tests/support/desk-people.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createSoftPasskey } from '../../tests/support/passkey.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { mostWrongConfirmations } from './invitations.ts';
import { totpCodeAt } from './totp.ts';

// What two do at the same instant is in races.test.ts.
eachEngine((under) => {
  async function running(env: Record<string, string> = {}) {
    const clock = testClock('2026-11-21T21:06:00Z');
    const server = await startPortal(under, { ON_SHIFT: '', ...env }, { now: clock.now });
    return { server, later: clock.advance, codeOf: (secret: string) => totpCodeAt(secret, clock.now()) };
  }

  const step = 30_000;

  describe('R72 a second factor that was seen', () => {
    it('replayed TOTP: a code that signed somebody in signs nobody else in, nor does an earlier one', async () => {
      const { server, later, codeOf } = await running();
      const { email, secret } = await setUpAdmin(server);
      later(step);
      const earlier = codeOf(secret);
      later(step);
      const code = codeOf(secret);
      const [rightful, thief] = [openBrowser(server), openBrowser(server, { from: '10.6.6.6' })];
      await rightful.signIn(email);
      await thief.signIn(email);
      expect(await rightful.giveTotp(code)).toBe('ok');
      expect(await thief.giveTotp(code)).toBe('wrongFactor');
      expect(await thief.giveTotp(earlier)).toBe('wrongFactor');
      expect(await thief.view()).toMatchObject({ state: 'second-factor' });
    });

    it('a code is accepted one step off and not two', async () => {
      const { server, later, codeOf } = await running();
      const { email, secret } = await setUpAdmin(server);
      later(10 * step);
      const old = codeOf(secret);
      later(step);
      const recent = codeOf(secret);
      later(step);
      const browser = openBrowser(server);
      await browser.signIn(email);
      expect(await browser.giveTotp(old)).toBe('wrongFactor');
      expect(await browser.giveTotp(recent)).toBe('ok');
    });

    it('a passkey that did not check its person, or that another site asked, proves nothing', async () => {
      const { server } = await running();
      const { browser } = await setUpAdmin(server);
      for (const options of [{ verified: false }, { origin: 'https://desk.evil.example' }, { rpId: 'evil.example' }]) {
        const passkey = createSoftPasskey(options);
        const asked = await browser.need(accountEndpoints.beginPasskey, { body: {} });
        const body = { name: 'Stick', response: passkey.create(asked) };
        expect(await browser.outcome(accountEndpoints.addPasskey, { body }), JSON.stringify(options)).toBe(
          'wrongFactor',
        );
      }
      const passkey = createSoftPasskey();
      const asked = await browser.need(accountEndpoints.beginPasskey, { body: {} });
      const created = passkey.create(asked);
      expect(await browser.outcome(accountEndpoints.addPasskey, { body: { name: '', response: created } })).toBe('ok');
      // The challenge of another session is not one's own.
      const other = openBrowser(server, { from: '10.6.6.6' });
      const response = passkey.get(await browser.need(sessionEndpoints.askPasskey, { body: {} }));
      expect(await other.outcome(sessionEndpoints.signInWithPasskey, { body: { response } })).toBe('wrongFactor');
    });
  });

  describe('R70 a cookie that is not one’s own', () => {
    it('fixation: a cookie that was planted before the sign-in is worth nothing after it', async () => {
      const { server, later, codeOf } = await running();
      const { email, secret } = await setUpAdmin(server);
      later(step);
      const victim = openBrowser(server);
      const thief = openBrowser(server, { from: '10.6.6.6' });
      victim.cookies.set('desk', 'chosen-by-the-thief');
      expect(await victim.signIn(email)).toBe('ok');
      thief.cookies.set('desk', victim.cookies.get('desk') ?? '');
      expect(await thief.view()).toMatchObject({ state: 'second-factor' });
      expect(await victim.giveTotp(codeOf(secret))).toBe('ok');
      expect(await victim.view()).toMatchObject({ state: 'signed-in' });
      expect(await thief.view()).toMatchObject({ state: 'none' });
      thief.cookies.set('desk', 'chosen-by-the-thief');
      expect(await thief.view()).toMatchObject({ state: 'none' });
    });

    it('fixation: a proof and an unlock give a new cookie, and the old one ends', async () => {
      const { server } = await running();
      const { browser } = await setUpAdmin(server);
      const thief = openBrowser(server, { from: '10.6.6.6' });
      for (const endpoint of [sessionEndpoints.proveAgain, sessionEndpoints.unlock]) {
        thief.cookies.set('desk', browser.cookies.get('desk') ?? '');
        await browser.need(sessionEndpoints.lock, { body: {} }).then(() => undefined);
        if (endpoint === sessionEndpoints.proveAgain) {
          expect(await browser.outcome(endpoint, { body: { kind: 'password', password: goodPassword } })).toBe(
            'locked',
          );
          await browser.need(sessionEndpoints.unlock, { body: { kind: 'password', password: goodPassword } });
        }
        const before = browser.cookies.get('desk');
        expect(await browser.outcome(endpoint, { body: { kind: 'password', password: goodPassword } })).toBe('ok');
        expect(browser.cookies.get('desk')).not.toBe(before);
        expect(await thief.view()).toMatchObject({ state: 'none' });
      }
    });

    it('cookie after sign-out: the cookie that was signed out opens nothing', async () => {
      const { server } = await running();
      const { browser } = await setUpAdmin(server);
      const kept = browser.cookies.get('desk') ?? '';
      await browser.ask(sessionEndpoints.signOut, { body: {} });
      browser.cookies.set('desk', kept);
      expect(await browser.view()).toMatchObject({ state: 'none' });
      expect(await browser.outcome(accountEndpoints.listSessions, {})).toBe('signedOut');
    });

    it('a cookie without the prefix counts for nothing over https, where another host of the domain could plant it', async () => {
      const { server } = await running({ PUBLIC_URL: 'https://desk.example' });
      const host = 'desk.example';
      const browser = openBrowser(server, { host });
      await setUpAdmin(server, browser);
      const token = browser.cookies.get('__Host-desk') ?? '';
      expect(await browser.view()).toMatchObject({ state: 'signed-in' });
      const planted = openBrowser(server, { host });
      planted.cookies.set('desk', token);
      expect(await planted.view()).toMatchObject({ state: 'none', httpsNeeded: false });
      const { headers } = await browser.ask(sessionEndpoints.proveAgain, {
        body: { kind: 'password', password: goodPassword },
      });
      expect(String(headers['set-cookie'])).toMatch(
        /^__Host-desk=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
      );
    });

    it('nobody signs in over plain http from another name than localhost', async () => {
      const { server } = await running();
      const { email } = await setUpAdmin(server);
      for (const host of ['192.168.1.20:8080', '127.0.0.1', 'localhost.evil.example']) {
        const browser = openBrowser(server, { host });
        expect(await browser.view(), host).toMatchObject({ state: 'none', httpsNeeded: true });
        expect(
          await browser.outcome(sessionEndpoints.signIn, { body: { email, password: goodPassword } }),
          host,
        ).toMatch(/httpsNeeded|originRefused/);
      }
    });
  });

  describe('R70 cross-site writes', () => {
    it.each([
      ['another site', { 'sec-fetch-site': 'cross-site' }],
      ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
      ['an address that was typed', { 'sec-fetch-site': 'none' }],
      ['an allowed origin of the public site', { 'sec-fetch-site': 'cross-site', origin: 'https://partner.example' }],
      ['a form', { 'content-type': 'text/plain' }],
      ['another form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ])('from %s are refused, the sign-in included, and change nothing', async (_, headers) => {
      const { server } = await running({ ALLOWED_ORIGINS: 'https://partner.example' });
      const { browser, email } = await setUpAdmin(server);
      const victim = openBrowser(server, { headers });
      for (const [name, value] of browser.cookies) victim.cookies.set(name, value);
      const refusals = /^(originRefused|unsupported)$/;
      expect(await victim.outcome(sessionEndpoints.signIn, { body: { email, password: goodPassword } })).toMatch(
        refusals,
      );
      expect(await victim.outcome(sessionEndpoints.signOut, { body: {} })).toMatch(refusals);
      expect(await victim.outcome(accountEndpoints.renewRecoveryCodes, { body: {} })).toMatch(refusals);
      expect(await browser.view()).toMatchObject({ state: 'signed-in' });
    });

    it('without Sec-Fetch-Site need the exact origin', async () => {
      const { server } = await running({ PUBLIC_URL: 'https://desk.example' });
      const body = { email: 'x@boxline.example', password: goodPassword };
      const from = (origin?: string) =>
        server.app.inject({
          method: 'POST',
          url: sessionEndpoints.signIn.path,
          headers: {
            'content-type': 'application/json',
            host: 'desk.example',
            ...(origin !== undefined && { origin }),
          },
          payload: JSON.stringify(body),
        });
      expect((await from('https://desk.example')).statusCode).toBe(401);
      for (const origin of [
        undefined,
        'null',
        'http://desk.example',
        'https://desk.example:8443',
        'https://a.desk.example',
      ]) {
        expect((await from(origin)).statusCode, origin).toBe(403);
      }
    });
  });

  describe('R73 R74 R75 a link that was stolen', () => {
    it('stolen set-up link: it works once and for an hour, and alone makes nobody an admin', async () => {
      const { server, later } = await running();
      const token = await setUpToken(server);
      const body = { name: 'Eve', email: 'eve@evil.example', password: goodPassword };
      const thief = openBrowser(server, { from: '10.6.6.6' });
      expect(await thief.outcome(linkEndpoints.setUp, { body: { ...body, token: `${token.slice(1)}A` } })).toBe(
        'deadLink',
      );
      later(staffTimes.linkForMs['set-up']);
      expect(await thief.outcome(linkEndpoints.setUp, { body: { ...body, token } })).toBe('deadLink');

      const next = await setUpToken(server);
      expect(await thief.outcome(linkEndpoints.setUp, { body: { ...body, token: next } })).toBe('ok');
      const late = { ...body, token: next, password: 'a different long sentence' };
      expect(await openBrowser(server).outcome(linkEndpoints.setUp, { body: late })).toBe('otherPassword');
      // Without a second factor the thief is nobody, and the operator makes a link for the right person.
      expect(await thief.outcome(linkEndpoints.listInvitations, {})).toBe('signedOut');
      await setUpAdmin(server);
      expect(await thief.outcome(accountEndpoints.beginTotp, { body: {} })).toBe('ok');
      await expect(thief.addApp(server.context.now)).rejects.toThrow('wrongFactor');
      expect(await thief.view()).toMatchObject({ state: 'enrol' });
    });

    it('stolen invitation: whoever accepts it may do nothing, and five wrong codes withdraw it', async () => {
      const { server } = await running();
      const admin = await setUpAdmin(server);
      const whom = {
        personId: null,
        name: 'Bo Tanner',
        email: 'bo@boxline.example',
        role: 'agent',
        by: 'link',
      } as const;
      const { link, invitation } = await admin.browser.need(linkEndpoints.invite, { body: whom });
      const token = tokenOf(link ?? '');
      const thief = openBrowser(server, { from: '10.6.6.6' });
      await thief.need(linkEndpoints.acceptInvitation, { body: { token, name: 'Bo Tanner', password: goodPassword } });
      const { session } = await thief.addApp(server.context.now);
      if (session.state !== 'waiting-for-confirmation') throw new Error(session.state);
      for (const endpoint of [accountEndpoints.listSessions, linkEndpoints.listInvitations]) {
        expect(await thief.outcome(endpoint, {})).toBe('signedOut');
      }
      await thief.need(linkEndpoints.enter, { body: {} });
      expect(await thief.view()).toMatchObject({ state: 'waiting-for-confirmation', confirmed: false });

      // The right person finds the link used, and has no code to read to the inviter.
      const body = { token, name: 'Bo Tanner', password: goodPassword };
      expect(await openBrowser(server).outcome(linkEndpoints.acceptInvitation, { body })).toBe('deadLink');
      const wrong = session.code === '000000' ? '000001' : '000000';
      const confirm = () =>
        admin.browser.outcome(linkEndpoints.confirmInvitation, {
          params: { id: invitation.id },
          body: { code: wrong },
        });
      for (let round = 1; round < mostWrongConfirmations; round++) expect(await confirm()).toBe('wrongCode');
      expect(await confirm()).toBe('lastWrongCode');
      expect(await confirm()).toBe('notFound');
      expect(await thief.view()).toMatchObject({ state: 'none' });
      expect(await openBrowser(server).signIn('bo@boxline.example')).toBe('wrongPassword');
    });

    it('a stolen link to set a new password changes nothing without the second factor', async () => {
      const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'd@boxline.example', MAIL_TO: 'o@boxline.example' };
      const { server, later } = await running(mail);
      const { browser, email } = await setUpAdmin(server);
      await browser.ask(linkEndpoints.forgotPassword, { body: { email } });
      const { db } = server.context.storage;
      const [link] = await db.selectFrom('staff_links').select('id').where('kind', '=', 'password-reset').execute();
      const token = server.context.keyed.of('staff-link', link?.id ?? '');
      const thief = openBrowser(server, { from: '10.6.6.6' });
      const body = { token, password: 'the password of a thief' };
      expect(await thief.outcome(linkEndpoints.resetPassword, { body })).toBe('ok');
      expect(await thief.outcome(accountEndpoints.beginTotp, { body: {} })).toBe('signedOut');
      later(step);
      expect(await openBrowser(server).signIn(email)).toBe('ok');
      expect(await browser.view()).toMatchObject({ state: 'signed-in' });
    });

    it('a device link of one person lets nobody else try codes', async () => {
      const { server } = await running();
      const { browser, email } = await setUpAdmin(server);
      const [{ person_id: id } = { person_id: '' }] = await server.context.storage.db
        .selectFrom('staff_accounts')
        .select('person_id')
        .execute();
      const { link } = await browser.need(linkEndpoints.makeDeviceLink, { params: { id }, body: {} });
      const other = openBrowser(server, { from: '10.6.6.6' });
      const body = { token: tokenOf(link) };
      expect(await other.outcome(sessionEndpoints.openDeviceLink, { body })).toBe('signedOut');
      await other.signIn(email);
      expect(await other.outcome(sessionEndpoints.openDeviceLink, { body })).toBe('ok');
      const third = openBrowser(server, { from: '10.6.6.7' });
      await third.signIn(email);
      expect(await third.outcome(sessionEndpoints.openDeviceLink, { body })).toBe('deadLink');
    });
  });

  describe('R71 a password', () => {
    it('of an unknown address and a wrong one are refused alike', async () => {
      const { server } = await running();
      const { email } = await setUpAdmin(server);
      const answers = await Promise.all(
        [email, 'nobody@boxline.example'].map((address, at) =>
          openBrowser(server, { from: `10.0.0.${at}` }).ask(sessionEndpoints.signIn, {
            body: { email: address, password: 'not the password at all' },
          }),
        ),
      );
      const [known, unknown] = answers.map(({ status, outcome, headers }) => ({
        status,
        outcome,
        names: Object.keys(headers),
      }));
      expect(known).toEqual(unknown);
      expect(known?.outcome).toBe('wrongPassword');
    });

    it.each([
      ['short', 'passwordTooShort'],
      ['passwordpassword', 'passwordCommon'],
      ['PasswordPassword', 'passwordCommon'],
      ['qwerty1234567890', 'passwordCommon'],
      ['aaaaaaaaaaaaaaaa', 'passwordCommon'],
      ['ada@boxline.example', 'passwordCommon'],
      ['x'.repeat(201), 'passwordTooLong'],
    ])('that is tried first is refused: %s', async (password, why) => {
      const { server } = await running();
      const body = { token: await setUpToken(server), name: 'Ada Quill', email: 'ada@boxline.example', password };
      expect(await openBrowser(server).outcome(linkEndpoints.setUp, { body })).toBe(why);
      expect(
        await openBrowser(server).outcome(linkEndpoints.setUp, {
          body: { ...body, password: 'correcthorsebatterystaple' },
        }),
      ).toBe('ok');
    });
  });
});
