/** A portal for tests: closed, or open with a request that runs. */
import { expect, onTestFinished, vi } from 'vitest';
import type { PortalEnv } from '../env.ts';
import {
  aRequest,
  aSession,
  fakeServer,
  json,
  loadScreen,
  noPause,
  requestId,
  stillClocks,
  tabStorage,
  testPortal,
} from './server.ts';

export const code = '7K2M-90QF-3XVD';
export const open = 'POST /api/portal/session';
export const look = 'GET /api/portal/session';
export const close = 'DELETE /api/portal/session';
export const current = 'GET /api/portal/requests/current';
export const stream = `GET /api/portal/requests/${requestId}/events`;

/** A stream that is open and sends nothing until it is aborted. */
const silent = (_: unknown, signal: AbortSignal | null) =>
  new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));

/** A portal beside a fake server that knows the code. It is left when the test has finished. */
export function setUp(
  storage = tabStorage(),
  time: Pick<PortalEnv, 'clocks' | 'sleep'> = { clocks: stillClocks, sleep: noPause },
  more: Partial<PortalEnv> = {},
) {
  const server = fakeServer();
  server.answers(open, json(aSession()));
  server.answers(close, new Response(null, { status: 204 }));
  server.answers(current, json(null));
  server.answers(stream, silent);
  server.answers(`GET /api/portal/requests/${requestId}`, silent);
  const portal = testPortal(server, { storage, ...time, ...more });
  onTestFinished(portal.leavePage);
  const calls = (call: string) => server.asked.filter(({ method, path }) => `${method} ${path}` === call);
  const state = portal.store.get;
  return { server, storage, calls, portal, state, request: () => state().request };
}

/** A portal whose session has a running request. */
export async function withRequest() {
  const made = setUp();
  made.server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
  made.portal.openAccessForm();
  await made.portal.submitCode(() => code, loadScreen);
  await vi.waitFor(() => expect(made.request().status).toBe('known'));
  return made;
}
