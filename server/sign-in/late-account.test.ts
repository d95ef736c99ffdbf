/** A change of the own account that arrives late: it waited in the socket of a server that stood still, and its person went on. */
import { expect, it, vi } from 'vitest';
import * as endpoints from '#contract/desk/account-endpoints.ts';
import { giveSecondFactor } from '#contract/desk/session-endpoints.ts';
import { startApp } from '../../tests/support/app.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin } from '../../tests/support/desk-people.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { createSoftPasskey } from '../../tests/support/passkey.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { isPassword } from './password.ts';

vi.setConfig({ testTimeout: 60_000 });

eachEngineRounds((under) => {
  async function start() {
    const clock = { at: new Date('2026-11-21T21:06:00Z') };
    const server = await startApp(under, wideLimits, { now: () => clock.at });
    const member = await setUpAdmin(server);
    const { browser } = member;
    const { storage } = server.context;
    const later = () => {
      clock.at = new Date(clock.at.getTime() + 1000);
    };
    const change = (password: string, seen?: string) =>
      browser.ask(endpoints.changePassword, { body: { password, seen } });
    const hash = async () =>
      (await storage.db.selectFrom('staff_accounts').select('password_hash').executeTakeFirstOrThrow()).password_hash;
    const shown = () => browser.need(endpoints.viewFactors, {});
    return {
      server,
      browser,
      member,
      later,
      change,
      shown,
      isNow: async (text: string) => isPassword(text, await hash()),
    };
  }

  it('R1079 a change of the password that comes after a newer one changes nothing', async () => {
    const { later, change, shown, isNow } = await start();
    const { passwordChangedAt: seen } = await shown();
    later();
    const newer = await change('nine lamps over a quiet lot', seen);
    expect(newer.outcome).toBe('ok');
    later();
    expect((await change('seven kites above the harbour', seen)).outcome).toBe('passwordChanged');
    expect(await isNow('nine lamps over a quiet lot')).toBe(true);
    // The same press again, and one of a page that has seen the newer one.
    expect((await change('nine lamps over a quiet lot', seen)).outcome).toBe('ok');
    expect((await change('seven kites above the harbour', newer.value?.passwordChangedAt ?? '')).outcome).toBe('ok');
    expect(await isNow('seven kites above the harbour')).toBe(true);
  });

  it('R1079 a change of the password by a page of an earlier build is done, and has the answer of then', async () => {
    const { change, isNow } = await start();
    expect(await change('nine lamps over a quiet lot')).toMatchObject({ status: 204, outcome: 'ok' });
    expect(await isNow('nine lamps over a quiet lot')).toBe(true);
  });

  it('R1079 of two changes of the password from one page at the same instant one is done, and the other one says so', async () => {
    const { server, later, change, shown, isNow } = await start();
    const atOnce = createAtOnce(server.context.storage);
    await playRounds(roundsOf(8), ['first', 'second'], async (round) => {
      const { passwordChangedAt: seen } = await shown();
      later();
      const passwords = [`nine lamps over lot ${round}`, `seven kites above ${round}`] as const;
      const outcomes = await atOnce([() => change(passwords[0], seen), () => change(passwords[1], seen)]);
      expect(outcomes.map(({ outcome }) => outcome).toSorted(), `round ${round}`).toEqual(['ok', 'passwordChanged']);
      const won = outcomes[0].outcome === 'ok' ? 0 : 1;
      expect(await isNow(passwords[won])).toBe(true);
      return won === 0 ? 'first' : 'second';
    });
  });

  it('R1064 new recovery codes that are asked for late leave those that were made and kept meanwhile', async () => {
    const { browser, later } = await start();
    const view = async () => {
      const now = await browser.view();
      return now.state === 'signed-in' ? now : expect.unreachable();
    };
    const renew = (seen: string | null | undefined) => browser.ask(endpoints.renewRecoveryCodes, { body: { seen } });
    const { recoveryCodesMadeAt: seen } = await view();
    later();
    const [code = ''] = (await renew(seen)).value.recoveryCodes;
    await browser.need(endpoints.keepRecoveryCodes, { body: { code } });
    later();
    expect((await renew(seen)).outcome).toBe('codesRenewed');
    // The code is still one of the account's.
    expect(await browser.need(endpoints.keepRecoveryCodes, { body: { code } })).toMatchObject({
      recoveryCodesUnkept: false,
    });
    expect((await renew((await view()).recoveryCodesMadeAt)).outcome).toBe('ok');
    expect(await view()).toMatchObject({ recoveryCodesUnkept: true });
  });

  it('R1101 the end of all other sessions that comes late leaves those that began after it', async () => {
    const { server, browser, member, later } = await start();
    const listed = async () => (await browser.need(endpoints.listSessions, {})).sessions;
    const seen = (await listed())[0]?.signedInAt;
    later();
    const other = openBrowser(server, { from: '10.7.0.1' });
    await other.signIn(member.email);
    await other.need(giveSecondFactor, { body: { kind: 'recovery-code', code: member.recoveryCodes[0] ?? '' } });
    const end = (body: object) => browser.need(endpoints.revokeOtherSessions, { body });
    expect(await end({ seen })).toEqual({ ended: 0 });
    expect(await end({ seen: (await listed())[0]?.signedInAt })).toEqual({ ended: 1 });
  });

  it('R1052 a removal of the authenticator app that comes after it was replaced leaves the new one', async () => {
    const { server, browser, later, shown } = await start();
    const created = createSoftPasskey().create(await browser.need(endpoints.beginPasskey, { body: {} }));
    await browser.need(endpoints.addPasskey, { body: { name: 'Key', response: created } });
    const remove = (seen: string) => browser.ask(endpoints.removeTotp, { body: { seen } });
    const { totpAddedAt } = await shown();
    const seen = totpAddedAt ?? '';
    later();
    await browser.addApp(server.context.now);
    expect((await remove(seen)).outcome).toBe('otherApp');
    const replaced = (await shown()).totpAddedAt ?? '';
    expect(replaced > seen).toBe(true);
    expect((await remove(replaced)).value).toMatchObject({ totpAddedAt: null });
    // The same press again is answered as the first time.
    expect((await remove(replaced)).outcome).toBe('ok');
  });
});
