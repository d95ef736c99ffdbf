/** An export is downloaded at the moment at which its person loses the role, or signs out in another tab, at two servers. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listEntries } from '#server/audit/service.ts';
import { SessionOverError } from '#server/caller.ts';
import { createContext, type Overrides } from '#server/context.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const many = 12;

eachEngineRounds((under) => {
  async function start(overrides: Overrides = {}) {
    const server = await startDesk(under, wideLimits, overrides);
    const { context, signInAs } = server;
    const second = createContext({ ...context.config, logLevel: 'silent' }, { siteDir: context.siteDir });
    onTestFinished(() => second.storage.close());
    const admin = await signInAs('admin');
    /** The entries of the audit log about a manager's export and the end of their session, in order. */
    const notedOf = async (personId: string) => {
      const { db } = context.storage;
      const newest = { cursor: undefined, limit: 10 };
      const [by, about] = [
        await listEntries(db, { by: personId }, newest),
        await listEntries(db, { kind: 'person', id: personId }, newest),
      ];
      const all = new Map([...by, ...about].map(({ seq, action }) => [seq, action]));
      return [...all]
        .toSorted(([one], [other]) => one - other)
        .flatMap(([, action]) => (['exported', 'role-changed', 'signed-out'].includes(action) ? [action] : []));
    };
    /** A manager who has begun an export. */
    const begin = async () => {
      const manager = await signInAs('manager');
      const begun = await context.exports.begin(manager, 'requests', {});
      if (begun.token === undefined) throw new Error('It was not begun');
      const take = () =>
        context.exports.take(manager, begun.token).then(
          ({ file }) => {
            file?.destroy();
            return file ? 'taken' : 'gone';
          },
          (error: unknown) => {
            if (error instanceof SessionOverError) return 'signed out';
            throw error;
          },
        );
      return { manager, take };
    };
    return { ...server, second, admin, notedOf, begin, atOnce: createAtOnce(context.storage) };
  }

  describe('R495 an export', () => {
    it('of somebody who lost the role at another server is refused, although this one saw the session a moment ago', async () => {
      const { context, second, desk, admin, signInAs } = await start({ clockMs: () => 0 });
      const { cookie, sessionId, personId } = await signInAs('manager');
      const begun = await desk('POST', '/api/desk/exports', { cookie, body: { kind: 'requests', filter: {} } });
      expect((await context.signIn.sessions.states([sessionId])).get(sessionId)).toBe('open');
      const { version } = (await second.people.find(personId)) ?? { version: 0 };
      await second.people.changeRole(admin.personId, { id: personId, version }, 'agent');
      const answer = await desk('GET', begun.json<{ address: string }>().address, { cookie });
      expect(answer).toMatchObject({ status: 401, text: expect.not.stringContaining('reference') });
      expect(answer.headers['content-disposition']).toBeUndefined();
    });

    it('that is taken at the instant at which its person loses the role came before that, or there is none', async () => {
      const { second, admin, notedOf, begin, atOnce } = await start();
      await playRounds(many, ['taken', 'signed out'], async (round) => {
        const { manager, take } = await begin();
        const { version } = (await second.people.find(manager.personId)) ?? { version: 0 };
        const [taken] = await atOnce([
          take,
          () => second.people.changeRole(admin.personId, { id: manager.personId, version }, 'agent'),
        ]);
        const order = taken === 'taken' ? ['exported', 'role-changed'] : ['role-changed'];
        expect(await notedOf(manager.personId), `round ${round}`).toEqual(order);
        return taken;
      });
    });

    it('that is taken at the instant at which another tab signs out came before that, or there is none', async () => {
      const { second, notedOf, begin, atOnce } = await start();
      await playRounds(many, ['taken', 'signed out'], async (round) => {
        const { manager, take } = await begin();
        const session = await second.signIn.sessions.find(second.signIn.cookies.sessionOf(manager.cookie) ?? '');
        if (!session) throw new Error('no session');
        const [taken] = await atOnce([take, () => second.signIn.account.revoke(session, session.row.id, 'signed-out')]);
        const order = taken === 'taken' ? ['exported', 'signed-out'] : ['signed-out'];
        expect(await notedOf(manager.personId), `round ${round}`).toEqual(order);
        return taken;
      });
    });
  });
});
