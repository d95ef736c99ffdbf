import { afterEach, describe, expect, test, vi } from 'vitest';
import { openPortalEvent, sessionForMs } from '#contract/portal.ts';
import type { PortalEnv } from './env.ts';
import type { Lock } from './lock.ts';
import { createPortal } from './portal.ts';
import { openPortalEvent as firedByTheSite } from './portal-events.ts';
import { aRequest, aSession, fakeServer, json, noPause, requestId, stillClocks, tabStorage } from './testing/server.ts';

const code = '7K2M-90QF-3XVD';
const open = 'POST /api/portal/session';
const look = 'GET /api/portal/session';
const close = 'DELETE /api/portal/session';
const current = 'GET /api/portal/requests/current';
const stream = `GET /api/portal/requests/${requestId}/events`;

const stopped: (() => void)[] = [];
afterEach(() => {
  for (const stop of stopped.splice(0)) stop();
});

/** A stream that is there and says nothing until it is given up. */
const silent = (_: unknown, signal: AbortSignal | null) =>
  new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));

function portal(
  storage = tabStorage(),
  time: Pick<PortalEnv, 'clocks' | 'sleep'> = { clocks: stillClocks, sleep: noPause },
) {
  const server = fakeServer();
  server.answers(open, json(aSession()));
  server.answers(close, new Response(null, { status: 204 }));
  server.answers(current, json(null));
  server.answers(stream, silent);
  server.answers(`GET /api/portal/requests/${requestId}`, silent);
  const { lock, running } = createPortal({
    fetch: server.fetch,
    storage,
    ...time,
    log: () => undefined,
    mintId: () => requestId,
  });
  stopped.push(() => {
    lock.lock();
    running.rest();
  });
  const calls = (call: string) => server.asked.filter(({ method, path }) => `${method} ${path}` === call);
  return { server, storage, calls, lock, running, state: lock.store.get, request: running.store.get };
}

/** A portal whose session has a running request. */
async function withRequest() {
  const made = portal();
  made.server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
  made.lock.ask();
  await made.lock.tryCode(() => code);
  await vi.waitFor(() => expect(made.request().state).toBe('known'));
  return made;
}

test('S2.30 the site fires the event that the contract names', () => {
  expect(firedByTheSite).toBe(openPortalEvent);
});

describe('S4.7 the lock', () => {
  test('opens for a right code, and keeps the token nowhere but in memory', async () => {
    const { lock, state, storage, server } = portal();
    lock.ask();
    await lock.tryCode(() => '7k2m 90qf 3xvd');
    expect(state()).toEqual({ state: 'open', session: aSession() });
    expect(server.asked[0]?.body).toEqual({ code: '7k2m 90qf 3xvd' });
    expect([...storage.kept.values()].join()).not.toContain('session-token');
  });

  test('S5.5 stays for a wrong code, and each wrong one is told anew', async () => {
    const { server, lock, state } = portal();
    server.answers(open, new Response('Invalid access code', { status: 401 }));
    lock.ask();
    await lock.tryCode(() => 'AAAA-BBBB-CCCC');
    expect(state()).toMatchObject({ asked: true, trying: { state: 'wrong', attempt: 1 } });
    await lock.tryCode(() => 'AAAA-BBBB-CCCC');
    expect(state()).toMatchObject({ trying: { state: 'wrong', attempt: 2 } });
  });

  test.each([
    ['  ', 0],
    ['7k2m 90qf', 8],
    ['7K2M-90QF-3XV', 11],
  ])(
    'S5.5 takes %j for a wrong code without a question to the server, and counts what was typed',
    async (typed, symbols) => {
      const { server, lock, state } = portal();
      lock.ask();
      await lock.tryCode(() => typed);
      expect(state()).toMatchObject({ trying: { state: 'wrong', symbols } });
      expect(server.asked).toEqual([]);
    },
  );

  test('R19 says until when to wait after too many wrong codes', async () => {
    const { server, lock, state } = portal();
    server.answers(open, new Response('wait', { status: 429, headers: { 'retry-after': '8' } }), json(aSession()));
    const said: Lock[] = [];
    lock.store.subscribe(() => said.push(state()));
    lock.ask();
    await lock.tryCode(() => code);
    expect(said).toContainEqual(
      expect.objectContaining({ trying: { state: 'waiting', untilMs: stillClocks.steady() + 8000 } }),
    );
  });

  test('R19 tries again by itself after the wait, with what is typed then', async () => {
    const { server, lock, state, calls } = portal();
    server.answers(open, new Response('wait', { status: 429, headers: { 'retry-after': '8' } }), json(aSession()));
    const typed = ['AAAA-BBBB-CCCC', code];
    expect(await lock.tryCode(() => typed.shift() ?? '')).toBe(true);
    expect(calls(open).map(({ body }) => body)).toEqual([{ code: 'AAAA-BBBB-CCCC' }, { code }]);
    expect(state().state).toBe('open');
  });

  test('R19 does not try again once the dialog was closed', async () => {
    const { server, lock, calls } = portal();
    server.answers(open, () => {
      setTimeout(lock.lock);
      return new Response('wait', { status: 429 });
    });
    expect(await lock.tryCode(() => code)).toBe(false);
    expect(calls(open)).toHaveLength(1);
  });

  test('calls a server that does not answer neither right nor wrong', async () => {
    const { server, lock, state } = portal();
    for (const reply of ['cut', new Response('Bad Gateway', { status: 502 }), json({ token: 1 })] as const) {
      server.answers(open, reply);
      await lock.tryCode(() => code);
      expect(state()).toMatchObject({ trying: { state: 'unreachable' } });
    }
  });

  test('makes one try of two presses', async () => {
    const { lock, calls } = portal();
    await Promise.all([lock.tryCode(() => code), lock.tryCode(() => code)]);
    expect(calls(open)).toHaveLength(1);
  });

  test('R20 closes for good: the session ends at the server, and a late answer opens nothing', async () => {
    const { lock, state, calls } = portal();
    await lock.tryCode(() => code);
    lock.lock();
    expect(state()).toEqual({ state: 'locked', asked: false, trying: { state: 'ready' } });
    expect(calls(close)).toHaveLength(1);
    const late = lock.tryCode(() => code);
    lock.lock();
    await late;
    expect(state().state).toBe('locked');
    expect(calls(close)).toHaveLength(2);
  });

  test('R20 keeps the session at the server until what was begun with it has its answer', async () => {
    const { lock, state, calls } = portal();
    await lock.tryCode(() => code);
    const release = lock.hold(aSession().token);
    lock.lock();
    expect(state().state).toBe('locked');
    expect(calls(close)).toEqual([]);
    release();
    expect(calls(close)).toHaveLength(1);
    release();
    expect(calls(close)).toHaveLength(1);
  });

  test('R20 ends the session at once when the document is left', async () => {
    const { lock, calls } = portal();
    await lock.tryCode(() => code);
    const release = lock.hold(aSession().token);
    lock.leave();
    release();
    expect(calls(close)).toHaveLength(1);
  });

  test('R20 closes by itself when the session is dead', async () => {
    const { server, lock, state } = portal();
    await lock.tryCode(() => code);
    server.answers(look, new Response('locked', { status: 401 }));
    await lock.refresh();
    expect(state()).toMatchObject({ state: 'locked', asked: true, by: 'session ended' });
  });

  test('R22 learns that Text Agent was switched off meanwhile', async () => {
    const { server, lock, state } = portal();
    await lock.tryCode(() => code);
    const { token: _, ...view } = aSession({ textAgent: false });
    server.answers(look, json(view));
    await lock.refresh();
    expect(state()).toEqual({ state: 'open', session: aSession({ textAgent: false }) });
  });
});

describe('R20 the running request', () => {
  test('is found by the session', async () => {
    const { request, storage } = await withRequest();
    expect(request()).toMatchObject({ state: 'known', view: { id: requestId } });
    expect([...storage.kept.values()]).toEqual([JSON.stringify({ id: requestId, viewToken: 'view-token' })]);
  });

  test('stays in sight after the lock, by the token that is for it alone', async () => {
    const { lock, request, calls } = await withRequest();
    lock.lock();
    expect(request()).toMatchObject({ state: 'known' });
    expect(calls(stream).at(-1)?.headers.get('authorization')).toBe('Bearer view-token');
  });

  test('comes back after a reload of its tab, and is given to the next session', async () => {
    const { storage } = await withRequest();
    const { running, request, lock, server } = portal(storage);
    server.answers(stream, () => new Response(`event: request\ndata: ${JSON.stringify(aRequest())}\n\n`));
    running.lookOn();
    await vi.waitFor(() => expect(request()).toMatchObject({ state: 'known' }));
    await lock.tryCode(() => code);
    const opened = server.asked.find(({ method }) => method === 'POST');
    expect(opened?.body).toMatchObject({ resume: { id: requestId, viewToken: 'view-token' } });
  });

  test('is gone from the tab when the token no longer shows it', async () => {
    const { storage } = await withRequest();
    const { running, request, server } = portal(storage);
    server.answers(stream, new Response('locked', { status: 401 }));
    running.lookOn();
    await vi.waitFor(() => expect(request()).toEqual({ state: 'none' }));
    expect(storage.kept.size).toBe(0);
  });

  test('R25 takes the AnyDesk address, or says why not', async () => {
    const { running, request, server } = await withRequest();
    const path = `POST /api/portal/requests/${requestId}/anydesk`;
    server.answers(
      path,
      new Response('This request is over', { status: 409 }),
      'cut',
      json(aRequest({ anydesk: '412098637', version: 2 })),
    );
    expect(await running.giveAnydesk('412098637')).toEqual({
      kind: 'refused',
      text: 'This request is over or about to end',
    });
    expect(await running.giveAnydesk('412098637')).toEqual({ kind: 'failed' });
    expect(await running.giveAnydesk('412098637')).toEqual({ kind: 'done' });
    expect(request()).toMatchObject({ view: { anydesk: '412098637' } });
  });

  test('that is cancelled stays in sight until it is put away', async () => {
    const { running, request, server, storage } = await withRequest();
    const over = aRequest({ version: 9, state: 'cancelled', endedAt: '2026-11-20T21:05:00.000Z' });
    server.answers(`POST /api/portal/requests/${requestId}/cancel`, json(over));
    expect(await running.cancel()).toEqual({ kind: 'done' });
    expect(request()).toMatchObject({ view: { state: 'cancelled' } });
    expect(storage.kept.size).toBe(0);
    running.dismiss();
    expect(request()).toEqual({ state: 'none' });
  });
});

describe('R60 the end of a session', () => {
  test.each([13, -13])(
    'comes at its time by the server’s clock on a computer that is %i hours ahead',
    async (hours) => {
      let passedMs = 0;
      const clocks = {
        steady: () => passedMs,
        wall: () => Date.parse(aSession().serverNow) + passedMs + hours * 3_600_000,
      };
      const sleep: PortalEnv['sleep'] = async (ms) => {
        passedMs += ms;
      };
      const { lock, state } = portal(tabStorage(), { clocks, sleep });
      await lock.tryCode(() => code);
      expect(state()).toMatchObject({ state: 'open' });
      await vi.waitFor(() => expect(state()).toMatchObject({ state: 'locked', by: 'session ended' }));
      expect(passedMs).toBe(sessionForMs);
    },
  );
});
