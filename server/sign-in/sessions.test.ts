import { describe, expect, it } from 'vitest';
import { staffTimes } from '#contract/desk/session.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

eachEngine((under) => {
  async function running() {
    const clock = { at: new Date('2026-11-21T21:06:00Z') };
    const server = await startDesk(under, {}, { now: () => clock.at });
    const { sessions, openSessionIds } = server.context.signIn;
    const later = (ms: number) => {
      clock.at = new Date(clock.at.getTime() + ms);
    };
    const isOpen = async (id: string) => (await openSessionIds([id, 'none'])).has(id);
    const people = (id: string) => server.context.storage.db.updateTable('people').where('id', '=', id);
    return { ...server, sessions, later, isOpen, people };
  }

  describe('R70 a session of the desk', () => {
    it('is open until it is idle for 30 minutes', async () => {
      const { signInAs, later, isOpen } = await running();
      const { sessionId } = await signInAs('agent');
      later(staffTimes.idleForMs - 1);
      expect(await isOpen(sessionId)).toBe(true);
      later(1);
      expect(await isOpen(sessionId)).toBe(false);
    });

    it('ends after 12 hours, however busy its person is', async () => {
      const { signInAs, later, isOpen, sessions, context } = await running();
      const { sessionId, cookie } = await signInAs('agent');
      const token = context.signIn.cookies.sessionOf(cookie) ?? '';
      for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
        later(20 * 60_000);
        const session = await sessions.find(token);
        if (!session) throw new Error(`it ended after ${minutes} minutes`);
        await sessions.touch(session);
      }
      expect(await isOpen(sessionId)).toBe(true);
      later(20 * 60_000);
      expect(await isOpen(sessionId)).toBe(false);
    });

    it('is locked instead of ended when its person is idle on shift, and ends when the shift does', async () => {
      const { signInAs, later, isOpen, people, context } = await running();
      const { sessionId, personId } = await signInAs('agent');
      await people(personId).set({ on_shift_at: context.now().toISOString() }).execute();
      later(staffTimes.idleForMs);
      expect(await isOpen(sessionId)).toBe(true);
      expect(await context.signIn.lockedSessionIds([sessionId])).toEqual(new Set([sessionId]));
      await people(personId).set({ on_shift_at: null }).execute();
      expect(await isOpen(sessionId)).toBe(false);
    });

    it.each([
      ['removed', { removed_at: '2026-11-21T21:06:00Z' }],
      ['without their role', { role: null }],
      ['of another role', { role: 'admin' }],
    ] as const)('is over as soon as its person is %s', async (_, change) => {
      const { signInAs, isOpen, people } = await running();
      const { sessionId, personId } = await signInAs('agent');
      expect(await isOpen(sessionId)).toBe(true);
      await people(personId).set(change).execute();
      expect(await isOpen(sessionId)).toBe(false);
    });

    it('that two requests raise at the same instant is raised by one, and its old token is dead', async () => {
      const { signInAs, sessions, context } = await running();
      for (let round = 0; round < 10; round++) {
        const { cookie } = await signInAs('agent');
        const token = context.signIn.cookies.sessionOf(cookie) ?? '';
        const [one, other] = [await sessions.find(token), await sessions.find(token)];
        if (!one || !other) throw new Error('the session was not found');
        const granted = await Promise.all(
          [one, other].map((session) => context.storage.transaction((trx) => sessions.prove(trx, session))),
        );
        expect(granted.filter(Boolean)).toHaveLength(1);
        expect(await sessions.find(token)).toBeUndefined();
        expect(await sessions.find(granted.find(Boolean)?.token ?? '')).toBeDefined();
      }
    });
  });
});
