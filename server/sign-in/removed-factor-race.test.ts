/** A factor that is given at the same instant as it is removed in another browser: it opens nothing after that. */
import { describe, expect, it, vi } from 'vitest';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { startApp } from '../../tests/support/app.ts';
import { openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin } from '../../tests/support/desk-people.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createSoftPasskey } from '../../tests/support/passkey.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { totpCodeAt } from './totp.ts';

eachEngine((under) => {
  /** Somebody with an app and a passkey, and another browser that has given the password. */
  async function start() {
    const clock = { at: new Date('2026-11-21T21:06:00Z') };
    const server = await startApp(under, wideLimits, { now: () => clock.at });
    const { storage } = server.context;
    const admin = await setUpAdmin(server);
    const passkey = createSoftPasskey();
    const created = passkey.create(await admin.browser.need(accountEndpoints.beginPasskey, { body: {} }));
    await admin.browser.need(accountEndpoints.addPasskey, { body: { name: 'Key', response: created } });
    const other = openBrowser(server, { from: '10.3.0.1' });
    clock.at = new Date(clock.at.getTime() + 60_000);
    /** Does something between the look at a factor and the transaction that uses it. */
    function meanwhile(act: () => Promise<unknown>) {
      const store = storage.transaction.bind(storage);
      vi.spyOn(storage, 'transaction').mockImplementationOnce(async (work) => {
        await act();
        return store(work);
      });
    }
    return { ...admin, clock, passkey, other, meanwhile };
  }

  describe('R650 a factor that is removed after it was looked at', () => {
    it('as a code of the app finishes no sign-in', async () => {
      const { browser, email, secret, clock, other, meanwhile } = await start();
      expect(await other.signIn(email)).toBe('ok');
      meanwhile(() => browser.need(accountEndpoints.removeTotp, { body: {} }));
      expect(await other.giveTotp(totpCodeAt(secret, clock.at))).toBe('wrongFactor');
      expect(await other.outcome(accountEndpoints.viewFactors, {})).toBe('signedOut');
    });

    it('as a code of the app that was replaced finishes none', async () => {
      const { browser, email, secret, clock, other, meanwhile } = await start();
      expect(await other.signIn(email)).toBe('ok');
      meanwhile(async () => {
        await browser.need(accountEndpoints.removeTotp, { body: {} });
        const { secret: next } = await browser.need(accountEndpoints.beginTotp, { body: {} });
        const before = new Date(clock.at.getTime() - 30_000);
        await browser.need(accountEndpoints.addTotp, { body: { code: totpCodeAt(next, before) } });
      });
      expect(await other.giveTotp(totpCodeAt(secret, clock.at))).toBe('wrongFactor');
    });

    it('as a passkey beside the password finishes none', async () => {
      const { browser, email, passkey, other, meanwhile } = await start();
      expect(await other.signIn(email)).toBe('ok');
      const response = passkey.get(await other.need(sessionEndpoints.askPasskey, { body: {} }));
      meanwhile(() => browser.need(accountEndpoints.removePasskey, { params: { id: passkey.id }, body: {} }));
      const given = await other.outcome(sessionEndpoints.giveSecondFactor, { body: { kind: 'passkey', response } });
      expect(given).toBe('wrongFactor');
      expect(await other.outcome(accountEndpoints.viewFactors, {})).toBe('signedOut');
    });

    it('as a passkey alone signs nobody in', async () => {
      const { browser, passkey, other, meanwhile } = await start();
      const response = passkey.get(await other.need(sessionEndpoints.askPasskey, { body: {} }));
      meanwhile(() => browser.need(accountEndpoints.removePasskey, { params: { id: passkey.id }, body: {} }));
      expect(await other.outcome(sessionEndpoints.signInWithPasskey, { body: { response } })).not.toBe('ok');
      expect(await other.outcome(accountEndpoints.viewFactors, {})).toBe('signedOut');
    });
  });
});
