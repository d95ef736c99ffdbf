import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';

// No page touches the database, so one engine is enough.
describe('the site', () => {
  const under = engineUnderTest('sqlite');

  describe('a page', () => {
    it('says what the environment says: the address, where forms go, the settings', async () => {
      const { app } = await startApp(under, {
        PUBLIC_URL: 'https://desk.example',
        MAIL_ORIGIN: 'https://api.mail.example',
        MAIL_PUBLIC_KEY: 'a</script>b',
      });
      const answer = await app.inject('/inquiry');
      const $ = load(answer.body);
      expect($('link[rel=canonical]').attr('href')).toBe('https://desk.example/');
      expect($('form').attr('action')).toBe('https://api.mail.example/api/v1.0/email/send-form');
      expect($('input[name=user_id]').attr('value')).toBe('a</script>b');
      expect($('input[name=template_id]').attr('value')).toBe('dealer_inquiry');
      expect(JSON.parse($('#runtime').text())).toMatchObject({
        mail: { origin: 'https://api.mail.example', publicKey: 'a</script>b' },
      });
      expect(answer.headers['content-security-policy']).toContain("form-action 'self' https://api.mail.example");
      expect(answer.headers['content-security-policy']).toContain("connect-src 'self' https://api.mail.example");
    });

    it('allows its own inline script and style by their hashes, and nothing else inline', async () => {
      const { app } = await startApp(under);
      const policy = String((await app.inject('/')).headers['content-security-policy']);
      expect(policy).not.toContain('unsafe');
      expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
      expect(policy).toMatch(/style-src 'self' 'sha256-[^']+';/);
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).toContain("frame-ancestors 'none'");
    });

    it('comes in the encoding that the browser takes, and not again while it is unchanged', async () => {
      const { app } = await startApp(under);
      const get = (headers: Record<string, string>) => app.inject({ url: '/', headers });
      const plain = await get({});
      const brotli = await get({ 'accept-encoding': 'gzip, br' });
      const gzip = await get({ 'accept-encoding': 'gzip, br;q=0' });
      expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
      expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
      expect(plain.headers).not.toHaveProperty('content-encoding');
      const again = await get({ 'if-none-match': String(plain.headers['etag']) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
    });

    it('R855 comes whole when somebody loads it again, because the browser may hold the half of it under that tag', async () => {
      const { app } = await startApp(under);
      const { headers, body } = await app.inject('/');
      const asked = { 'if-none-match': String(headers['etag']), 'cache-control': 'max-age=0' };
      const again = await app.inject({ url: '/', headers: asked });
      expect([again.statusCode, again.body]).toEqual([200, body]);
    });

    it('may be kept for going back: it is asked for again, not forgotten', async () => {
      const { app } = await startApp(under);
      expect((await app.inject('/')).headers['cache-control']).toBe('no-cache');
    });

    it('S2.3 that does not exist is the 404 page with status 404', async () => {
      const { app } = await startApp(under);
      const answer = await app.inject('/nowhere');
      expect([answer.statusCode, answer.body]).toEqual([404, expect.stringContaining('no such page')]);
      for (const url of [
        '/index.html',
        '/404',
        '/404.html',
        '/..%2fpackage.json',
        '/assets/',
        '/%00',
        '/.env',
        '//',
        '//:',
        '/%',
        '/%E0%A4%A?x=1',
      ]) {
        const { statusCode, headers } = await app.inject(url);
        expect([url, statusCode, headers['x-content-type-options']]).toEqual([url, 404, 'nosniff']);
      }
      expect((await app.inject('/?x=%')).statusCode).toBe(200);
    });

    it('with a slash too many leads to the one without', async () => {
      const { app } = await startApp(under);
      const answer = await app.inject('/inquiry/');
      expect([answer.statusCode, answer.headers['location']]).toEqual([301, '/inquiry']);
      expect((await app.inject('//evil.example/')).statusCode).toBe(404);
    });

    it('R968 of thousands of slashes is answered in a time that grows with its length alone', async () => {
      const { app } = await startApp(under);
      const of = (slashes: number) => `/x${'/'.repeat(slashes)}x`;
      const leastMs = async (url: string) => {
        const took: number[] = [];
        for (let time = 0; time < 4; time++) {
          const began = performance.now();
          expect((await app.inject(url)).statusCode).toBe(404);
          took.push(performance.now() - began);
        }
        return Math.min(...took);
      };
      const shortMs = await leastMs(of(100));
      // A hundred and fifty times as long: a search that begins anew at each slash took seconds, and nobody else was answered.
      expect((await leastMs(of(15_000))) / shortMs).toBeLessThan(30);
    });
  });

  it('files with a hash in their name are kept for a year', async () => {
    const { app } = await startApp(under);
    const { headers } = await app.inject('/assets/client.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('what only https can keep is sent in production and only there', async () => {
    const { app } = await startApp(under, { PUBLIC_URL: 'https://desk.example' });
    const other = await startApp(under);
    const [secure, plain] = [(await app.inject('/')).headers, (await other.app.inject('/')).headers];
    for (const name of ['strict-transport-security', 'cross-origin-opener-policy']) {
      expect(secure).toHaveProperty(name);
      expect(plain).not.toHaveProperty(name);
    }
  });

  it('HSTS binds subdomains only when the operator says so', async () => {
    const PUBLIC_URL = 'https://desk.example';
    const hsts = async (env: Record<string, string>) =>
      (await (await startApp(under, { PUBLIC_URL, ...env })).app.inject('/')).headers['strict-transport-security'];
    expect(await hsts({})).toBe('max-age=31536000');
    expect(await hsts({ HSTS_SUBDOMAINS: 'true' })).toBe('max-age=31536000; includeSubDomains');
  });
});
