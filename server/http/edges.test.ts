import type { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendPath } from '#contract/send.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { exchangeRaw, listen, openRaw } from '../../tests/support/raw-http.ts';

// None of these requests reaches the database, so one engine is enough.
const under = engineUnderTest('sqlite');
const publicUrl = 'https://desk.example';
const everyHeader = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'strict-transport-security',
  'cross-origin-opener-policy',
];

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function readAnswer(said: string): Answer {
  const [head = '', body = ''] = said.split(/\r\n\r\n([\s\S]*)/);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => /^([^:]+): (.*)$/.exec(line)?.slice(1) as [string, string]);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]),
    headers: new Map(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body,
  };
}

const close = 'connection: close\r\n';
const start = async (): Promise<[TestApp, number]> => {
  const server = await startApp(under, { PUBLIC_URL: publicUrl });
  return [server, await listen(server.app)];
};
const ask = async (port: number, bytes: string) => readAnswer(await exchangeRaw(port, bytes));

/** Checks what every response must have: our headers, and a text that repeats nothing of the request. */
function expectOurs({ status, headers, body }: Answer, expected: number, secret = 'SENTINEL') {
  expect(status).toBe(expected);
  expect([...headers.keys()]).toEqual(expect.arrayContaining(everyHeader));
  expect(body).not.toContain(secret);
  expect(body.length).toBeGreaterThan(0);
}

describe('R56 what never becomes a request', () => {
  const host = 'host: desk.example\r\n';
  it.each([
    ['no HTTP at all', 'SENTINEL\r\n\r\n', 400],
    ['another HTTP', `GET / HTTP/3.1\r\n${host}\r\n`, 400],
    ['HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a space in the path', `GET /SENTINEL b HTTP/1.1\r\n${host}\r\n`, 400],
    ['bytes that no address has', `GET /\u00e9 HTTP/1.1\r\n${host}\r\n`, 400],
    ['a method that nobody knows', `SENTINEL / HTTP/1.1\r\n${host}\r\n`, 400],
    ['a header that holds a line end', `GET / HTTP/1.1\r\n${host}x: a\rSENTINEL\r\n\r\n`, 400],
    [
      'two lengths of one body',
      `POST ${sendPath} HTTP/1.1\r\n${host}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a length below nothing', `POST ${sendPath} HTTP/1.1\r\n${host}content-length: -1\r\n\r\n`, 400],
    [
      'a chunk that is none',
      `POST ${sendPath} HTTP/1.1\r\n${host}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\n${host}x: ${'SENTINEL'.repeat(5000)}\r\n\r\n`, 431],
    ['an address without end', `GET /${'SENTINEL'.repeat(5000)} HTTP/1.1\r\n${host}\r\n`, 431],
    ['too many headers', `GET / HTTP/1.1\r\n${host}${'a: SENTINEL\r\n'.repeat(2500)}\r\n`, 431],
    ['a tunnel', `CONNECT SENTINEL:443 HTTP/1.1\r\n${host}\r\n`, 405],
    ['an expectation', `POST ${sendPath} HTTP/1.1\r\n${host}${close}expect: SENTINEL\r\n\r\n`, 417],
  ])('is answered with every header and a short text: %s', async (_what, bytes, status) => {
    const [, port] = await start();
    const answer = await ask(port, bytes);
    expectOurs(answer, status);
    expect(answer.headers.get('content-type')).toBe('text/plain');
    expect(answer.headers.get('content-length')).toBe(String(answer.body.length));
    expect(answer.headers.get('connection')).toBe('close');
  });

  it('is read by a client that sends headers without end first', async () => {
    const [, port] = await start();
    const connection = await openRaw(port);
    await connection.write(`GET / HTTP/1.1\r\n${host}x: `);
    for (let sent = 0; sent < 8; sent++) await connection.write('y'.repeat(1024 * 1024));
    expectOurs(readAnswer(await connection.all()), 431);
  });

  it('is answered when it is not finished in time', async () => {
    const [{ app }, port] = await start();
    const met = new Promise<Socket>((resolve) => void app.server.once('connection', resolve));
    const connection = await openRaw(port);
    const timeout = Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    app.server.emit('clientError', timeout, await met);
    expectOurs(readAnswer(await connection.all()), 408);
  });

  it('never stands in the middle of another answer', async () => {
    const { app } = await startApp(under);
    app.get('/stream', (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'text/plain' });
      reply.raw.write('begun');
    });
    const connection = await openRaw(await listen(app));
    await connection.write(`GET /stream HTTP/1.1\r\n${host}\r\n`);
    await connection.until(/begun/);
    await connection.write('garbage\r\n\r\n');
    expect(await connection.all()).not.toContain('400');
  });
});

describe('R56 the host that a request names', () => {
  it.each([
    ['two', 'host: a\r\nhost: SENTINEL\r\n'],
    ['the same twice', 'host: a\r\nHost: a\r\n'],
    ['none', ''],
    ['one that is no host', 'host: SENTINEL/b\r\n'],
    ['one with a name before it', 'host: SENTINEL@b\r\n'],
  ])('is refused when there are %s', async (_what, hosts) => {
    const [, port] = await start();
    expectOurs(await ask(port, `GET /inquiry HTTP/1.1\r\n${hosts}${close}\r\n`), 400);
  });

  it.each(['a', 'a.example:8080', '[2001:db8::1]:8080', ''])('is taken when it is one: %j', async (host) => {
    const [, port] = await start();
    expect(await ask(port, `GET / HTTP/1.1\r\nhost: ${host}\r\n${close}\r\n`)).toMatchObject({ status: 200 });
  });

  it('may be absent from HTTP/1.0', async () => {
    const [, port] = await start();
    expect(await ask(port, 'GET / HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200 });
  });
});

describe('R56 an odd address', () => {
  it.each([
    ['a part of 300 characters', `/api/portal/requests/${'SENTINEL'.repeat(38)}`, 401],
    ['a part of 12,000 characters', `/api/portal/requests/${'SENTINEL'.repeat(1500)}`, 401],
    ['a page of 12,000 characters', `/${'SENTINEL'.repeat(1500)}`, 404],
    ['nothing but slashes', '//', 404],
    ['a foreign host as path', '//SENTINEL.example/inquiry/', 404],
    ['what cannot be decoded', '/%SENTINEL', 404],
    ['what decodes to nothing', '/%00SENTINEL', 404],
  ])('is answered with every header and is not repeated: %s', async (_what, path, status) => {
    const [, port] = await start();
    expectOurs(await ask(port, `GET ${path} HTTP/1.1\r\nhost: a\r\n${close}\r\n`), status);
  });

  it.each([
    ['http://a.example/inquiry?x=1', '<title>Dealer inquiry'],
    ['http://a.example', '<title>Home'],
    ['HTTPS://a.example:8443/?x', '<title>Home'],
  ])('that names the host too is its path: %s', async (url, title) => {
    const [, port] = await start();
    const answer = await ask(port, `GET ${url} HTTP/1.1\r\nhost: a\r\n${close}\r\n`);
    expect([answer.status, answer.body.includes(title)]).toEqual([200, true]);
  });

  it.each([
    ['/inquiry/', '/inquiry'],
    ['/inquiry/?a=1&b=%20/', '/inquiry?a=1&b=%20/'],
    ['/inquiry//', '/inquiry'],
    ['/dealer-intake/?ref=https://x.example/', '/dealer-intake?ref=https://x.example/'],
  ])('with a slash too many leads to the page without, and keeps what was asked: %s', async (url, location) => {
    const [{ app }] = await start();
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.headers['location']]).toEqual([301, location]);
  });

  it('for all servers at once is answered', async () => {
    const [, port] = await start();
    expectOurs(await ask(port, `OPTIONS * HTTP/1.1\r\nhost: a\r\n${close}\r\n`), 404);
  });
});

describe('R56 what a page or file does not offer', () => {
  let app: TestApp['app'];
  const inject = async (method: 'PUT' | 'GET' | 'POST', url: string, headers: Record<string, string> = {}) => {
    ({ app } = await startApp(under));
    return app.inject({ method, url, headers });
  };

  it('another method is 405 and says which there are; a path that nothing has stays 404', async () => {
    const answer = await inject('PUT', '/inquiry');
    expect([answer.statusCode, answer.headers['allow'], answer.body]).toEqual([405, 'GET, HEAD', 'Not allowed']);
    expect((await inject('POST', '/nowhere')).statusCode).toBe(404);
  });

  it('a part behind its end is 416, a version that it is not is 412', async () => {
    const behind = await inject('GET', '/assets/client.js', { range: 'bytes=999999-' });
    expect([behind.statusCode, behind.headers['content-range'], behind.body]).toEqual([
      416,
      'bytes */11',
      'Range Not Satisfiable',
    ]);
    const other = await inject('GET', '/assets/client.js', { 'if-match': '"x"' });
    expect([other.statusCode, other.body]).toEqual([412, 'Precondition Failed']);
    expect((await inject('GET', '/assets/client.js', { range: 'bytes=0-5' })).body).toBe('export');
  });
});

it('R56 whatever a client sends, it gets an answer with every header or none, and never 5xx', async () => {
  const [{ log }, port] = await start();
  const token = fc.constantFrom(
    'GET',
    'POST',
    ' ',
    ' / ',
    '*',
    sendPath,
    '/inquiry',
    '%',
    '//',
    'HTTP/1.1',
    'HTTP/1.0',
    '\r\n',
    '\r\n\r\n',
    '\n',
    '\r',
    'host: a',
    'content-length: ',
    '5',
    '-1',
    'transfer-encoding: chunked',
    ':',
    'content-type: application/json',
    'multipart/form-data; boundary=x',
    '{',
    '"',
    '\u0000',
    '\u00ff',
    'expect: 100-continue',
    'upgrade: websocket',
    'connection: upgrade',
    'range: bytes=1-',
    'if-none-match: *',
  );
  const noise = fc.oneof(
    fc.array(token, { maxLength: 40 }).map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', 'OPTIONS'), fc.webPath(), fc.array(token, { maxLength: 20 }))
      .map(([method, path, parts]) => `${method} ${path || '/'} HTTP/1.1\r\nhost: a\r\n${parts.join('')}\r\n\r\n`),
  );
  const runs = 150;
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(noise, async (bytes) => {
      const connection = await openRaw(port);
      await connection.write(Buffer.from(bytes, 'latin1'));
      connection.socket.end();
      // There was no request to answer: the client reset the connection, or the server did because the client had ended.
      const said = await connection.all().catch(() => '');
      for (const answer of said.split(/(?=HTTP\/1\.1 \d{3} )/).filter((part) => part.startsWith('HTTP/1.1 '))) {
        const { status, headers } = readAnswer(answer);
        if (status === 100) continue;
        answered += 1;
        expect(status).toBeLessThan(500);
        expect([...headers.keys()]).toEqual(expect.arrayContaining(everyHeader));
      }
    }),
    { numRuns: runs },
  );
  // About as many answers come as there are runs. Without this, a server that answers nothing would pass.
  expect(answered).toBeGreaterThan(runs / 3);
  expect(log()).not.toContain('unexpected error');
}, 60_000);
