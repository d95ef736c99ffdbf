/** The console in a browser, with its own server behind it or with responses that a test decides. */
import type { Page, Route } from '@playwright/test';
import { type Permission, permissions, permissionsOf, type Role } from '#contract/desk/permissions.ts';
import type { SessionView } from '#contract/desk/session-view-endpoints.ts';
import { refusalHeader } from '#contract/refusal-mark.ts';
import { test as base, expect, watchPage } from './support.ts';

/** The desk's address. On plain http, a browser keeps its cookie only for `localhost`. */
export const deskOrigin = (serverUrl: string): string => serverUrl.replace('127.0.0.1', 'localhost');

/** Tests of the console. Its pages are at `localhost`, and a request to any other origin fails the test. */
export const test = base.extend({
  baseURL: async ({ boxline }, use) => use(deskOrigin(boxline.server.url)),
  watched: async ({ context, boxline, allowed }, use) => {
    const complaints: string[][] = [];
    context.on('page', (page) => complaints.push(watchPage(page, deskOrigin(boxline.server.url), allowed)));
    await use(undefined);
    expect(complaints.flat(), 'what the pages complained about').toEqual([]);
  },
});

export { expect };

/** The message that a page may log when the server refuses a request: browsers report each such response on the console. */
export const refused = (status: number): RegExp => new RegExp(`status of ${status}`);

const can = (role: Role): Record<Permission, boolean> =>
  Object.fromEntries(permissions.map((one) => [one, permissionsOf(role).includes(one)])) as Record<Permission, boolean>;

const dana = { id: 'dana', name: 'Dana Whitcomb', email: 'dana@boxline.example' } as const;
const nowText = (): string => new Date().toISOString();
const laterText = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** The session of a person with a role. */
export const signedInAs = (role: Role): SessionView => ({
  state: 'signed-in',
  person: dana,
  sessionId: 'session',
  can: can(role),
  locksWhenIdle: true,
  provedUntil: null,
  recoveryCodesLeft: 10,
  expiresAt: laterText(3_600_000),
  serverNow: nowText(),
});

type Response =
  | { readonly status?: number; readonly json?: unknown; readonly text?: string; readonly type?: string }
  | 'never'
  | 'cut';
export type Responses = Readonly<Record<string, Response | (() => Response)>>;

/** A stream that only says that it is open. */
const quietStream = 'event: changed\ndata: {"topics":[],"everything":true}\n\n';

async function fulfil(route: Route, response: Response): Promise<void> {
  if (response === 'never') return;
  if (response === 'cut') return route.abort('connectionrefused');
  const { status = 200, json, text = '', type = 'text/plain' } = response;
  if (json !== undefined) return route.fulfill({ status, json });
  const marked = status >= 400 && { [refusalHeader]: String(status) };
  await route.fulfill({ status, body: text, headers: { 'content-type': type, ...marked } });
}

/**
 * Answers every call of the console from a table instead of the server, so that a state appears at once and stays.
 *
 * @param responses by `METHOD /path`; a call that is not listed is answered as not found
 */
export async function answerDesk(page: Page, responses: Responses): Promise<void> {
  await page.route('**/api/desk/**', async (route) => {
    const request = route.request();
    const name = `${request.method()} ${new URL(request.url()).pathname}`;
    const response = responses[name];
    if (response === undefined && name === 'GET /api/desk/stream') {
      return route.fulfill({ body: quietStream, contentType: 'text/event-stream' });
    }
    await fulfil(route, typeof response === 'function' ? response() : (response ?? { status: 204 }));
  });
}

/** Presses the one button with this name. */
export const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
