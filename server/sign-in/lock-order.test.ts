/**
 * What happens to one person's account at the same instant takes its locks in one order (`session-guards.ts`): PostgreSQL never has to
 * abort one of two. That it would run again is not enough: the abort comes after a second, in which both wait.
 */
import { expect, it, vi } from 'vitest';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as linkEndpoints from '#contract/desk/link-endpoints.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { startApp } from '../../tests/support/app.ts';
import { type DeskBrowser, goodPassword, openBrowser } from '../../tests/support/desk-browser.ts';
import { inviteMember, setUpAdmin, setUpToken, tokenOf } from '../../tests/support/desk-people.ts';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { createSoftPasskey } from '../../tests/support/passkey.ts';
import { watchOrder } from '../../tests/support/ran-again.ts';
import { whileHeld } from '../../tests/support/while-held.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { totpCodeAt } from './totp.ts';

vi.setConfig({ testTimeout: 120_000 });

onPostgres((under) => {
  /** Somebody with an app and a passkey, who enters in as many browsers as they like; and how often a transaction ran again. */
  async function start() {
    const clock = { at: new Date('2026-11-21T21:06:00Z') };
    const server = await startApp(under, wideLimits, { now: () => clock.at });
    const { storage } = server.context;
    const inOrder = watchOrder(storage);
    let from = 0;
    const newBrowser = () => openBrowser(server, { from: `10.3.${Math.floor(++from / 250)}.${1 + (from % 250)}` });
    /** Plays acts at the same instant, round after round. Each has an outcome; none is a failure of the server. */
    const play = (round: (at: number) => Promise<readonly (() => Promise<string>)[]>) =>
      inOrder(20, async (at) =>
        (await round(at)).map((act) => async () => expect(await act(), `round ${at}`).not.toMatch(/^5/)),
      );
    return { server, clock, newBrowser, play };
  }

  async function startWithAdmin() {
    const started = await start();
    const { server, newBrowser } = started;
    const admin = await setUpAdmin(server, newBrowser());
    const addPasskey = async (browser: DeskBrowser) => {
      const passkey = createSoftPasskey();
      const created = passkey.create(await browser.need(accountEndpoints.beginPasskey, { body: {} }));
      await browser.need(accountEndpoints.addPasskey, { body: { name: 'Key', response: created } });
      return passkey;
    };
    const key = await addPasskey(admin.browser);
    /** A browser in which the person of a passkey has just signed in. */
    async function enter(passkey = key): Promise<DeskBrowser> {
      const browser = newBrowser();
      const response = passkey.get(await browser.need(sessionEndpoints.askPasskey, { body: {} }));
      await browser.need(sessionEndpoints.signInWithPasskey, { body: { response } });
      return browser;
    }
    return { ...started, admin, addPasskey, enter };
  }

  it('R684 a passkey is given beside the password while it is removed', async () => {
    const { admin, addPasskey, enter, newBrowser, play } = await startWithAdmin();
    await play(async () => {
      const [main, other] = [await enter(), newBrowser()];
      const passkey = await addPasskey(main);
      await other.signIn(admin.email);
      const response = passkey.get(await other.need(sessionEndpoints.askPasskey, { body: {} }));
      return [
        () => other.outcome(sessionEndpoints.giveSecondFactor, { body: { kind: 'passkey', response } }),
        () => main.outcome(accountEndpoints.removePasskey, { params: { id: passkey.id }, body: {} }),
      ];
    });
  });

  it('R684 a passkey alone signs in while it is removed', async () => {
    const { addPasskey, enter, newBrowser, play } = await startWithAdmin();
    await play(async () => {
      const [main, other] = [await enter(), newBrowser()];
      const passkey = await addPasskey(main);
      const response = passkey.get(await other.need(sessionEndpoints.askPasskey, { body: {} }));
      return [
        () => other.outcome(sessionEndpoints.signInWithPasskey, { body: { response } }),
        () => main.outcome(accountEndpoints.removePasskey, { params: { id: passkey.id }, body: {} }),
      ];
    });
  });

  it('R684 a passkey is proven again while it is removed', async () => {
    const { addPasskey, enter, play } = await startWithAdmin();
    await play(async () => {
      const [main, other] = [await enter(), await enter()];
      const passkey = await addPasskey(main);
      const response = passkey.get(await other.need(sessionEndpoints.askPasskey, { body: {} }));
      return [
        () => other.outcome(sessionEndpoints.proveAgain, { body: { kind: 'passkey', response } }),
        () => main.outcome(accountEndpoints.removePasskey, { params: { id: passkey.id }, body: {} }),
      ];
    });
  });

  it('R684 a recovery code is given while the codes are renewed', async () => {
    const { admin, enter, newBrowser, play } = await startWithAdmin();
    await play(async () => {
      const [main, other] = [await enter(), newBrowser()];
      const { recoveryCodes } = await main.need(accountEndpoints.renewRecoveryCodes, { body: {} });
      const [code = ''] = recoveryCodes;
      await other.signIn(admin.email);
      return [
        () => other.outcome(sessionEndpoints.giveSecondFactor, { body: { kind: 'recovery-code', code } }),
        () => main.outcome(accountEndpoints.renewRecoveryCodes, { body: {} }),
      ];
    });
  });

  it('R684 a role changes while its person ends their other sessions', async () => {
    const { server, admin, addPasskey, enter, play } = await startWithAdmin();
    const bo = await inviteMember(server, admin, 'agent');
    const key = await addPasskey(bo.browser);
    const { people } = server.context;
    const ids = async () => {
      const everybody = await server.context.shift.list();
      const idOf = (wanted: string | null) => everybody.find(({ role }) => role === wanted);
      return { by: idOf('admin')?.id ?? '', of: everybody.find(({ name }) => name === 'Bo Tanner') };
    };
    await play(async () => {
      const browsers = [await enter(key), await enter(key), await enter(key), await enter(key)] as const;
      const { by, of } = await ids();
      const target = { id: of?.id ?? '', version: of?.version ?? 0 };
      return [
        () => browsers[0].outcome(accountEndpoints.revokeOtherSessions, { body: {} }),
        async () => (await people.changeRole(by, target, of?.role === 'agent' ? 'manager' : 'agent')).kind,
      ];
    });
  });

  it('R684 sessions that began while the clock was ahead are cut while their person ends the others', async () => {
    const { server, enter, play } = await startWithAdmin();
    const { storage, signIn } = server.context;
    await play(async () => {
      const [main] = [await enter(), await enter(), await enter(), await enter()];
      const ids = storage.db.selectFrom('staff_sessions').select('id').where('ended_at', 'is', null);
      // The newest first, so that they stand in the table in another order than that of their ids.
      for (const { id } of await ids.orderBy('id', 'desc').execute()) {
        const expires_at = '2027-11-21T21:06:00.000Z';
        await storage.db.updateTable('staff_sessions').set({ expires_at }).where('id', '=', id).execute();
      }
      const [, second] = await ids.orderBy('id').execute();
      return whileHeld(
        storage,
        (trx) =>
          trx
            .updateTable('staff_sessions')
            .set({ device: 'Here' })
            .where('id', '=', second?.id ?? '')
            .execute(),
        [
          async () => {
            await signIn.sessions.shorten();
            return 'cut';
          },
          () => main.outcome(accountEndpoints.revokeOtherSessions, { body: {} }),
        ],
      );
    });
  });

  it.each(['accept', 'finish'])(
    'R684 somebody who was invited is to %s while the invitation is withdrawn',
    async (what) => {
      const { clock, enter, newBrowser, play } = await startWithAdmin();
      await play(async (round) => {
        const [main, browser] = [await enter(), newBrowser()];
        const name = `Cy Dane ${round}`;
        const { link, invitation } = await main.need(linkEndpoints.invite, {
          body: { personId: null, name, email: `cy${round}@boxline.example`, role: 'agent', by: 'link' },
        });
        const body = { token: tokenOf(link ?? ''), name, password: goodPassword };
        const withdraw = () =>
          main.outcome(linkEndpoints.withdrawInvitation, { params: { id: invitation.id }, body: {} });
        if (what === 'accept') return [() => browser.outcome(linkEndpoints.acceptInvitation, { body }), withdraw];
        await browser.need(linkEndpoints.acceptInvitation, { body });
        const { secret } = await browser.need(accountEndpoints.beginTotp, { body: {} });
        const code = totpCodeAt(secret, clock.at);
        return [() => browser.outcome(accountEndpoints.addTotp, { body: { code } }), withdraw];
      });
    },
  );

  it('R684 the first admin finishes while they begin anew with another link', async () => {
    const { server, clock, newBrowser, play } = await start();
    const { db } = server.context.storage;
    await play(async (round) => {
      await db.updateTable('people').set({ role: null }).execute();
      const [first, second] = [newBrowser(), newBrowser()];
      const who = { name: `Ada ${round}`, email: `ada${round}@boxline.example`, password: goodPassword };
      await first.need(linkEndpoints.setUp, { body: { ...who, token: await setUpToken(server) } });
      const { secret } = await first.need(accountEndpoints.beginTotp, { body: {} });
      const code = totpCodeAt(secret, clock.at);
      const token = await setUpToken(server);
      return [
        () => first.outcome(accountEndpoints.addTotp, { body: { code } }),
        () => second.outcome(linkEndpoints.setUp, { body: { ...who, token } }),
      ];
    });
  });
});
