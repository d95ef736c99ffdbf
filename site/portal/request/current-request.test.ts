import { afterEach, describe, expect, test, vi } from 'vitest';
import { refuse } from '#client/lib/testing/refusal.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { currentRequestPath, portalRefusals } from '#contract/portal.ts';
import {
  anydeskPath,
  cancelPath,
  requestEventsPath,
  requestPath,
  takeBackPath,
} from '../../../tests/support/request-paths.ts';
import {
  aRequest,
  aSession,
  asEvents,
  fakeServer,
  json,
  loadScreen,
  requestId,
  tabStorage,
  testPortal,
} from '../testing/server.ts';

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
      asEvents,
    );
  const say = (view: RequestView) =>
    controller?.enqueue(
      new TextEncoder().encode(`id: ${view.version}\nevent: request\ndata: ${JSON.stringify(view)}\n\n`),
    );
  return { reply, say };
}

/** An answer that comes when the test releases it. */
function heldAnswer() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { reply: () => promise, release: resolve };
}

const stopped: (() => void)[] = [];
afterEach(() => {
  for (const stop of stopped.splice(0)) stop();
});

const openSession = 'POST /api/portal/session';

async function withRequest() {
  const server = fakeServer();
  const events = openStream();
  server.answers(openSession, json(aSession()));
  server.answers('DELETE /api/portal/session', new Response(null, { status: 204 }));
  server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
  server.answers(stream, events.reply);
  server.answers(poll, 'cut');
  const storage = tabStorage();
  const logged: string[] = [];
  const portal = testPortal(server, { storage, log: (line) => void logged.push(line) });
  stopped.push(portal.leavePage);
  const state = portal.store.get;
  const request = () => state().request;
  const unlock = async (token = aSession().token) => {
    server.answers(openSession, json(aSession({ token })));
    expect(await portal.submitCode(() => '7K2M-90QF-3XVD', loadScreen)).toBe(true);
  };
  await unlock();
  await vi.waitFor(() => expect(request()).toMatchObject({ status: 'known', connection: 'live' }));
  await vi.waitFor(() => expect(server.asked.some(({ path }) => path === requestEventsPath(requestId))).toBe(true));
  const isAt = (version: number) => vi.waitFor(() => expect(request()).toMatchObject({ view: { version } }));
  const tokens = (call: string) =>
    server.asked
      .filter(({ method, path }) => `${method} ${path}` === call)
      .map(({ headers }) => headers.get('authorization'));
  return { server, events, portal, state, request, isAt, unlock, logged, storage, tokens };
}

test('R1279 the card says that it checks, and not Live, when the session has ended and the stream of its own token hangs', async () => {
  const { server, portal, request, tokens } = await withRequest();
  server.answers(stream, () => new Promise<Response>(() => undefined));
  server.answers(poll, () => new Promise<Response>(() => undefined));
  portal.lock('session ended');
  await vi.waitFor(() => expect(tokens(stream).at(-1)).toBe('Bearer view-token'));
  expect(request()).toMatchObject({ status: 'known', connection: 'asking' });
});

test('R1279 a card without a connection goes on saying so when its session has ended', async () => {
  const { server, portal, request, tokens } = await withRequest();
  server.answers(stream, 'cut');
  portal.renew();
  await vi.waitFor(() => expect(request()).toMatchObject({ connection: 'offline' }));
  server.answers(stream, () => new Promise<Response>(() => undefined));
  server.answers(poll, () => new Promise<Response>(() => undefined));
  portal.lock('session ended');
  await vi.waitFor(() => expect(tokens(stream).at(-1)).toBe('Bearer view-token'));
  expect(request()).toMatchObject({ status: 'known', connection: 'offline' });
});

describe('R59 the card never goes backwards', () => {
  test('when the answer to the AnyDesk address arrives after a newer event', async () => {
    const { server, events, portal, request, isAt } = await withRequest();
    const answer = heldAnswer();
    server.answers(anydesk, answer.reply);
    const given = portal.giveAnydesk('412098637');
    events.say(aRequest({ ...accepted, anydesk: '412098637' }));
    await isAt(5);
    answer.release(json(aRequest({ version: 4, anydesk: '412098637' })));
    expect(await given).toEqual({ kind: 'done' });
    expect(request()).toMatchObject({ view: { version: 5, state: 'accepted' } });
  });

  test('when the answer to Cancel arrives after the event that ended it', async () => {
    const { server, events, portal, request, isAt } = await withRequest();
    const answer = heldAnswer();
    server.answers(cancel, answer.reply);
    const cancelled = portal.cancelRequest();
    events.say(aRequest({ version: 7, state: 'cancelled', endedAt }));
    await isAt(7);
    answer.release(json(accepted));
    await cancelled;
    expect(request()).toMatchObject({ view: { version: 7, state: 'cancelled' } });
  });

  test('when the session finds the request in an older state than the tab has seen', async () => {
    const { server, unlock, events, portal, request, isAt, tokens } = await withRequest();
    events.say(accepted);
    await isAt(5);
    portal.lock();
    server.answers(current, json({ request: aRequest({ version: 3 }), viewToken: 'view-token' }));
    await unlock('another-token');
    await vi.waitFor(() => expect(tokens(stream).at(-1)).toBe('Bearer another-token'));
    expect(request()).toMatchObject({ view: { version: 5 } });
  });

  test('when two answers of one version come out of order, by what the server wrote last', async () => {
    const { server, events, portal, request, isAt } = await withRequest();
    const answer = heldAnswer();
    server.answers(anydesk, answer.reply);
    const given = portal.giveAnydesk('412098637');
    events.say({ ...accepted, smsStatus: 'capped', serverNow: '2026-11-20T21:05:02.000Z' });
    await isAt(5);
    answer.release(json({ ...accepted, smsStatus: 'going', serverNow: '2026-11-20T21:05:01.000Z' }));
    await given;
    expect(request()).toMatchObject({ view: { smsStatus: 'capped' } });
  });

  describe('by an answer that was asked for before the newer state, and was written after it with a lower version', () => {
    const third = aRequest({ version: 3 });
    const late = aRequest({ version: 4, anydesk: '412098637', serverNow: '2026-11-20T21:06:00.000Z' });
    const aTurn = () => new Promise((resolve) => setTimeout(resolve, 0));
    const times = (tokens: (call: string) => unknown[], call: string, atLeast: number) =>
      vi.waitFor(() => expect(tokens(call).length).toBeGreaterThanOrEqual(atLeast));

    test('to a press', async () => {
      const { server, events, portal, request, isAt } = await withRequest();
      events.say(third);
      await isAt(3);
      const answer = heldAnswer();
      server.answers(anydesk, answer.reply);
      const given = portal.giveAnydesk('412098637');
      events.say(accepted);
      await isAt(5);
      answer.release(json(late));
      expect(await given).toEqual({ kind: 'done' });
      expect(request()).toMatchObject({ view: { version: 5, acceptedBy: 'Dana' } });
    });

    test('to a poll', async () => {
      const { server, events, portal, request, isAt, tokens } = await withRequest();
      events.say(third);
      await isAt(3);
      const answer = heldAnswer();
      server.answers(poll, answer.reply);
      server.answers(stream, 'cut');
      portal.renew();
      await times(tokens, poll, 1);
      const again = openStream();
      server.answers(stream, again.reply);
      const streams = tokens(stream).length;
      portal.renew();
      await times(tokens, stream, streams + 1);
      again.say(accepted);
      await isAt(5);
      answer.release(json(late));
      await aTurn();
      await aTurn();
      expect(request()).toMatchObject({ view: { version: 5, acceptedBy: 'Dana' } });
    });

    test('to a look at a line beside the card', async () => {
      const { server, events, portal, state, isAt, tokens } = await withRequest();
      events.say(third);
      await isAt(3);
      const [press, look] = [heldAnswer(), heldAnswer()];
      server.answers(anydesk, press.reply);
      server.answers(poll, look.reply);
      const given = portal.giveAnydesk('412098637');
      const other = aRequest({ id: 'another', createdAt: '2026-11-20T21:05:10.000Z' });
      server.answers(`GET ${requestEventsPath('another')}`, openStream().reply);
      server.answers(`GET ${requestPath('another')}`, json(other));
      const running = [{ request: third, viewToken: 'view-token' }];
      server.answers(current, json({ request: other, viewToken: 'other', beside: running }));
      portal.showNewRequest();
      await times(tokens, poll, 1);
      press.release(json(accepted));
      await given;
      expect(state().beside).toMatchObject([{ id: requestId, version: 5 }]);
      look.release(json(late));
      await aTurn();
      await aTurn();
      expect(state().beside).toMatchObject([{ id: requestId, version: 5 }]);
    });
  });

  test('to a request that is no longer the one in sight', async () => {
    const { server, portal, request } = await withRequest();
    const answer = heldAnswer();
    server.answers(anydesk, answer.reply);
    const given = portal.giveAnydesk('412098637');
    const found = heldAnswer();
    server.answers(current, found.reply);
    portal.showNewRequest();
    answer.release(json(accepted));
    await given;
    expect(request()).toEqual({ status: 'loading', connection: 'asking' });
    found.release(json({ request: aRequest({ id: 'another' }), viewToken: 'v' }));
    await vi.waitFor(() => expect(request()).toMatchObject({ view: { id: 'another' } }));
  });

  test('to a request that was put away, or whose portal was left', async () => {
    const { server, portal, request } = await withRequest();
    const answer = heldAnswer();
    server.answers(anydesk, answer.reply);
    const given = portal.giveAnydesk('412098637');
    portal.leavePage();
    answer.release(json(accepted));
    await given;
    expect(request()).toEqual({ status: 'none' });
  });

  test('and a late refusal of a dead session does not lock the next one', async () => {
    const { server, unlock, portal, state } = await withRequest();
    const answer = heldAnswer();
    server.answers(anydesk, answer.reply);
    const given = portal.giveAnydesk('412098637');
    portal.lock();
    await unlock('another-token');
    answer.release(refuse(401, 'locked'));
    await given;
    expect(state().status).toBe('open');
  });
});

describe('R20 without a session, after a lock or a reload', () => {
  test('the request is given its AnyDesk address and cancelled by its own token', async () => {
    const { server, portal, request, isAt, tokens } = await withRequest();
    portal.lock();
    server.answers(anydesk, json(aRequest({ version: 2, anydesk: '412098637' })));
    expect(await portal.giveAnydesk('412098637')).toEqual({ kind: 'done' });
    await isAt(2);
    server.answers(cancel, json(aRequest({ version: 3, state: 'cancelled', endedAt })));
    expect(await portal.cancelRequest()).toEqual({ kind: 'done' });
    expect(request()).toMatchObject({ view: { state: 'cancelled' } });
    expect([...tokens(anydesk), ...tokens(cancel)]).toEqual(['Bearer view-token', 'Bearer view-token']);
  });

  test('the token ends with the request', async () => {
    const { server, portal, storage } = await withRequest();
    portal.lock();
    server.answers(cancel, json(aRequest({ version: 3, state: 'cancelled', endedAt })));
    await portal.cancelRequest();
    expect(storage.kept.size).toBe(0);
  });

  test('a token that the server no longer takes is forgotten with its card, and locks nothing', async () => {
    const { server, portal, request, storage, state } = await withRequest();
    portal.lock();
    server.answers(cancel, refuse(401, 'locked'));
    await portal.cancelRequest();
    expect(request()).toEqual({ status: 'none' });
    expect(storage.kept.size).toBe(0);
    expect(state()).toMatchObject({ status: 'locked', form: { status: 'closed' } });
  });

  test('the card can be changed while a new session is looking for its request', async () => {
    const { server, unlock, portal } = await withRequest();
    portal.lock();
    server.answers(current, heldAnswer().reply);
    await unlock('another-token');
    server.answers(anydesk, json(aRequest({ version: 2, anydesk: '412098637' })));
    expect(await portal.giveAnydesk('412098637')).toEqual({ kind: 'done' });
  });
});

test('R730 a change says which version of the request the card showed', async () => {
  const { server, portal, events, isAt } = await withRequest();
  events.say(accepted);
  await isAt(5);
  server.answers(anydesk, json({ ...accepted, version: 6 }));
  await portal.giveAnydesk('412098637');
  server.answers(cancel, json({ ...accepted, version: 7 }));
  await portal.cancelRequest();
  server.answers(`POST ${takeBackPath(requestId)}`, refuse(409, portalRefusals.changed.text));
  expect(await portal.takeBackCancel()).toEqual({ kind: 'refused', text: portalRefusals.changed.text });
  const sent = server.asked.filter(({ method, path }) => method === 'POST' && path.startsWith(requestPath(requestId)));
  expect(sent.map(({ body }) => body)).toEqual([{ address: '412098637', seen: 5 }, { seen: 6 }, { seen: 7 }]);
});

test('R602 the tab knows of its own cancel, and not of a colleague’s after it was taken back', async () => {
  const { server, portal } = await withRequest();
  const closing = { as: 'cancelled', at: endedAt, endsAt: endedAt } as const;
  server.answers(cancel, json(aRequest({ version: 2, closing })));
  expect(portal.wasCancelledHere(requestId)).toBe(false);
  await portal.cancelRequest();
  expect(portal.wasCancelledHere(requestId)).toBe(true);
  server.answers(`POST ${takeBackPath(requestId)}`, json(aRequest({ version: 3 })));
  await portal.takeBackCancel();
  expect(portal.wasCancelledHere(requestId)).toBe(false);
  server.answers(cancel, refuse(409, 'too late'));
  await portal.cancelRequest();
  expect(portal.wasCancelledHere(requestId)).toBe(false);
});

describe('R39 a refused change of the request', () => {
  test('is told in our words where a person can act on it', async () => {
    const { server, portal } = await withRequest();
    server.answers(cancel, refuse(409, '<h1>Conflict</h1>'));
    expect(await portal.cancelRequest()).toEqual({ kind: 'refused', text: 'This request is over or about to end' });
  });

  test('never shows what a proxy answered, which goes to the console', async () => {
    const { server, portal, logged } = await withRequest();
    server.answers(anydesk, new Response('<html>403 Forbidden</html>', { status: 403 }));
    expect(await portal.giveAnydesk('412098637')).toEqual({ kind: 'failed' });
    expect(logged).toEqual(['403 for a change of the request: <html>403 Forbidden</html>']);
  });
});
