import { describe, expect, test, vi } from 'vitest';
import { refuse } from '#client/lib/testing/refusal.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { portalRefusals } from '#contract/portal.ts';
import { anydeskPath, cancelPath, requestEventsPath, requestPath } from '../../../tests/support/request-paths.ts';
import { outOfSightText } from '../access/out-of-sight.ts';
import { code, current, look, open, setUp } from '../testing/portal.ts';
import { anInput, aRequest, aSession, json, loadScreen, requestId, tabStorage } from '../testing/server.ts';

const firstId = requestId;
const secondId = '0b0e7b66-6f0f-4b39-9b6e-6a9f5c1f0a02';
const first = aRequest({
  version: 5,
  state: 'accepted',
  acceptedAt: '2026-11-20T21:05:00.000Z',
  acceptedBy: 'Marlow',
});
const second = aRequest({
  id: secondId,
  reference: 'BX-0000-0002',
  version: 7,
  createdAt: '2026-11-20T21:06:00.000Z',
});
const endedAt = '2026-11-20T21:10:00.000Z';
const tokenOf = (view: RequestView) => `view-token-of-${view.id}`;
const running = (shown: RequestView, ...beside: RequestView[]) => {
  const all = beside.map((request) => ({ request, viewToken: tokenOf(request) }));
  return json({ request: shown, viewToken: tokenOf(shown), beside: all });
};

/** A stream that is open and sends nothing until it is aborted. */
const silent = (_: unknown, signal: AbortSignal | null) => {
  const { promise, reject } = Promise.withResolvers<Response>();
  signal?.addEventListener('abort', () => reject(new Error('aborted')));
  return promise;
};

/** A session with two requests: an agent has the first one, and the second was asked for after that. */
async function askedTwice(storage = tabStorage()) {
  const made = setUp(storage);
  const { server, portal, state } = made;
  for (const view of [first, second]) {
    server.answers(`GET ${requestEventsPath(view.id)}`, silent);
    server.answers(`GET ${requestPath(view.id)}`, json(view));
  }
  server.answers(current, running(first));
  await portal.submitCode(() => code, loadScreen);
  await vi.waitFor(() => expect(state().request).toMatchObject({ view: { id: firstId } }));
  portal.askBeside();
  server.answers('POST /functions/v1/send-sms', json({ success: true }));
  expect(await portal.createRequest(anInput)).toEqual({ kind: 'sent' });
  server.answers(current, running(second, first));
  portal.showNewRequest();
  const shows = (id: string, ...others: string[]) =>
    vi.waitFor(() => {
      expect(state().request).toMatchObject({ status: 'known', view: { id } });
      expect(state().beside.map((view) => view.id)).toEqual(others);
    });
  await shows(secondId, firstId);
  const lastToken = (call: string) =>
    server.asked.findLast(({ method, path }) => `${method} ${path}` === call)?.headers.get('authorization');
  return { ...made, shows, lastToken };
}

describe('R600 a request that runs beside the one on the card', () => {
  test('comes on the card when it is chosen, and is given its address and cancelled there', async () => {
    const { portal, server, shows, lastToken } = await askedTwice();
    portal.showRequest(firstId);
    await shows(firstId, secondId);
    server.answers(`POST ${anydeskPath(firstId)}`, json({ ...first, version: 8, anydesk: '412098637' }));
    expect(await portal.giveAnydesk('412098637')).toEqual({ kind: 'done' });
    expect(lastToken(`POST ${anydeskPath(firstId)}`)).toBe(`Bearer ${aSession().token}`);
    server.answers(`POST ${cancelPath(firstId)}`, json({ ...first, version: 9, state: 'cancelled', endedAt }));
    await portal.cancelRequest();
    portal.dismissRequest();
    await shows(secondId);
  });

  test('is shown when the other one is cancelled and put away', async () => {
    const { portal, server, shows } = await askedTwice();
    server.answers(`POST ${cancelPath(secondId)}`, json({ ...second, version: 8, state: 'cancelled', endedAt }));
    await portal.cancelRequest();
    await shows(secondId, firstId);
    portal.dismissRequest();
    await shows(firstId);
  });

  test('R1275 keeps the access form closed when the portal locked itself and the other request is put away', async () => {
    const { portal, server, state, shows } = await askedTwice();
    server.answers(look, refuse(401, portalRefusals.locked.text));
    server.answers(current, refuse(401, portalRefusals.locked.text));
    await portal.refreshSession();
    await vi.waitFor(() => expect(state()).toMatchObject({ form: { status: 'closed', reason: 'session ended' } }));
    server.answers(`POST ${cancelPath(secondId)}`, json({ ...second, version: 8, state: 'cancelled', endedAt }));
    await portal.cancelRequest();
    portal.dismissRequest();
    await shows(firstId);
    expect(state()).toMatchObject({ form: { status: 'closed' } });
    server.answers(`POST ${cancelPath(firstId)}`, json({ ...first, version: 8, state: 'cancelled', endedAt }));
    await portal.cancelRequest();
    portal.dismissRequest();
    await vi.waitFor(() => expect(state()).toMatchObject({ form: { status: 'ready' } }));
  });

  test('is there without the code after the page was loaded again, and is taken along when the code is entered', async () => {
    const storage = tabStorage();
    const before = await askedTwice(storage);
    before.portal.leaveDocument();
    const { portal, server, state, calls } = setUp(storage);
    server.answers(`GET ${requestPath(firstId)}`, json(first));
    server.answers(`GET ${requestPath(secondId)}`, json(second));
    portal.enterPage();
    await vi.waitFor(() => expect(state().beside).toMatchObject([{ id: firstId, acceptedBy: 'Marlow' }]));
    portal.showRequest(firstId);
    await vi.waitFor(() => expect(state().request).toMatchObject({ view: { id: firstId } }));
    server.answers(current, running(second, first));
    await portal.submitCode(() => code, loadScreen);
    expect(calls(open).at(-1)?.body).toEqual({
      code,
      resume: { id: firstId, viewToken: tokenOf(first) },
      resumeBeside: [{ id: secondId, viewToken: tokenOf(second) }],
    });
    await vi.waitFor(() => expect(calls(current).length).toBe(1));
    // The request on the card stays there.
    await vi.waitFor(() => expect(state().beside).toMatchObject([{ id: secondId }]));
    expect(state().request).toMatchObject({ view: { id: firstId } });
  });

  test('is looked at, and says how it ended until it was put away', async () => {
    const { portal, server, state, shows, storage } = await askedTwice();
    server.answers(`GET ${requestPath(firstId)}`, json({ ...first, version: 9, state: 'done', endedAt }));
    await vi.waitFor(() => expect(state().beside).toMatchObject([{ state: 'done' }]));
    expect(storage.kept.get('boxline.request')).not.toContain(firstId);
    portal.showRequest(firstId);
    await shows(firstId, secondId);
    portal.dismissRequest();
    await shows(secondId);
  });

  test('goes when its own token does not show it any more', async () => {
    const { portal, server, shows } = await askedTwice();
    portal.lock();
    server.answers(`GET ${requestPath(firstId)}`, json('locked', 401));
    await shows(secondId);
  });

  test('R738 stays when the code that it was made with ends, and a newer code of the store has opened the portal', async () => {
    const { server, state } = await askedTwice();
    const later = { ...first, version: 10 };
    server.answers(`GET ${requestPath(firstId)}`, ({ headers }) =>
      headers.get('authorization') === `Bearer ${tokenOf(first)}` ? refuse(401, 'locked') : json(later),
    );
    await vi.waitFor(() => expect(state().beside).toMatchObject([{ id: firstId, version: 10 }]));
    expect(state().outOfSight).toEqual([]);
  });

  test('R738 is looked at by its own token when a session of a copy of the tab has it', async () => {
    const { server, state } = await askedTwice();
    const later = { ...first, version: 10 };
    server.answers(`GET ${requestPath(firstId)}`, ({ headers }) =>
      headers.get('authorization') === `Bearer ${tokenOf(first)}` ? json(later) : refuse(404, 'no such request'),
    );
    await vi.waitFor(() => expect(state().beside).toMatchObject([{ id: firstId, version: 10 }]));
  });

  test('R738 that a session shows locks the portal when the session has ended', async () => {
    const { server, state } = await askedTwice();
    server.answers(`GET ${requestPath(firstId)}`, ({ headers }) =>
      headers.get('authorization') === `Bearer ${tokenOf(first)}` ? json(first) : refuse(401, 'locked'),
    );
    await vi.waitFor(() => expect(state()).toMatchObject({ status: 'locked', form: { reason: 'session ended' } }));
    expect(state()).toMatchObject({ beside: [{ id: firstId }], outOfSight: [] });
  });

  test('stays when the code of another request is entered', async () => {
    const { portal, server, shows } = await askedTwice();
    portal.lock();
    const third = aRequest({ id: 'third', createdAt: '2026-11-20T21:08:00.000Z' });
    server.answers(current, running(third));
    await portal.submitCode(() => code, loadScreen);
    await shows('third', secondId, firstId);
  });
});

describe('R604 a request whose access code was revoked', () => {
  test('R692 is said to have been open, with who had it, when the tab cannot follow it any more', async () => {
    const { portal, server, state } = await askedTwice();
    for (const view of [first, second]) {
      server.answers(`GET ${requestPath(view.id)}`, refuse(401, 'locked'));
      server.answers(`GET ${requestEventsPath(view.id)}`, refuse(401, 'locked'));
    }
    portal.lock('session ended');
    await vi.waitFor(() => expect(state().outOfSight.map(outOfSightText)).toHaveLength(2));
    expect(state()).toMatchObject({ request: { status: 'none' }, beside: [] });
    const texts = state().outOfSight.map(outOfSightText).toSorted();
    expect(texts[0]).toMatch(
      /^Request BX-0000-0001 was open when this page last saw it: Marlow had it\. .*can no longer follow it\. .*call \(207\)/,
    );
    expect(texts[1]).toMatch(/^Request BX-0000-0002 was open when this page last saw it: nobody had it yet\./);
    // A new code of the store shows the requests again.
    for (const view of [first, second]) {
      server.answers(`GET ${requestPath(view.id)}`, json(view));
      server.answers(`GET ${requestEventsPath(view.id)}`, silent);
    }
    server.answers(current, running(second, first));
    await portal.submitCode(() => code, loadScreen);
    await vi.waitFor(() => expect(state().outOfSight).toEqual([]));
    expect(state().request).toMatchObject({ view: { id: secondId } });
  });

  test('of which the tab had not heard yet is not said to go on for certain', async () => {
    const storage = tabStorage();
    storage.write('boxline.request', JSON.stringify({ id: firstId, viewToken: tokenOf(first) }));
    const { portal, server, state } = setUp(storage);
    server.answers(`GET ${requestEventsPath(firstId)}`, refuse(401, 'locked'));
    portal.enterPage();
    await vi.waitFor(() => expect(state().outOfSight).toHaveLength(1));
    expect(state().outOfSight.map(outOfSightText)[0]).toMatch(/^Request BX-\w{4}-\w{4} may go on\./);
  });
});
