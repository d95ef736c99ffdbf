/** The body of a request arrives after its headers, and the caller's permission ends in between. */
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { requestTypes, sendSmsPath } from '#contract/agent-request.ts';
import { apiScopeNames } from '#contract/api.ts';
import { fromDesk, startDesk } from '../../tests/support/desk.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { dealer } from '../../tests/support/portal.ts';
import { listen, openRaw } from '../../tests/support/raw-http.ts';
import { callerHoldsForMs } from './endpoint.ts';

interface HeldBack {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: object;
}

/** Starts a desk, and makes requests that are held back after their headers. */
async function startHolding() {
  let aheadMs = 0;
  const server = await startDesk(engineUnderTest('sqlite'), {}, { clockMs: () => performance.now() + aheadMs });
  const heads = new EventEmitter();
  // The body is read while the caller is being found.
  server.app.addHook('preParsing', async (request) => void request.admitted.then(() => heads.emit('read')));
  const port = await listen(server.app);

  /**
   * Sends the headers of a request, does something once the caller was found, then sends the body. Returns the server's response.
   */
  async function holdBack({ path, headers, body }: HeldBack, meanwhile: () => Promise<unknown>): Promise<string> {
    const text = JSON.stringify(body);
    const all = { host: `127.0.0.1:${port}`, 'content-length': String(text.length), connection: 'close', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    const connection = await openRaw(port);
    const callerFound = once(heads, 'read');
    await connection.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text.slice(0, 1)}`);
    await callerFound;
    aheadMs += callerHoldsForMs + 1;
    await meanwhile();
    await connection.write(text.slice(1));
    return connection.all();
  }
  return { ...server, port, holdBack };
}

it('R289 an admin who is removed while a request of theirs is held back makes no token with it', async () => {
  const { holdBack, context, signInAs, desk } = await startHolding();
  const [ana, ben] = [await signInAs('admin', { name: 'Ana Ruiz' }), await signInAs('admin', { name: 'Ben Cole' })];
  const make = {
    path: '/api/desk/connections/tokens',
    headers: { ...fromDesk, cookie: ana.cookie },
    body: { name: 'Later', scopes: [...apiScopeNames], days: 365 },
  };
  expect(await holdBack(make, async () => {})).toMatch(/^HTTP\/1.1 200 /);
  const { version } = (await context.people.find(ana.personId)) ?? {};
  const answer = await holdBack(make, () =>
    desk('POST', `/api/desk/people/${ana.personId}/remove`, { cookie: ben.cookie, body: { version } }),
  );
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
  expect(await context.apiTokens.list()).toHaveLength(1);
});

it('R863 a caller who leaves in the middle of a body is no error of the server', async () => {
  const { app, port, sessionFor, shared, log } = await startHolding();
  const token = await sessionFor(shared.code);
  const connection = connect(port, '127.0.0.1');
  const answered = once(app.server, 'request').then(([, response]) => once(response, 'close'));
  const head = `POST ${sendSmsPath} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json`;
  connection.end(`${head}\r\ncontent-length: 100\r\n\r\n{"dealershipName"`);
  await answered;
  expect(log()).not.toContain('unexpected error');
});

it('R289 a dealership whose code is revoked while its request is held back asks nobody with it', async () => {
  const { holdBack, context, sessionFor, shared } = await startHolding();
  const token = await sessionFor(shared.code);
  const ask = {
    path: sendSmsPath,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: { dealershipName: dealer.name, dealerPhone: '', requestType: requestTypes.active_deal, additionalInfo: '' },
  };
  const answer = await holdBack(ask, () => context.codes.revoke({ id: shared.id }));
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
  expect(await context.storage.db.selectFrom('agent_requests').select('id').execute()).toEqual([]);
});
