/** A request neither stays with nor waits for somebody who cannot take requests any more: removed, or of a role that only reads. */
import { describe, expect, it, vi } from 'vitest';
import type { Role } from '#contract/desk/permissions.ts';
import { createAtOnce } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { type SignedIn, startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { nothingTold } from '../../tests/support/hand-off.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 120_000 });

eachEngine((under) => {
  async function start() {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const server = await startDesk(under, wideLimits, { now: clock.now });
    const { context, desk } = server;
    const admin = await server.signInAs('admin');
    const token = await server.sessionFor(server.shared.code);
    const versionOf = async (id: string) => (await context.people.find(id))?.version ?? 0;
    return {
      ...server,
      clock,
      token,
      step: (id: string, name: string, { cookie }: SignedIn) =>
        desk('POST', `/api/desk/requests/${id}/${name}`, { cookie }),
      remove: async (id: string) =>
        desk('POST', `/api/desk/people/${id}/remove`, { cookie: admin.cookie, body: { version: await versionOf(id) } }),
      changeRole: async (id: string, role: Role) =>
        desk('POST', `/api/desk/people/${id}/role`, {
          cookie: admin.cookie,
          body: { version: await versionOf(id), role },
        }),
    };
  }

  describe('R282 a request that somebody has', () => {
    it('R1263 goes to the others within a sweep when its person is removed in the middle of the deal, with other words', async () => {
      const { ask, token, signInAs, step, remove, context, agent, linksOf, view, historyOf } = await start();
      const ana = await signInAs('agent', { name: 'Ana Ruiz' });
      const id = await ask(token);
      await step(id, 'accept', ana);
      expect((await step(id, 'connected', ana)).status).toBe(200);
      const { words } = await view(token, id);
      expect(words).toHaveLength(2);
      expect((await remove(ana.personId)).status).toBe(200);
      await context.agentRequests.sweep();
      expect(await view(token, id)).toMatchObject({ acceptedBy: null, handedBackBy: null, words: null });
      expect(await historyOf(id)).toContain('released: Ana Ruiz');
      const { 'Marlow Finch': marlow = '' } = await linksOf(id);
      expect((await agent(marlow, 'accept')).status).toBe(200);
      const after = await view(token, id);
      expect(after).toMatchObject({ acceptedBy: 'Marlow Finch' });
      expect(after.words, 'R1263 whoever is gone knows the words of nobody else').toHaveLength(2);
      expect(after.words).not.toEqual(words);
    });

    it('goes to the others when its person only reads from now on, and stays with one of another role', async () => {
      const { ask, token, signInAs, step, changeRole, context, view } = await start();
      const [ana, ben] = [await signInAs('agent', { name: 'Ana Ruiz' }), await signInAs('agent', { name: 'Ben Cole' })];
      const [hers, his] = [await ask(token), await ask(token, { requestType: 'Custom Request' })];
      await step(hers, 'accept', ana);
      await step(his, 'accept', ben);
      expect((await changeRole(ana.personId, 'viewer')).status).toBe(200);
      expect((await changeRole(ben.personId, 'manager')).status).toBe(200);
      await context.agentRequests.sweep();
      expect(await view(token, hers)).toMatchObject({ acceptedBy: null });
      expect(await view(token, his)).toMatchObject({ acceptedBy: 'Ben Cole' });
    });

    it('that is closing ends as its person left it', async () => {
      const { ask, token, signInAs, desk, step, remove, context, historyOf } = await start();
      const ana = await signInAs('agent', { name: 'Ana Ruiz' });
      const id = await ask(token);
      await step(id, 'accept', ana);
      const body = { disposition: 'contracted_retail' };
      const done = await desk('POST', `/api/desk/requests/${id}/done`, { cookie: ana.cookie, body });
      expect(done.status).toBe(200);
      await remove(ana.personId);
      await context.agentRequests.sweep();
      expect(await historyOf(id)).not.toContain('released: Ana Ruiz');
    });

    it('and that is accepted at the same instant as its person is removed, by a button or a link, stays with nobody who is gone', async () => {
      const { ask, token, signInAs, step, remove, context, clock, agent, linksOf, view } = await start();
      const atOnce = createAtOnce(context.storage);
      for (let round = 0; round < 12; round++) {
        clock.advance(1000);
        const ana = await signInAs('agent', { name: `Ana ${round}` });
        const at = clock.now().toISOString();
        await context.storage.db
          .updateTable('people')
          .set({ on_shift_at: at })
          .where('id', '=', ana.personId)
          .execute();
        const id = await ask(token);
        const { [ana.name]: link = '' } = await linksOf(id);
        const byLink = round % 2 === 0;
        const acts = [() => (byLink ? agent(link, 'accept') : step(id, 'accept', ana)), () => remove(ana.personId)];
        const answers = await atOnce(acts);
        expect(answers.some(({ status }) => status === 200)).toBe(true);
        await context.agentRequests.sweep();
        expect(await view(token, id)).toMatchObject({ acceptedBy: null });
        const { 'Marlow Finch': marlow = '' } = await linksOf(id);
        expect((await agent(marlow, 'accept')).status).toBe(200);
      }
    });
  });

  describe('R1160 the link of somebody who only reads from now on', () => {
    it('is not valid any more, also for a request that somebody else has, and takes nothing', async () => {
      const { ask, token, signInAs, step, changeRole, context, agent, linksOf, view, clock, historyOf } = await start();
      const [ana, ben] = [await signInAs('agent', { name: 'Ana Ruiz' }), await signInAs('agent', { name: 'Ben Cole' })];
      await context.shift.set(ana.name, true);
      const [waiting, held] = [await ask(token), await ask(token, { requestType: 'Custom Request' })];
      const links = [await linksOf(waiting), await linksOf(held)].map(({ 'Ana Ruiz': link = '' }) => link);
      await step(held, 'accept', ben);
      expect((await changeRole(ana.personId, 'viewer')).status).toBe(200);
      clock.advance(6 * 60_000);
      const [accept, takeOver] = [await agent(links[0] ?? '', 'accept'), await agent(links[1] ?? '', 'take-over')];
      expect([accept.status, takeOver.status]).toEqual([401, 401]);
      await context.agentRequests.sweep();
      expect(await view(token, held)).toMatchObject({ acceptedBy: 'Ben Cole' });
      expect((await historyOf(waiting)).filter((event) => event.startsWith('released'))).toEqual([]);
    });
  });

  describe('R460 a request that was handed off to one person', () => {
    const handOff = async ({ desk, step, ask, token, signInAs }: Awaited<ReturnType<typeof start>>) => {
      const [ana, ben] = [await signInAs('agent'), await signInAs('agent')];
      const id = await ask(token);
      await step(id, 'accept', ana);
      const body = { ...nothingTold, to: ben.personId };
      const send = () => desk('POST', `/api/desk/requests/${id}/hand-off`, { cookie: ana.cookie, body });
      return { id, ben, send };
    };

    it('goes to everybody within a sweep when that person is removed, or only reads from now on', async () => {
      const server = await start();
      const [first, second] = [await handOff(server), await handOff(server)];
      for (const { send } of [first, second]) expect((await send()).status).toBe(200);
      await server.context.agentRequests.sweep();
      expect((await server.context.agentRequests.find(first.id))?.waits_for_id).toBe(first.ben.personId);
      expect((await server.remove(first.ben.personId)).status).toBe(200);
      expect((await server.changeRole(second.ben.personId, 'viewer')).status).toBe(200);
      await server.context.agentRequests.sweep();
      for (const { id, ben } of [first, second]) {
        expect(await server.historyOf(id)).toContain(`asked-everybody: ${ben.name}`);
        const { 'Marlow Finch': marlow = '' } = await server.linksOf(id);
        expect((await server.agent(marlow, 'accept')).status).toBe(200);
      }
    });

    it('says that nobody is left when that person is removed and nobody else is on shift', async () => {
      const server = await start();
      const { id, ben, send } = await handOff(server);
      await server.context.storage.db.updateTable('people').set({ on_shift_at: null }).execute();
      expect((await send()).status).toBe(200);
      await server.remove(ben.personId);
      await server.context.agentRequests.sweep();
      expect(await server.historyOf(id)).toContain('nobody-left: nobody else is on shift');
    });

    it('R553 tells the card that nobody is there when they are gone, and that everybody said no only when one who comes later says so', async () => {
      const server = await start();
      const { id, ben, send } = await handOff(server);
      await server.context.storage.db.updateTable('people').set({ on_shift_at: null }).execute();
      server.clock.advance(1000);
      expect((await send()).status).toBe(200);
      server.clock.advance(1000);
      await server.remove(ben.personId);
      await server.context.agentRequests.sweep();
      const facts = async () => {
        const { smsStatus, nobodyLeftAt } = await server.view(server.token, id);
        return { smsStatus, isNobodyLeft: nobodyLeftAt !== null };
      };
      expect(await facts()).toEqual({ smsStatus: 'nobody', isNobodyLeft: true });
      await server.context.shift.set('Marlow Finch', true);
      await server.context.agentRequests.sweep();
      expect(await facts()).toEqual({ smsStatus: 'none', isNobodyLeft: false });
      await server.agent((await server.linksOf(id))['Marlow Finch'] ?? '', 'decline');
      expect(await facts()).toEqual({ smsStatus: 'none', isNobodyLeft: true });
    });

    it('and that is handed off at the same instant as that person is removed waits for nobody who is gone', async () => {
      const server = await start();
      const atOnce = createAtOnce(server.context.storage);
      for (let round = 0; round < 12; round++) {
        server.clock.advance(1000);
        const { id, ben, send } = await handOff(server);
        const [, removed] = await atOnce([send, () => server.remove(ben.personId)]);
        expect(removed?.status).toBe(200);
        await server.context.agentRequests.sweep();
        expect((await server.context.agentRequests.find(id))?.waits_for_id ?? null).toBeNull();
      }
    });
  });

  describe('R681 a request that waits for everybody', () => {
    /** A request for which Marlow and somebody else on shift were asked. */
    async function asked(server: Awaited<ReturnType<typeof start>>) {
      const ana = await server.signInAs('agent');
      await server.context.storage.db.updateTable('people').set({ on_shift_at: null }).execute();
      for (const name of ['Marlow Finch', ana.name]) await server.context.shift.set(name, true);
      server.clock.advance(1000);
      const id = await server.ask(server.token, { additionalInfo: ana.name });
      const { 'Marlow Finch': marlow = '' } = await server.linksOf(id);
      const decline = () => server.agent(marlow, 'decline');
      const saidOf = async () => (await server.historyOf(id)).filter((event) => event.startsWith('nobody-left')).length;
      const isLeft = async () => (await server.view(server.token, id)).nobodyLeftAt === null;
      return { id, ana, decline, saidOf, isLeft };
    }

    it('says that nobody is left when the last who was asked declines after another was removed', async () => {
      const server = await start();
      const { ana, decline, isLeft } = await asked(server);
      expect((await server.remove(ana.personId)).status).toBe(200);
      await server.context.agentRequests.sweep();
      expect(await isLeft()).toBe(true);
      expect((await decline()).status).toBe(200);
      expect(await isLeft()).toBe(false);
    });

    it.each(['is removed', 'only reads from now on'])(
      'says so within a sweep when the last who has not declined %s',
      async (how) => {
        const server = await start();
        const { ana, decline, saidOf, isLeft } = await asked(server);
        await decline();
        await server.context.agentRequests.sweep();
        expect(await isLeft()).toBe(true);
        const gone = how === 'is removed' ? server.remove(ana.personId) : server.changeRole(ana.personId, 'viewer');
        expect((await gone).status).toBe(200);
        await server.context.agentRequests.sweep();
        await server.context.agentRequests.sweep();
        expect([await isLeft(), await saidOf()]).toEqual([false, 1]);
        const alerts = server.context.storage.db.selectFrom('alerts').select('id').where('kind', '=', 'nobody-left');
        expect(await alerts.execute()).toHaveLength(1);
      },
    );

    it('says so once when all of them are gone, and takes it back when somebody comes on shift', async () => {
      const server = await start();
      const { id, ana, saidOf, isLeft } = await asked(server);
      const marlow = (await server.context.shift.list()).find(({ name }) => name === 'Marlow Finch');
      await server.remove(ana.personId);
      expect((await server.remove(marlow?.id ?? '')).status).toBe(200);
      await server.context.agentRequests.sweep();
      expect([await isLeft(), await saidOf()]).toEqual([false, 1]);
      const ben = await server.signInAs('agent');
      await server.context.shift.set(ben.name, true);
      await server.context.agentRequests.sweep();
      expect(await isLeft()).toBe(true);
      expect((await server.step(id, 'accept', ben)).status).toBe(200);
    });

    it('says so once when one declines at the same instant as the other is removed', async () => {
      const server = await start();
      const atOnce = createAtOnce(server.context.storage);
      for (let round = 0; round < 12; round++) {
        const { ana, decline, saidOf, isLeft } = await asked(server);
        const acts = [decline, () => server.remove(ana.personId)];
        expect((await atOnce(acts)).map(({ status }) => status)).toEqual([200, 200]);
        await Promise.all([server.context.agentRequests.sweep(), server.context.agentRequests.sweep()]);
        expect([await isLeft(), await saidOf()], `round ${round}`).toEqual([false, 1]);
      }
    });
  });
});
