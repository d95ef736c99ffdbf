/** What the card shows when the server comes back with an older state, as when a standby takes over that lagged behind. */
import { describe, expect, test, vi } from 'vitest';
import { brand } from '#brand/brand.ts';
import { refuse } from '#client/lib/testing/refusal.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { anydeskPath, requestEventsPath, requestPath } from '../../../tests/support/request-paths.ts';
import { lostText } from '../screen/lost-text.ts';
import { sendSms } from '../testing/asking.ts';
import { code, current, setUp, stream, withRequest } from '../testing/portal.ts';
import { type Asked, anInput, aRequest, asEvents, json, loadScreen, requestId } from '../testing/server.ts';

const poll = `GET ${requestPath(requestId)}`;
const otherId = '0b0e7b66-6f0f-4b39-9b6e-6a9f5c1f0a02';

const accepted = aRequest({
  version: 5,
  state: 'accepted',
  acceptedAt: '2026-11-20T21:05:00.000Z',
  acceptedBy: 'Dana',
  serverNow: '2026-11-20T21:05:00.000Z',
});
/** The request as the server has it after it lost the acceptance. */
const lost = aRequest({ version: 4, serverNow: '2026-11-20T21:05:30.000Z' });

const event = (view: RequestView) => `id: ${view.version}\nevent: request\ndata: ${JSON.stringify(view)}\n\n`;

/** A stream that sends these views, each when the one before was released, and stays open. */
function openStream(...first: RequestView[]) {
  let say = (_: RequestView) => {};
  const reply = (_: Asked, signal: AbortSignal | null) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          say = (view) => controller.enqueue(new TextEncoder().encode(event(view)));
          for (const view of first) say(view);
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
      }),
      asEvents,
    );
  return { reply, say: (view: RequestView) => say(view) };
}

describe('R908 the card shows an older state that the server came back with', () => {
  /** A card that shows the acceptance. */
  async function withAccepted(...streams: ReturnType<typeof openStream>[]) {
    const made = setUp();
    const [first = openStream(accepted), ...others] = streams;
    made.server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
    made.server.answers(stream, first.reply, ...others.map(({ reply }) => reply));
    made.server.answers(poll, 'cut');
    await made.portal.submitCode(() => code, loadScreen);
    const shows = (acceptedBy: string | null) =>
      vi.waitFor(() => expect(made.request()).toMatchObject({ status: 'known', view: { acceptedBy } }));
    await shows('Dana');
    return { ...made, shows };
  }

  test('by its open stream, and what happens from then on', async () => {
    const events = openStream(accepted);
    const { shows } = await withAccepted(events);
    events.say(lost);
    await shows(null);
    events.say({ ...accepted, acceptedBy: 'Tamsin', serverNow: '2026-11-20T21:06:00.000Z' });
    await shows('Tamsin');
  });

  test('by a stream that is opened again, also after another lock', async () => {
    const { portal, shows } = await withAccepted(openStream(accepted), openStream(lost));
    portal.lock();
    await shows(null);
  });

  test('by its open stream, when the clock of the new database is behind', async () => {
    const events = openStream(accepted);
    const { shows } = await withAccepted(events);
    events.say({ ...lost, serverNow: '2026-11-20T21:04:50.000Z' });
    await shows(null);
    events.say({ ...accepted, acceptedBy: 'Tamsin', serverNow: '2026-11-20T21:04:55.000Z' });
    await shows('Tamsin');
  });

  test('by a stream that begins with the same version of another history', async () => {
    const tamsins = { ...accepted, acceptedBy: 'Tamsin', serverNow: '2026-11-20T21:05:10.000Z' };
    const { portal, shows } = await withAccepted(openStream(accepted), openStream(tamsins));
    portal.renew();
    await shows('Tamsin');
  });

  describe('when the answer to a press alone had brought the version that was lost', () => {
    const given = { ...accepted, version: 6, anydesk: '412098637', serverNow: '2026-11-20T21:05:10.000Z' };
    const back = { ...accepted, serverNow: '2026-11-20T21:05:30.000Z' };

    async function withAddress(...streams: ReturnType<typeof openStream>[]) {
      const made = await withAccepted(...streams);
      made.server.answers(`POST ${anydeskPath(requestId)}`, json(given));
      await made.portal.giveAnydesk('412098637');
      expect(made.request()).toMatchObject({ view: { version: 6 } });
      const goesBack = () =>
        vi.waitFor(() => expect(made.request()).toMatchObject({ view: { version: 5, anydesk: null } }));
      return { ...made, goesBack };
    }

    test('by a poll', async () => {
      const { server, portal, goesBack } = await withAddress();
      server.answers(stream, 'cut');
      server.answers(poll, json(back));
      portal.renew();
      await goesBack();
    });

    test('and then its stream, by this stream, when the clock of the new database is behind', async () => {
      const events = openStream(accepted);
      const { goesBack } = await withAddress(events);
      events.say({ ...given, serverNow: '2026-11-20T21:05:09.000Z' });
      events.say({ ...back, serverNow: '2026-11-20T21:05:01.000Z' });
      await goesBack();
    });

    test('by a stream that is opened again', async () => {
      const { portal, goesBack } = await withAddress(openStream(accepted), openStream(back));
      portal.renew();
      await goesBack();
    });

    test('by a poll beside the stream, which cannot tell the lost version from one that is on its way', async () => {
      const events = openStream(accepted);
      const { server, goesBack } = await withAddress(events);
      server.answers(poll, json(back));
      events.say(back);
      await goesBack();
    });
  });

  test('by a poll while there is no stream', async () => {
    const { server, portal, shows } = await withAccepted();
    server.answers(stream, 'cut');
    server.answers(poll, json(lost));
    portal.renew();
    await shows(null);
  });

  test('in a line beside the card', async () => {
    const { server, portal, state } = await withAccepted();
    const other = aRequest({ id: otherId, reference: 'BX-0000-0002', createdAt: '2026-11-20T21:05:10.000Z' });
    server.answers(`GET ${requestEventsPath(otherId)}`, openStream(other).reply);
    server.answers(`GET ${requestPath(otherId)}`, json(other));
    server.answers(
      current,
      json({ request: other, viewToken: 'other', beside: [{ request: accepted, viewToken: 'view-token' }] }),
    );
    server.answers(poll, json(accepted));
    portal.showNewRequest();
    const line = (acceptedBy: string | null) =>
      vi.waitFor(() => expect(state().beside).toMatchObject([{ id: requestId, acceptedBy }]));
    await line('Dana');
    server.answers(poll, json(lost));
    await line(null);
  });
});

describe('R909 a request that the server has lost', () => {
  /** What the server answers to the token of the request, and to the session, once it has lost it. */
  const gone = (asked: Asked) =>
    asked.headers.get('authorization') === 'Bearer view-token' ? refuse(401, 'dead') : refuse(404, 'none');
  const stands = 'Request BX-0000-0001 was open when this page last saw it: nobody had it yet.';
  const notFound = `${stands} This page cannot find it any more. Call ${brand.directLine} to hear whether it goes on, or ask again.`;
  const notYet = `${stands} This page can no longer follow it. Call ${brand.directLine} to hear whether it goes on.`;

  /** An open portal that has lost its request and has not looked for it yet. */
  async function withLost() {
    const made = await withRequest();
    const { server, portal, state } = made;
    server.answers(current, 'cut');
    server.answers(stream, gone);
    server.answers(poll, gone);
    portal.renew();
    await vi.waitFor(() => expect(state()).toMatchObject({ status: 'open', outOfSight: [{ id: requestId }] }));
    const says = (...texts: string[]) => vi.waitFor(() => expect(state().outOfSight.map(lostText)).toEqual(texts));
    return { ...made, says };
  }

  test('is told in the open portal, once the server was asked for it, and not only put away', async () => {
    const { server, state, calls, says } = await withLost();
    expect(state()).toMatchObject({ request: { status: 'none' } });
    await vi.waitFor(() => expect(calls(current).length).toBeGreaterThan(2));
    await says(notYet);
    server.answers(current, json(null));
    await says(notFound);
  });

  test('is not told before the next session was asked for it', async () => {
    const { server, portal, says } = await withLost();
    server.answers(current, json(null));
    await says(notFound);
    portal.lock();
    server.answers(current, 'cut');
    await portal.submitCode(() => code, loadScreen);
    await says(notYet);
    server.answers(current, json(null));
    await says(notFound);
  });

  test('and that the server names after all is shown again', async () => {
    const { server, request, says } = await withLost();
    server.answers(stream, openStream(aRequest()).reply);
    server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
    await vi.waitFor(() => expect(request()).toMatchObject({ view: { id: requestId } }));
    await says();
  });

  test('is told of a line beside the card too', async () => {
    const { server, portal, state } = await withRequest();
    const other = aRequest({ id: otherId, reference: 'BX-0000-0002', createdAt: '2026-11-20T21:05:10.000Z' });
    const named = { request: other, viewToken: 'other' };
    server.answers(`GET ${requestEventsPath(otherId)}`, openStream(other).reply);
    server.answers(`GET ${requestPath(otherId)}`, json(other));
    server.answers(current, json({ ...named, beside: [{ request: aRequest(), viewToken: 'view-token' }] }));
    server.answers(poll, json(aRequest()));
    portal.showNewRequest();
    await vi.waitFor(() => expect(state().beside).toMatchObject([{ id: requestId }]));
    server.answers(current, json(named));
    server.answers(poll, gone);
    await vi.waitFor(() => expect(state().outOfSight.map(lostText)).toEqual([notFound]));
    expect(state()).toMatchObject({ request: { view: { id: otherId } }, beside: [] });
  });

  test('is told of the card too when another request takes its place there', async () => {
    const { server, portal, state } = await withRequest();
    const other = aRequest({ id: otherId, reference: 'BX-0000-0002', createdAt: '2026-11-20T21:03:00.000Z' });
    const named = { request: other, viewToken: 'other' };
    server.answers(`GET ${requestEventsPath(otherId)}`, openStream(other).reply);
    server.answers(`GET ${requestPath(otherId)}`, json(other));
    server.answers(current, json({ request: aRequest(), viewToken: 'view-token', beside: [named] }));
    portal.showNewRequest();
    await vi.waitFor(() =>
      expect(state()).toMatchObject({ request: { view: { id: requestId } }, beside: [{ id: otherId }] }),
    );
    server.answers(current, json(named));
    server.answers(stream, gone);
    server.answers(poll, gone);
    portal.renew();
    await vi.waitFor(() => expect(state()).toMatchObject({ request: { view: { id: otherId } } }));
    await vi.waitFor(() => expect(state().outOfSight.map(lostText)).toEqual([notFound]));
  });

  test('does not end the search for one that was just created', async () => {
    const { server, portal, state } = await withRequest();
    const [older, newest] = ['2026-11-20T21:03:00.000Z', '2026-11-20T21:06:00.000Z'].map((createdAt, at) => ({
      request: aRequest({ id: `${otherId.slice(0, -1)}${at + 3}`, createdAt }),
      viewToken: `other ${at}`,
    }));
    if (!older || !newest) throw new Error('two requests are named');
    for (const { request } of [older, newest]) {
      server.answers(`GET ${requestEventsPath(request.id)}`, openStream(request).reply);
      server.answers(`GET ${requestPath(request.id)}`, json(request));
    }
    server.answers(poll, json(aRequest()));
    server.answers(current, json({ request: aRequest(), viewToken: 'view-token', beside: [older] }));
    portal.showNewRequest();
    await vi.waitFor(() => expect(state().beside).toMatchObject([{ id: older.request.id }]));
    server.answers(current, 'cut');
    portal.showNewRequest();
    server.answers(poll, gone);
    portal.reconnect();
    await vi.waitFor(() => expect(state().outOfSight).toMatchObject([{ id: requestId }]));
    server.answers(current, json({ ...newest, beside: [older] }));
    await vi.waitFor(() => expect(state().request).toMatchObject({ view: { id: newest.request.id } }));
  });

  test('is not told any more once the person has asked again', async () => {
    const { server, portal, state, says } = await withLost();
    server.answers(current, json(null));
    await says(notFound);
    server.answers(sendSms, json({ success: true, view: { id: otherId, viewToken: 'other' } }));
    expect(await portal.createRequest(anInput)).toMatchObject({ kind: 'sent' });
    expect(state().outOfSight).toEqual([]);
  });
});
