import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requestTimings } from '#contract/agent-request.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { createContext } from '#server/context.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { openEvents } from '../../tests/support/events.ts';
import { holdIntervals } from '../../tests/support/held-intervals.ts';
import { type PortalApp, startPortal } from '../../tests/support/portal.ts';
import { cancelPath, requestEventsPath } from '../../tests/support/request-paths.ts';

async function listen({ app }: PortalApp): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

eachEngine((under) => {
  async function running(env: Record<string, string> = {}) {
    let aheadMs = 0;
    const portal = await startPortal(under, env, { now: () => new Date(Date.now() + aheadMs) });
    const origin = await listen(portal);
    const token = await portal.sessionFor(portal.shared.code);
    const id = await portal.ask(token);
    const links = await portal.linksOf(id);
    const open = (by: string) => openEvents(`${origin}${requestEventsPath(id)}`, by);
    /** Cancels, and waits until that can no longer be taken back. */
    async function cancel() {
      await portal.call('POST', cancelPath(id), token);
      aheadMs += requestTimings.takeBackForMs;
      await portal.context.agentRequests.sweep();
    }
    return { ...portal, origin, token, id, links, open, marlow: links['Marlow Finch'] ?? '', cancel };
  }

  describe('R24 the stream of a card', () => {
    it('begins with the request as it stands, and moves at once, before any look, when an agent accepts', async () => {
      const { open, token, agent, marlow } = await running();
      holdIntervals();
      const events = await open(token);
      expect(await events.next()).toMatchObject({ event: 'request', data: { state: 'stored' } });
      await agent(marlow, 'accept');
      expect(await events.next()).toMatchObject({ data: { state: 'accepted', acceptedBy: 'Marlow Finch' } });
    });

    it('begins with the request as it stands when it is opened again, and moves on', async () => {
      const { open, token, agent, marlow, cancel } = await running();
      const first = await open(token);
      const { id: seen } = await first.next();
      first.close();
      const again = await open(token);
      expect(await again.next()).toMatchObject({ id: seen });
      await agent(marlow, 'accept');
      const next = await again.next();
      expect(next).toMatchObject({ data: { state: 'accepted' } });
      expect(Number(next.id)).toBeGreaterThan(Number(seen));
      again.close();
      await cancel();
      const late = await open(token);
      expect(await late.next()).toMatchObject({ data: { state: 'cancelled' } });
      expect(await late.ended()).toBe(true);
    });

    it('shows within a second what another server did', async () => {
      const { open, token, context, id, marlow } = await running();
      const { secondPasses } = holdIntervals();
      const events = await open(token);
      await events.next();
      // SQLite has one server; what writes beside it there is a command, through a connection of its own.
      const other = createContext({ ...context.config, logLevel: 'silent' }, { siteDir: context.siteDir });
      onTestFinished(() => other.storage.close());
      const keyed = { ...other, keyed: context.keyed };
      const link = await context.agentRequests.byLink(marlow);
      if (!link) throw new Error('the link is gone');
      await keyed.agentRequests.step('accept', id, { link: link.link });
      await secondPasses();
      expect(await events.next()).toMatchObject({ data: { state: 'accepted' } });
    });

    it('R19 ends within a second when the code is revoked, also the one that is open by a view token', async () => {
      const { open, token, current, context, shared } = await running();
      const viewToken = (await current(token))?.viewToken ?? '';
      const { secondPasses } = holdIntervals();
      const streams = [await open(token), await open(viewToken)];
      for (const events of streams) await events.next();
      await context.codes.revoke(shared);
      await secondPasses();
      for (const events of streams) {
        expect(await events.next()).toMatchObject({ event: 'locked' });
        expect(await events.ended()).toBe(true);
      }
      expect(await open(token)).toMatchObject({ status: 401 });
      expect(context.live.size()).toBe(0);
    });

    it('ends when the server stops, which would wait for it without end', async () => {
      const { open, token, app } = await running();
      const events = await open(token);
      await events.next();
      await app.close();
      expect(await events.ended()).toBe(true);
    });

    it('tells a proxy in front not to hold it back', async () => {
      const { call, token, id, cancel } = await running();
      await cancel();
      const { headers } = await call('GET', requestEventsPath(id), token);
      expect(headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    });

    it('is forgotten when its page goes away', async () => {
      const { open, token, context } = await running();
      const events = await open(token);
      await events.next();
      expect(context.live.size()).toBe(1);
      events.close();
      await expect.poll(() => context.live.size()).toBe(0);
    });

    it('is not opened by somebody else', async () => {
      const { open, sessionFor, shared } = await running();
      expect(await open('x')).toMatchObject({ status: 401 });
      expect(await open(await sessionFor(shared.code))).toMatchObject({ status: 404 });
    });
  });

  it('R24 forty cards all see an acceptance at once', async () => {
    const { open, token, agent, marlow } = await running({ STREAMS_PER_SESSION: '40' });
    holdIntervals();
    const cards = await Promise.all(Array.from({ length: 40 }, () => open(token)));
    await Promise.all(cards.map((card) => card.next()));
    await agent(marlow, 'accept');
    const seen = await Promise.all(cards.map(async (card) => ((await card.next()).data as RequestView).state));
    expect(seen).toEqual(cards.map(() => 'accepted'));
  });
});
