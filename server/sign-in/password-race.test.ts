/** A sign-in with a password at the same instant as it is changed: what is left is of the new one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { bySomebodyElse } from '../../tests/support/one-connection.ts';
import { staffOf } from '../../tests/support/staff.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { hashPassword } from './password.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = 10;
const [first, second] = ['nine lamps over a quiet lot', 'seven kites above the harbour'] as const;

eachEngineRounds((under) => {
  /** Somebody with the first password, who is signed in and changes it, while somebody else signs in with it. */
  async function start() {
    const { context, signInAs } = await startDesk(under, wideLimits);
    const { beginSession } = staffOf(context);
    const { signIn, storage } = context;
    const { db } = storage;
    const { personId, mail } = await signInAs('admin');
    const factor = { totp_secret: 'encrypted', totp_added_at: context.now().toISOString() };
    const account = { ...factor, password_hash: await hashPassword(first) };
    await db.updateTable('staff_accounts').set(account).where('person_id', '=', personId).execute();

    const browser = { address: '10.0.0.1', device: 'Firefox on Linux', deviceId: null, origin: 'http://localhost' };
    const beginOwn = async () => {
      const { cookie, sessionId } = await beginSession(personId, 'admin');
      const by = await signIn.sessions.find(cookie.slice(cookie.indexOf('=') + 1));
      if (!by) throw new Error('no session');
      return { sessionId, changeTo: (password: string) => signIn.account.changePassword(by, password, browser) };
    };
    const enterWith = (password: string) => signIn.firstFactor.signIn({ email: mail, password }, browser);
    const openSessions = () =>
      db
        .selectFrom('staff_sessions')
        .select(['id', 'stage'])
        .where('person_id', '=', personId)
        .where('ended_at', 'is', null)
        .execute();
    return { storage, beginOwn, enterWith, openSessions };
  }

  it('R310 of a sign-in with a password and its change at the same instant no session is left that knows only the old one', async () => {
    const { storage, beginOwn, enterWith, openSessions } = await start();
    const atOnce = createAtOnce(storage);
    await playRounds(rounds, ['let in before', 'refused'], async (round) => {
      const [old, next] = round % 2 === 0 ? [first, second] : [second, first];
      const { sessionId, changeTo } = await beginOwn();
      const [entered] = await atOnce([() => enterWith(old), () => changeTo(next)]);
      expect(await openSessions(), `round ${round}, ${entered.kind}`).toEqual([{ id: sessionId, stage: 'signed-in' }]);
      return entered.kind === 'granted' ? 'let in before' : 'refused';
    });
  });

  it('R310 a password that is changed after it was looked at begins no session', async () => {
    const { storage, beginOwn, enterWith, openSessions } = await start();
    const { sessionId, changeTo } = await beginOwn();
    const store = storage.transaction.bind(storage);
    vi.spyOn(storage, 'transaction').mockImplementationOnce(async (work) => {
      await changeTo(second);
      return store(work);
    });
    expect((await enterWith(first)).kind).toBe('wrong');
    expect(await openSessions()).toEqual([{ id: sessionId, stage: 'signed-in' }]);
  });

  it('R310 a password that is changed while the session begins waits for it, and ends it', async () => {
    const { storage, beginOwn, enterWith, openSessions } = await start();
    const { sessionId, changeTo } = await beginOwn();
    const store = storage.transaction.bind(storage);
    let changed: Promise<unknown> = Promise.reject(new Error('the password was not changed'));
    changed.catch(() => undefined);
    vi.spyOn(storage, 'transaction').mockImplementationOnce((work) =>
      store(async (trx) => {
        const begun = await work(trx);
        changed = bySomebodyElse(() => changeTo(second));
        // Long enough for a change that waits for nothing to be over.
        await Promise.race([changed, sleep(1000)]);
        return begun;
      }),
    );
    expect((await enterWith(first)).kind).toBe('granted');
    await changed;
    expect(await openSessions()).toEqual([{ id: sessionId, stage: 'signed-in' }]);
  });
});
