import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { refuse } from '#client/lib/testing/refusal.ts';
import { portalRefusals, sessionForMs } from '#contract/portal.ts';
import { lockedText } from './access/locked-text.ts';
import type { PortalEnv } from './env.ts';
import { openPortalEvent } from './portal-events.ts';
import { emptyDraft, type PortalState } from './state.ts';
import { close, code, current, look, open, setUp, stream, withRequest } from './testing/portal.ts';
import {
  anInput,
  aRequest,
  aSession,
  json,
  loadEndpoints,
  loadScreen,
  requestId,
  stillClocks,
  tabStorage,
} from './testing/server.ts';

test('S2.30 the site fires the event that the specification names', () => {
  expect(openPortalEvent).toBe('openDealerPortal');
});

describe('S4.7 the lock', () => {
  test('opens for a right code, and keeps the token nowhere but in memory', async () => {
    const { portal, state, storage, server } = setUp();
    portal.openAccessForm();
    await portal.submitCode(() => '7k2m 90qf 3xvd', loadScreen);
    expect(state()).toMatchObject({ status: 'open', session: aSession() });
    expect(server.asked[0]?.body).toEqual({ code: '7k2m 90qf 3xvd' });
    expect([...storage.kept.values()].join()).not.toContain('session-token');
  });

  test('S5.5 stays for a wrong code, and each wrong one is told anew', async () => {
    const { server, portal, state } = setUp();
    server.answers(open, refuse(401, 'Invalid access code'));
    portal.openAccessForm();
    await portal.submitCode(() => 'AAAA-BBBB-CCCC', loadScreen);
    expect(state()).toMatchObject({ form: { status: 'wrong', attempt: 1 } });
    await portal.submitCode(() => 'AAAA-BBBB-CCCC', loadScreen);
    expect(state()).toMatchObject({ form: { status: 'wrong', attempt: 2 } });
  });

  test.each([
    ['  ', 0],
    ['7k2m 90qf', 8],
    ['7K2M-90QF-3XV', 11],
    ['7K2M-90QF-3XVD-A', 13],
  ])(
    'S5.5 R1094 takes %j for a wrong code without a question to the server, and counts what was typed',
    async (typed, symbols) => {
      const { server, portal, state } = setUp();
      portal.openAccessForm();
      await portal.submitCode(() => typed, loadScreen);
      expect(state()).toMatchObject({ form: { status: 'wrong', symbols } });
      expect(server.asked).toEqual([]);
    },
  );

  test('R1093 a code that was typed while another was checked is not called wrong', async () => {
    const { server, portal, state } = setUp();
    server.answers(open, refuse(401, 'Invalid access code'));
    portal.openAccessForm();
    const typed = ['AAAA-BBBB-CCCC', code];
    await portal.submitCode(() => typed.shift() ?? '', loadScreen);
    expect(state()).toMatchObject({ form: { status: 'wrong', isChanged: true } });
    await portal.submitCode(() => 'AAAA-BBBB-CCCC', loadScreen);
    expect(state()).toMatchObject({ form: { status: 'wrong', isChanged: false } });
  });

  test('R19 says until when to wait after too many wrong codes', async () => {
    const { server, portal, state } = setUp();
    server.answers(open, refuse(429, 'wait', { 'retry-after': '8' }), json(aSession()));
    const said: PortalState[] = [];
    portal.store.subscribe(() => said.push(state()));
    portal.openAccessForm();
    await portal.submitCode(() => code, loadScreen);
    expect(said).toContainEqual(
      expect.objectContaining({ form: { status: 'waiting', untilMs: stillClocks.steady() + 8000 } }),
    );
  });

  test('R19 tries again by itself after the wait, with what is typed then', async () => {
    const { server, portal, state, calls } = setUp();
    server.answers(open, refuse(429, 'wait', { 'retry-after': '8' }), json(aSession()));
    const typed = ['AAAA-BBBB-CCCC', code];
    expect(await portal.submitCode(() => typed.shift() ?? '', loadScreen)).toBe(true);
    expect(calls(open).map(({ body }) => body)).toEqual([{ code: 'AAAA-BBBB-CCCC' }, { code }]);
    expect(state().status).toBe('open');
  });

  test('R19 does not try again once the dialog was closed', async () => {
    const { server, portal, calls } = setUp();
    server.answers(open, () => {
      setTimeout(portal.lock);
      return refuse(429, 'wait');
    });
    expect(await portal.submitCode(() => code, loadScreen)).toBe(false);
    expect(calls(open)).toHaveLength(1);
  });

  test('R263 keeps what is typed when the session ends by itself, for the same dealership alone', async () => {
    const { server, portal, state } = setUp();
    const typed = { ...emptyDraft, additionalInfo: 'Second car of the evening' };
    const reopenAs = async (dealership: { id: string; name: string; phone: null } | null) => {
      server.answers(open, json({ ...aSession(), dealership }));
      await portal.submitCode(() => code, loadScreen);
      expect(state().status).toBe('open');
    };
    await reopenAs(null);
    portal.draft.set(typed);
    portal.lock('session ended');
    await reopenAs(null);
    expect(portal.draft.get()).toEqual(typed);
    portal.lock('failed request');
    await reopenAs({ id: 'elsewhere', name: 'Elsewhere', phone: null });
    expect(portal.draft.get()).toEqual(emptyDraft);
  });

  test.each([
    ['is locked', 'lock'],
    ['has its page left', 'leavePage'],
    ['has its document left', 'leaveDocument'],
  ] as const)('R263 forgets what is typed when the portal %s by the person', async (_, leave) => {
    const { portal } = setUp();
    await portal.submitCode(() => code, loadScreen);
    portal.draft.set({ ...emptyDraft, additionalInfo: 'Second car of the evening' });
    portal[leave]();
    expect(portal.draft.get()).toEqual(emptyDraft);
  });

  test('calls a server that does not answer neither right nor wrong', async () => {
    const { server, portal, state } = setUp();
    for (const reply of ['cut', new Response('Bad Gateway', { status: 502 }), json({ token: 1 })] as const) {
      server.answers(open, reply);
      await portal.submitCode(() => code, loadScreen);
      expect(state()).toMatchObject({ form: { status: 'unreachable' } });
    }
  });

  test('R737 shows a request that a colleague made on another device, once the person looks at the portal again', async () => {
    const { server, portal, request, calls } = setUp();
    await portal.submitCode(() => code, loadScreen);
    await vi.waitFor(() => expect(calls(current)).toHaveLength(1));
    const { token: _, ...view } = aSession();
    server.answers(look, json(view));
    server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
    await portal.refreshSession();
    await vi.waitFor(() => expect(request()).toMatchObject({ status: 'known', view: { id: requestId } }));
    // A request that is known is followed, and not looked for.
    await portal.refreshSession();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(calls(current)).toHaveLength(2);
  });

  test('makes one try of two presses', async () => {
    const { portal, calls } = setUp();
    await Promise.all([portal.submitCode(() => code, loadScreen), portal.submitCode(() => code, loadScreen)]);
    expect(calls(open)).toHaveLength(1);
  });

  test('R20 closes for good: the session ends at the server, and a late answer opens nothing', async () => {
    const { portal, state, calls } = setUp();
    await portal.submitCode(() => code, loadScreen);
    portal.lock();
    expect(state()).toMatchObject({ status: 'locked', form: { status: 'closed' } });
    expect(calls(close)).toHaveLength(1);
    const late = portal.submitCode(() => code, loadScreen);
    portal.lock();
    await late;
    expect(state().status).toBe('locked');
    expect(calls(close)).toHaveLength(2);
  });

  /** An open portal with a request whose response a test releases. */
  async function withRequestOnItsWay() {
    const made = setUp();
    const response = Promise.withResolvers<Response>();
    made.server.answers('POST /functions/v1/send-sms', () => response.promise);
    await made.portal.submitCode(() => code, loadScreen);
    const outcome = made.portal.createRequest(anInput);
    return { ...made, outcome, refuse: () => response.resolve(json({ success: false, error: 'Busy' })) };
  }

  test('R20 keeps the session at the server until what was begun with it has its answer', async () => {
    const { portal, state, calls, outcome, refuse } = await withRequestOnItsWay();
    portal.lock();
    expect(state().status).toBe('locked');
    expect(calls(close)).toEqual([]);
    refuse();
    expect(await outcome).toEqual({ kind: 'left' });
    expect(calls(close)).toHaveLength(1);
  });

  test('R20 ends the session at once when the document is left', async () => {
    const { portal, calls, outcome, refuse } = await withRequestOnItsWay();
    portal.leaveDocument();
    expect(calls(close)).toHaveLength(1);
    refuse();
    await outcome;
    expect(calls(close)).toHaveLength(1);
  });

  test('opens nothing when its own code cannot be loaded, and ends the session', async () => {
    const { portal, state, calls } = setUp();
    expect(
      await portal.submitCode(
        () => code,
        () => Promise.reject(new Error()),
      ),
    ).toBe(false);
    expect(state()).toMatchObject({ status: 'locked', form: { status: 'unreachable' } });
    expect(calls(close)).toHaveLength(1);
  });

  test('asks nothing while the endpoints cannot be loaded, and loads them again with the next try', async () => {
    let isOffline = true;
    const { portal, state, calls } = setUp(tabStorage(), undefined, {
      loadEndpoints: () => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : loadEndpoints()),
    });
    portal.prepare();
    expect(await portal.submitCode(() => code, loadScreen)).toBe(false);
    expect(state()).toMatchObject({ status: 'locked', form: { status: 'unreachable' } });
    expect(calls(open)).toHaveLength(0);
    isOffline = false;
    expect(await portal.submitCode(() => code, loadScreen)).toBe(true);
  });

  test('R20 closes by itself when the session is dead', async () => {
    const { server, portal, state } = setUp();
    await portal.submitCode(() => code, loadScreen);
    server.answers(look, refuse(401, 'locked'));
    await portal.refreshSession();
    expect(state()).toMatchObject({ status: 'locked', form: { status: 'ready', reason: 'session ended' } });
  });

  test('R1275 leaves the access form closed while a request is followed, and the page says why it is locked', async () => {
    const { server, portal, state } = await withRequest();
    server.answers(look, refuse(401, portalRefusals.codeEnded.text));
    await portal.refreshSession();
    await vi.waitFor(() => expect(state()).toMatchObject({ form: { status: 'closed', reason: 'code ended' } }));
    expect(lockedText(state(), 'code ended')).toBe(
      'Your access code is no longer valid. Enter the new one, or call. Your request goes on. The rest needs a code.',
    );
    portal.openAccessForm();
    expect(state()).toMatchObject({ form: { status: 'ready', reason: 'code ended' } });
  });

  test('R1200 says that the code has ended, and goes on saying so with the lost request while codes are tried', async () => {
    const { server, portal, state } = await withRequest();
    server.answers(look, refuse(401, portalRefusals.codeEnded.text));
    server.answers(stream, refuse(401, 'locked'));
    server.answers(open, refuse(401, portalRefusals.invalidCode.text));
    portal.renew();
    await vi.waitFor(() => expect(state()).toMatchObject({ form: { status: 'ready', reason: 'code ended' } }));
    expect(await portal.submitCode(() => code, loadScreen)).toBe(false);
    expect(state()).toMatchObject({
      form: { status: 'wrong', reason: 'code ended' },
      outOfSight: [{ id: requestId }],
    });
    portal.lock();
    portal.openAccessForm();
    expect(state()).toMatchObject({ status: 'locked', form: { status: 'ready' } });
    expect(state()).not.toHaveProperty('form.reason', 'code ended');
  });

  test.each([
    ['the session is asked for', ({ portal }: ReturnType<typeof setUp>) => portal.refreshSession()],
    ['the request of a session is asked for', async ({ portal }: ReturnType<typeof setUp>) => portal.showNewRequest()],
  ])('R1234 says at once that the code has ended when %s, and never that the session has', async (_, ask) => {
    const made = setUp();
    await made.portal.submitCode(() => code, loadScreen);
    await vi.waitFor(() => expect(made.calls(current)).toHaveLength(1));
    const reasons = new Set<unknown>();
    made.portal.store.subscribe(() => reasons.add(Object(made.state()).form?.reason));
    made.server.answers(look, refuse(401, portalRefusals.codeEnded.text), 'cut');
    made.server.answers(current, refuse(401, portalRefusals.codeEnded.text));
    await ask(made);
    await vi.waitFor(() => expect(made.state()).toMatchObject({ form: { status: 'ready', reason: 'code ended' } }));
    expect([...reasons].filter(Boolean)).toEqual(['code ended']);
  });

  test('R1231 shows within a minute how the desk has renamed its dealership', async () => {
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    let sleptMs = 0;
    const sleep: PortalEnv['sleep'] = (ms, signal) => {
      if (signal !== leaving.signal) return new Promise(() => undefined);
      sleptMs += ms;
      return new Promise((resolve) => sleptMs < 60_000 && setTimeout(resolve));
    };
    const { server, portal, state } = setUp(tabStorage(), { clocks: stillClocks, sleep });
    await portal.submitCode(() => code, loadScreen);
    const { token: _, ...view } = aSession();
    const dealership = { id: 'harbor-point', name: 'Harbor Point Cars', phone: null };
    server.answers(look, json({ ...view, dealership }));
    void portal.keepTime(leaving.signal);
    await vi.waitFor(() => expect(sleptMs).toBeGreaterThanOrEqual(60_000), { interval: 0 });
    await vi.waitFor(() => expect(state()).toMatchObject({ status: 'open', session: { dealership } }));
  });

  test('R22 learns that Text Agent was switched off meanwhile', async () => {
    const { server, portal, state } = setUp();
    await portal.submitCode(() => code, loadScreen);
    const { token: _, ...view } = aSession({ textAgent: false });
    server.answers(look, json(view));
    await portal.refreshSession();
    expect(state()).toMatchObject({ status: 'open', session: aSession({ textAgent: false }) });
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
      const { portal, state } = setUp(tabStorage(), { clocks, sleep });
      await portal.submitCode(() => code, loadScreen);
      expect(state()).toMatchObject({ status: 'open' });
      await vi.waitFor(() =>
        expect(state()).toMatchObject({ status: 'locked', form: { status: 'ready', reason: 'session ended' } }),
      );
      expect(passedMs).toBe(sessionForMs);
    },
  );
});

test('R601 an AnyDesk address that is being typed outlives a lock, and nobody finds it once the page was left', async () => {
  const { portal } = await withRequest();
  portal.typeAnydesk(requestId, { text: '4120', given: null });
  portal.lock('session ended');
  expect(portal.typedAnydesk.get()).toEqual({ [requestId]: { text: '4120', given: null } });
  // The person closes the access form. The card and the text typed on it stay.
  portal.lock();
  expect(portal.typedAnydesk.get()).toEqual({ [requestId]: { text: '4120', given: null } });
  portal.leavePage();
  expect(portal.typedAnydesk.get()).toEqual({});
});
