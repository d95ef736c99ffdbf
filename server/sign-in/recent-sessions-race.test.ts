/** The sessions of open consoles are read together and kept for a moment. That moment must not outlast the end of a session. */
import { setImmediate as soon } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';

vi.setConfig({ testTimeout: 120_000 });

eachEngineRounds((under) => {
  test('R870 a session that is read for the open consoles while it ends lets nobody read after its end was answered', async () => {
    const { context, signInAs } = await startDesk(under);
    const { sessions, account, cookies } = context.signIn;
    let readMeanwhile = 0;
    for (let round = 0; round < roundsOf(40); round++) {
      const { cookie, sessionId } = await signInAs('manager');
      const token = cookies.sessionOf(cookie) ?? '';
      const session = await sessions.find(token);
      if (!session) throw new Error('the session was not found');
      let isEnded = false;
      const readForConsoles = async () => {
        while (!isEnded) {
          if ((await sessions.states([sessionId])).size > 0) readMeanwhile += 1;
          // SQLite answers at once, and the end would have no turn.
          await soon();
        }
      };
      const end = async () => {
        await account.revoke(session, sessionId, 'signed-out');
        isEnded = true;
        expect(await sessions.findToRead(token), `round ${round}`).toBeUndefined();
      };
      await Promise.all([readForConsoles(), end()]);
      expect(await sessions.findToRead(token), `round ${round}, after the last read`).toBeUndefined();
    }
    expect(readMeanwhile).toBeGreaterThan(0);
  });
});
