import { afterEach, describe, expect, test, vi } from 'vitest';
import { createPortal } from '../portal.ts';
import {
  aRequest,
  aSession,
  fakeServer,
  json,
  noPause,
  requestId,
  stillClocks,
  tabStorage,
} from '../testing/server.ts';
import { createPress, type Press } from './press.ts';

const close = 'DELETE /api/portal/session';
const current = 'GET /api/portal/requests/current';
const asked = {
  dealership: { id: requestId, name: 'Harbor Point Motors', phone: null },
  requestType: 'active_deal',
  additionalInfo: '',
  callbackName: '',
  anydesk: '',
} as const;

const stopped: (() => void)[] = [];
afterEach(() => {
  for (const stop of stopped.splice(0)) stop();
});

/** A portal that is open, and a press whose answer a test lets out. */
async function pressed(session = aSession()) {
  const server = fakeServer();
  server.answers('POST /api/portal/session', json(session));
  server.answers(close, new Response(null, { status: 204 }));
  server.answers(current, json(null));
  server.answers(`GET /api/portal/requests/${requestId}/events`, 'cut');
  server.answers(`GET /api/portal/requests/${requestId}`, json(aRequest()));
  const storage = tabStorage();
  const { lock, running } = createPortal({
    fetch: server.fetch,
    storage,
    clocks: stillClocks,
    log: () => undefined,
    mintId: () => requestId,
    sleep: noPause,
  });
  stopped.push(() => {
    lock.lock();
    running.rest();
  });
  const answer = Promise.withResolvers<{ kind: 'sent' } | { kind: 'failed' } | { kind: 'locked' }>();
  const onLeft = vi.fn<() => void>();
  const press: Press = createPress({ lock, running, asking: () => ({ ask: () => answer.promise }), onLeft });
  await lock.tryCode(() => '7K2M-90QF-3XVD');
  const outcome = press.send(session.token, asked);
  const leave = () => {
    lock.lock();
    running.rest();
  };
  const ended = () => server.asked.filter(({ method }) => method === 'DELETE').length;
  return { server, storage, lock, running, press, outcome, answer: answer.resolve, leave, ended, onLeft };
}

describe('S4.8 a press of Request Agent', () => {
  test('is its caller’s to tell while the portal is open', async () => {
    const { press, outcome, answer, onLeft } = await pressed();
    answer({ kind: 'failed' });
    expect(await outcome).toEqual({ kind: 'failed' });
    expect(press.left.get()).toEqual({ state: 'none' });
    expect(onLeft).not.toHaveBeenCalled();
  });

  test('S8.3 that fails after the portal was left is told, once', async () => {
    const { press, outcome, answer, leave, onLeft, ended } = await pressed();
    leave();
    expect(ended(), 'the session waits for the answer').toBe(0);
    answer({ kind: 'failed' });
    expect(await outcome).toEqual({ kind: 'left' });
    expect(press.left.get()).toEqual({ state: 'failed' });
    expect(onLeft).toHaveBeenCalledTimes(1);
    expect(ended()).toBe(1);
    press.read();
    expect(press.left.get()).toEqual({ state: 'none' });
  });

  test('R20 that was sent after the portal was left leaves the tab the request’s own token, and ends the session', async () => {
    const { server, storage, press, outcome, answer, leave, ended, running } = await pressed();
    leave();
    server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
    answer({ kind: 'sent' });
    expect(await outcome).toEqual({ kind: 'left' });
    expect(press.left.get()).toEqual({ state: 'sent' });
    expect(storage.kept.get('boxline.request')).toContain('view-token');
    expect(ended()).toBe(1);
    // Nothing is followed where no card can be seen.
    expect(running.store.get()).toEqual({ state: 'none' });
  });

  test('that was sent shows its card at once when the portal’s page is there again, locked', async () => {
    const { server, outcome, answer, leave, running } = await pressed();
    leave();
    running.lookOn();
    server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
    answer({ kind: 'sent' });
    await outcome;
    await vi.waitFor(() => expect(running.store.get()).toMatchObject({ view: { id: requestId } }));
  });
});
