/** What two do at the same instant, at two servers of one database, on both engines: one of them does it. */
import { describe, expect, it } from 'vitest';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as linkEndpoints from '#contract/desk/link-endpoints.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { startApp } from '../../tests/support/app.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { goodPassword, openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin, setUpToken, tokenOf } from '../../tests/support/desk-people.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { createSoftPasskey } from '../../tests/support/passkey.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { totpCodeAt } from './totp.ts';

const rounds = roundsOf(5);

eachEngineRounds((under) => {
  /** Two servers of one database, with one key. */
  async function twoReplicas() {
    const clock = { at: new Date('2026-11-21T21:06:00Z') };
    const place = await under.newPlace();
    const shared = { ...under, newPlace: async () => place };
    const overrides = { now: () => clock.at };
    const first = await startPortal(shared, { ON_SHIFT: '' }, overrides);
    const second = await startApp(shared, {}, overrides);
    const later = (ms: number) => {
      clock.at = new Date(clock.at.getTime() + ms);
    };
    return { servers: [first, second] as const, later, now: () => clock.at };
  }

  const okOf = (outcomes: readonly string[]) => outcomes.filter((outcome) => outcome === 'ok').length;

  describe('R73 the set-up link', () => {
    it('is one, however many servers start at the same instant, and makes one admin', async () => {
      const { servers, now } = await twoReplicas();
      const makers = [...servers, ...servers, ...servers];
      const made = await Promise.all(makers.map(({ context }) => context.signIn.firstAdmin.makeSetUpLink(false)));
      const links = made.flatMap((one) => (one.kind === 'made' ? one.link.url : []));
      expect(links).toHaveLength(1);
      expect(made.filter(({ kind }) => kind === 'made-before')).toHaveLength(made.length - 1);
      const token = tokenOf(links[0] ?? '');
      const browsers = makers.map((server, at) => openBrowser(server, { from: `10.0.1.${at}` }));
      const setUp = (at: number) => ({
        body: { token, name: `Ada ${at}`, email: `ada${at}@boxline.example`, password: `${goodPassword} ${at}` },
      });
      const outcomes = await Promise.all(
        browsers.map((browser, at) => browser.outcome(linkEndpoints.setUp, setUp(at))),
      );
      expect(okOf(outcomes)).toBe(1);
      expect(new Set(outcomes)).toEqual(new Set(['ok', 'otherPassword']));
      await browsers[outcomes.indexOf('ok')]?.addApp(now);
      const admins = await servers[0].context.storage.db
        .selectFrom('people')
        .select('id')
        .where('role', '=', 'admin')
        .execute();
      expect(admins).toHaveLength(1);
    });

    it('of two that are half-way through, one becomes the admin', async () => {
      const { servers, now } = await twoReplicas();
      const browsers = [];
      for (const [at, server] of servers.entries()) {
        const browser = openBrowser(server, { from: `10.0.1.${at}` });
        const body = {
          token: await setUpToken(server),
          name: `Ada ${at}`,
          email: `ada${at}@x.example`,
          password: goodPassword,
        };
        await browser.need(linkEndpoints.setUp, { body });
        browsers.push(browser);
      }
      const settled = await Promise.allSettled(browsers.map((browser) => browser.addApp(now)));
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });
  });

  describe('R72 a factor', () => {
    it('code of the app, recovery code, or answered challenge signs in once, of two servers at the same instant', async () => {
      const { servers, later, now } = await twoReplicas();
      const { browser, email, secret, recoveryCodes } = await setUpAdmin(servers[0]);
      const passkey = createSoftPasskey();
      const created = passkey.create(await browser.need(accountEndpoints.beginPasskey, { body: {} }));
      await browser.need(accountEndpoints.addPasskey, { body: { name: 'Key', response: created } });
      for (let round = 0; round < rounds; round++) {
        later(60_000);
        const code = totpCodeAt(secret, now());
        const browsers = [...servers, ...servers].map((server, at) =>
          openBrowser(server, { from: `10.${round}.1.${at}` }),
        );
        for (const one of browsers) expect(await one.signIn(email)).toBe('ok');
        const byApp = await Promise.all(browsers.map((one) => one.giveTotp(code)));
        expect(okOf(byApp), 'app').toBe(1);

        const others = [...servers, ...servers].map((server, at) =>
          openBrowser(server, { from: `10.${round}.2.${at}` }),
        );
        for (const one of others) expect(await one.signIn(email)).toBe('ok');
        const give = { body: { kind: 'recovery-code', code: recoveryCodes[round] ?? '' } } as const;
        const byCode = await Promise.all(others.map((one) => one.outcome(sessionEndpoints.giveSecondFactor, give)));
        expect(okOf(byCode), 'recovery code').toBe(1);

        const alone = [...servers, ...servers].map((server, at) =>
          openBrowser(server, { from: `10.${round}.3.${at}` }),
        );
        const response = passkey.get(
          (await alone[0]?.need(sessionEndpoints.askPasskey, { body: {} })) ?? { challenge: '' },
        );
        const answer = { body: { response } };
        const byKey = await Promise.all(alone.map((one) => one.outcome(sessionEndpoints.signInWithPasskey, answer)));
        expect(okOf(byKey), 'passkey').toBe(1);
      }
    });

    it('the last one stays when both are removed at the same instant', async () => {
      const { servers, now } = await twoReplicas();
      const { browser } = await setUpAdmin(servers[0]);
      const twin = openBrowser(servers[1]);
      const atOnce = createAtOnce(servers[0].context.storage);
      let removed = 'passkey';
      let passkey = createSoftPasskey();
      // Each round begins with one factor of each kind.
      await playRounds(rounds, ['app', 'passkey'], async () => {
        if (removed === 'app') await browser.addApp(now);
        else {
          passkey = createSoftPasskey();
          const created = passkey.create(await browser.need(accountEndpoints.beginPasskey, { body: {} }));
          await browser.need(accountEndpoints.addPasskey, { body: { name: 'Key', response: created } });
        }
        for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
        const outcomes = await atOnce([
          () => browser.outcome(accountEndpoints.removeTotp, { body: {} }),
          () => twin.outcome(accountEndpoints.removePasskey, { params: { id: passkey.id }, body: {} }),
        ]);
        expect(outcomes.toSorted()).toEqual(['lastFactor', 'ok']);
        const { totpAddedAt, passkeys } = await browser.need(accountEndpoints.viewFactors, {});
        removed = totpAddedAt === null ? 'app' : 'passkey';
        expect(passkeys).toHaveLength(removed === 'app' ? 1 : 0);
        return removed;
      });
    });
  });

  describe('R74 R75 a link', () => {
    it('of an invitation is accepted once, of two servers at the same instant', async () => {
      const { servers } = await twoReplicas();
      const admin = await setUpAdmin(servers[0]);
      for (let round = 0; round < rounds; round++) {
        const whom = { personId: null, name: `Bo ${round}`, email: `bo${round}@boxline.example` } as const;
        const { link } = await admin.browser.need(linkEndpoints.invite, {
          body: { ...whom, role: 'agent', by: 'link' },
        });
        const body = { token: tokenOf(link ?? ''), name: whom.name };
        const outcomes = await Promise.all(
          [...servers, ...servers].map((server, at) =>
            openBrowser(server, { from: `10.${round}.0.${at}` }).outcome(linkEndpoints.acceptInvitation, {
              body: { ...body, password: `${goodPassword} ${at}` },
            }),
          ),
        );
        expect(outcomes.toSorted()).toEqual(['ok', 'otherPassword', 'otherPassword', 'otherPassword']);
      }
    });

    it('of a recovery is used once, of two servers at the same instant', async () => {
      const { servers } = await twoReplicas();
      const { email } = await setUpAdmin(servers[0]);
      for (let round = 0; round < rounds; round++) {
        const link = await servers[1].context.signIn.firstAdmin.makeRecoveryLink(email);
        const token = tokenOf(link?.url ?? '');
        const outcomes = await Promise.all(
          [...servers, ...servers].map((server, at) =>
            openBrowser(server).outcome(linkEndpoints.recoverAccount, {
              body: { token, password: `a different long sentence ${at}` },
            }),
          ),
        );
        expect(okOf(outcomes)).toBe(1);
      }
    });

    it('R713 of a recovery is one: of two that are made at the same instant the one that came later works alone', async () => {
      const { servers } = await twoReplicas();
      const { email } = await setUpAdmin(servers[0]);
      const [one, other] = [servers[0].context.signIn, servers[1].context.signIn];
      for (let round = 0; round < rounds; round++) {
        const made = await Promise.all([one, other, one].map(({ firstAdmin }) => firstAdmin.makeRecoveryLink(email)));
        const looked = await Promise.all(made.map((link) => one.lookAtLink(tokenOf(link?.url ?? ''))));
        expect(looked.filter((link) => link !== undefined)).toHaveLength(1);
      }
    });
  });
});
