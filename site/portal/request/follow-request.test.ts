import { afterEach, describe, expect, test, vi } from 'vitest';
import { refuse } from '#client/lib/testing/refusal.ts';
import { type RequestView, requestView } from '#contract/agent-request-endpoints.ts';
import { streamEvents } from '#contract/portal.ts';
import { requestEventsPath, requestPath } from '../../../tests/support/request-paths.ts';
import type { Connection } from '../state.ts';
import { apiOn, aRequest, asEvents, fakeServer, json, noPause, requestId } from '../testing/server.ts';
import { type FollowEnd, type Following, followRequest } from './follow-request.ts';

const stream = `GET ${requestEventsPath(requestId)}`;
const poll = `GET ${requestPath(requestId)}`;

const event = (view: RequestView) => `id: ${view.version}\nevent: request\ndata: ${JSON.stringify(view)}\n\n`;

/** A stream that sends a text and then ends, or stays open until it is aborted. */
function says(text: string, then: 'ends' | 'stays' = 'ends') {
  return (_: unknown, signal: AbortSignal | null) =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text));
          if (then === 'ends') controller.close();
          else signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
      }),
      asEvents,
    );
}

const running: Following[] = [];
afterEach(() => {
  for (const following of running.splice(0)) following.stop();
});

function follow(server = fakeServer()) {
  const versions: number[] = [];
  const connections: Connection[] = [];
  const ends: FollowEnd[] = [];
  let shown: RequestView | undefined;
  const start = () =>
    running.push(
      followRequest(
        { sleep: noPause, api: apiOn(server.fetch).api },
        { id: requestId, token: 'view', seen: () => shown },
        {
          onView: (view) => {
            shown = view;
            versions.push(requestView.parse(view).version);
          },
          onConnection: (connection) => connections.push(connection),
          onEnd: (end) => ends.push(end),
        },
      ),
    );
  return { server, start, versions, connections, ends };
}

describe('R24 following a request', () => {
  test('shows each change of the stream, carries the token in a header, and ends with the request', async () => {
    const { server, start, versions, connections, ends } = follow();
    const over = aRequest({ version: 3, state: 'done', endedAt: '2026-11-20T21:30:00.000Z' });
    server.answers(stream, says(event(aRequest()) + event(aRequest({ version: 2, state: 'sent' })) + event(over)));
    start();
    await vi.waitFor(() => expect(ends).toEqual(['over']));
    expect(versions).toEqual([1, 2, 3]);
    expect(connections).toEqual(['live']);
    expect(server.asked.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer view']);
  });

  test('opens a broken stream again and again', async () => {
    const { server, start, versions } = follow();
    server.answers(poll, 'cut');
    server.answers(
      stream,
      says(event(aRequest({ version: 4 }))),
      'cut',
      says(event(aRequest({ version: 7 })), 'stays'),
    );
    start();
    await vi.waitFor(() => expect(versions).toEqual([4, 7]));
    expect(server.asked.filter(({ path }) => path === requestEventsPath(requestId))).toHaveLength(3);
  });

  test('R533 a stream that tabs take from each other is opened ever more seldom, and soon again once one has lasted', async () => {
    const { server, versions } = follow();
    server.answers(poll, 'cut');
    const once = (version: number) => says(event(aRequest({ version })));
    server.answers(
      stream,
      once(1),
      once(2),
      once(3),
      (_, signal) => {
        // A heartbeat, twenty seconds after the stream was opened.
        vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20_000);
        return once(4)(_, signal);
      },
      once(5),
      says('', 'stays'),
    );
    const pausesMs: number[] = [];
    const sleep = (ms: number) => {
      if (ms !== 3000) pausesMs.push(ms);
      return new Promise<void>((resolve) => setTimeout(resolve, 0));
    };
    const env = { sleep, api: apiOn(server.fetch).api };
    const onView = (view: RequestView) => versions.push(view.version);
    running.push(
      followRequest(
        env,
        { id: requestId, token: 'view', seen: () => undefined },
        { onView, onConnection: () => undefined, onEnd: () => undefined },
      ),
    );
    await vi.waitFor(() => expect(versions).toEqual([1, 2, 3, 4, 5]));
    expect(pausesMs.slice(0, 4)).toEqual([500, 1000, 2000, 500]);
  });

  // 502 comes from a proxy. 429: the address already has as many streams as it may have.
  test.each([502, 429])(
    'asks again and again while no stream comes through (%i), and never shows an older state',
    async (status) => {
      const { server, start, versions, connections, ends } = follow();
      server.answers(stream, new Response('no stream', { status, headers: { 'retry-after': '15' } }));
      server.answers(
        poll,
        'cut',
        json(aRequest({ version: 2 })),
        json(aRequest({ version: 1 })),
        json(aRequest({ version: 3, state: 'cancelled', endedAt: '2026-11-20T21:05:00.000Z' })),
      );
      start();
      await vi.waitFor(() => expect(ends).toEqual(['over']));
      expect(versions).toEqual([2, 3]);
      expect(connections).toEqual(['offline', 'polling']);
    },
  );

  test('R351 is offline, and never live, while a network puts its own page in the place of stream and answer', async () => {
    const { server, start, connections } = follow();
    const page = new Response('<!doctype html><p>Welcome', { headers: { 'content-type': 'text/html' } });
    server.answers(stream, page);
    server.answers(poll, page);
    start();
    const streams = () => server.asked.filter(({ path }) => path === requestEventsPath(requestId)).length;
    await vi.waitFor(() => expect(streams()).toBeGreaterThan(3));
    expect(connections).toEqual(['offline']);
  });

  describe('R352 a stream that still seems open after the computer slept or changed its network', () => {
    async function live() {
      const followed = follow();
      const { server, start, connections } = followed;
      server.answers(stream, says(event(aRequest()), 'stays'), says(event(aRequest({ version: 2 })), 'stays'));
      server.answers(poll, 'cut');
      start();
      await vi.waitFor(() => expect(connections).toEqual(['live']));
      const [following] = running;
      if (!following) throw new Error('nothing is followed');
      return { ...followed, following };
    }
    afterEach(() => void vi.useRealTimers());

    test('is opened anew by whoever looks at the page again, once it was silent for two heartbeats', async () => {
      const { following, versions } = await live();
      following.reconnect();
      await noPause(0, AbortSignal.abort());
      expect(versions).toEqual([1]);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * streamEvents.heartbeatMs + 1 });
      following.reconnect();
      await vi.waitFor(() => expect(versions).toEqual([1, 2]));
    });

    test('is opened anew when the network is another one, however lately it was heard', async () => {
      const { following, versions } = await live();
      following.renew();
      await vi.waitFor(() => expect(versions).toEqual([1, 2]));
    });
  });

  test('R1204 is said to be polled only once a poll was answered, also after a press without an answer', async () => {
    const { server, start, connections } = follow();
    server.answers(stream, says(event(aRequest()), 'stays'), 'cut');
    server.answers(poll, 'cut', 'cut', json(aRequest()));
    start();
    await vi.waitFor(() => expect(connections).toEqual(['live']));
    running[0]?.doubt();
    await vi.waitFor(() => expect(connections).toEqual(['live', 'asking', 'offline', 'polling']));
  });

  test('R1233 is no longer said to be live from the moment at which the stream broke', async () => {
    const { server, start, connections } = follow();
    const breaks = Promise.withResolvers<undefined>();
    server.answers(stream, says(event(aRequest()), 'stays'), () =>
      breaks.promise.then(() => Promise.reject(new Error())),
    );
    server.answers(poll, () => new Promise<Response>(() => undefined));
    start();
    await vi.waitFor(() => expect(connections).toEqual(['live']));
    running[0]?.renew();
    await vi.waitFor(() => expect(connections).toEqual(['live', 'asking']));
    breaks.resolve(undefined);
  });

  test.each(['doubt', 'reconnect', 'renew'] as const)(
    'R1232 gives up a read that hangs, and reads at once (%s)',
    async (again) => {
      const { server, start, versions, connections } = follow();
      server.answers(stream, 'cut');
      const hangs = (_: unknown, signal: AbortSignal | null) =>
        new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
      server.answers(poll, hangs, json(aRequest({ version: 2 })), hangs);
      start();
      const polls = () => server.asked.filter(({ path }) => path === requestPath(requestId)).length;
      await vi.waitFor(() => expect(polls()).toBe(1));
      running[0]?.[again]();
      await vi.waitFor(() => expect(versions).toEqual([2]));
      expect(connections).toEqual(['polling']);
    },
  );

  test('stops when the stream says that the token died', async () => {
    const { server, start, ends, versions } = follow();
    server.answers(stream, says(`${event(aRequest())}event: locked\ndata: {}\n\n`));
    start();
    await vi.waitFor(() => expect(ends).toEqual(['unauthorized']));
    const count = server.asked.length;
    await noPause(0, AbortSignal.abort());
    expect(versions).toEqual([1]);
    expect(server.asked).toHaveLength(count);
  });

  test.each([
    [401, 'unauthorized'],
    [404, 'not found'],
  ] as const)('stops when the server answers %i', async (status, ending) => {
    const { server, start, ends } = follow();
    server.answers(stream, refuse(status, 'no'));
    start();
    await vi.waitFor(() => expect(ends).toEqual([ending]));
  });

  test('passes over an event that it cannot read', async () => {
    const { server, start, versions } = follow();
    const odd = 'event: request\ndata: {"version":2}\n\nevent: request\ndata: half\n\nevent: other\ndata: x\n\n';
    server.answers(stream, says(odd + event(aRequest({ version: 3 })), 'stays'));
    start();
    await vi.waitFor(() => expect(versions).toEqual([3]));
  });
});
