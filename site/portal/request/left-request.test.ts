import { afterEach, describe, expect, test, vi } from 'vitest';
import { refuse } from '#client/lib/testing/refusal.ts';
import { mintId } from '#contract/reference.ts';
import type { PortalEnv } from '../env.ts';
import {
  anInput,
  aRequest,
  aSession,
  fakeServer,
  json,
  loadScreen,
  requestId,
  tabStorage,
  testPortal,
} from '../testing/server.ts';

const close = 'DELETE /api/portal/session';
const current = 'GET /api/portal/requests/current';

const stopped: (() => void)[] = [];
afterEach(() => {
  for (const stop of stopped.splice(0)) stop();
});

const success = () => json({ success: true });
/** What a proxy answers when the server's own answer did not reach it. */
const lost = () => new Response('Bad Gateway', { status: 502 });
const refusal = () => json({ success: false, error: 'Busy' });

/** An open portal, and a request whose response a test releases. */
async function withRequestOnItsWay(change: Partial<PortalEnv> = {}) {
  const server = fakeServer();
  server.answers('POST /api/portal/session', json(aSession()));
  server.answers(close, new Response(null, { status: 204 }));
  server.answers(current, json(null));
  server.answers(`GET /api/portal/requests/${requestId}/events`, 'cut');
  server.answers(`GET /api/portal/requests/${requestId}`, json(aRequest()));
  const response = Promise.withResolvers<Response>();
  server.answers('POST /functions/v1/send-sms', () => response.promise);
  const storage = tabStorage();
  const onNotice = vi.fn<() => void>();
  const portal = testPortal(server, { storage, onNotice, ...change });
  stopped.push(portal.leavePage);
  await portal.submitCode(() => '7K2M-90QF-3XVD', loadScreen);
  const outcome = portal.createRequest(anInput);
  const ended = () => server.asked.filter(({ method }) => method === 'DELETE').length;
  const state = portal.store.get;
  return { server, storage, portal, state, outcome, respond: response.resolve, ended, onNotice };
}

describe('S4.8 a press of Request Agent', () => {
  test('is its caller’s to tell while the portal is open', async () => {
    const { outcome, respond, onNotice, state } = await withRequestOnItsWay();
    respond(refusal());
    expect(await outcome).toEqual({ kind: 'failed' });
    expect(state().leftRequest).toBe('none');
    expect(onNotice).not.toHaveBeenCalled();
  });

  test('S8.3 that fails after the portal was left is told, once', async () => {
    const { outcome, respond, portal, onNotice, ended, state } = await withRequestOnItsWay();
    portal.leavePage();
    expect(ended(), 'the session waits for the answer').toBe(0);
    respond(refusal());
    expect(await outcome).toEqual({ kind: 'left' });
    expect(state().leftRequest).toBe('failed');
    expect(onNotice).toHaveBeenCalledTimes(1);
    expect(ended()).toBe(1);
    portal.dismissLeftRequest();
    expect(state().leftRequest).toBe('none');
  });

  test.each([
    { when: 'is on its way', isOver: false, same: true },
    { when: 'has failed', isOver: true, same: false },
  ])(
    'R518 keeps its number for the same press again when the person locks the portal while it $when: $same',
    async ({ isOver, same }) => {
      const { server, outcome, respond, portal, ended } = await withRequestOnItsWay({ mintId });
      if (!isOver) portal.lock();
      respond(refusal());
      await outcome;
      if (isOver) portal.lock();
      await vi.waitFor(() => expect(ended()).toBe(1));
      portal.openAccessForm();
      await portal.submitCode(() => '7K2M-90QF-3XVD', loadScreen);
      await portal.createRequest(anInput);
      const posted = server.asked.filter(({ path }) => path === '/functions/v1/send-sms');
      const [first, second] = posted.map(({ body }) => (body as { request_id: string }).request_id);
      expect(posted).toHaveLength(2);
      expect(first === second).toBe(same);
    },
  );

  test.each([
    ['its page is left', 'leavePage', undefined],
    ['its document is loaded again', 'leaveDocument', [requestId]],
  ] as const)(
    'R518 whose answer was lost is forgotten for the next person only when %s: %s',
    async (_, leave, named) => {
      const ids = [requestId, 'of-the-next'];
      const { server, outcome, respond, portal, ended } = await withRequestOnItsWay({
        mintId: () => ids.shift() ?? '',
      });
      respond(lost());
      expect(await outcome).toEqual({ kind: 'failed' });
      portal[leave]();
      await vi.waitFor(() => expect(ended()).toBe(1));
      await portal.submitCode(() => '7K2M-90QF-3XVD', loadScreen);
      server.answers('POST /functions/v1/send-sms', success());
      expect(await portal.createRequest({ ...anInput, additionalInfo: 'Another store' })).toEqual({ kind: 'sent' });
      const last = server.asked.findLast(({ path }) => path === '/functions/v1/send-sms')?.body;
      expect(last).toMatchObject({ request_id: 'of-the-next' });
      expect((last as { instead_of?: string[] }).instead_of).toEqual(named);
    },
  );

  test('R812 whose answer was lost after the portal was left gets its card, and is told as sent, once the server answers', async () => {
    const { server, storage, outcome, respond, portal, ended, state, onNotice } = await withRequestOnItsWay();
    portal.leavePage();
    const isAway = { now: true };
    const shown = json({ request: aRequest(), viewToken: 'view-token' });
    server.answers(current, () => (isAway.now ? Promise.reject(new TypeError('Failed to fetch')) : shown.clone()));
    respond(lost());
    await vi.waitFor(() => expect(state().leftRequest).toBe('failed'));
    expect(ended(), 'the session waits for the answer').toBe(0);
    isAway.now = false;
    expect(await outcome).toEqual({ kind: 'left' });
    expect(storage.kept.get('boxline.request')).toContain('view-token');
    expect(state().leftRequest).toBe('sent');
    expect(onNotice).toHaveBeenCalledTimes(2);
    expect(ended()).toBe(1);
    // It is known to have arrived, so the next request comes beside it.
    expect(storage.kept.get('boxline.requests-sent')).toBeUndefined();
  });

  test.each([
    ['left', 'leavePage'],
    ['locked', 'lock'],
  ] as const)(
    'R812 that was told as failed gets its card when the portal is %s before the server answers',
    async (_, leave) => {
      const { server, storage, outcome, respond, portal, ended, state } = await withRequestOnItsWay();
      const isAway = { now: true };
      const shown = json({ request: aRequest(), viewToken: 'view-token' });
      server.answers(current, () => (isAway.now ? Promise.reject(new TypeError('Failed to fetch')) : shown.clone()));
      respond(lost());
      expect(await outcome).toEqual({ kind: 'failed' });
      portal[leave]();
      expect(ended(), 'the session waits for the answer').toBe(0);
      expect(state().leftRequest).toBe('none');
      isAway.now = false;
      await vi.waitFor(() => expect(state().leftRequest).toBe('sent'));
      expect(storage.kept.get('boxline.request')).toContain('view-token');
      await vi.waitFor(() => expect(ended()).toBe(1));
      expect(storage.kept.get('boxline.requests-sent')).toBeUndefined();
    },
  );

  test('R812 that was told as failed, and whose card came after that, is not told again when the portal is locked', async () => {
    const { server, outcome, respond, portal, ended, state, onNotice } = await withRequestOnItsWay();
    server.answers(current, 'cut', json({ request: aRequest(), viewToken: 'view-token' }));
    respond(lost());
    expect(await outcome).toEqual({ kind: 'failed' });
    await vi.waitFor(() => expect(state().request).toMatchObject({ view: { id: requestId } }));
    portal.lock();
    expect(ended()).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(onNotice).not.toHaveBeenCalled();
  });

  test('R1001 without an answer that arrives after the server was asked for it gets its card and is told as sent', async () => {
    const { server, storage, outcome, respond, portal, ended, state } = await withRequestOnItsWay();
    portal.leavePage();
    // The sender asks first, then the portal that was left.
    server.answers(current, json(null), json(null), json({ request: aRequest(), viewToken: 'view-token' }));
    respond(lost());
    expect(await outcome).toEqual({ kind: 'left' });
    expect(state().leftRequest).toBe('sent');
    expect(storage.kept.get('boxline.request')).toContain('view-token');
    expect(ended()).toBe(1);
  });

  test('R1002 that arrived and stands beside a newer one of a colleague gets its card and is told as sent', async () => {
    const { server, storage, outcome, respond, portal, state } = await withRequestOnItsWay();
    portal.leavePage();
    const ours = { request: aRequest(), viewToken: 'view-token' };
    const newer = { request: aRequest({ id: 'of-a-colleague' }), viewToken: 'view-token-of-a-colleague' };
    server.answers(current, 'cut', json({ ...newer, beside: [ours] }));
    respond(lost());
    expect(await outcome).toEqual({ kind: 'left' });
    expect(state().leftRequest).toBe('sent');
    expect(storage.kept.get('boxline.request')).toBe(JSON.stringify({ id: requestId, viewToken: 'view-token' }));
  });

  test('R812 that did not arrive is told as failed, and a colleague’s request is not taken for it', async () => {
    const { server, storage, outcome, respond, portal, state, onNotice } = await withRequestOnItsWay();
    portal.leavePage();
    server.answers(current, json({ request: aRequest({ id: 'of-a-colleague' }), viewToken: 'view-token' }));
    respond(lost());
    expect(await outcome).toEqual({ kind: 'left' });
    expect(state().leftRequest).toBe('failed');
    expect(onNotice).toHaveBeenCalledTimes(1);
    expect(storage.kept.get('boxline.request')).toBeUndefined();
  });

  test('R20 that was sent after the portal was left leaves the tab the request’s own token, and ends the session', async () => {
    const { server, storage, outcome, respond, portal, ended, state } = await withRequestOnItsWay();
    portal.leavePage();
    server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
    respond(success());
    expect(await outcome).toEqual({ kind: 'left' });
    expect(state().leftRequest).toBe('sent');
    expect(storage.kept.get('boxline.request')).toContain('view-token');
    expect(ended()).toBe(1);
    // No request is followed on a page without cards.
    expect(state().request).toEqual({ status: 'none' });
  });

  test('R662 that was sent gets its card although the connection fails after the answer', async () => {
    const { server, storage, outcome, respond, portal, state, ended } = await withRequestOnItsWay();
    portal.leavePage();
    server.answers(current, 'cut', json({ wrong: true }), json({ request: aRequest(), viewToken: 'view-token' }));
    respond(success());
    await vi.waitFor(() => expect(state().leftRequest).toBe('sent'));
    expect(await outcome).toEqual({ kind: 'left' });
    expect(storage.kept.get('boxline.request')).toContain('view-token');
    expect(ended()).toBe(1);
  });

  test('R662 that was sent is told while the connection fails, and asks no more for its card with an ended session', async () => {
    const { server, outcome, respond, portal, onNotice } = await withRequestOnItsWay();
    portal.leavePage();
    server.answers(current, 'cut');
    respond(success());
    await vi.waitFor(() => expect(onNotice).toHaveBeenCalledTimes(1));
    server.answers(current, refuse(401, 'session ended'));
    expect(await outcome).toEqual({ kind: 'left' });
  });

  test('that was sent shows its card at once when the portal’s page is there again, locked', async () => {
    const { server, outcome, respond, portal, state } = await withRequestOnItsWay();
    portal.leavePage();
    portal.enterPage();
    server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
    respond(success());
    await outcome;
    await vi.waitFor(() => expect(state().request).toMatchObject({ view: { id: requestId } }));
  });

  test('R527 that was sent shows its card in the portal that was opened again before the answer came', async () => {
    const { server, outcome, respond, portal, state } = await withRequestOnItsWay();
    portal.leavePage();
    portal.enterPage();
    server.answers('POST /api/portal/session', json(aSession({ token: 'second' })));
    server.answers(current, json(null));
    expect(await portal.submitCode(() => '7K2M-90QF-3XVD', loadScreen)).toBe(true);
    await vi.waitFor(() => expect(state()).toMatchObject({ status: 'open', request: { status: 'none' } }));
    server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
    respond(success());
    await outcome;
    await vi.waitFor(() => expect(state().request).toMatchObject({ view: { id: requestId } }));
  });

  test('R1158 that was sent shows its card in the portal that was opened again by the dialog of another page', async () => {
    const { server, outcome, respond, portal, state } = await withRequestOnItsWay();
    portal.leavePage();
    server.answers('POST /api/portal/session', json(aSession({ token: 'second' })));
    portal.openAccessForm();
    expect(await portal.submitCode(() => '7K2M-90QF-3XVD', loadScreen)).toBe(true);
    portal.enterPage();
    await vi.waitFor(() => expect(state()).toMatchObject({ status: 'open', request: { status: 'none' } }));
    const named = json({ request: aRequest(), viewToken: 'view-token' });
    server.answers(current, ({ headers }) =>
      headers.get('authorization') === 'Bearer second' ? json(null) : named.clone(),
    );
    respond(success());
    await outcome;
    await vi.waitFor(() => expect(state().request).toMatchObject({ view: { id: requestId } }));
  });

  test('R1158 whose session ended before its answer came shows its card', async () => {
    const { server, outcome, respond, portal, state } = await withRequestOnItsWay();
    portal.enterPage();
    portal.lock('session ended');
    server.answers(current, refuse(401, 'session ended'));
    respond(json({ success: true, view: { id: requestId, viewToken: 'view-token' } }));
    await outcome;
    expect(state().leftRequest).toBe('sent');
    await vi.waitFor(() => expect(state().request).toMatchObject({ view: { id: requestId } }));
  });

  test('R1159 without a known result is neither replaced by a press in the next session nor forgets what that one has sent', async () => {
    const ids = [requestId, 'second', 'third'];
    const { server, storage, outcome, respond, portal, ended } = await withRequestOnItsWay({
      mintId: () => ids.shift() ?? '',
    });
    const isAway = { now: true };
    server.answers(current, () => (isAway.now ? Promise.reject(new TypeError('Failed to fetch')) : json(null)));
    respond(lost());
    await outcome;
    portal.leavePage();
    server.answers('POST /api/portal/session', json(aSession({ token: 'second' })));
    await portal.submitCode(() => '7K2M-90QF-3XVD', loadScreen);
    const press = async (additionalInfo: string) => {
      await portal.createRequest({ ...anInput, additionalInfo });
      return server.asked.findLast(({ path }) => path.endsWith('send-sms'))?.body as { instead_of?: string[] };
    };
    server.answers('POST /functions/v1/send-sms', lost());
    expect((await press('GAP')).instead_of).toBeUndefined();
    isAway.now = false;
    await vi.waitFor(() => expect(ended()).toBe(1));
    expect((await press('GAP, corrected')).instead_of).toEqual(['second']);
    isAway.now = true;
    portal.leavePage();
    expect(storage.kept.get('boxline.requests-sent'), 'it is looked for, and forgotten').toBeUndefined();
    isAway.now = false;
    await vi.waitFor(() => expect(ended()).toBe(2));
  });
});
