/** Every endpoint of the desk, called as every kind of caller. A new endpoint is tested by being registered. */
import { describe, expect, it } from 'vitest';
import { permissionsOf, type Role, roles } from '#contract/desk/permissions.ts';
import { deskApiPath } from '#contract/desk/session.ts';
import { staffRefusals } from '#contract/desk/staff-refusals.ts';
import { type Endpoint, isStaffOnly, pathOf } from '#contract/endpoint.ts';
import { mintId } from '#contract/reference.ts';
import { endpointsOf } from '#server/http/endpoint.ts';
import { fromDesk, startDesk } from '../../tests/support/desk.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { nothingTold } from '../../tests/support/hand-off.ts';

// Permissions do not depend on the engine.
const under = engineUnderTest('sqlite');

const named = ({ method, path }: Endpoint) => `${method} ${path}`;

async function running() {
  const server = await startDesk(under, {
    LIMIT_REQUESTS_PER_ADDRESS: '100000/60',
  });
  const { app, context } = server;
  await app.ready();
  const endpoints = endpointsOf(app).filter(isStaffOnly);

  /** Calls an endpoint, with a body that it may refuse. The response of a stream ends with its headers. */
  async function call(endpoint: Endpoint, cookie: string | undefined, ids: Readonly<Record<string, string>> = {}) {
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
    const params = Object.fromEntries(names.map((name) => [name, ids[name] ?? mintId()]));
    const response = await app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, params as never),
      headers: { ...fromDesk, ...(cookie !== undefined && { cookie }) },
      ...(endpoint.method !== 'GET' && { payload: '{}' }),
      payloadAsStream: true,
    });
    const stream = response.stream();
    const isStream = String(response.headers['content-type']).startsWith('text/event-stream');
    let text = '';
    if (!isStream) for await (const piece of stream) text += String(piece);
    stream.destroy();
    return { status: response.statusCode, text };
  }

  /** A session for which only the first factor was given. */
  async function firstFactor(role: Role) {
    const { id } = await server.addPerson(role);
    const { token } = await context.storage.transaction((trx) =>
      context.signIn.sessions.begin(
        trx,
        { id, role },
        'first-factor',
        { device: 'Firefox on Linux', deviceId: null },
        { proved: false },
      ),
    );
    return context.signIn.cookies.session(token, 1000).split(';')[0];
  }

  return { ...server, endpoints, call, firstFactor };
}

const refusalTexts: readonly string[] = Object.values(staffRefusals).map(({ text }) => text);
const { signedOut, notAllowed, proofNeeded, locked } = staffRefusals;
const refusal = ({ status, text }: { readonly status: number; readonly text: string }) => ({ status, text });

/** Whether the role alone is enough to call the endpoint. */
const hasPermission = (role: Role, { auth }: Endpoint & { readonly auth: { readonly staff: string } }) =>
  ['signed-in', 'enrolling', 'anyone'].includes(auth.staff) ||
  (permissionsOf(role) as readonly string[]).includes(auth.staff);

describe('R78 every endpoint of the desk', () => {
  it('is declared with who may call it, and no path of the desk is without', async () => {
    const { app, endpoints } = await running();
    const under = endpointsOf(app).filter(({ path }) => path.startsWith(deskApiPath));
    expect(under.length).toBeGreaterThan(10);
    expect(under.filter((endpoint) => !isStaffOnly(endpoint)).map(named)).toEqual([]);
    for (const { path } of endpoints) expect(path.startsWith(deskApiPath), path).toBe(true);
  });

  it('refuses nobody’s calls, unless it begins a sign-in', async () => {
    const { endpoints, call } = await running();
    for (const endpoint of endpoints) {
      const answer = await call(endpoint, undefined);
      if (endpoint.auth.staff === 'anyone') expect(answer.text, named(endpoint)).not.toBe(signedOut.text);
      else expect(answer, named(endpoint)).toEqual(refusal(signedOut));
    }
  });

  it.each(roles)('refuses a first-factor cookie of a %s, unless it takes the second factor', async (role) => {
    const { endpoints, call, firstFactor } = await running();
    for (const endpoint of endpoints) {
      const answer = await call(endpoint, await firstFactor(role));
      const isStep = ['anyone', 'first-factor'].includes(endpoint.auth.staff);
      if (isStep) expect(answer.text, named(endpoint)).not.toBe(signedOut.text);
      else expect(answer, named(endpoint)).toEqual(refusal(signedOut));
    }
  });

  it.each(roles)('answers a %s as far as the role goes, and refuses everything else', async (role) => {
    const { endpoints, call, signInAs } = await running();
    let refused = 0;
    for (const endpoint of endpoints) {
      const { cookie } = await signInAs(role);
      const answer = await call(endpoint, cookie);
      if (endpoint.auth.staff === 'first-factor') {
        expect(answer, named(endpoint)).toEqual(refusal(signedOut));
      } else if (hasPermission(role, endpoint)) {
        expect(refusalTexts, named(endpoint)).not.toContain(answer.text);
        expect(answer.status, named(endpoint)).toBeLessThan(500);
      } else {
        refused += 1;
        expect(answer, named(endpoint)).toEqual(refusal(notAllowed));
      }
    }
    if (role === 'admin') expect(refused).toBe(0);
    else expect(refused).toBeGreaterThan(0);
  });

  it('that needs a fresh proof refuses an admin whose proof is old', async () => {
    const { endpoints, call, signInAs } = await running();
    const fresh = endpoints.filter(({ auth }) => auth.fresh);
    expect(fresh.length).toBeGreaterThan(0);
    for (const endpoint of fresh) {
      const { cookie } = await signInAs('admin', { fresh: false });
      expect(await call(endpoint, cookie), named(endpoint)).toEqual(refusal(proofNeeded));
    }
  });

  it('refuses a locked session, unless it rings or unlocks', async () => {
    const { endpoints, call, signInAs, context } = await running();
    const open = endpoints.filter(({ auth }) => auth.locked).map(({ path }) => path);
    const mayBeLocked = /^\/api\/desk\/(?:stream|rings|rings\/.*|push|push\/.*|session\/(?:un)?lock)$/;
    expect(open.filter((path) => !mayBeLocked.test(path))).toEqual([]);
    for (const endpoint of endpoints) {
      const { cookie, sessionId } = await signInAs('admin');
      const at = context.now().toISOString();
      await context.storage.db
        .updateTable('staff_sessions')
        .set({ locked_at: at })
        .where('id', '=', sessionId)
        .execute();
      const answer = await call(endpoint, cookie);
      const { staff } = endpoint.auth;
      if (staff === 'anyone') continue;
      if (staff === 'first-factor') expect(answer, named(endpoint)).toEqual(refusal(signedOut));
      else if (endpoint.auth.locked) expect(answer.text, named(endpoint)).not.toBe(locked.text);
      else expect(answer, named(endpoint)).toEqual(refusal(locked));
    }
  });

  it('refuses each step of a request to everybody but the one who has it', async () => {
    const { endpoints, signInAs, desk, ask, sessionFor, shared, context } = await running();
    const steps = endpoints.filter(({ path, method }) => {
      const [, step] = /^\/api\/desk\/requests\/:id\/([\w-]+)$/.exec(path) ?? [];
      // Colleagues of the holder may also write the deal, its jacket and the store sheet.
      return method === 'POST' && step !== undefined && !['deal', 'jacket', 'sheet'].includes(step);
    });
    expect(steps.length).toBeGreaterThan(8);
    const id = await ask(await sessionFor(shared.code));
    const holder = await signInAs('agent');
    const take = (step: string, cookie: string, body: object = {}) =>
      desk('POST', `/api/desk/requests/${id}/${step}`, { cookie, body });
    for (const step of ['accept', 'connected']) expect((await take(step, holder.cookie)).status).toBe(200);
    const before = await context.agentRequests.find(id);
    const bodies: Readonly<Record<string, object>> = {
      'hand-off': { ...nothingTold, to: null },
      done: { disposition: 'help_only' },
    };
    for (const role of roles) {
      const other = await signInAs(role);
      for (const endpoint of steps) {
        const step = endpoint.path.split('/').at(-1) ?? '';
        const { status } = await take(step, other.cookie, bodies[step]);
        expect(status, `${role} ${step}`).toBe(role === 'viewer' ? 403 : 409);
      }
    }
    expect(await context.agentRequests.find(id)).toEqual(before);
  });

  it('that is about one’s own things changes nothing of somebody else’s, whatever the role', async () => {
    const { endpoints, call, signInAs, context } = await running();
    const own = endpoints.filter(
      ({ path }) => /^\/api\/desk\/(?:account|own|session)\//.test(path) && path.includes(':'),
    );
    expect(own.length).toBeGreaterThan(1);
    for (const role of roles) {
      const victim = await signInAs('agent');
      for (const endpoint of own) {
        const { cookie } = await signInAs(role);
        const { status } = await call(endpoint, cookie, { id: victim.sessionId });
        expect(status, `${role} ${named(endpoint)}`).toBe(404);
      }
      expect(await context.signIn.openSessionIds([victim.sessionId])).toEqual(new Set([victim.sessionId]));
    }
  });
});
