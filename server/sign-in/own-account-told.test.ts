/** The page of an account in one browser, while another browser of the same person changes something about it. */
import { expect, it } from 'vitest';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { startApp } from '../../tests/support/app.ts';
import { goodPassword, openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin } from '../../tests/support/desk-people.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

eachEngine((under) => {
  it('R824 consoles are told when the sessions or factors of an account change, so that its page shows them', async () => {
    const server = await startApp(under, wideLimits);
    const { browser, email, recoveryCodes } = await setUpAdmin(server);
    const view = await browser.view();
    if (view.state !== 'signed-in') throw new Error(view.state);
    const { db } = server.context.storage;
    const changes = () => db.selectFrom('desk_changes').select(['topic', 'about']).orderBy('seq').execute();
    /** The accounts about whose change the consoles are told by an action. */
    const toldBy = async (action: () => Promise<unknown>) => {
      const before = (await changes()).length;
      await action();
      const told = (await changes()).slice(before).flatMap(({ topic, about }) => (topic === 'account' ? about : []));
      return [...new Set(told)];
    };
    const signInAgain = async (code: string) => {
      const other = openBrowser(server, { from: '10.7.0.9' });
      expect(await other.signIn(email)).toBe('ok');
      const told = await toldBy(() =>
        other.need(sessionEndpoints.giveSecondFactor, { body: { kind: 'recovery-code', code } }),
      );
      return { other, told };
    };
    const own = [view.person.id];
    const [one = '', two = ''] = recoveryCodes;
    const first = await signInAgain(one);
    expect(first.told).toEqual(own);
    expect(await toldBy(() => browser.need(accountEndpoints.revokeOtherSessions, { body: {} }))).toEqual(own);
    const second = await signInAgain(two);
    expect(second.told).toEqual(own);
    expect(await toldBy(() => second.other.need(sessionEndpoints.signOut, { body: {} }))).toEqual(own);
    expect(await toldBy(() => browser.need(accountEndpoints.renewRecoveryCodes, { body: {} }))).toEqual(own);
  });

  it('R845 consoles are told when a session of an account is locked or unlocked, or ends because its browser signs in anew', async () => {
    const server = await startApp(under, wideLimits);
    const { browser, email, recoveryCodes } = await setUpAdmin(server);
    const view = await browser.view();
    if (view.state !== 'signed-in') throw new Error(view.state);
    const { db } = server.context.storage;
    const told = async () =>
      (await db.selectFrom('desk_changes').select('topic').where('topic', '=', 'account').execute()).length;
    const toldBy = async (action: () => Promise<unknown>) => {
      const before = await told();
      await action();
      return (await told()) - before;
    };
    const other = openBrowser(server, { from: '10.7.0.9' });
    expect(await other.signIn(email)).toBe('ok');
    const [code = ''] = recoveryCodes;
    await other.need(sessionEndpoints.giveSecondFactor, { body: { kind: 'recovery-code', code } });
    expect(await toldBy(() => other.need(sessionEndpoints.lock, { body: {} }))).toBe(1);
    const unlock = { kind: 'password', password: goodPassword } as const;
    expect(await toldBy(() => other.need(sessionEndpoints.unlock, { body: unlock }))).toBe(1);
    expect(await toldBy(() => other.need(sessionEndpoints.proveAgain, { body: unlock }))).toBe(0);
    // The browser signs in anew: its old session ends as soon as the first factor is proved.
    expect(await toldBy(() => other.signIn(email))).toBe(1);
  });
});
