/** A browser at the desk. It keeps cookies and makes calls as a page of the desk does. */
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { type SessionView, viewDeskSession } from '#contract/desk/session-view-endpoints.ts';
import { type BodyOf, type Endpoint, type ParamsOf, pathOf, type ResponseOf } from '#contract/endpoint.ts';
import { totpCodeAt } from '#server/sign-in/totp.ts';
import type { TestApp } from './app.ts';

export const goodPassword = 'violet tractor hums at dawn';

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface BrowserOptions {
  /** Its network address. */
  readonly from?: string;
  /** Headers that replace those of a page of the desk. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly host?: string;
}

/** The parts of an endpoint that a test needs. */
type Called = Pick<Endpoint, 'method' | 'refusals'> & { readonly path: `/${string}`; readonly responses: object };

type Input<E extends Called> = (BodyOf<E> extends undefined ? object : { readonly body: BodyOf<E> }) &
  (unknown extends ParamsOf<E['path']> ? object : { readonly params: ParamsOf<E['path']> });

interface DeskAnswer<Value = unknown> {
  readonly status: number;
  /** `ok`, or the name of the refusal. */
  readonly outcome: string;
  readonly value: Value;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly retryAfterS: number;
}

export type DeskBrowser = ReturnType<typeof openBrowser>;

/** Opens a browser without cookies. */
export function openBrowser(server: Pick<TestApp, 'app'>, options: BrowserOptions = {}) {
  const { from = '127.0.0.1', headers: own = {}, host = 'localhost' } = options;
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  function keep(set: string | string[] | undefined): void {
    for (const line of [set ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  async function ask<E extends Called>(endpoint: E, input: Input<E>): Promise<DeskAnswer<ResponseOf<E>['value']>> {
    const { method, refusals } = endpoint;
    const { params, body } = input as { readonly params?: never; readonly body?: object };
    const answer = await server.app.inject({
      method,
      url: pathOf(endpoint, params),
      remoteAddress: from,
      headers: {
        host,
        'sec-fetch-site': 'same-origin',
        'user-agent': userAgent,
        ...(method !== 'GET' && { origin: `http://${host}`, 'content-type': 'application/json' }),
        ...(cookies.size > 0 && { cookie: cookieHeader() }),
        ...own,
      },
      ...(body && { payload: JSON.stringify(body) }),
    });
    keep(answer.headers['set-cookie']);
    const status = answer.statusCode;
    const refused = Object.entries(refusals).find(([, { status: of, text }]) => of === status && text === answer.body);
    const value = (answer.body === '' || status >= 400 ? null : answer.json()) as ResponseOf<E>['value'];
    const outcome = status < 400 ? 'ok' : (refused?.[0] ?? `${status} ${answer.body}`);
    return { status, outcome, value, headers: answer.headers, retryAfterS: Number(answer.headers['retry-after'] ?? 0) };
  }

  /** The value of a call that is expected to succeed. */
  async function need<E extends Called>(endpoint: E, input: Input<E>): Promise<ResponseOf<E>['value']> {
    const { outcome, value } = await ask(endpoint, input);
    if (outcome !== 'ok') throw new Error(`${endpoint.method} ${endpoint.path}: ${outcome}`);
    return value;
  }

  const outcome = async <E extends Called>(endpoint: E, input: Input<E>): Promise<string> =>
    (await ask(endpoint, input)).outcome;

  return {
    cookies,
    cookieHeader,
    ask,
    need,
    outcome,
    view: (): Promise<SessionView> => need(viewDeskSession, {}),
    signIn: (email: string, password = goodPassword) => outcome(sessionEndpoints.signIn, { body: { email, password } }),
    giveTotp: (code: string) => outcome(sessionEndpoints.giveSecondFactor, { body: { kind: 'totp', code } }),

    /** Adds an authenticator app. Resolves to its secret, the recovery codes and the session. */
    async addApp(at: () => Date) {
      const { secret } = await need(accountEndpoints.beginTotp, { body: {} });
      const { recoveryCodes, session } = await need(accountEndpoints.addTotp, {
        body: { code: totpCodeAt(secret, at()) },
      });
      return { secret, recoveryCodes: recoveryCodes ?? [], session };
    },
  };
}
