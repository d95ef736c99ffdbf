/** What one person does to their own account in two browsers, or two tabs, at the same instant, at two servers. */
import { describe, expect, it, vi } from 'vitest';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { startApp } from '../../tests/support/app.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { goodPassword, openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin } from '../../tests/support/desk-people.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { createSoftPasskey } from '../../tests/support/passkey.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { isPassword } from './password.ts';
import { totpCodeAt } from './totp.ts';

vi.setConfig({ testTimeout: 120_000 });

const many = 6;

eachEngineRounds((under) => {
  /** Somebody who signs in with a passkey in as many browsers as they like, each at one of two servers. */
  async function start() {
    const clock = { at: new Date('2026-11-21T21:06:00Z') };
    const place = await under.newPlace();
    const shared = { ...under, newPlace: async () => place };
    const overrides = { now: () => clock.at };
    const first = await startApp(shared, wideLimits, overrides);
    const second = await startApp(shared, wideLimits, overrides);
    const { db } = first.context.storage;
    const admin = await setUpAdmin(first);
    const passkey = createSoftPasskey();
    const created = passkey.create(await admin.browser.need(accountEndpoints.beginPasskey, { body: {} }));
    await admin.browser.need(accountEndpoints.addPasskey, { body: { name: 'Key', response: created } });
    let from = 0;
    /** A browser in which they have just signed in. */
    async function enter(server: Pick<typeof first, 'app'>) {
      const browser = openBrowser(server, { from: `10.3.0.${++from}` });
      const response = passkey.get(await browser.need(sessionEndpoints.askPasskey, { body: {} }));
      await browser.need(sessionEndpoints.signInWithPasskey, { body: { response } });
      return browser;
    }
    const isIn = async (browser: Awaited<ReturnType<typeof enter>>) =>
      (await browser.outcome(accountEndpoints.viewFactors, {})) === 'ok';
    const noted = async (action: string) =>
      (
        await db
          .selectFrom('audit_entries')
          .select('seq')
          .where('action', '=', action as never)
          .execute()
      ).length;
    /** How many sessions are listed where people are signed in. */
    const openSessions = async () =>
      (
        await db
          .selectFrom('staff_sessions')
          .select('id')
          .where('stage', '=', 'signed-in')
          .where('ended_at', 'is', null)
          .execute()
      ).length;
    const later = () => {
      clock.at = new Date(clock.at.getTime() + 60_000);
    };
    return {
      first,
      second,
      db,
      admin,
      passkey,
      enter,
      isIn,
      noted,
      openSessions,
      later,
      clock,
      atOnce: createAtOnce(first.context.storage),
    };
  }

  describe('R381 of two browsers of one person', () => {
    it('that change the password at the same instant one does, and stays signed in', async () => {
      const { first, second, db, enter, isIn, atOnce } = await start();
      await playRounds(many, ['first', 'second'], async (round) => {
        const browsers = [await enter(first), await enter(second)] as const;
        const passwords = [`${goodPassword} one ${round}`, `${goodPassword} two ${round}`] as const;
        const outcomes = await atOnce([
          () => browsers[0].outcome(accountEndpoints.changePassword, { body: { password: passwords[0] } }),
          () => browsers[1].outcome(accountEndpoints.changePassword, { body: { password: passwords[1] } }),
        ]);
        expect(outcomes.toSorted(), `round ${round}`).toEqual(['ok', 'signedOut']);
        const won = outcomes[0] === 'ok' ? 0 : 1;
        expect([await isIn(browsers[0]), await isIn(browsers[1])]).toEqual([won === 0, won === 1]);
        const { password_hash } = await db.selectFrom('staff_accounts').selectAll().executeTakeFirstOrThrow();
        expect(await isPassword(passwords[won], password_hash)).toBe(true);
        return won === 0 ? 'first' : 'second';
      });
    });

    it('that end all others at the same instant one stays signed in', async () => {
      const { first, second, enter, isIn, atOnce } = await start();
      await playRounds(many, ['first', 'second'], async (round) => {
        const browsers = [await enter(first), await enter(second)] as const;
        await atOnce([
          () => browsers[0].outcome(accountEndpoints.revokeOtherSessions, { body: {} }),
          () => browsers[1].outcome(accountEndpoints.revokeOtherSessions, { body: {} }),
        ]);
        const left = [await isIn(browsers[0]), await isIn(browsers[1])];
        expect(left.filter(Boolean), `round ${round}`).toHaveLength(1);
        return left[0] ? 'first' : 'second';
      });
    });

    it.each([
      ['new recovery codes', accountEndpoints.renewRecoveryCodes, 'recovery-codes-renewed'],
      ['the removal of the app', accountEndpoints.removeTotp, 'factor-removed'],
    ] as const)(
      '%s in one that the other one ends at the same instant came before, or is refused',
      async (_, endpoint, action) => {
        const { first, second, db, enter, noted, atOnce } = await start();
        const account = await db.selectFrom('staff_accounts').selectAll().executeTakeFirstOrThrow();
        await playRounds(many, ['before', 'refused'], async (round) => {
          await db.updateTable('staff_accounts').set(account).execute();
          const browsers = [await enter(first), await enter(second)] as const;
          const before = await noted(action);
          const [outcome] = await atOnce([
            () => browsers[0].outcome(endpoint, { body: {} }),
            () => browsers[1].outcome(accountEndpoints.revokeOtherSessions, { body: {} }),
          ]);
          expect(['ok', 'signedOut'], `round ${round}`).toContain(outcome);
          const order = await db
            .selectFrom('audit_entries')
            .select('action')
            .where('action', 'in', [action, 'session-revoked'])
            .orderBy('seq', 'desc')
            .limit(2)
            .execute();
          expect((await noted(action)) - before).toBe(outcome === 'ok' ? 1 : 0);
          if (outcome === 'ok') expect(order.map((entry) => entry.action)).toEqual(['session-revoked', action]);
          return outcome === 'ok' ? 'before' : 'refused';
        });
      },
    );
  });

  describe('R381 of two tabs of one browser', () => {
    it('that show the first code of a new app at the same instant one adds it', async () => {
      const { first, second, admin, enter, noted, later, clock, atOnce } = await start();
      const browser = await enter(first);
      const other = openBrowser(second);
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      expect(admin.secret).not.toBe('');
      for (let round = 0; round < roundsOf(many); round++) {
        later();
        const response = await enter(first);
        for (const [name, value] of response.cookies) {
          browser.cookies.set(name, value);
          other.cookies.set(name, value);
        }
        await browser.need(accountEndpoints.removeTotp, { body: {} });
        const { secret } = await browser.need(accountEndpoints.beginTotp, { body: {} });
        const before = await noted('factor-added');
        const give = { body: { code: totpCodeAt(secret, clock.at) } };
        const outcomes = await atOnce([
          () => browser.outcome(accountEndpoints.addTotp, give),
          () => other.outcome(accountEndpoints.addTotp, give),
        ]);
        // The other one reads that it is added, as after a lost answer.
        expect(outcomes, `round ${round}`).toEqual(['ok', 'ok']);
        expect((await noted('factor-added')) - before).toBe(1);
      }
    });

    it('R420 one signs out at the same instant as the other one proves a factor, and the session is over', async () => {
      const { first, second, passkey, enter, isIn, atOnce } = await start();
      await playRounds(many, ['proven first', 'signed out first'], async (round) => {
        const browser = await enter(first);
        const other = openBrowser(second);
        for (const [name, value] of browser.cookies) other.cookies.set(name, value);
        const response = passkey.get(await browser.need(sessionEndpoints.askPasskey, { body: {} }));
        const [proof, left] = await atOnce([
          () => browser.outcome(sessionEndpoints.proveAgain, { body: { kind: 'passkey', response } }),
          () => other.outcome(sessionEndpoints.signOut, { body: {} }),
        ]);
        expect(left, `round ${round}`).toBe('ok');
        expect(['ok', 'signedOut', 'wrongFactor'], `round ${round}`).toContain(proof);
        expect([await isIn(browser), await isIn(other)], `round ${round}`).toEqual([false, false]);
        return proof === 'ok' ? 'proven first' : 'signed out first';
      });
    });

    it('R420 one signs out with the token that the other one has just replaced, and the session is over', async () => {
      const { first, second, passkey, enter, isIn, noted } = await start();
      const browser = await enter(first);
      const other = openBrowser(second);
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      const before = await noted('signed-out');
      const response = passkey.get(await browser.need(sessionEndpoints.askPasskey, { body: {} }));
      await browser.need(sessionEndpoints.proveAgain, { body: { kind: 'passkey', response } });
      // The replaced token opens nothing, and still ends what it began.
      expect(await isIn(other)).toBe(false);
      expect(await isIn(browser)).toBe(true);
      await other.need(sessionEndpoints.signOut, { body: {} });
      expect(await isIn(browser)).toBe(false);
      expect((await noted('signed-out')) - before).toBe(1);
    });

    it('R494 one signs in with the token that the other one has just replaced, and the session before is over', async () => {
      const { first, second, admin, passkey, enter, isIn, openSessions } = await start();
      const browser = await enter(first);
      const other = openBrowser(second);
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      const before = await openSessions();
      const response = passkey.get(await browser.need(sessionEndpoints.askPasskey, { body: {} }));
      await browser.need(sessionEndpoints.proveAgain, { body: { kind: 'passkey', response } });
      expect(await other.signIn(admin.email, 'not the password of anybody')).toBe('wrongPassword');
      expect(await isIn(browser)).toBe(true);
      expect(await other.signIn(admin.email)).toBe('ok');
      expect(await isIn(browser)).toBe(false);
      expect(await openSessions()).toBe(before - 1);
    });

    it('R494 one signs in with its password while the other one proves a factor, and the session before is over', async () => {
      const { first, second, admin, passkey, enter, isIn, openSessions } = await start();
      for (let round = 0; round < roundsOf(many); round++) {
        const browser = await enter(first);
        const before = await openSessions();
        const other = openBrowser(second);
        for (const [name, value] of browser.cookies) other.cookies.set(name, value);
        const response = passkey.get(await browser.need(sessionEndpoints.askPasskey, { body: {} }));
        // The password is being compared when the other tab gets its new token; on a busy machine the proof may come later.
        const [signedIn, proven] = await Promise.all([
          other.signIn(admin.email),
          browser.outcome(sessionEndpoints.proveAgain, { body: { kind: 'passkey', response } }),
        ]);
        expect(signedIn, `round ${round}`).toBe('ok');
        expect(['ok', 'signedOut', 'wrongFactor'], `round ${round}`).toContain(proven);
        expect(await isIn(browser), `round ${round}`).toBe(false);
        expect(await openSessions(), `round ${round}`).toBe(before - 1);
      }
    });

    it('R494 one signs in at the same instant as the other one proves a factor, and the session before is over', async () => {
      const { first, second, passkey, enter, isIn, openSessions, atOnce } = await start();
      await playRounds(many, ['proven first', 'signed in first'], async (round) => {
        const browser = await enter(first);
        const before = await openSessions();
        const other = openBrowser(second);
        for (const [name, value] of browser.cookies) other.cookies.set(name, value);
        const proof = passkey.get(await browser.need(sessionEndpoints.askPasskey, { body: {} }));
        const alone = passkey.get(await openBrowser(second).need(sessionEndpoints.askPasskey, { body: {} }));
        const [proven, signedIn] = await atOnce([
          () => browser.outcome(sessionEndpoints.proveAgain, { body: { kind: 'passkey', response: proof } }),
          () => other.outcome(sessionEndpoints.signInWithPasskey, { body: { response: alone } }),
        ]);
        expect(signedIn, `round ${round}`).toBe('ok');
        expect(['ok', 'signedOut', 'wrongFactor'], `round ${round}`).toContain(proven);
        expect([await isIn(browser), await isIn(other)], `round ${round}`).toEqual([false, true]);
        expect(await openSessions(), `round ${round}`).toBe(before);
        return proven === 'ok' ? 'proven first' : 'signed in first';
      });
    });

    it('one locks the session also when the other one has proven a factor a moment before', async () => {
      const { first, enter } = await start();
      const browser = await enter(first);
      const { sessions, cookies } = first.context.signIn;
      const seen = await sessions.find(cookies.sessionOf(browser.cookieHeader()) ?? '');
      if (!seen) throw new Error('no session');
      // The lock was let in before the proof changed the token, and is written after it.
      const proven = await first.context.storage.transaction((trx) => sessions.prove(trx, seen));
      expect(await sessions.lock(seen)).toBe(true);
      expect(await sessions.find(proven?.token ?? '')).toMatchObject({ locked: true });
    });
  });
});
