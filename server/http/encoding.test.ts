import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { chooseEncoding } from './encoding.ts';

describe('R56 the encoding of a page', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate', 'identity'],
    ['brotli', 'identity'],
    // A weight below one still accepts, and the highest is preferred (RFC 9110 12.4.2).
    ['br;q=0.5', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br; q=0.001', 'br'],
    ['br;q=0', 'identity'],
    ['br;q=0.000, gzip', 'gzip'],
    ['gzip;q=1.000, br;q=0.9', 'gzip'],
    ['identity, br;q=0.5', 'identity'],
    ['identity;q=0.5, br;q=0.5', 'br'],
    // An invalid weight accepts nothing.
    ['br;q=2', 'identity'],
    ['br;q=abc, gzip', 'gzip'],
    ['br;q=', 'identity'],
    [', ,', 'identity'],
    // The asterisk stands for every coding that is not named.
    ['*', 'br'],
    ['*;q=0.1', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, *;q=0.5, identity;q=0.1', 'gzip'],
    ['*;q=0', undefined],
    ['*;q=0, gzip', 'gzip'],
    ['*;q=0, identity', 'identity'],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=0, *', 'br'],
    ['identity;q=0, deflate', undefined],
  ])('for %j is %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });

  const get = async (headers: Record<string, string>, url = '/') => {
    const { app } = await startApp(engineUnderTest('sqlite'));
    return Promise.all([headers, {}].map((each) => app.inject({ url, headers: each })));
  };

  it('is the one that is weighed highest, and the page is the same', async () => {
    const [brotli, plain] = await get({ 'accept-encoding': 'gzip;q=0.5, br;q=0.7' });
    expect(brotli?.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(brotli?.rawPayload ?? Buffer.of()).toString()).toBe(plain?.body);
    const [gzip] = await get({ 'accept-encoding': 'gzip;q=0.5' });
    expect(gunzipSync(gzip?.rawPayload ?? Buffer.of()).toString()).toBe(plain?.body);
  });

  it('is refused with 406 when none is accepted', async () => {
    const [refused] = await get({ 'accept-encoding': 'identity;q=0' });
    expect([refused?.statusCode, refused?.headers['content-type']]).toEqual([406, 'text/plain']);
    expect(refused?.headers).toMatchObject({ 'x-content-type-options': 'nosniff', vary: 'Accept-Encoding' });
  });

  it('has a strong tag of its own, which brings 304 for that encoding and for no other', async () => {
    const { app } = await startApp(engineUnderTest('sqlite'));
    const ask = (encoding: string, tag = '') =>
      app.inject({ url: '/', headers: { 'accept-encoding': encoding, ...(tag && { 'if-none-match': tag }) } });
    const encodings = ['identity', 'gzip', 'br'];
    const tags = await Promise.all(encodings.map(async (encoding) => String((await ask(encoding)).headers['etag'])));
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    for (const [at, encoding] of encodings.entries()) {
      const statuses = await Promise.all(tags.map(async (tag) => (await ask(encoding, tag)).statusCode));
      expect(statuses).toEqual(encodings.map((_, other) => (other === at ? 304 : 200)));
      const own = tags[at] ?? '';
      const again = await ask(encoding, own);
      expect([again.headers['etag'], again.headers['vary'], again.body]).toEqual([own, 'Accept-Encoding', '']);
      // A list of tags, a tag that a proxy weakened, and the asterisk (RFC 9110 13.1.2).
      for (const list of [`"x", ${own}`, `W/${own}`, '*', `"a,b",W/${own} `]) {
        expect((await ask(encoding, list)).statusCode).toBe(304);
      }
      expect((await ask(encoding, own.replaceAll('"', ''))).statusCode).toBe(200);
    }
  });

  it('of another file of the site is weighed too', async () => {
    const asset = '/assets/client.js';
    for (const [header, encoding] of [
      ['br;q=0.5', 'br'],
      ['br;q=0', undefined],
      ['br;q=0, gzip;q=0.1', 'gzip'],
      ['gzip;q=0.9, br;q=0.1', 'gzip'],
      ['identity, br;q=0.5', undefined],
    ] as const) {
      const [answer, plain] = await get({ 'accept-encoding': header }, asset);
      expect([header, answer?.statusCode, answer?.headers['content-encoding']]).toEqual([header, 200, encoding]);
      expect(answer?.headers['vary']).toMatch(/accept-encoding/i);
      if (encoding) expect(answer?.headers['etag']).not.toBe(plain?.headers['etag']);
    }
  });
});
