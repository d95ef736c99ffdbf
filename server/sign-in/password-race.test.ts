/** A sign-in with a password at the same instant as it is changed: what is left is of the new one. */
import { expect, it, vi } from 'vitest';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { staffOf } from '../../tests/support/staff.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { hashPassword } from './password.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = 10;
const words = ['nine lamps over a quiet lot', 'seven kites above the harbour'];

eachEngineAlways((under) => {
  it('R310 of a sign-in with a password and its change at the same instant no session is left that knows only the old one', async () => {
    const { context, signInAs } = await startDesk(under, wideLimits);
    const { beginSession } = staffOf(context);
    const { signIn, storage } = context;
    const { db } = storage;
    const { personId, mail } = await signInAs('admin');
    const totp = { totp_secret: 'sealed', totp_added_at: context.now().toISOString() };
    const firstHash = await hashPassword(words[0] ?? '');
    await db
      .updateTable('staff_accounts')
      .set({ ...totp, password_hash: firstHash })
      .where('person_id', '=', personId)
      .execute();
    const atOnce = createAtOnce(storage);
    await playRounds(rounds, ['let in before', 'refused'], async (round) => {
      const [old = '', next = ''] = round % 2 === 0 ? words : words.toReversed();
      const { cookie, sessionId } = await beginSession(personId, 'admin');
      const by = await signIn.sessions.find(cookie.slice(cookie.indexOf('=') + 1));
      if (!by) throw new Error('no session');
      const visit = {
        address: `10.0.0.${round}`,
        device: 'Firefox on Linux',
        deviceId: null,
        origin: 'http://localhost',
      };
      const [entered] = await atOnce([
        () => signIn.firstFactor.signIn({ email: mail, password: old }, visit, undefined),
        () => signIn.account.changePassword(by, next, visit),
      ]);
      const left = await db
        .selectFrom('staff_sessions')
        .select(['id', 'stage'])
        .where('person_id', '=', personId)
        .where('ended_at', 'is', null)
        .execute();
      expect(left, `round ${round}, ${entered.kind}`).toEqual([{ id: sessionId, stage: 'signed-in' }]);
      return entered.kind === 'granted' ? 'let in before' : 'refused';
    });
  });
});
