/** The shift begins, and everybody signs in: more at the same instant than a server has connections to PostgreSQL. */
import { expect, it } from 'vitest';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { startApp } from '../../tests/support/app.ts';
import { openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin } from '../../tests/support/desk-people.ts';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { createSoftPasskey } from '../../tests/support/passkey.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

const many = 14;

onPostgres((under) => {
  it('R716 however many sign in with a passkey at devices that are known, none waits for a connection that another one holds', async () => {
    const server = await startApp(under, wideLimits);
    const admin = await setUpAdmin(server, openBrowser(server));
    /** A browser that is known, signed out, with the proof of a passkey of its own in hand. */
    async function knownBrowser(at: number) {
      const [browser, passkey] = [openBrowser(server, { from: `10.9.0.${at}` }), createSoftPasskey()];
      const created = passkey.create(await admin.browser.need(accountEndpoints.beginPasskey, { body: {} }));
      await admin.browser.need(accountEndpoints.addPasskey, { body: { name: `Key ${at}`, response: created } });
      const prove = async () => passkey.get(await browser.need(sessionEndpoints.askPasskey, { body: {} }));
      await browser.need(sessionEndpoints.signInWithPasskey, { body: { response: await prove() } });
      await browser.need(sessionEndpoints.signOut, { body: {} });
      const response = await prove();
      return () => browser.outcome(sessionEndpoints.signInWithPasskey, { body: { response } });
    }
    const signIns: (() => Promise<string>)[] = [];
    for (let at = 0; at < many; at++) signIns.push(await knownBrowser(at));
    const outcomes = await Promise.all(signIns.map((signIn) => signIn()));
    expect(outcomes).toEqual(signIns.map(() => 'ok'));
  });
});
