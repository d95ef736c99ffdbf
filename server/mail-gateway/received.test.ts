import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mintId, referenceOf } from '#contract/reference.ts';
import { receivedPath } from '#contract/send.ts';
import { eraseLeads } from '#server/leads/service.ts';
import { inquiryParams, intakeParams } from '../../tests/support/answers.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

const smtp = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'desk@boxline.example', MAIL_TO: 'operator@boxline.example' };

/** Sends an inquiry, and returns its id. */
async function received({ send }: TestApp): Promise<string> {
  const submission_id = mintId();
  expect(await send('inquiry', inquiryParams({ submission_id }))).toMatchObject({ status: 200 });
  return submission_id;
}

const thankYou = (kind: string, reference: string) => `/thank-you?kind=${kind}&reference=${reference}`;

eachEngine((under) => {
  describe('R41 a thank-you address', () => {
    it('of something that we have says that it was received, and how', async () => {
      const server = await startApp(under);
      const reference = referenceOf(await received(server));
      const { statusCode, body } = await server.app.inject(thankYou('inquiry', reference));
      expect(statusCode).toBe(200);
      expect(body).toContain('<div data-outcome="received"><h1>Received</h1>');
      expect(body).toContain(`<span data-reference="">${reference}</span>`);
      expect(body).not.toContain('Nothing here');
    });

    it('that names nothing of ours says so instead, and repeats nothing of it', async () => {
      const server = await startApp(under);
      const reference = referenceOf(await received(server));
      const invented = [
        thankYou('inquiry', 'BX-7F3K-29QM'),
        thankYou('intake', reference),
        thankYou('inquiry', reference.toLowerCase()),
        thankYou('inquiry', '%3Cb%3E'),
        thankYou('__proto__', reference),
        `/thank-you?reference=${reference}`,
        `/thank-you?kind=inquiry&reference=${reference}&reference=${reference}`,
        '/thank-you',
      ];
      const answers = await Promise.all(invented.map((url) => server.app.inject(url)));
      for (const { statusCode, body } of answers) {
        expect(statusCode).toBe(404);
        expect(body).toContain('Nothing here');
        expect(body).not.toMatch(/Received|BX-|<b>/);
      }
      // All responses are the same page, so nothing distinguishes a near miss.
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    });

    it('R614 of something that was erased does not say that we have it', async () => {
      const server = await startApp(under);
      const id = await received(server);
      const { storage } = server.context;
      await storage.transaction((trx) => eraseLeads(trx, [id], new Date().toISOString()));
      const { statusCode, body } = await server.app.inject(thankYou('inquiry', referenceOf(id)));
      expect([statusCode, body.includes('Nothing here')]).toEqual([404, true]);
    });

    it('is drawn once, so that asking for many of them costs little', async () => {
      const server = await startApp(under);
      const references = [referenceOf(await received(server)), referenceOf(await received(server))] as const;
      const get = (reference: string) =>
        server.app.inject({ url: thankYou('inquiry', reference), headers: { 'accept-encoding': 'br' } });
      const one = await get(references[0]);
      const drawAgain = () => {
        throw new Error('the page was drawn a second time');
      };
      Object.defineProperty(await server.context.pages.byName('thank-you'), 'html', { get: drawAgain });
      const other = await get(references[1]);
      expect(brotliDecompressSync(one.rawPayload).toString()).toContain(
        `<span data-reference="">${references[0]}</span>`,
      );
      expect(brotliDecompressSync(other.rawPayload).toString()).toContain(references[1]);
      expect(one.headers['etag']).not.toBe(other.headers['etag']);
      expect(one.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/);
    });
  });

  describe('R62 whether a submission was received', () => {
    const ask = async ({ app }: TestApp, id: string) => {
      const { statusCode, body, headers } = await app.inject(`${receivedPath}?submission_id=${id}`);
      return { statusCode, body, cache: headers['cache-control'] };
    };

    it('is answered by its id with yes or no, and nothing else', async () => {
      const server = await startApp(under);
      const id = await received(server);
      expect(await ask(server, id)).toEqual({ statusCode: 200, body: '{"received":true}', cache: 'no-store' });
      expect(await ask(server, mintId())).toMatchObject({ statusCode: 200, body: '{"received":false}' });
      for (const wrong of ['', 'x', '%25', referenceOf(id)])
        expect(await ask(server, wrong)).toMatchObject({ statusCode: 400 });
    });

    it('counts against the requests of an address', async () => {
      const server = await startApp(under, { LIMIT_REQUESTS_PER_ADDRESS: '1/60' });
      expect(await ask(server, mintId())).toMatchObject({ statusCode: 200 });
      expect(await ask(server, mintId())).toMatchObject({ statusCode: 429 });
    });
  });

  describe('R41 a confirmation is promised', () => {
    const promised = async (env: Record<string, string>) => {
      const server = await startApp(under, env);
      const location = await server.sendForm('intake', intakeParams(), { accept: 'text/html' });
      const { body } = await server.app.inject(String(location.headers['location']));
      const page = await server.app.inject('/inquiry');
      const settings = JSON.parse(/id="runtime">(.*?)<\/script>/.exec(page.body)?.[1] ?? '') as { mail: object };
      return { body, settings };
    };

    it('only where mail goes out', async () => {
      const mailed = await promised(smtp);
      expect(mailed.settings).toMatchObject({ mail: { confirms: true } });
      expect(mailed.body).toContain('>mailed<');
      expect(mailed.body).not.toContain('not mailed');
      const silent = await promised({});
      expect(silent.settings).toMatchObject({ mail: { confirms: false } });
      expect(silent.body).toContain('not mailed');
      expect(silent.body).not.toContain('>mailed<');
    });
  });
});
