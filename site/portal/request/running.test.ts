import { afterEach, describe, expect, test, vi } from 'vitest';
import type { RequestView } from '#contract/agent-request.ts';
import { anydeskPath, cancelPath, currentRequestPath, requestEventsPath, requestPath } from '#contract/portal.ts';
import { createApi } from '../api.ts';
import { aRequest, fakeServer, json, noPause, requestId, tabStorage } from '../testing/server.ts';
import { createRunning } from './running.ts';

const current = `GET ${currentRequestPath}`;
const stream = `GET ${requestEventsPath(requestId)}`;
const poll = `GET ${requestPath(requestId)}`;
const anydesk = `POST ${anydeskPath(requestId)}`;
const cancel = `POST ${cancelPath(requestId)}`;

const endedAt = '2026-11-20T21:06:00.000Z';
const accepted = aRequest({
  version: 5,
  state: 'accepted',
  acceptedAt: '2026-11-20T21:05:00.000Z',
  acceptedBy: 'Dana',
});

/** A stream that a test writes to while it runs. */
function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const reply = (_: unknown, signal: AbortSignal | null) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(started) {
          controller = started;
          started.enqueue(new TextEncoder().encode(': here\n\n'));
          signal?.addEventListener('abort', () => started.error(signal.reason));
        },
      }),
    );
  const say = (view: RequestView) =>
    controller?.enqueue(
      new TextEncoder().encode(`id: ${view.version}\nevent: request\ndata: ${JSON.stringify(view)}\n\n`),
    );
  return { reply, say };
}

/** An answer that a test lets out when it likes. */
function heldAnswer() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { reply: () => promise, release: resolve };
}

const stopped: (() => void)[] = [];
afterEach(() => {
  for (const stop of stopped.splice(0)) stop();
});

async function withRequest() {
  const server = fakeServer();
  const events = openStream();
  server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
  server.answers(stream, events.reply);
  server.answers(poll, 'cut');
  const locked = vi.fn<() => void>();
  const running = createRunning({
    env: { fetch: server.fetch, storage: () => tabStorage(), now: () => Date.parse(endedAt), sleep: noPause },
    api: createApi(server.fetch),
    onLocked: locked,
  });
  stopped.push(running.rest);
  running.unlock('session-token');
  const request = running.store.get;
  await vi.waitFor(() => expect(request()).toMatchObject({ state: 'known', hearing: 'live' }));
  await vi.waitFor(() => expect(server.asked.some(({ path }) => path === requestEventsPath(requestId))).toBe(true));
  const isAt = (version: number) => vi.waitFor(() => expect(request()).toMatchObject({ view: { version } }));
  return { server, events, running, request, isAt, locked };
}

describe('R59 the card never goes backwards', () => {
  test('when the answer to the AnyDesk address arrives after a newer event', async () => {
    const { server, events, running, request, isAt } = await withRequest();
    const answer = heldAnswer();
    server.answers(anydesk, answer.reply);
    const given = running.giveAnydesk('412098637');
    events.say(aRequest({ ...accepted, anydesk: '412098637' }));
    await isAt(5);
    answer.release(json(aRequest({ version: 4, anydesk: '412098637' })));
    expect(await given).toEqual({ kind: 'done' });
    expect(request()).toMatchObject({ view: { version: 5, state: 'accepted' } });
  });

  test('when the answer to Cancel arrives after the event that ended it', async () => {
    const { server, events, running, request, isAt } = await withRequest();
    const answer = heldAnswer();
    server.answers(cancel, answer.reply);
    const cancelled = running.cancel();
    events.say(aRequest({ version: 7, state: 'cancelled', endedAt }));
    await isAt(7);
    answer.release(json(accepted));
    await cancelled;
    expect(request()).toMatchObject({ view: { version: 7, state: 'cancelled' } });
  });

  test('when the session finds the request in an older state than the tab has seen', async () => {
    const { server, events, running, request, isAt } = await withRequest();
    events.say(accepted);
    await isAt(5);
    running.lookOn();
    server.answers(current, json({ request: aRequest({ version: 3 }), viewToken: 'view-token' }));
    running.unlock('another-token');
    await vi.waitFor(() => expect(request()).toMatchObject({ may: 'change' }));
    expect(request()).toMatchObject({ view: { version: 5 } });
  });

  test('when two answers of one version come out of order, by what the server wrote last', async () => {
    const { server, events, running, request, isAt } = await withRequest();
    const answer = heldAnswer();
    server.answers(anydesk, answer.reply);
    const given = running.giveAnydesk('412098637');
    events.say({ ...accepted, texting: 'capped', serverNow: '2026-11-20T21:05:02.000Z' });
    await isAt(5);
    answer.release(json({ ...accepted, texting: 'going', serverNow: '2026-11-20T21:05:01.000Z' }));
    await given;
    expect(request()).toMatchObject({ view: { texting: 'capped' } });
  });

  test('to a request that is no longer the one in sight', async () => {
    const { server, running, request } = await withRequest();
    const answer = heldAnswer();
    server.answers(anydesk, answer.reply);
    const given = running.giveAnydesk('412098637');
    const found = heldAnswer();
    server.answers(current, found.reply);
    running.asked('session-token');
    answer.release(json(accepted));
    await given;
    expect(request()).toEqual({ state: 'finding', hearing: 'live' });
    found.release(json({ request: aRequest({ id: 'another' }), viewToken: 'v' }));
    await vi.waitFor(() => expect(request()).toMatchObject({ view: { id: 'another' } }));
  });

  test('to a request that was put away, or whose portal was left', async () => {
    const { server, running, request } = await withRequest();
    const answer = heldAnswer();
    server.answers(anydesk, answer.reply);
    const given = running.giveAnydesk('412098637');
    running.rest();
    answer.release(json(accepted));
    await given;
    expect(request()).toEqual({ state: 'none' });
  });

  test('and a late refusal of a dead session does not lock the next one', async () => {
    const { server, running, locked } = await withRequest();
    const answer = heldAnswer();
    server.answers(anydesk, answer.reply);
    const given = running.giveAnydesk('412098637');
    running.lookOn();
    running.unlock('another-token');
    answer.release(new Response('locked', { status: 401 }));
    await given;
    expect(locked).not.toHaveBeenCalled();
  });
});
