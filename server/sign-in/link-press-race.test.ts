/** Presses of one link, and of what follows from it, at the same instant at two servers of one database. */
import { expect, it } from 'vitest';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as linkEndpoints from '#contract/desk/link-endpoints.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { startApp } from '../../tests/support/app.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { type DeskBrowser, goodPassword, openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin, tokenOf } from '../../tests/support/desk-people.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { hashPassword } from './password.ts';
import { totpCodeAt } from './totp.ts';

const rounds = 6;
const otherPassword = 'a different long sentence';

eachEngineRounds((under) => {
  async function twoReplicas() {
    const at = new Date('2026-11-21T21:06:00Z');
    const place = await under.newPlace();
    const shared = { ...under, newPlace: async () => place };
    const servers = [
      await startApp(shared, wideLimits, { now: () => at }),
      await startApp(shared, wideLimits, { now: () => at }),
    ] as const;
    const admin = await setUpAdmin(servers[0]);
    let from = 0;
    const newBrowser = (server: 0 | 1) => openBrowser(servers[server], { from: `10.9.0.${++from}` });
    const { db } = servers[0].context.storage;
    /** A new link of a kind, with the press that uses it. */
    async function newPress(kind: 'recovery' | 'invitation', round: number) {
      if (kind === 'recovery') {
        const link = await servers[1].context.signIn.firstAdmin.makeRecoveryLink(admin.email);
        const token = tokenOf(link?.url ?? '');
        const press = (browser: DeskBrowser, password: string, seen?: string | null) =>
          browser.outcome(linkEndpoints.recoverAccount, { body: { token, password, seen } });
        return Object.assign(press, { token });
      }
      const { link } = await admin.browser.need(linkEndpoints.invite, {
        body: { personId: null, name: `Bo ${round}`, email: `bo${round}@boxline.example`, role: 'agent', by: 'link' },
      });
      const body = { token: tokenOf(link ?? ''), name: `Bo ${round}` };
      const press = (browser: DeskBrowser, password: string, seen?: string | null) =>
        browser.outcome(linkEndpoints.acceptInvitation, { body: { ...body, password, seen } });
      return Object.assign(press, { token: body.token });
    }
    const openEnrolments = async () =>
      (
        await db
          .selectFrom('staff_sessions')
          .select('id')
          .where('stage', '=', 'enrol')
          .where('ended_at', 'is', null)
          .execute()
      ).length;
    const endEnrolments = () =>
      db.updateTable('staff_sessions').set({ ended_at: at.toISOString() }).where('stage', '=', 'enrol').execute();
    const atOnce = createAtOnce(servers[0].context.storage);
    return { admin, at, atOnce, newBrowser, newPress, openEnrolments, endEnrolments };
  }

  const isIn = async (browser: DeskBrowser) => (await browser.view()).state !== 'none';

  it.each(['recovery', 'invitation'] as const)(
    'R780 the same press of a link (%s) that comes twice at the same instant begins one session that stays',
    async (kind) => {
      const { atOnce, newBrowser, newPress, openEnrolments, endEnrolments } = await twoReplicas();
      await playRounds(rounds, ['the first', 'the second'], async (round) => {
        const press = await newPress(kind, round);
        const browsers = [newBrowser(0), newBrowser(1)] as const;
        const outcomes = await atOnce([() => press(browsers[0], goodPassword), () => press(browsers[1], goodPassword)]);
        expect(outcomes).toEqual(['ok', 'ok']);
        expect(await openEnrolments()).toBe(1);
        const stays = [await isIn(browsers[0]), await isIn(browsers[1])];
        expect(stays.filter(Boolean)).toHaveLength(1);
        await endEnrolments();
        return stays[0] ? 'the first' : 'the second';
      });
    },
  );

  it.each(['recovery', 'invitation'] as const)(
    'R780 of two passwords for one link (%s) at the same instant one is set, and the other gets nothing',
    async (kind) => {
      const { atOnce, newBrowser, newPress, openEnrolments, endEnrolments } = await twoReplicas();
      await playRounds(rounds, ['the first', 'the second'], async (round) => {
        const press = await newPress(kind, round);
        const browsers = [newBrowser(0), newBrowser(1)] as const;
        const outcomes = await atOnce([
          () => press(browsers[0], goodPassword),
          () => press(browsers[1], otherPassword),
        ]);
        expect(outcomes.toSorted()).toEqual(['ok', 'otherPassword']);
        expect(await openEnrolments()).toBe(1);
        const first = outcomes[0] === 'ok';
        expect([await isIn(browsers[0]), await isIn(browsers[1])]).toEqual([first, !first]);
        // The other press, made again, still gets nothing.
        expect(await press(browsers[first ? 1 : 0], first ? otherPassword : goodPassword)).toBe('otherPassword');
        await endEnrolments();
        return first ? 'the first' : 'the second';
      });
    },
  );

  it.each(['recovery', 'invitation'] as const)(
    'R1183 a press of a link (%s) that arrives late does not end what the next press began',
    async (kind) => {
      const { atOnce, newBrowser, newPress, openEnrolments, endEnrolments } = await twoReplicas();
      await playRounds(rounds, ['the late one', 'the next one'], async (round) => {
        const press = await newPress(kind, round);
        const browsers = [newBrowser(0), newBrowser(1)] as const;
        const look = async () =>
          (await browsers[1].need(linkEndpoints.lookAtLink, { body: { token: press.token } })).began;
        const outcomes = await atOnce([
          () => press(browsers[0], goodPassword, null),
          () => press(browsers[1], goodPassword, null),
        ]);
        expect(outcomes.toSorted()).toEqual(['ok', 'usedMeanwhile']);
        const isLateFirst = outcomes[0] === 'ok';
        // The page of the press whose answer is read looks again, and goes on.
        if (isLateFirst) expect(await press(browsers[1], goodPassword, await look())).toBe('ok');
        expect(await press(browsers[0], goodPassword, null)).toBe('usedMeanwhile');
        expect((await browsers[1].view()).state).toBe('enrol');
        expect(await openEnrolments()).toBe(1);
        await endEnrolments();
        return isLateFirst ? 'the late one' : 'the next one';
      });
    },
  );

  it('R780 a link that is pressed again at the instant of its first factor: one of the two goes on', async () => {
    const { at, atOnce, newBrowser, newPress } = await twoReplicas();
    await playRounds(rounds, ['added', 'begun again'], async (round) => {
      const press = await newPress('recovery', round);
      const browsers = [newBrowser(0), newBrowser(1)] as const;
      expect(await press(browsers[0], goodPassword)).toBe('ok');
      const { secret } = await browsers[0].need(accountEndpoints.beginTotp, { body: {} });
      const body = { code: totpCodeAt(secret, at) };
      const [adding, pressing] = await atOnce([
        async () => {
          // As long as the press takes to hash: without it, the app would always be first.
          for (let hash = 0; hash < 2; hash++) await hashPassword(goodPassword);
          return browsers[0].outcome(accountEndpoints.addTotp, { body });
        },
        () => press(browsers[1], goodPassword),
      ]);
      const isAdded = adding === 'ok';
      expect(pressing).toBe(isAdded ? 'deadLink' : 'ok');
      const states = [(await browsers[0].view()).state, (await browsers[1].view()).state];
      expect(states).toEqual(isAdded ? ['signed-in', 'none'] : ['none', 'enrol']);
      return isAdded ? 'added' : 'begun again';
    });
  });

  it('R780 a sign-out at the instant of the first factor ends the session, and the link goes on only without a factor', async () => {
    const { at, atOnce, newBrowser, newPress } = await twoReplicas();
    await playRounds(rounds, ['added', 'interrupted'], async (round) => {
      const press = await newPress('recovery', round);
      const browser = newBrowser(0);
      expect(await press(browser, goodPassword)).toBe('ok');
      const { secret } = await browser.need(accountEndpoints.beginTotp, { body: {} });
      const tab = newBrowser(1);
      for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
      const [adding, left] = await atOnce([
        () => browser.outcome(accountEndpoints.addTotp, { body: { code: totpCodeAt(secret, at) } }),
        () => tab.outcome(sessionEndpoints.signOut, { body: {} }),
      ]);
      expect(left).toBe('ok');
      const isAdded = adding === 'ok';
      if (!isAdded) expect(adding).toBe('signedOut');
      expect([await isIn(browser), await isIn(tab)]).toEqual([false, false]);
      expect(await press(newBrowser(0), goodPassword)).toBe(isAdded ? 'deadLink' : 'ok');
      return isAdded ? 'added' : 'interrupted';
    });
  });

  it('R784 two pages that begin to add an app at the same instant show the same secret, and its code adds it', async () => {
    const { admin, at, atOnce, newBrowser } = await twoReplicas();
    const twin = newBrowser(1);
    for (const [name, value] of admin.browser.cookies) twin.cookies.set(name, value);
    for (let round = 0; round < rounds; round++) {
      const begin = async (browser: DeskBrowser) =>
        (await browser.need(accountEndpoints.beginTotp, { body: {} })).secret;
      const [one, other] = await atOnce([() => begin(admin.browser), () => begin(twin)]);
      expect(other).toBe(one);
      const body = { code: totpCodeAt(one, at) };
      // R783: the same code in both, at the same instant, is the same app.
      const add = (browser: DeskBrowser) => browser.outcome(accountEndpoints.addTotp, { body });
      expect(await atOnce([() => add(admin.browser), () => add(twin)])).toEqual(['ok', 'ok']);
    }
  });

  it('R782 codes that are made anew at the instant at which the earlier ones are kept are not kept by that', async () => {
    const { admin, atOnce, newBrowser } = await twoReplicas();
    const twin = newBrowser(1);
    for (const [name, value] of admin.browser.cookies) twin.cookies.set(name, value);
    let codes = admin.recoveryCodes;
    for (let round = 0; round < rounds; round++) {
      const [, renewed] = await atOnce([
        () => twin.need(accountEndpoints.keepRecoveryCodes, { body: { code: codes[0] ?? '' } }),
        () => admin.browser.need(accountEndpoints.renewRecoveryCodes, { body: {} }),
      ]);
      expect(await admin.browser.view()).toMatchObject({ recoveryCodesUnkept: true });
      codes = renewed.recoveryCodes;
    }
  });
});
