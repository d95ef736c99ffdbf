/** The closing note of a request. It is written by the link of the agent who closes it and at the desk, and neither removes the other's. */
import { describe, expect, it, vi } from 'vitest';
import type { AgentView, EndedView } from '#contract/agent-endpoints.ts';
import { requestTimings } from '#contract/agent-request.ts';
import type { DealPatch, RequestRecord } from '#contract/desk/record-schemas.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const marlows = 'Stips are due on Friday';
const bens = 'The payoff of the trade-in is 14,210';

eachEngineRounds((under) => {
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

  describe('R682 whoever closed a request and got no answer asks whether their note is stored', () => {
    const ending = { disposition: 'contracted_retail', note: marlows };
    const ask = { ...ending, ask: true };

    it('and reads yes when their press arrived, also the second one after Reopen, and nothing is done', async () => {
      const { accepted, agent, historyOf } = await start();
      const { id, marlow } = await accepted();
      await agent(marlow, 'done', ending);
      expect((await agent(marlow, 'done', ask)).status).toBe(200);
      await agent(marlow, 'undo-done');
      await agent(marlow, 'done', ending);
      const events = await historyOf(id);
      expect((await agent(marlow, 'done', ask)).status).toBe(200);
      expect(await historyOf(id)).toEqual(events);
    });

    it('and reads no when another press of theirs had closed it, and nothing is closed while it is open', async () => {
      const { accepted, agent, deal } = await start();
      const { id, marlow } = await accepted();
      expect((await agent(marlow, 'done', ask)).status).toBe(409);
      expect((await agent(marlow)).json<AgentView>().closing).toBeNull();
      await agent(marlow, 'done', { ...ending, note: bens });
      expect((await agent(marlow, 'done', ask)).status).toBe(409);
      expect((await deal(id)).note).toBe(bens);
    });

    it('and reads the same when the request is over', async () => {
      const { accepted, agent, context, clock } = await start();
      const { marlow } = await accepted();
      await agent(marlow, 'done', ending);
      clock.advance(requestTimings.takeBackForMs);
      await context.agentRequests.sweep();
      const [yes, no] = [await agent(marlow, 'done', ask), await agent(marlow, 'done', { ...ask, note: bens })];
      expect([yes.status, no.status]).toEqual([410, 410]);
      expect([yes.json<EndedView>().noted, no.json<EndedView>().noted]).toEqual([true, false]);
    });

    it('and somebody else who has a link reads nothing of it', async () => {
      const { accepted, agent, linksOf } = await start();
      const { id, marlow } = await accepted();
      await agent(marlow, 'done', ending);
      const [other = ''] = Object.entries(await linksOf(id)).flatMap(([name, link]) =>
        name === 'Marlow Finch' ? [] : [link],
      );
      expect((await agent(other, 'done', ask)).status).toBe(409);
    });

    it('and reads what holds, at the same instant as the press that may still arrive', async () => {
      const { accepted, agent, context, deal } = await start();
      const atOnce = createAtOnce(context.storage);
      await playRounds(20, ['asked before', 'asked after'], async () => {
        const { id, marlow } = await accepted();
        const [closed, asked] = await atOnce([
          () => agent(marlow, 'done', ending),
          () => agent(marlow, 'done', ask),
          () => agent(marlow, 'done', ask),
        ]);
        expect(closed.status).toBe(200);
        // A note that is said to be stored is.
        expect((await deal(id)).note).toBe(marlows);
        expect((await agent(marlow, 'done', ask)).status).toBe(200);
        return asked.status === 200 ? 'asked after' : 'asked before';
      });
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
