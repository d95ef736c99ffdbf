/** Rules for every registered endpoint. A new endpoint is tested by being registered. */
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { apiScopeNames } from '#contract/api.ts';
import {
  type Auth,
  type Endpoint,
  endpoint,
  isStaffOnly,
  pathOf,
  type StaffAuth,
  type TokenAuth,
} from '#contract/endpoint.ts';
import { mintId } from '#contract/reference.ts';
import { refusalHeader } from '#contract/refusal-mark.ts';
import { commonRefusals } from '#contract/refusals.ts';
import { sendPath } from '#contract/send.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { endpointsOf, register } from './endpoint.ts';

// These refusals do not depend on the engine.
const under = engineUnderTest('sqlite');

type Headers = Record<string, string>;

interface Sent {
  readonly params?: Record<string, string>;
  readonly headers?: Headers;
  readonly payload?: string;
}

const foreign = { origin: 'https://elsewhere.example' };
const json = { 'content-type': 'application/json' };

const anyParams = ({ path }: Endpoint): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, mintId()]));

async function start(env: Record<string, string> = {}) {
  const portal = await startDesk(under, env);
  const { app } = portal;
  await app.ready();
  const endpoints = endpointsOf(app);
  const callOf = (endpoint: Endpoint, { params = anyParams(endpoint), headers = {}, payload }: Sent = {}) =>
    app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, params as never),
      headers,
      ...(payload !== undefined && { payload }),
    });
  return { ...portal, endpoints, callOf };
}

/** The headers that a page of the desk sends with a write. */
const fromDesk = { ...json, 'sec-fetch-site': 'same-origin' };

const headersOf = (endpoint: Endpoint): Headers => (isStaffOnly(endpoint) ? fromDesk : {});

/** A token, and the parameters that it gives access to, for each kind of authentication by token. */
async function proofs({ sessionFor, shared, ask, linksOf }: Awaited<ReturnType<typeof startDesk>>) {
  const session = await sessionFor(shared.code);
  const id = await ask(session);
  const [link = ''] = Object.values(await linksOf(id));
  const bearer = (token: string) => ({ params: { id }, headers: { authorization: `Bearer ${token}` } });
  return {
    none: { params: {}, headers: {} },
    'portal-session': bearer(session),
    'portal-request': bearer(session),
    'agent-link': bearer(link),
  } satisfies Record<Exclude<Auth, StaffAuth | TokenAuth>, { params: Record<string, string>; headers: Headers }>;
}

/** The cookie of an admin, after as many steps of the sign-in as the endpoint needs, with the headers of a page of the desk. */
async function staffProof(
  { context, signInAs }: Awaited<ReturnType<typeof startDesk>>,
  endpoint: Endpoint,
  { staff }: StaffAuth,
) {
  const { cookie, personId: id } = await signInAs('admin');
  const headers = { ...fromDesk, cookie };
  const params = anyParams(endpoint);
  if (staff !== 'first-factor') return { params, headers };
  const { sessions, cookies } = context.signIn;
  const browser = { device: 'Firefox on Linux', deviceId: null };
  const { token } = await context.storage.transaction((trx) =>
    sessions.begin(trx, { id, role: 'admin' }, 'first-factor', browser, { proved: false }),
  );
  return { params, headers: { ...headers, cookie: cookies.session(token, 1000).split(';')[0] ?? '' } };
}

/** A token of the read API that may read everything. */
async function tokenProof({ context, signInAs }: Awaited<ReturnType<typeof startDesk>>) {
  const admin = await signInAs('admin');
  const made = await context.apiTokens.make({ name: 'Test', scopes: apiScopeNames, days: 30 }, admin);
  return { params: {}, headers: { authorization: `Bearer ${made.token ?? ''}` } };
}

const named = ({ method, path }: Endpoint) => `${method} ${path}`;

/** What an endpoint refuses with: the status, and the text in the form that the endpoint uses. */
const refusalOf = ({ refusals, refuseAs }: Endpoint, ...names: string[]) => {
  const refusal = names.map((name) => refusals[name]).find((found) => found !== undefined);
  if (!refusal) throw new Error(`None of ${names.join(', ')} is declared`);
  return {
    statusCode: refusal.status,
    headers: { [refusalHeader]: String(refusal.status) },
    body: refuseAs ? JSON.stringify(refuseAs.write(refusal)) : refusal.text,
  };
};

const isWrite = ({ method }: Endpoint) => method !== 'GET';

/** A body of the right media type that no endpoint accepts. */
const wrongBody = '[]';

describe('every endpoint', () => {
  it('is one of a list that has the mail API, the portal, the agents’ page and health', async () => {
    const { endpoints } = await start();
    expect(endpoints.length).toBeGreaterThanOrEqual(20);
    expect(new Set(endpoints.map(named)).size).toBe(endpoints.length);
    expect(new Set(endpoints.map(({ tag }) => tag))).toEqual(
      new Set(['mail', 'portal', 'agent', 'desk', 'api', 'operation', 'site', undefined]),
    );
  });

  it('refuses a page of another origin before anything else, and that cannot be read by it', async () => {
    const { endpoints, callOf, context } = await start();
    const checked = endpoints.filter(({ origins }) => origins !== 'any');
    expect(checked.length).toBeGreaterThan(0);
    for (const endpoint of checked) {
      const response = await callOf(endpoint, { headers: foreign });
      expect(response, named(endpoint)).toMatchObject(refusalOf(endpoint, 'originRefused'));
      expect(response.headers['access-control-allow-origin'], named(endpoint)).toBeUndefined();
    }
    expect(await context.storage.db.selectFrom('leads').select('id').execute()).toEqual([]);
  });

  it('that changes something looks at the origin, unless a signature proves its caller', async () => {
    const { endpoints } = await start();
    const unchecked = endpoints.filter((endpoint) => isWrite(endpoint) && endpoint.origins === 'any');
    expect(unchecked.map(named)).toEqual(['POST /api/sms/reports/:messageId']);
  });

  it('refuses a missing and a dead token, in the words it declares for each', async () => {
    const { endpoints, callOf } = await start();
    const closed = endpoints.filter((endpoint) => endpoint.auth !== 'none' && !isStaffOnly(endpoint));
    expect(closed.length).toBeGreaterThan(0);
    for (const endpoint of closed) {
      expect(refusalOf(endpoint, 'deadToken').statusCode, named(endpoint)).toBe(401);
      const bare = await callOf(endpoint);
      expect(bare, named(endpoint)).toMatchObject(refusalOf(endpoint, 'noToken', 'deadToken'));
      for (const authorization of ['Bearer dead', 'Bearer', 'Basic dXNlcjpwYXNz', `Bearer ${'x'.repeat(3000)}`]) {
        const response = await callOf(endpoint, { headers: { authorization } });
        expect(response, `${named(endpoint)} ${authorization}`).toMatchObject(refusalOf(endpoint, 'deadToken'));
      }
    }
  });

  it('of the desk refuses whoever has no session, unless it is a step of the sign-in', async () => {
    const { endpoints, callOf } = await start();
    for (const endpoint of endpoints.filter(isStaffOnly)) {
      if (endpoint.auth.staff === 'anyone') continue;
      for (const cookie of ['', 'desk=', 'desk=dead', `__Host-desk=${'x'.repeat(3000)}`]) {
        const response = await callOf(endpoint, { headers: { ...fromDesk, cookie } });
        expect(response, `${named(endpoint)} ${cookie}`).toMatchObject(refusalOf(endpoint, 'signedOut'));
      }
    }
  });

  it('of the desk says who of the staff may call it, or the server does not start', async () => {
    const { context } = await start();
    const app = Fastify();
    for (const auth of [undefined, 'none', 'portal-session', 'agent-link'] as const) {
      const open = endpoint('GET', '/api/desk/leads', {
        summary: '',
        ...(auth && { auth }),
        responses: { 204: z.null() },
      });
      const add = () => register(app, context, open as Endpoint, async () => ({ status: 204, value: null }) as never);
      expect(add, auth).toThrow('GET /api/desk/leads does not say who of the staff may call it');
    }
  });

  it('of the desk that writes takes a body, or the server does not start', async () => {
    const { context } = await start();
    const bare = endpoint('POST', '/api/desk/bell', {
      summary: '',
      auth: { staff: 'signed-in' },
      responses: { 204: z.null() },
    });
    const add = () => register(Fastify(), context, bare, async () => ({ status: 204, value: null }));
    expect(add).toThrow('POST /api/desk/bell takes no body, so no page could call it');
  });

  it('of one request gives a session nothing of another request', async () => {
    const server = await start();
    const { headers } = (await proofs(server))['portal-request'];
    const ofOneRequest = server.endpoints.filter(({ auth }) => auth === 'portal-request');
    expect(ofOneRequest.length).toBeGreaterThan(0);
    for (const endpoint of ofOneRequest) {
      for (const id of [mintId(), 'no-id', '%00', "' or 1=1"]) {
        const response = await server.callOf(endpoint, { headers, params: { id } });
        expect(response, `${named(endpoint)} ${id}`).toMatchObject(refusalOf(endpoint, 'notFound'));
      }
    }
  });

  it('refuses a body or query that is wrong, one that cannot be read, one too large and one of another type', async () => {
    const server = await start();
    const proof = await proofs(server);
    for (const endpoint of server.endpoints) {
      const { auth, query, body, accepts = ['json'], bodyLimitBytes = 4096 } = endpoint;
      const { params, headers } = isStaffOnly(endpoint)
        ? await staffProof(server, endpoint, endpoint.auth)
        : typeof auth === 'object' && 'token' in auth
          ? await tokenProof(server)
          : proof[auth as keyof typeof proof];
      const send = (type: string, payload: string) =>
        server.callOf(endpoint, { params, headers: { ...headers, 'content-type': type }, payload });
      // A list whose filters are all optional accepts an empty query.
      if (query && !query.safeParse({}).success) {
        expect(await server.callOf(endpoint, { params, headers }), named(endpoint)).toMatchObject(
          refusalOf(endpoint, 'invalid', 'malformed'),
        );
      }
      if (!isWrite(endpoint)) continue;
      const type = accepts.includes('url-encoded') ? 'application/x-www-form-urlencoded' : json['content-type'];
      if (body && accepts.includes('json')) {
        expect(await send(type, wrongBody), named(endpoint)).toMatchObject(refusalOf(endpoint, 'invalid', 'malformed'));
        expect(await send(type, '{"half'), named(endpoint)).toMatchObject(refusalOf(endpoint, 'malformed'));
      }
      if (accepts.includes('json') || accepts.includes('url-encoded')) {
        const large = await send(type, 'x'.repeat(bodyLimitBytes + 1));
        expect(large, named(endpoint)).toMatchObject(refusalOf(endpoint, 'tooLarge'));
      }
      const other = await send('application/xml', '<x/>');
      expect(other, named(endpoint)).toMatchObject(refusalOf(endpoint, 'unsupported'));
    }
  });

  it('counts for its address, and says when to come again', async () => {
    const { endpoints, callOf, app } = await start({ LIMIT_REQUESTS_PER_ADDRESS: '1/60' });
    await app.inject({ method: 'POST', url: sendPath, headers: json, payload: '{}' });
    const counted = endpoints.filter(({ limit }) => limit !== 'none');
    for (const endpoint of counted) {
      const response = await callOf(endpoint, { headers: headersOf(endpoint) });
      expect(response, named(endpoint)).toMatchObject(refusalOf(endpoint, 'tooMany'));
      expect(Number(response.headers['retry-after']), named(endpoint)).toBeGreaterThan(0);
      expect(response.headers['cache-control'], named(endpoint)).toBe('no-store');
    }
    const free = endpoints.filter(({ limit }) => limit === 'none');
    // At the desk, only reads that open consoles repeat by themselves are not limited, and they need a session.
    const [ofDesk, others] = [free.filter(isStaffOnly), free.filter((endpoint) => !isStaffOnly(endpoint))];
    expect(others.map(named)).toEqual(['POST /api/sms/reports/:messageId', 'GET /healthz', 'GET /readyz']);
    expect(ofDesk.filter(({ method, auth }) => method !== 'GET' || auth.staff === 'anyone').map(named)).toEqual([]);
    for (const endpoint of free) expect((await callOf(endpoint)).statusCode, named(endpoint)).not.toBe(429);
  });

  it('is in the OpenAPI document with everything that it responds and refuses with, unless it has no tag', async () => {
    const { app, endpoints } = await start();
    const { paths } = (await app.inject('/openapi.json')).json<OpenApi>();
    for (const endpoint of endpoints) {
      const described = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()];
      expect(described !== undefined, named(endpoint)).toBe(endpoint.tag !== undefined);
      if (!described) continue;
      expect(described.summary, named(endpoint)).toBe(endpoint.summary);
      const refused = Object.values(endpoint.refusals).map(({ status }) => status);
      const statuses = [...Object.keys(endpoint.responses), ...refused.filter((s) => s < 500 && s !== 405).map(String)];
      expect(new Set(Object.keys(described.responses)), named(endpoint)).toEqual(new Set(statuses));
      expect(described.requestBody !== undefined, named(endpoint)).toBe(endpoint.body !== undefined);
      const isOpen = endpoint.auth === 'none' || (isStaffOnly(endpoint) && endpoint.auth.staff === 'anyone');
      expect(described.security === undefined, named(endpoint)).toBe(isOpen);
    }
  });

  it('refuses a method that its path does not have, and names those that it has', async () => {
    const { app, endpoints, context } = await start();
    for (const [path, ofPath] of Map.groupBy(endpoints, ({ path }) => path)) {
      const [first] = ofPath;
      if (!first) continue;
      const url = pathOf({ path }, anyParams(first) as never);
      // A preflight has a test of its own.
      const known = new Set<string>(['OPTIONS', ...ofPath.map(({ method }) => method)]);
      // Each other method, also where another path has that method and the same address by its parameter.
      for (const method of (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((name) => !known.has(name))) {
        const response = await app.inject({ method, url, headers: headersOf(first) });
        expect(response, `${method} ${path}`).toMatchObject(refusalOf(first, 'methodUnknown'));
        const allowed = String(response.headers['allow']).split(', ');
        for (const { method } of ofPath) expect(allowed, path).toContain(method);
      }
    }
    // The metrics count it for its path.
    const counted = `_count{method="PATCH",route="${sendPath}",status="405"} 1`;
    expect(await context.metrics.registry.metrics()).toContain(counted);
  });

  it('answers a preflight only where it declares one, with the headers it declares', async () => {
    const { app, endpoints } = await start({ ALLOWED_ORIGINS: foreign.origin });
    for (const endpoint of endpoints) {
      const url = pathOf(endpoint, anyParams(endpoint) as never);
      const headers = { ...foreign, 'access-control-request-method': endpoint.method };
      const { statusCode, headers: said } = await app.inject({ method: 'OPTIONS', url, headers });
      // No configuration lets another origin call the desk.
      const without = isStaffOnly(endpoint) ? 403 : 405;
      expect(statusCode, named(endpoint)).toBe(endpoint.preflight === undefined ? without : 204);
      expect(said['access-control-allow-headers'], named(endpoint)).toBe(endpoint.preflight);
    }
  });

  it('has texts for what every endpoint may refuse', async () => {
    const { endpoints } = await start();
    for (const endpoint of endpoints) {
      for (const [name, { status }] of Object.entries(commonRefusals)) {
        expect(endpoint.refusals[name]?.status, `${named(endpoint)} ${name}`).toBe(status);
        expect(endpoint.refusals[name]?.text.length, `${named(endpoint)} ${name}`).toBeGreaterThan(0);
      }
    }
  });
});

interface OpenApi {
  readonly paths: Record<
    string,
    Record<string, { summary: string; responses: object; requestBody?: object; security?: object }>
  >;
}
