/** The note of how a request ended: it is written by the link of whoever closes it and at the desk, and neither removes the other's. */
import { describe, expect, it, vi } from 'vitest';
import type { DealPatch, RequestRecord } from '#contract/desk/record-schemas.ts';
import { testClock } from '#server/outbox/testing.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineAlways, roundsOf } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const marlows = 'Stips are due on Friday';
const bens = 'The payoff of the trade-in is 14,210';

eachEngineAlways((under) => {
  async function start() {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const server = await startDesk(under, wideLimits, { now: clock.now });
    const token = await server.sessionFor(server.shared.code);
    const { cookie } = await server.signInAs('agent', { name: 'Ben Cole' });
    const at = (id: string) => `/api/desk/requests/${id}`;
    return {
      ...server,
      clock,
      /** A request that Marlow Finch accepted by his link. */
      async accepted() {
        clock.advance(1000);
        const id = await server.ask(token);
        const { 'Marlow Finch': marlow = '' } = await server.linksOf(id);
        await server.agent(marlow, 'accept');
        return { id, marlow };
      },
      edit: (id: string, patch: DealPatch, version = 0) =>
        server.desk('POST', `${at(id)}/deal`, { cookie, body: { version, patch } }),
      deal: async (id: string) => (await server.desk('GET', at(id), { cookie })).json<RequestRecord>().deal,
    };
  }

  describe('R540 Done by a link after a note was written at the desk', () => {
    it.each([{}, { note: '' }, { note: ' \n ' }])('leaves that note as it is when it comes with %j', async (note) => {
      const { accepted, edit, agent, deal } = await start();
      const { id, marlow } = await accepted();
      await edit(id, { note: bens });
      const closed = await agent(marlow, 'done', { disposition: 'contracted_retail', ...note });
      expect(closed.status).toBe(200);
      expect(await deal(id)).toMatchObject({ note: bens, version: 1 });
    });

    it('adds its own note as a paragraph, once, also when Done is taken back and pressed again', async () => {
      const { accepted, edit, agent, deal } = await start();
      const { id, marlow } = await accepted();
      await edit(id, { note: bens });
      const ending = { disposition: 'contracted_retail', note: marlows };
      await agent(marlow, 'done', ending);
      expect((await deal(id)).note).toBe(`${bens}\n\n${marlows}`);
      await agent(marlow, 'undo-done');
      await agent(marlow, 'done', ending);
      expect((await deal(id)).note).toBe(`${bens}\n\n${marlows}`);
    });

    it('leaves a note as long as both together, which the desk can store again', async () => {
      const { accepted, edit, agent, deal } = await start();
      const { id, marlow } = await accepted();
      const [one, other] = ['o'.repeat(2000), 'u'.repeat(2000)];
      await edit(id, { note: one });
      await agent(marlow, 'done', { disposition: 'contracted_retail', note: other });
      const { note, version } = await deal(id);
      expect(note).toBe(`${one}\n\n${other}`);
      expect((await edit(id, { note: `${note}.` }, version)).status).toBe(200);
    });
  });

  describe('R541 a note of the link and an edit of the note at the desk', () => {
    it('that began before it: the edit is refused and shows the note of the link', async () => {
      const { accepted, edit, agent, deal } = await start();
      const { id, marlow } = await accepted();
      const { version } = await deal(id);
      await agent(marlow, 'done', { disposition: 'contracted_retail', note: marlows });
      const edited = await edit(id, { note: bens }, version);
      expect(edited.status).toBe(409);
      expect(edited.json<RequestRecord>().deal.note).toBe(marlows);
      expect((await deal(id)).note).toBe(marlows);
    });

    it('at the same instant: either both are there, or the edit is refused', async () => {
      const { accepted, edit, agent, deal, context } = await start();
      const atOnce = createAtOnce(context.storage);
      await playRounds(roundsOf(20), ['both', 'refused'], async () => {
        const { id, marlow } = await accepted();
        const [done, edited] = await atOnce([
          () => agent(marlow, 'done', { disposition: 'contracted_retail', note: marlows }),
          () => edit(id, { note: bens }),
        ]);
        expect(done.status).toBe(200);
        const taken = edited.status === 200;
        expect((await deal(id)).note).toBe(taken ? `${bens}\n\n${marlows}` : marlows);
        if (!taken) expect(edited.status).toBe(409);
        return taken ? 'both' : 'refused';
      });
    });
  });
});
