/** Answers of the sign-in that are lost on their way: the same press again goes on, and nobody else's does. */
import { describe, expect, it } from 'vitest';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as linkEndpoints from '#contract/desk/link-endpoints.ts';
import { staffTimes } from '#contract/desk/session.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { testClock } from '../../tests/support/clock.ts';
import { type DeskBrowser, goodPassword, openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin, setUpToken, tokenOf } from '../../tests/support/desk-people.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { totpCodeAt } from './totp.ts';

const otherPassword = 'a different long sentence';
const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'd@boxline.example', MAIL_TO: 'o@boxline.example' };
const step = 30_000;

eachEngine((under) => {
  async function running(env: Record<string, string> = {}) {
    const clock = testClock('2026-11-21T21:06:00Z');
    const server = await startPortal(under, { ON_SHIFT: '', ...env }, { now: clock.now });
    let from = 0;
    const newBrowser = () => openBrowser(server, { from: `10.8.0.${++from}` });
    const codeOf = (secret: string) => totpCodeAt(secret, clock.now());
    return { server, later: clock.advance, newBrowser, now: clock.now, codeOf };
  }

  const lookOf = (browser: DeskBrowser, token: string) =>
    browser.outcome(linkEndpoints.lookAtLink, { body: { token } });

  describe('R780 a link whose answer was lost', () => {
    it('of a recovery gets its person in with the same press, until they have a second factor', async () => {
      const { server, newBrowser, now } = await running();
      const { email } = await setUpAdmin(server);
      const link = await server.context.signIn.firstAdmin.makeRecoveryLink(email);
      const token = tokenOf(link?.url ?? '');
      const press = (browser: DeskBrowser, password = goodPassword) =>
        browser.outcome(linkEndpoints.recoverAccount, { body: { token, password } });
      const lost = newBrowser();
      expect(await press(lost)).toBe('ok');
      const browser = newBrowser();
      expect(await lookOf(browser, token)).toBe('ok');
      expect(await press(browser, otherPassword)).toBe('otherPassword');
      expect(await lost.view()).toMatchObject({ state: 'enrol' });
      expect(await press(browser)).toBe('ok');
      expect(await lost.view()).toMatchObject({ state: 'none' });
      expect((await browser.addApp(now)).recoveryCodes).toHaveLength(10);
      expect(await browser.view()).toMatchObject({ state: 'signed-in' });
      expect(await press(newBrowser())).toBe('deadLink');
      expect(await lookOf(newBrowser(), token)).toBe('deadLink');
    });

    it('of an invitation goes on with the same press, and ends when the invitation does', async () => {
      const { server, newBrowser, now } = await running();
      const admin = await setUpAdmin(server);
      const inviteTo = async (name: string) => {
        const whom = { personId: null, name, email: `${name.toLowerCase()}@boxline.example` } as const;
        const { link, invitation } = await admin.browser.need(linkEndpoints.invite, {
          body: { ...whom, role: 'agent', by: 'link' },
        });
        const body = { token: tokenOf(link ?? ''), name, password: goodPassword };
        const press = (browser: DeskBrowser) => browser.outcome(linkEndpoints.acceptInvitation, { body });
        return { id: invitation.id, press };
      };
      const bo = await inviteTo('Bo');
      expect(await bo.press(newBrowser())).toBe('ok');
      const browser = newBrowser();
      expect(await bo.press(browser)).toBe('ok');
      const { session } = await browser.addApp(now);
      expect(session.state).toBe('waiting-for-confirmation');
      expect(await bo.press(newBrowser())).toBe('deadLink');
      expect(await browser.view()).toMatchObject({ state: 'waiting-for-confirmation' });

      const cy = await inviteTo('Cy');
      expect(await cy.press(newBrowser())).toBe('ok');
      await admin.browser.need(linkEndpoints.withdrawInvitation, { params: { id: cy.id }, body: {} });
      expect(await cy.press(newBrowser())).toBe('deadLink');
    });

    it('of the set-up makes the first admin with the same password, also under a corrected name', async () => {
      const { server, newBrowser, now } = await running();
      const token = await setUpToken(server);
      const press = (browser: DeskBrowser, name: string) =>
        browser.outcome(linkEndpoints.setUp, {
          body: { token, name, email: 'ada@boxline.example', password: goodPassword },
        });
      const lost = newBrowser();
      expect(await press(lost, 'Ada Quil')).toBe('ok');
      const browser = newBrowser();
      expect(await press(browser, 'Ada Quill')).toBe('ok');
      await expect(lost.addApp(now)).rejects.toThrow('signedOut');
      await browser.addApp(now);
      expect(await browser.view()).toMatchObject({ state: 'signed-in', person: { name: 'Ada Quill' } });
      const admins = await server.context.storage.db
        .selectFrom('people')
        .select('name')
        .where('role', '=', 'admin')
        .execute();
      expect(admins).toEqual([{ name: 'Ada Quill' }]);
    });

    it('of a forgotten password asks for the second factor with the same press', async () => {
      const { server, newBrowser, later, codeOf } = await running(mail);
      const { email, secret } = await setUpAdmin(server);
      await newBrowser().need(linkEndpoints.forgotPassword, { body: { email } });
      const { db } = server.context.storage;
      const { id } = await db
        .selectFrom('staff_links')
        .select('id')
        .where('kind', '=', 'password-reset')
        .executeTakeFirstOrThrow();
      const token = server.context.keyed.of('staff-link', id);
      const press = (browser: DeskBrowser, password: string) =>
        browser.outcome(linkEndpoints.resetPassword, { body: { token, password } });
      const [lost, browser] = [newBrowser(), newBrowser()];
      expect(await press(lost, otherPassword)).toBe('ok');
      expect(await press(browser, goodPassword)).toBe('otherPassword');
      expect(await press(browser, otherPassword)).toBe('ok');
      expect(await lost.view()).toMatchObject({ state: 'none' });
      later(step);
      expect(await browser.giveTotp(codeOf(secret))).toBe('ok');
      expect(await newBrowser().signIn(email, otherPassword)).toBe('ok');
      expect(await press(newBrowser(), otherPassword)).toBe('deadLink');
    });

    it('to a device lets the same session try codes, and no other one', async () => {
      const { server, newBrowser } = await running();
      const admin = await setUpAdmin(server);
      const { db } = server.context.storage;
      const { person_id: id } = await db.selectFrom('staff_accounts').select('person_id').executeTakeFirstOrThrow();
      const { link } = await admin.browser.need(linkEndpoints.makeDeviceLink, { params: { id }, body: {} });
      const open = (browser: DeskBrowser) =>
        browser.outcome(sessionEndpoints.openDeviceLink, { body: { token: tokenOf(link) } });
      const [browser, other] = [newBrowser(), newBrowser()];
      for (const one of [browser, other]) await one.signIn(admin.email);
      expect(await open(browser)).toBe('ok');
      expect(await open(browser)).toBe('ok');
      expect(await open(other)).toBe('deadLink');
    });

    const used = async (server: Awaited<ReturnType<typeof running>>['server'], email: string, browser: DeskBrowser) => {
      const link = await server.context.signIn.firstAdmin.makeRecoveryLink(email);
      const body = { token: tokenOf(link?.url ?? ''), password: goodPassword };
      await browser.need(linkEndpoints.recoverAccount, { body });
      return (by: DeskBrowser, password = goodPassword) =>
        by.outcome(linkEndpoints.recoverAccount, { body: { ...body, password } });
    };

    it('is over when it is too old, and guesses of the password wait', async () => {
      const { server, newBrowser, later } = await running();
      const { email } = await setUpAdmin(server);
      const press = await used(server, email, newBrowser());
      const outcomes = [];
      for (let guess = 0; guess < 5; guess++) outcomes.push(await press(newBrowser(), `${otherPassword} ${guess}`));
      expect(outcomes).toEqual([...Array(4).fill('otherPassword'), 'tooManyTries']);
      later(staffTimes.enrollingForMs);
      expect(await press(newBrowser())).toBe('deadLink');
    });

    const invited = async (admin: DeskBrowser) => {
      const { link } = await admin.need(linkEndpoints.invite, {
        body: { personId: null, name: 'Bo', email: 'bo@boxline.example', role: 'agent', by: 'link' },
      });
      const body = { token: tokenOf(link ?? ''), name: 'Bo', password: goodPassword };
      return (browser: DeskBrowser) => browser.outcome(linkEndpoints.acceptInvitation, { body });
    };

    it('goes on after its person signed out before the second factor', async () => {
      const { server, newBrowser, now } = await running();
      const { email } = await setUpAdmin(server);
      const browser = newBrowser();
      const press = await used(server, email, browser);
      await browser.need(sessionEndpoints.signOut, { body: {} });
      expect(await browser.view()).toMatchObject({ state: 'none' });
      expect(await press(newBrowser(), otherPassword)).toBe('otherPassword');
      expect(await press(browser)).toBe('ok');
      await browser.addApp(now);
      expect(await browser.view()).toMatchObject({ state: 'signed-in' });
      expect(await press(newBrowser())).toBe('deadLink');
    });

    it('goes on after somebody else used the same browser before the second factor', async () => {
      const { server, newBrowser } = await running();
      const admin = await setUpAdmin(server);
      const shared = newBrowser();
      const pressOfBo = await invited(admin.browser);
      expect(await pressOfBo(shared)).toBe('ok');
      expect(await shared.signIn(admin.email)).toBe('ok');
      expect(await shared.view()).toMatchObject({ state: 'second-factor' });
      expect(await pressOfBo(newBrowser())).toBe('ok');
    });

    it('goes on after its session ran out, while it is not too old itself', async () => {
      const { server, newBrowser, later, now } = await running();
      const admin = await setUpAdmin(server);
      const press = await invited(admin.browser);
      const first = newBrowser();
      expect(await press(first)).toBe('ok');
      later(staffTimes.enrollingForMs);
      expect(await first.view()).toMatchObject({ state: 'none' });
      const browser = newBrowser();
      expect(await press(browser)).toBe('ok');
      await browser.addApp(now);
      expect(await browser.view()).toMatchObject({ state: 'waiting-for-confirmation' });
      expect(await press(newBrowser())).toBe('deadLink');
    });

    it('is dead once a newer link of its person was used, also when its own person had signed out', async () => {
      const { server, newBrowser } = await running();
      const { email } = await setUpAdmin(server);
      const browser = newBrowser();
      const press = await used(server, email, browser);
      await browser.need(sessionEndpoints.signOut, { body: {} });
      await used(server, email, newBrowser());
      expect(await press(newBrowser())).toBe('deadLink');
    });
  });

  describe('R783 an app whose answer was lost', () => {
    it('is answered as added by the next press, with the same code or a later one, which is then used up', async () => {
      const { server, later, newBrowser, codeOf } = await running();
      const { browser, email, secret: earlier } = await setUpAdmin(server);
      const { secret } = await browser.need(accountEndpoints.beginTotp, { body: {} });
      const add = (code: string) => browser.ask(accountEndpoints.addTotp, { body: { code } });
      const code = codeOf(secret);
      expect((await add(code)).outcome).toBe('ok');
      expect(await add(code)).toMatchObject({ outcome: 'ok', value: { recoveryCodes: null } });
      later(step);
      expect((await add(codeOf(earlier))).outcome).toBe('wrongFactor');
      expect((await add(codeOf(secret))).outcome).toBe('ok');
      const other = newBrowser();
      await other.signIn(email);
      expect(await other.giveTotp(codeOf(secret))).toBe('wrongFactor');
      const entries = await server.context.storage.db
        .selectFrom('audit_entries')
        .select('action')
        .where('action', '=', 'factor-added')
        .execute();
      expect(entries).toHaveLength(1);
    });
  });

  describe('R784 the secret of an app that is being added', () => {
    it('is the same when its page is loaded again, for an hour, and another one once it was added', async () => {
      const { server, later, codeOf } = await running();
      const { browser } = await setUpAdmin(server);
      const begin = async () => (await browser.need(accountEndpoints.beginTotp, { body: {} })).secret;
      const first = await begin();
      // Somebody who is there all the time.
      for (const ms of [0, 0, 1]) {
        later(staffTimes.enrollingForMs / 3 - ms);
        await browser.need(sessionEndpoints.proveAgain, { body: { kind: 'password', password: goodPassword } });
      }
      expect(await begin()).toBe(first);
      later(1);
      const second = await begin();
      expect(second).not.toBe(first);
      await browser.need(accountEndpoints.addTotp, { body: { code: codeOf(second) } });
      expect(await begin()).not.toBe(second);
    });
  });

  describe('R782 recovery codes', () => {
    it('are asked for anew until their person has said that they kept them', async () => {
      const { server } = await running();
      const { browser, recoveryCodes } = await setUpAdmin(server);
      const unkept = async () => {
        const view = await browser.view();
        return view.state === 'signed-in' && view.recoveryCodesUnkept;
      };
      const keep = (code = '') => browser.need(accountEndpoints.keepRecoveryCodes, { body: { code } });
      expect(await unkept()).toBe(true);
      expect(await keep(recoveryCodes[0])).toMatchObject({ state: 'signed-in', recoveryCodesUnkept: false });
      expect(await keep(recoveryCodes[0])).toMatchObject({ recoveryCodesUnkept: false });
      const renewed = await browser.need(accountEndpoints.renewRecoveryCodes, { body: {} });
      expect(await unkept()).toBe(true);
      // Another tab still shows the codes before.
      expect(await keep(recoveryCodes[3])).toMatchObject({ recoveryCodesUnkept: true });
      expect(await keep(renewed.recoveryCodes[9])).toMatchObject({ recoveryCodesUnkept: false });
    });

    it('of which one signs in were kept, and who waits for their inviter can say so', async () => {
      const { server, newBrowser, now } = await running();
      const admin = await setUpAdmin(server);
      const browser = newBrowser();
      await browser.signIn(admin.email);
      const give = { kind: 'recovery-code', code: admin.recoveryCodes[0] ?? '' } as const;
      await browser.need(sessionEndpoints.giveSecondFactor, { body: give });
      expect(await browser.view()).toMatchObject({ state: 'signed-in', recoveryCodesUnkept: false });

      const { link, invitation } = await admin.browser.need(linkEndpoints.invite, {
        body: { personId: null, name: 'Bo', email: 'bo@boxline.example', role: 'agent', by: 'link' },
      });
      const invited = newBrowser();
      await invited.need(linkEndpoints.acceptInvitation, {
        body: { token: tokenOf(link ?? ''), name: 'Bo', password: goodPassword },
      });
      const { recoveryCodes } = await invited.addApp(now);
      const waits = await invited.need(accountEndpoints.keepRecoveryCodes, { body: { code: recoveryCodes[0] ?? '' } });
      if (waits.state !== 'waiting-for-confirmation') throw new Error(waits.state);
      await admin.browser.need(linkEndpoints.confirmInvitation, {
        params: { id: invitation.id },
        body: { code: waits.code },
      });
      expect(await invited.need(linkEndpoints.enter, { body: {} })).toMatchObject({ recoveryCodesUnkept: false });
    });
  });
});
