/** Somebody acts at the desk at the moment at which they lose the role, at two servers. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createContext } from '#server/context.ts';
import { writeSetting } from '#server/settings/service.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { startPersonDesk } from '../../tests/support/person.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const many = 8;
/** The action may need many more queries than the end of the role, and some of its reads go through the reader thread. */
const mostTurns = 40;

eachEngineRounds((under) => {
  async function start() {
    const server = await startPersonDesk(under, wideLimits);
    const { context, admin, desk, signInAs, addLead } = server;
    const { db } = context.storage;
    const second = createContext({ ...context.config, logLevel: 'silent' }, { siteDir: context.siteDir });
    onTestFinished(() => second.storage.close());
    const atOnce = createAtOnce(context.storage, mostTurns);
    await context.sweeps.look();
    /** Lets an admin act while their role ends. Returns whether the action was done. */
    async function asTheyLeave(path: string, body: object | undefined, action: string): Promise<boolean> {
      const leaver = await signInAs('admin');
      const method = body ? 'POST' : 'GET';
      const [answer] = await atOnce([
        () => desk(method, `/api/desk/${path}`, { cookie: leaver.cookie, ...(body && { body }) }),
        () => second.people.changeRole(admin.personId, { id: leaver.personId, version: 1 }, 'agent'),
      ]);
      expect([200, 401], answer.text).toContain(answer.status);
      const noted = await db
        .selectFrom('audit_entries')
        .select(['seq', 'action', 'by_id'])
        .where('action', 'in', [action, 'role-changed'] as never[])
        .orderBy('seq', 'desc')
        .limit(2)
        .execute();
      const did = noted.findIndex((entry) => entry.by_id === leaver.personId);
      // The newest entry comes first, and the end of the role comes after the action.
      expect(did).toBe(answer.status === 200 ? 1 : -1);
      return answer.status === 200;
    }
    /** Actions of an admin, each tried while the role ends. */
    const deeds = {
      async 'erases a lead'() {
        const items = [{ kind: 'lead', id: await addLead() }];
        return asTheyLeave('erasures', { items, reason: 'asked' }, 'records-erased');
      },
      async 'ends a hold'() {
        const { hold } = await context.holds.set(null, { kind: 'lead', id: await addLead() }, 'A dispute');
        return asTheyLeave(`records/holds/${hold?.id}/end`, {}, 'hold-ended');
      },
      async 'confirms what a sweep is to take'() {
        await db.updateTable('record_sweeps').set({ confirmed_at: null, confirmed_by_id: null }).execute();
        const [sweep] = await context.sweeps.newest(1);
        return asTheyLeave(`records/sweeps/${sweep?.id}/confirm`, {}, 'sweep-confirmed');
      },
      async 'closes an account'() {
        const made = await context.dealerships.add(null, { name: 'Alder Creek Motors' });
        if (made.kind !== 'made') throw new Error(made.kind);
        const { id, version } = made.dealership;
        return asTheyLeave(`dealerships/${id}/close`, { version }, 'dealership-closed');
      },
      async 'revokes a code'() {
        const { number } = await context.codes.issue(null, null);
        return asTheyLeave(`codes/${number}/revoke`, {}, 'code-revoked');
      },
      async 'switches Text Agent off'() {
        await writeSetting(db, 'text-agent', 'on', new Date().toISOString());
        const { version } = (await context.settings.view()).textAgent;
        return asTheyLeave('settings/text-agent', { on: false, version }, 'setting-changed');
      },
      async 'opens a lead'() {
        const lead = await addLead();
        await context.leadIndexing.update();
        return asTheyLeave(`leads/${lead}`, undefined, 'opened');
      },
    };
    return deeds as Record<string, () => Promise<boolean>>;
  }

  const every = [
    'erases a lead',
    'ends a hold',
    'confirms what a sweep is to take',
    'closes an account',
    'revokes a code',
    'switches Text Agent off',
    'opens a lead',
  ];

  describe('R715 an admin whose role ends at this instant, before that or not at all:', () => {
    it.each(every)('%s', async (name) => {
      const deed = (await start())[name];
      await playRounds(many, ['did it', 'was signed out'], async () =>
        (await deed?.()) ? 'did it' : 'was signed out',
      );
    });
  });
});
