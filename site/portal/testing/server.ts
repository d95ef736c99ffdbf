/** A fake server for unit tests of the portal. It sends the responses that a test names, in order, and records every request. */
import { type Clocks, createServerClock } from '#client/lib/clock.ts';
import { createStorage } from '#client/lib/storage.ts';
import { FakeStorage } from '#client/lib/testing/fake-storage.ts';
import { refuse } from '#client/lib/testing/refusal.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import type { Session } from '#contract/portal-endpoints.ts';
import * as endpoints from '#contract/portal-endpoints.ts';
import { createApi } from '../api.ts';
import type { PortalEnv } from '../env.ts';
import { createPortal, type PortalCode } from '../portal-store.ts';
import { type AgentRequestInput, createRequestSender } from '../request/create-request.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A response, or a function that makes one. `cut` means that there is no network. */
export type Reply = Response | 'cut' | ((asked: Asked, signal: AbortSignal | null) => Response | Promise<Response>);

interface FakeServer {
  readonly fetch: typeof fetch;
  readonly asked: readonly Asked[];
  /** Sets the answers to `METHOD path`, in order. The last one is repeated. */
  answers(call: string, ...replies: Reply[]): void;
}

/** A response can be read once, so each answer is a copy. */
const copyOf = (reply: Response): Response => reply.clone();

export function fakeServer(): FakeServer {
  const replies = new Map<string, Reply[]>();
  const asked: Asked[] = [];
  return {
    asked,
    answers: (call, ...next) => void replies.set(call, next),
    fetch: async (input, init = {}) => {
      const path = String(input);
      const method = init.method ?? 'GET';
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
      const call = { method, path, headers: new Headers(init.headers), body };
      asked.push(call);
      const left = replies.get(`${method} ${path}`);
      const reply = left && left.length > 1 ? left.shift() : left?.[0];
      if (reply === undefined) throw new Error(`nothing answers ${method} ${path}`);
      if (reply === 'cut') throw new TypeError('Failed to fetch');
      return typeof reply === 'function' ? reply(call, init.signal ?? null) : copyOf(reply);
    },
  };
}

/** The headers of an event stream. */
export const asEvents: ResponseInit = { headers: { 'content-type': 'text/event-stream' } };

export const json = (value: unknown, status = 200): Response =>
  status < 400 ? new Response(JSON.stringify(value), { status }) : refuse(status, JSON.stringify(value));

/** Storage that a tab keeps. */
export function tabStorage() {
  const browser = new FakeStorage();
  return { kept: browser.values, ...createStorage(browser.open) };
}

/** Clocks that stand still, at a time that differs from the server's. */
export const stillClocks: Clocks = { steady: () => 1000, wall: () => Date.parse('2020-02-02T02:02:02.000Z') };

export const loadEndpoints: PortalEnv['loadEndpoints'] = async () => endpoints;

/** Stands in for loading the code of the open portal. */
export const loadScreen = async (): Promise<PortalCode> => ({ createRequestSender });

/** The portal's calls and the clock that they set, on a fake server. */
export function apiOn(fetch: typeof globalThis.fetch) {
  const clock = createServerClock(stillClocks);
  return { clock, api: createApi({ fetch, clocks: stillClocks, clock, loadEndpoints }) };
}

/** Time that passes at once: every pause ends in the next turn. */
export const noPause: PortalEnv['sleep'] = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A portal on a fake server. Parts of the environment that a test does not name do nothing. */
export function testPortal(server: FakeServer, change: Partial<PortalEnv> = {}) {
  return createPortal({
    fetch: server.fetch,
    storage: tabStorage(),
    clocks: stillClocks,
    locks: undefined,
    log: () => undefined,
    mintId: () => requestId,
    sleep: noPause,
    loadEndpoints,
    onNotice: () => undefined,
    foreignFunction: () => undefined,
    ...change,
  });
}

export const requestId = '0b0e7b66-6f0f-4b39-9b6e-6a9f5c1f0a01';

export const aRequest = (change: Partial<RequestView> = {}): RequestView => ({
  id: requestId,
  version: 1,
  reference: 'BX-0000-0001',
  state: 'stored',
  dealershipName: 'Harbor Point Motors',
  requestType: 'active_deal',
  additionalInfo: '',
  callbackName: null,
  smsStatus: 'going',
  mailing: true,
  createdAt: '2026-11-20T21:04:12.000Z',
  sentAt: null,
  deliveredAt: null,
  acceptedAt: null,
  acceptedBy: null,
  connectedAt: null,
  signingAt: null,
  lateAt: null,
  handedBackAt: null,
  handedBackBy: null,
  waitsFor: null,
  notTakenBy: null,
  nobodyLeftAt: null,
  closing: null,
  endedAt: null,
  expiresAt: '2026-11-20T21:19:12.000Z',
  anydesk: null,
  callAfterMs: 45_000,
  words: ['maple', 'river'],
  serverNow: '2026-11-20T21:04:12.000Z',
  ...change,
});

/** The answers of the Text Agent form. */
export const anInput: AgentRequestInput = {
  dealership: { id: 'harbor-point', name: 'Harbor Point Motors', phone: null },
  requestType: 'active_deal',
  additionalInfo: '',
  callbackName: '',
  anydesk: '',
};

export const aSession = (change: Partial<Session> = {}): Session => ({
  token: 'session-token',
  expiresAt: '2026-11-21T09:04:12.000Z',
  serverNow: '2026-11-20T21:04:12.000Z',
  dealership: null,
  dealerships: [{ id: 'harbor-point', name: 'Harbor Point Motors', phone: '(207) 555-0138' }],
  textAgent: true,
  directLine: '(207) 555-0111',
  ...change,
});
