/** Requests that were made while the clock was ahead are put right at the instant at which somebody works on them. */
import { expect, it, vi } from 'vitest';
import { createAtOnce } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const start = '2026-11-21T14:00:00.000Z';
const yearMs = 365 * 24 * 3_600_000;
/** The sweep reads them together and puts one right after another, so there is time for a press in between. */
const together = 6;

eachEngineRounds((under) => {
  it('R712 a press of Connected is kept while the times of its request are put right after the clock was ahead', async () => {
    const clock = testClock(start);
    const { context, shared, sessionFor, ask, linksOf, agent } = await startPortal(under, wideLimits, {
      now: clock.now,
    });
    const { agentRequests, storage } = context;
    const atOnce = createAtOnce(storage, 3);
    for (let round = 0; round < roundsOf(10); round++) {
      clock.set(start);
      clock.advance(yearMs);
      const token = await sessionFor(shared.code);
      const made: { id: string; link: string }[] = [];
      for (let request = 0; request < together; request++) {
        const id = await ask(token);
        const [link = ''] = Object.values(await linksOf(id));
        await agent(link, 'accept');
        made.push({ id, link });
      }
      clock.set(start);
      const [, ...pressed] = await atOnce([
        agentRequests.sweep,
        ...made.map(
          ({ link }) =>
            async () =>
              (await agent(link, 'connected')).status,
        ),
      ]);
      expect(pressed).toEqual(made.map(() => 200));
      const rows = await storage.db
        .selectFrom('agent_requests')
        .select(['connected_at', 'accepted_at', 'created_at'])
        .where('ended_at', 'is', null)
        .execute();
      expect(rows).toEqual(made.map(() => ({ connected_at: start, accepted_at: start, created_at: start })));
      await storage.db.updateTable('agent_requests').set({ ended_at: start, outcome: 'done' }).execute();
    }
  });
});
