import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { refuse } from '#client/lib/testing/refusal.ts';
import { mintId } from '#contract/reference.ts';
import { code, current, look, setUp, stream, withRequest } from './testing/portal.ts';
import {
  anInput,
  aRequest,
  aSession,
  asEvents,
  json,
  loadScreen,
  noPause,
  requestId,
  stillClocks,
  tabStorage,
} from './testing/server.ts';

describe('R20 the running request', () => {
  test('is found by the session', async () => {
    const { request, storage } = await withRequest();
    expect(request()).toMatchObject({ status: 'known', view: { id: requestId } });
    expect([...storage.kept.values()]).toEqual([JSON.stringify({ id: requestId, viewToken: 'view-token' })]);
  });

  test('stays in sight after the lock, by the token that is for it alone', async () => {
    const { portal, request, calls } = await withRequest();
    portal.lock();
    expect(request()).toMatchObject({ status: 'known' });
    expect(calls(stream).at(-1)?.headers.get('authorization')).toBe('Bearer view-token');
  });

  test('comes back after a reload of its tab, and is given to the next session', async () => {
    const { storage } = await withRequest();
    const { portal, request, server } = setUp(storage);
    server.answers(stream, () => new Response(`event: request\ndata: ${JSON.stringify(aRequest())}\n\n`, asEvents));
    portal.enterPage();
    await vi.waitFor(() => expect(request()).toMatchObject({ status: 'known' }));
    await portal.submitCode(() => code, loadScreen);
    const opened = server.asked.find(({ method }) => method === 'POST');
    expect(opened?.body).toMatchObject({ resume: { id: requestId, viewToken: 'view-token' } });
  });

  test('is gone from the tab when the token no longer shows it', async () => {
    const { storage } = await withRequest();
    const { portal, request, server } = setUp(storage);
    server.answers(stream, refuse(401, 'locked'));
    portal.enterPage();
    await vi.waitFor(() => expect(request()).toEqual({ status: 'none' }));
    expect(storage.kept.size).toBe(0);
  });

  test('R25 takes the AnyDesk address, or says why not', async () => {
    const { portal, request, server } = await withRequest();
    const path = `POST /api/portal/requests/${requestId}/anydesk`;
    server.answers(
      path,
      refuse(409, 'This request is over'),
      'cut',
      json(aRequest({ anydesk: '412098637', version: 2 })),
    );
    expect(await portal.giveAnydesk('412098637')).toEqual({
      kind: 'refused',
      text: 'This request is over or about to end',
    });
    expect(await portal.giveAnydesk('412098637')).toEqual({ kind: 'failed' });
    expect(await portal.giveAnydesk('412098637')).toEqual({ kind: 'done' });
    expect(request()).toMatchObject({ view: { anydesk: '412098637' } });
  });

  test('that is cancelled stays in sight until it is put away', async () => {
    const { portal, request, server, storage } = await withRequest();
    const over = aRequest({ version: 9, state: 'cancelled', endedAt: '2026-11-20T21:05:00.000Z' });
    server.answers(`POST /api/portal/requests/${requestId}/cancel`, json(over));
    expect(await portal.cancelRequest()).toEqual({ kind: 'done' });
    expect(request()).toMatchObject({ view: { state: 'cancelled' } });
    expect(storage.kept.size).toBe(0);
    portal.dismissRequest();
    expect(request()).toEqual({ status: 'none' });
  });

  test('R352 is connected to anew once the computer has slept, although its stream still seems open', async () => {
    let sleptMs = 0;
    const clocks = { ...stillClocks, wall: () => stillClocks.wall() + sleptMs };
    const { server, portal, request, calls } = setUp(tabStorage(), { clocks, sleep: noPause });
    server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
    server.answers(look, json(aSession()));
    server.answers(`GET /api/portal/requests/${requestId}`, json(aRequest()));
    const heartbeat = new TextEncoder().encode(':\n\n');
    const begin = (to: ReadableStreamDefaultController, signal: AbortSignal | null) => {
      to.enqueue(heartbeat);
      signal?.addEventListener('abort', () => to.error(signal.reason));
    };
    server.answers(
      stream,
      (_, signal) => new Response(new ReadableStream({ start: (to) => begin(to, signal) }), asEvents),
    );
    await portal.submitCode(() => code, loadScreen);
    await vi.waitFor(() => expect(request()).toMatchObject({ status: 'known', connection: 'live' }));
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    void portal.keepTime(leaving.signal);
    await noPause(0, leaving.signal);
    expect(calls(stream)).toHaveLength(1);
    sleptMs = 600_000;
    await vi.waitFor(() => expect(calls(stream)).toHaveLength(2));
  });
});

test('R914 other answers come in the place of a request that nobody heard of although the computer’s clock was set between the presses', async () => {
  for (const setMs of [-3 * 3_600_000, 3 * 3_600_000]) {
    let offMs = 0;
    const clocks = { ...stillClocks, wall: () => stillClocks.wall() + offMs };
    const { server, portal, calls } = setUp(tabStorage(), { clocks, sleep: noPause }, { mintId: () => mintId() });
    const press = 'POST /functions/v1/send-sms';
    server.answers(press, 'cut', json({ success: true }));
    await portal.submitCode(() => code, loadScreen);
    server.answers(current, 'cut');
    expect(await portal.createRequest(anInput)).toEqual({ kind: 'failed' });
    offMs = setMs;
    expect(await portal.createRequest({ ...anInput, additionalInfo: 'GAP' })).toEqual({ kind: 'sent' });
    const [first, second] = calls(press).map(({ body }) => body as { request_id: string; instead_of?: string[] });
    expect(second?.instead_of).toEqual([first?.request_id]);
  }
});
