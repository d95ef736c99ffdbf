/** Shows one screen of the desk alone on a page of a real browser. The test decides the responses to its calls. */
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { Router } from 'wouter';
import { takeDoublePressesAsOne } from '#client/lib/double-press.ts';
import { type Permission, permissions, permissionsOf, type Role } from '#contract/desk/permissions.ts';
import { deskPath } from '#contract/desk/session.ts';
import type { SessionView } from '#contract/desk/session-view-endpoints.ts';
import { refusalHeader } from '#contract/refusal-mark.ts';
import { queryClient } from '../../desk/lib/read.ts';
import { SessionContext, type SignedIn } from '../../desk/lib/session.ts';
import { dropShown } from '../../desk/lib/shown-once.ts';
import { tellWhatIsCutOff } from '../../desk/ui/cut-off.ts';
import { type Mounted, mount } from './mount.ts';

interface Response {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  /** The content type of the response. */
  readonly type?: string;
}

/** The answer to a call: a response; `never` leaves the call open; `cut` makes it fail without a response. */
export type Answer = Response | 'never' | 'cut';

export interface Call {
  /** The method and path, such as `POST /api/desk/settings/jacket`. */
  readonly name: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Aborted when the page gives up the call. */
  readonly signal: AbortSignal | undefined;
}

export interface DeskScreen extends Mounted {
  /** The calls so far, with their bodies. */
  readonly calls: readonly Call[];
  /** The bodies of all calls to one endpoint. */
  sent(name: string): unknown[];
}

/** A time after every other time in a test. */
const later = '2099-01-01T00:00:00.000Z';

const can = (role: Role): Record<Permission, boolean> =>
  Object.fromEntries(permissions.map((one) => [one, permissionsOf(role).includes(one)])) as Record<Permission, boolean>;

/** The session of a signed-in person with this role. */
export const sessionOf = (role: Role): SignedIn & SessionView => ({
  state: 'signed-in',
  person: { id: 'dana', name: 'Dana Whitcomb', email: 'dana@boxline.example' },
  sessionId: 'session',
  can: can(role),
  locksWhenIdle: true,
  provedUntil: later,
  recoveryCodesLeft: 10,
  expiresAt: later,
  serverNow: new Date().toISOString(),
});

export interface DeskScreenOptions {
  /**
   * The answers, by `METHOD /path`. A function is called for each call and may answer later. A call that is not listed is answered
   * as not found.
   */
  readonly answers: Readonly<Record<string, Answer | ((call: Call) => Answer | Promise<Answer>)>>;
  readonly role?: Role;
  /** The path below `/desk`. */
  readonly at?: string;
  /** Whether the screen is the whole console, which brings its own frame. */
  readonly framed?: boolean;
}

function responseOf(answer: Answer, signal?: AbortSignal): Promise<globalThis.Response> {
  if (answer === 'never')
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  if (answer === 'cut') return Promise.reject(new TypeError('Failed to fetch'));
  const { status = 200, json, text = '', type = 'text/plain' } = answer;
  return Promise.resolve(
    json === undefined
      ? new globalThis.Response(status === 204 ? null : text, {
          status,
          headers: { 'content-type': type, [refusalHeader]: String(status) },
        })
      : globalThis.Response.json(json, { status }),
  );
}

/** Mounts a screen for a person with a role. */
export function mountDesk(screen: ReactNode, options: DeskScreenOptions): DeskScreen {
  const { answers, role = 'admin', at = '/', framed = false } = options;
  const calls: Call[] = [];
  const earlier = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    // The test page's own requests pass through.
    if (!url.pathname.startsWith('/api/')) return earlier(input, init);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const signal = init.signal ?? undefined;
    const call = { name: `${init.method ?? 'GET'} ${url.pathname}`, query: url.searchParams, body, signal };
    calls.push(call);
    const answer = answers[call.name] ?? { status: 404, text: 'There is no such thing.' };
    return responseOf(typeof answer === 'function' ? await answer(call) : answer, signal);
  });
  takeDoublePressesAsOne();
  tellWhatIsCutOff();
  const before = location.href;
  history.replaceState(null, '', `${deskPath}${at === '/' ? '' : at}`);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
    dropShown();
    history.replaceState(null, '', before);
  });
  const around = (content: ReactNode) => (
    <div className={framed ? 'night' : 'night shell'}>
      <QueryClientProvider client={queryClient}>
        <Router base={deskPath}>
          <SessionContext value={sessionOf(role)}>{content}</SessionContext>
        </Router>
      </QueryClientProvider>
    </div>
  );
  const mounted = mount(around(screen));
  return {
    show: (next) => mounted.show(around(next)),
    leave: mounted.leave,
    calls,
    sent: (name) => calls.filter((call) => call.name === name).map(({ body }) => body),
  };
}
