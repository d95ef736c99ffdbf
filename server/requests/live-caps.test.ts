/** How many streams there can be, and that none stays open for nobody. */
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { requestTimings } from '#contract/agent-request.ts';
import { type EngineUnderTest, eachEngine } from '../../tests/support/each-engine.ts';
import { openEvents } from '../../tests/support/events.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { cancelPath, requestEventsPath } from '../../tests/support/request-paths.ts';

async function running(under: EngineUnderTest, env: Record<string, string> = {}) {
  let aheadMs = 0;
  const portal = await startPortal(under, env, { now: () => new Date(Date.now() + aheadMs) });
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
  const token = await portal.sessionFor(portal.shared.code);
  const id = await portal.ask(token);
  const urlOf = (request: string) => `${origin}${requestEventsPath(request)}`;
  const open = (by: string, request = id) => openEvents(urlOf(request), by);
  /** Cancels a request, and waits until that can no longer be taken back. */
  async function cancel(by: string, request: string) {
    await portal.call('POST', cancelPath(request), by);
    aheadMs += requestTimings.takeBackForMs;
    await portal.context.agentRequests.sweep();
  }
  return { ...portal, live: portal.context.live, token, id, open, urlOf, cancel };
}

eachEngine((under) => {
  describe('R51 streams', () => {
    it('asked for with HEAD are not opened: the headers come, and no card is left', async () => {
      const { live, token, id, urlOf } = await running(under);
      const headers = { authorization: `Bearer ${token}` };
      for (let time = 0; time < 5; time++) {
        const answer = await fetch(urlOf(id), { method: 'HEAD', headers });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toContain('text/event-stream');
      }
      expect(live.size()).toBe(0);
      expect((await fetch(urlOf(id), { method: 'HEAD', headers: { authorization: 'Bearer x' } })).status).toBe(401);
    });

    it('are not left open for a page that went away before they began', async () => {
      const { live, context, token, id, urlOf } = await running(under);
      const { findOfPress } = context.agentRequests;
      const looking = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      context.agentRequests.findOfPress = async (wanted) => {
        looking.resolve();
        await goOn.promise;
        return findOfPress(wanted);
      };
      const page = new AbortController();
      const asked = fetch(urlOf(id), { headers: { authorization: `Bearer ${token}` }, signal: page.signal });
      await looking.promise;
      page.abort();
      await expect(asked).rejects.toThrow('abort');
      goOn.resolve();
      context.agentRequests.findOfPress = findOfPress;
      await expect.poll(() => live.size()).toBe(0);
    });

    it('of one session are so many and no more: the oldest ends, and those of another stay', async () => {
      const { live, token, open, sessionFor, shared, ask } = await running(under, { STREAMS_PER_SESSION: '2' });
      const other = await sessionFor(shared.code);
      const others = await open(other, await ask(other));
      await others.next();
      const [first, second, third] = [await open(token), await open(token), await open(token)];
      for (const stream of [second, third]) expect(await stream.next()).toMatchObject({ event: 'request' });
      await first.next();
      expect(await first.ended()).toBe(true);
      expect(live.size()).toBe(3);
    });

    it('by one view token are so many and no more, beside those of the session', async () => {
      const { live, token, open, current } = await running(under, { STREAMS_PER_SESSION: '2' });
      const viewToken = (await current(token))?.viewToken ?? '';
      const streams = [];
      for (const by of [token, viewToken, viewToken, viewToken, viewToken]) streams.push(await open(by));
      expect(live.size()).toBe(3);
      for (const ended of streams.slice(1, 3)) {
        await ended.next();
        expect(await ended.ended()).toBe(true);
      }
    });

    it('of one address are so many and no more, whatever its sessions: the next is told when to come again', async () => {
      const { live, open, sessionFor, shared, ask, urlOf, cancel } = await running(under, { STREAMS_PER_ADDRESS: '3' });
      const pages = [];
      for (let page = 0; page < 4; page++) {
        const token = await sessionFor(shared.code);
        pages.push({ token, id: await ask(token) });
      }
      const [first, second, third, late] = pages;
      const streams = [];
      for (const page of [first, second, third]) streams.push(await open(page?.token ?? '', page?.id));
      const headers = { authorization: `Bearer ${late?.token}` };
      const refused = await fetch(urlOf(late?.id ?? ''), { headers });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(live.size()).toBe(3);
      expect((await open(first?.token ?? '', first?.id)).status).toBe(429);
      await cancel(second?.token ?? '', second?.id ?? '');
      await expect.poll(() => live.size()).toBe(2);
      expect(await (await open(late?.token ?? '', late?.id)).next()).toMatchObject({ event: 'request' });
      for (const stream of streams) stream.close();
      await expect.poll(() => live.size()).toBe(1);
    });
  });
});
