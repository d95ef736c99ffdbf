/** The event stream of the console: what one person does reaches the others, and some consoles hear nothing any more. */
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deskStreamPath, deskTimings } from '#contract/desk/live.ts';
import { createApp } from '#server/app.ts';
import { createContext } from '#server/context.ts';
import { type SignedIn, startDesk } from '../../tests/support/desk.ts';
import { type EngineUnderTest, eachEngine } from '../../tests/support/each-engine.ts';
import { openEventsWith, type StreamedEvent } from '../../tests/support/events.ts';
import { holdIntervals, releaseIntervals } from '../../tests/support/held-intervals.ts';
import { compact, pollEveryMs } from './stream.ts';

const rings = '/api/desk/rings';
const presencePath = '/api/desk/presence';

const originOf = async ({ app }: { app: Awaited<ReturnType<typeof createApp>> }) => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
};

async function desk(under: EngineUnderTest, env: Record<string, string> = {}) {
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const clockMs = () => performance.now() + aheadMs;
  const server = await startDesk(under, { ON_SHIFT: '', ...env }, { now, clockMs });
  const { context } = server;
  const origin = await originOf(server);
  /** From here on the servers' timers run only when the test says so. */
  function hold() {
    const { secondPasses, looksOfASecond } = holdIntervals();
    const begun = async () =>
      (await context.metrics.deskLooks.get()).values.find(({ labels }) => labels.what === 'changes')?.value ?? 0;
    return { secondPasses, looksOfASecond: () => looksOfASecond({ begun, everyMs: pollEveryMs }) };
  }
  context.ringing.start();
  onTestFinished(() => context.ringing.stop());
  const follow = (cookie: string, at = origin) => openEventsWith(`${at}${deskStreamPath}`, { cookie });
  /** Opens a console and drops its first events. */
  async function open({ cookie }: Pick<SignedIn, 'cookie'>, at = origin) {
    const events = await follow(cookie, at);
    expect(events.status).toBe(200);
    expect(await events.next()).toMatchObject({ event: 'changed', data: { everything: true, topics: [] } });
    expect(await events.next()).toMatchObject({ event: 'ring' });
    return events;
  }
  /** A second server on the same database. On SQLite it stands for a command beside the server. */
  async function replica(listens = true) {
    const other = createContext({ ...context.config, logLevel: 'silent' }, { siteDir: context.siteDir, now, clockMs });
    const app = await createApp(other);
    onTestFinished(async () => {
      releaseIntervals();
      await app.close();
      await other.storage.close();
    });
    return { context: other, app, origin: listens ? await originOf({ app }) : '' };
  }
  const setShift = (id: string) =>
    context.storage.db.updateTable('people').set({ on_shift_at: now().toISOString() }).where('id', '=', id).execute();
  const request = async () => server.ask(await server.sessionFor(server.shared.code));
  const pass = (ms: number) => {
    aheadMs += ms;
  };
  return { ...server, origin, hold, open, follow, replica, setShift, request, pass };
}

/** Reads until an event of a kind comes. */
async function until(
  events: { next(): Promise<StreamedEvent> },
  event: string,
  has: (data: unknown) => boolean = () => true,
) {
  for (;;) {
    const found = await events.next();
    if (found.event === event && has(found.data)) return found;
  }
}

const hasTopic = (topic: string, id?: string) => (data: unknown) =>
  (data as { topics: { topic: string; id: string | null }[] }).topics.some(
    (thing) => thing.topic === topic && (id === undefined || thing.id === id),
  );

eachEngine((under) => {
  describe('R94 the stream of the console', () => {
    it('tells what one person does to the others within a second, at this server and at another one', async () => {
      const { signInAs, hold, open, replica, desk: call } = await desk(under);
      const [one, two, three] = [await signInAs('agent'), await signInAs('manager'), await signInAs('viewer')];
      const other = await replica();
      const { secondPasses } = hold();
      const consoles = [await open(one), await open(two), await open(three, other.origin)];
      await call('POST', presencePath, { cookie: one.cookie, body: { presence: 'available' } });
      await secondPasses();
      for (const events of consoles) {
        const { data } = await until(events, 'changed', hasTopic('presence', one.personId));
        expect(data).toEqual({ topics: [{ topic: 'presence', id: one.personId }] });
      }
      // A console that reads after it heard of a change gets the change, whichever server it asks.
      const answer = await other.app.inject({ method: 'GET', url: presencePath, headers: { cookie: three.cookie } });
      const found = answer.json<{ people: { id: string; presence: string }[] }>().people;
      expect(found.find(({ id }) => id === one.personId)?.presence).toBe('available');
    });

    it('rings within a second, again and again until Seen, and stops on every device of the person', async () => {
      const { signInAs, hold, open, setShift, request, pass, desk: call } = await desk(under);
      const agent = await signInAs('agent');
      await setShift(agent.personId);
      const { looksOfASecond } = hold();
      const consoles = [await open(agent), await open(agent)];
      const watching = await open(await signInAs('viewer'));
      const id = await request();
      const rung = (data: unknown) => (data as { rings: { requestId: string }[] }).rings.map((ring) => ring.requestId);
      const isRung = (data: unknown) => rung(data).includes(id);
      // The request itself writes the ring: nothing waits for the next look of the ringing.
      await expect
        .poll(async () => (await call('GET', rings, { cookie: agent.cookie })).json())
        .toMatchObject({ rings: [{ requestId: id, stage: 1 }] });
      await looksOfASecond();
      for (const events of consoles) await until(events, 'ring', isRung);
      pass(deskTimings.ringAgainMs);
      await looksOfASecond();
      for (const events of consoles) await until(events, 'ring', isRung);
      const seen = await call('POST', `${rings}/${id}/seen`, { cookie: agent.cookie, body: { stage: 1 } });
      expect(seen.json()).toMatchObject({ rings: [] });
      await looksOfASecond();
      for (const events of consoles) await until(events, 'ring', (data) => rung(data).length === 0);
      expect(await call('POST', `${rings}/none/seen`, { cookie: agent.cookie, body: { stage: 1 } })).toMatchObject({
        status: 404,
      });
      // A person who is not rung hears that something rings, but not which request.
      expect(await until(watching, 'changed', hasTopic('rings', id))).toBeDefined();
    });

    it('R196 of a session that was ended, and of a person who was removed, ends within a second', async () => {
      const { signInAs, hold, open, follow, context } = await desk(under);
      const [ended, removed, demoted, staying] = [
        await signInAs('agent'),
        await signInAs('manager'),
        await signInAs('admin'),
        await signInAs('agent'),
      ];
      const { looksOfASecond } = hold();
      const streams = [await open(ended), await open(removed), await open(demoted)];
      const other = await open(staying);
      const { db } = context.storage;
      await context.storage.transaction((trx) => context.signIn.sessions.end(ended.personId, ended.sessionId, trx));
      await db
        .updateTable('people')
        .set({ removed_at: new Date().toISOString() })
        .where('id', '=', removed.personId)
        .execute();
      await db.updateTable('people').set({ role: 'viewer' }).where('id', '=', demoted.personId).execute();
      await looksOfASecond();
      for (const events of streams) {
        await until(events, 'signed-out');
        expect(await events.ended()).toBe(true);
      }
      for (const { cookie } of [ended, removed, demoted]) expect(await follow(cookie)).toMatchObject({ status: 401 });
      expect(context.deskStream.size()).toBe(1);
      other.close();
    });

    it('of a locked session carries what rings and nothing else, and everything again after the lock', async () => {
      const { signInAs, open, setShift, request, context, desk: call } = await desk(under);
      const [agent, other] = [await signInAs('agent'), await signInAs('agent')];
      await setShift(agent.personId);
      const events = await open(agent);
      const session = async () => {
        const [, token = ''] = agent.cookie.split('=');
        const found = await context.signIn.sessions.find(token);
        if (!found) throw new Error('the session is over');
        return found;
      };
      await context.signIn.sessions.lock(await session());
      await until(events, 'locked');
      await call('POST', presencePath, { cookie: other.cookie, body: { presence: 'away' } });
      await call('POST', presencePath, { cookie: other.cookie, body: { presence: 'wrap-up' } });
      const id = await request();
      const heard = [];
      for (;;) {
        const event = await events.next();
        heard.push(event.event);
        if (JSON.stringify(event.data).includes(id)) break;
      }
      expect(new Set(heard)).toEqual(new Set(['ring']));
      expect(await call('GET', presencePath, { cookie: agent.cookie })).toMatchObject({ status: 423 });
      expect(await call('POST', `${rings}/${id}/seen`, { cookie: agent.cookie, body: { stage: 1 } })).toMatchObject({
        status: 200,
      });
      await context.storage.db
        .updateTable('staff_sessions')
        .set({ locked_at: null })
        .where('id', '=', agent.sessionId)
        .execute();
      await until(events, 'unlocked');
      await until(events, 'changed', (data) => (data as { everything?: true }).everything === true);
    });

    it('is no sign of its person: an idle session ends or locks under it', async () => {
      const { signInAs, open, setShift, pass } = await desk(under);
      const [idle, onShift] = [await signInAs('viewer'), await signInAs('agent')];
      await setShift(onShift.personId);
      const [first, second] = [await open(idle), await open(onShift)];
      pass(30 * 60_000);
      await until(first, 'signed-out');
      await until(second, 'locked');
    });

    it('is refused without a session', async () => {
      const { follow } = await desk(under);
      expect(await follow('')).toMatchObject({ status: 401 });
    });

    it('is opened by only so many consoles of one person', async () => {
      const { signInAs, open, context, origin } = await desk(under, { STREAMS_PER_PERSON: '2' });
      const agent = await signInAs('agent');
      const streams = [await open(agent), await open(agent)];
      const refused = await fetch(`${origin}${deskStreamPath}`, { headers: { cookie: agent.cookie } });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      await open(await signInAs('agent'));
      streams[0]?.close();
      await expect.poll(() => context.deskStream.size()).toBe(2);
      await open(agent);
      expect(context.deskStream.size()).toBe(3);
    });

    it('is not opened by a HEAD, which gets its headers', async () => {
      const { signInAs, context, origin } = await desk(under);
      const agent = await signInAs('agent');
      const head = await fetch(`${origin}${deskStreamPath}`, { method: 'HEAD', headers: { cookie: agent.cookie } });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-type')).toContain('text/event-stream');
      expect(head.headers.get('x-accel-buffering')).toBe('no');
      expect(head.headers.get('cache-control')).toContain('no-transform');
      expect(context.deskStream.size()).toBe(0);
    });

    it('ends when the server stops, which would wait for it without end, and leaves no error in the log', async () => {
      const { signInAs, open, app, log } = await desk(under);
      const events = await open(await signInAs('agent'));
      await app.close();
      expect(await events.ended()).toBe(true);
      expect(log()).not.toContain('"level":50');
    });
  });

  it('R94 a request that is read for an open console costs no look at its session, and a session that ended here none longer', async () => {
    const { signInAs, open, context, desk: call } = await desk(under);
    const agent = await signInAs('agent');
    await open(agent);
    const [, token = ''] = agent.cookie.split('=');
    const { sessions } = context.signIn;
    // It is the same object, so it was not read from the database again.
    await expect
      .poll(async () => {
        const [one, other] = [await sessions.findToRead(token), await sessions.findToRead(token)];
        return one !== undefined && one === other;
      })
      .toBe(true);
    expect(await call('GET', presencePath, { cookie: agent.cookie })).toMatchObject({ status: 200 });
    await context.storage.transaction((trx) => sessions.end(agent.personId, agent.sessionId, trx));
    expect(await call('GET', presencePath, { cookie: agent.cookie })).toMatchObject({ status: 401 });
  });
});

describe('R94 what changed', () => {
  it('is named once for each thing, and by its topic alone when it is much or no single thing', () => {
    const board = (about: string | null) => ({ topic: 'board' as const, about });
    expect(compact([board('a'), board('b'), board('a'), { topic: 'people', about: null }])).toEqual([
      { topic: 'board', id: 'a' },
      { topic: 'board', id: 'b' },
      { topic: 'people', id: null },
    ]);
    expect(compact([board('a'), board(null)])).toEqual([{ topic: 'board', id: null }]);
    expect(compact(Array.from({ length: 51 }, (_, n) => board(`${n}`)))).toEqual([{ topic: 'board', id: null }]);
  });
});
