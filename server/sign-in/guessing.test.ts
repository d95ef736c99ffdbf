/** Whoever guesses gets nowhere, and keeps nobody out. The odds are in odds.test.ts. */
import { describe, expect, it } from 'vitest';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as linkEndpoints from '#contract/desk/link-endpoints.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { unusualTries } from '#server/http/tries.ts';
import { openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin, tokenOf } from '../../tests/support/desk-people.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createSoftPasskey } from '../../tests/support/passkey.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { mostWrongCodes } from './devices.ts';
import { createHashSlots, HashesBusyError, mostWaiting } from './hash-slots.ts';
import type { Visit } from './tools.ts';
import { totpCodeAt } from './totp.ts';

eachEngine((under) => {
  /** As many as an attacker makes in minutes; on PostgreSQL fewer, because each is several exchanges with its server. */
  const guesses = under.engine === 'sqlite' ? 10_000 : 1000;
  const within = 5000;
  const secondMs = 1000;

  async function running(env: Record<string, string> = {}) {
    // Both clocks stand still, however long the machine takes: what is tried at once is tried in one instant.
    const clock = { at: new Date('2026-11-21T21:06:00Z'), steadyMs: 1000 };
    const overrides = { now: () => clock.at, clockMs: () => clock.steadyMs };
    const server = await startPortal(under, { ON_SHIFT: '', ...env }, overrides);
    const later = (ms: number) => {
      clock.at = new Date(clock.at.getTime() + ms);
      clock.steadyMs += ms;
    };
    return { server, later, now: () => clock.at };
  }

  /** A guesser of another network each time. */
  const visitOf = (at: number): Visit => ({
    address: `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
    device: 'Unknown browser',
    deviceId: null,
    origin: undefined,
  });

  it('R1118 somebody who guesses passkeys keeps nobody at the same address from signing in with theirs', async () => {
    const { server } = await running();
    const { browser } = await setUpAdmin(server);
    const passkey = createSoftPasskey();
    const created = passkey.create(await browser.need(accountEndpoints.beginPasskey, { body: {} }));
    await browser.need(accountEndpoints.addPasskey, { body: { name: 'Key', response: created } });
    const guesser = createSoftPasskey();
    const signIn = async (key: typeof passkey) => {
      const there = openBrowser(server, { from: '10.3.0.1' });
      const options = await there.need(sessionEndpoints.askPasskey, { body: {} });
      return there.outcome(sessionEndpoints.signInWithPasskey, { body: { response: key.get(options) } });
    };
    guesser.create(await browser.need(accountEndpoints.beginPasskey, { body: {} }));
    for (let at = 0; at < 8; at++) await signIn(guesser);
    expect(await signIn(guesser)).toBe('tooManyTries');
    expect(await signIn(passkey)).toBe('ok');
  });

  describe('R76 guessing', () => {
    it('a password thousands of times from as many networks finds nothing, and the rightful person waits for none of them', {
      timeout: 120_000,
    }, async () => {
      const { server, later, now } = await running();
      const { browser, email, secret } = await setUpAdmin(server);
      later(30_000);
      await browser.ask(sessionEndpoints.signOut, { body: {} });
      const { firstFactor } = server.context.signIn;
      let compared = 0;
      const attempts = Array.from({ length: guesses }, async (_, at) => {
        const outcome = await firstFactor.signIn({ email, password: `a wrong password ${at}` }, visitOf(at));
        if (outcome.kind === 'wrong') compared += 1;
        return outcome;
      });
      // The browser is known: it signed in before. It waits for no second, and for none of the guesses that wait for a hash.
      expect(await browser.signIn(email)).toBe('ok');
      expect(await browser.giveTotp(totpCodeAt(secret, now()))).toBe('ok');
      const comparedBefore = compared;
      const outcomes = await Promise.all(attempts);
      expect(comparedBefore).toBeLessThan(compared);
      expect(outcomes.filter(({ kind }) => kind !== 'wrong' && kind !== 'wait')).toEqual([]);
      const alerts = () => server.context.storage.db.selectFrom('alerts').select(['kind', 'count']).execute();
      await expect.poll(alerts).toEqual([{ kind: 'wrong-sign-ins', count: unusualTries.times }]);
      // Most were never compared, and cost no hash.
      expect(outcomes.filter(({ kind }) => kind === 'wrong').length).toBeLessThan(guesses / 2);
    });

    it('R356 from many addresses of one IPv6 customer waits as one address does, and other customers do not', async () => {
      const { server } = await running();
      const guess = (from: string) => openBrowser(server, { from }).signIn('nobody@boxline.example');
      const answersOf = async (addresses: string[]) => {
        const answers: string[] = [];
        for (const from of addresses) answers.push(await guess(from));
        return new Set(answers);
      };
      const tries = Array.from({ length: 12 }, (_, at) => at + 1);
      const apart = await answersOf(tries.map((at) => `2001:db8:9:${at}::1`));
      expect(apart.size).toBe(1);
      const ofOne = await answersOf(tries.map((at) => `2001:db8:1:2::${at}`));
      expect(ofOne.size).toBe(2);
    });

    it('a code thousands of times with the right password is ended after ten, and the rightful person is in within 5 s', {
      timeout: 120_000,
    }, async () => {
      const { server, later, now } = await running();
      const { browser, email, secret } = await setUpAdmin(server);
      later(30_000);
      await browser.ask(sessionEndpoints.signOut, { body: {} });
      const { context } = server;
      const { sessions, secondFactors } = context.signIn;
      const thief = openBrowser(server, { from: '10.6.6.6' });
      expect(await thief.signIn(email)).toBe('ok');
      const session = await sessions.find(thief.cookies.get('desk') ?? '');
      if (!session) throw new Error('there is no session');
      const right = totpCodeAt(secret, now());
      const accepted = [-30_000, 0, 30_000].map((ms) => totpCodeAt(secret, new Date(now().getTime() + ms)));
      const wrongCodes = Array.from({ length: guesses }, (_, at) => String(at).padStart(6, '0')).filter(
        (code) => !accepted.includes(code),
      );
      const outcomes = await Promise.all(
        wrongCodes.map((code, at) => secondFactors.give(session, { kind: 'totp', code }, visitOf(at))),
      );
      expect(outcomes.filter(({ kind }) => kind === 'wrong')).toHaveLength(mostWrongCodes);
      expect(outcomes.filter(({ kind }) => kind === 'granted')).toEqual([]);
      // Not even the right code helps an unknown device now.
      // The many tries of that second made every try wait, so the thief comes back, and is looked at within five seconds.
      const comeBack = async (give: () => Promise<string>) => {
        for (let passedMs = 0; passedMs < within; passedMs += secondMs) {
          const outcome = await give();
          if (outcome !== 'tooManyTries') return outcome;
          later(secondMs);
        }
        return 'tooManyTries';
      };
      expect(await comeBack(() => thief.giveTotp(right))).toBe('deviceLinkNeeded');
      expect(await thief.view()).toMatchObject({ state: 'second-factor', deviceLink: 'needed' });

      expect(await browser.signIn(email)).toBe('ok');
      // They press again, as whoever reads that there were too many tries at this moment.
      expect(await comeBack(() => browser.giveTotp(right))).toBe('ok');
      const told = await context.storage.db.selectFrom('staff_notices').select('kind').execute();
      expect(told.filter(({ kind }) => kind === 'codes-guessed')).toHaveLength(1);
    });

    it('R1102 codes tells the person also when the server failed at the tenth one', async () => {
      const { server, later, now } = await running();
      const { browser, email } = await setUpAdmin(server);
      await browser.ask(sessionEndpoints.signOut, { body: {} });
      const { db } = server.context.storage;
      const { sessions, secondFactors } = server.context.signIn;
      const thief = openBrowser(server, { from: '10.6.6.6' });
      expect(await thief.signIn(email)).toBe('ok');
      const session = (await sessions.find(thief.cookies.get('desk') ?? '')) ?? expect.unreachable('no session');
      let from = 0;
      const guess = async () => {
        later(60 * secondMs);
        const wrong = totpCodeAt('JBSWY3DPEHPK3PXP', now());
        return (await secondFactors.give(session, { kind: 'totp', code: wrong }, visitOf(from++))).kind;
      };
      for (let code = 1; code < mostWrongCodes; code += 1) expect(await guess()).toBe('wrong');
      await db.schema.alterTable('staff_notices').renameTo('away').execute();
      await expect(guess()).rejects.toThrow('staff_notices');
      await db.schema.alterTable('away').renameTo('staff_notices').execute();
      expect(await guess()).toBe('wrong');
      const told = await db.selectFrom('staff_notices').select('kind').where('kind', '=', 'codes-guessed').execute();
      expect(told).toHaveLength(1);
      expect(await guess()).toBe('device-link-needed');
    });

    it('codes leaves recovery codes and a device link to who comes from a new device', async () => {
      const { server, later, now } = await running();
      const { browser: admin, email, secret, recoveryCodes } = await setUpAdmin(server);
      const guesser = openBrowser(server, { from: '10.6.6.6' });
      const [{ person_id: id } = { person_id: '' }] = await server.context.storage.db
        .selectFrom('staff_accounts')
        .select('person_id')
        .execute();
      await server.context.storage.db.updateTable('staff_accounts').set({ wrong_codes: mostWrongCodes }).execute();
      await guesser.signIn(email);
      later(30_000);
      expect(await guesser.giveTotp(totpCodeAt(secret, now()))).toBe('deviceLinkNeeded');
      expect(await guesser.outcome(sessionEndpoints.askDeviceLink, { body: {} })).toBe('noMail');

      const { link } = await admin.need(linkEndpoints.makeDeviceLink, { params: { id }, body: {} });
      expect(await guesser.outcome(sessionEndpoints.openDeviceLink, { body: { token: tokenOf(link) } })).toBe('ok');
      expect(await guesser.view()).toMatchObject({ deviceLink: 'not-needed' });
      expect(await guesser.giveTotp(totpCodeAt(secret, now()))).toBe('ok');

      await server.context.storage.db.updateTable('staff_accounts').set({ wrong_codes: mostWrongCodes }).execute();
      const other = openBrowser(server, { from: '10.6.6.7' });
      await other.signIn(email);
      const body = { kind: 'recovery-code', code: recoveryCodes[0] ?? '' } as const;
      expect(await other.outcome(sessionEndpoints.giveSecondFactor, { body })).toBe('ok');
    });

    it('never hashes more than two passwords at once, one of them for who guesses, and refuses who has waited longest', async () => {
      const slots = createHashSlots();
      let [now, most, anyone, mostAnyone] = [0, 0, 0, 0];
      const finish: (() => void)[] = [];
      const work = (isAnyone: boolean) => async () => {
        now += 1;
        if (isAnyone) anyone += 1;
        most = Math.max(most, now);
        mostAnyone = Math.max(mostAnyone, anyone);
        await new Promise<void>((done) => void finish.push(done));
        now -= 1;
        if (isAnyone) anyone -= 1;
      };
      const guessed = Array.from({ length: mostWaiting + 10 }, (_, at) =>
        slots.run('anyone', `account ${at % 3}`, work(true)),
      );
      const settled = Promise.allSettled(guessed);
      const own = Promise.all([slots.run('known', 'mine', work(false)), slots.run('known', 'mine', work(false))]);
      let done = false;
      void Promise.all([settled, own]).then(() => {
        done = true;
      });
      while (!done) {
        finish.shift()?.();
        await new Promise(setImmediate);
      }
      expect([most, mostAnyone]).toEqual([2, 1]);
      const refused = (await settled).filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(9);
      for (const one of refused) expect(one.status === 'rejected' && one.reason).toBeInstanceOf(HashesBusyError);
    });
  });
});
