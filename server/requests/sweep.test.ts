/** What the sweep does to one request while something happens to another, or to the same one. */
import { expect, it, vi } from 'vitest';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';

const minuteMs = 60_000;

eachEngine((under) => {
  async function running() {
    const clock = testClock();
    const portal = await startPortal(under, {}, { now: clock.now });
    const token = await portal.sessionFor(portal.shared.code);
    const { storage, agentRequests } = portal.context;
    const kinds = async () => (await storage.db.selectFrom('alerts').select('kind').execute()).map(({ kind }) => kind);
    return { ...portal, clock, token, storage, agentRequests, kinds };
  }

  it('R35 a request that the sweep cannot change keeps no other from its end, and the error is heard', async () => {
    const { ask, token, clock, storage, agentRequests, kinds } = await running();
    const ids = [await ask(token), await ask(token, { additionalInfo: 'another' })];
    clock.advance(14 * minuteMs);
    const fresh = await ask(token, { additionalInfo: 'fresh' });
    clock.advance(minuteMs);
    const locked = new Error('the row is locked');
    vi.spyOn(storage, 'transaction').mockRejectedValueOnce(locked);
    await expect(agentRequests.sweep()).rejects.toBe(locked);
    const outcomes = await Promise.all(ids.map(async (id) => (await agentRequests.find(id))?.outcome));
    expect(outcomes.toSorted()).toEqual(['expired', null]);
    expect((await agentRequests.find(fresh))?.outcome).toBeNull();
    expect(await kinds()).toEqual(expect.arrayContaining(['expired-unanswered', 'not-accepted']));
    await agentRequests.sweep();
    expect((await kinds()).filter((kind) => kind === 'expired-unanswered')).toHaveLength(2);
  });

  it('R36 a request that is accepted while the sweep looks raises no alert that nobody accepted it', async () => {
    const { ask, agent, linksOf, token, clock, storage, agentRequests, kinds } = await running();
    const link = (await linksOf(await ask(token)))['Marlow Finch'] ?? '';
    clock.advance(46_000);
    const transaction = storage.transaction;
    vi.spyOn(storage, 'transaction').mockImplementationOnce(async (work) => {
      expect((await agent(link, 'accept')).status).toBe(200);
      return transaction(work);
    });
    await agentRequests.sweep();
    expect(await kinds()).toEqual([]);
  });
});
