import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendFormPath, sendPath } from '#contract/send.ts';
import { envelopeOf, inquiryParams } from '../../tests/support/answers.ts';
import { startApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { listen, openRaw } from '../../tests/support/raw-http.ts';
import { addLinger, lingerLimits } from './linger.ts';

// Refused requests never reach the database, so one engine is enough.
const under = engineUnderTest('sqlite');
const megabyte = Buffer.alloc(1024 * 1024, 'x');

const head = (path: string, type: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${more}content-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
const fileHead =
  '--x\r\ncontent-disposition: form-data; name="contract"; filename="deal.pdf"\r\ncontent-type: application/pdf\r\n\r\n';
const form = 'multipart/form-data; boundary=x';

describe('R54 a refusal that comes before the body has ended', () => {
  const refusals = [
    ['a file in a form', head(sendFormPath, form, fileHead.length + 20 * megabyte.length) + fileHead, '415'],
    [
      'a file in a form for the JSON path',
      head(sendPath, form, fileHead.length + 20 * megabyte.length) + fileHead,
      '415',
    ],
    ['a form that is too large', head(sendFormPath, form, 20 * megabyte.length), '413'],
    ['JSON that is too large', head(sendPath, 'application/json', 20 * megabyte.length), '413'],
    ['another type', head(sendPath, 'image/png', 20 * megabyte.length), '415'],
    [
      'a page of another origin',
      head(sendPath, 'application/json', 20 * megabyte.length, 'origin: https://x.example\r\n'),
      '403',
    ],
    ['a path that nothing has', head('/api/nothing', 'image/png', 20 * megabyte.length), '404'],
  ] as const;

  it.each(refusals)('is read by a client that first sends everything: %s', async (_what, begin, status) => {
    const { app } = await startApp(under);
    const connection = await openRaw(await listen(app));
    await connection.write(begin);
    const rest = Number(/content-length: (\d+)/.exec(begin)?.[1]) - (begin.length - begin.indexOf('\r\n\r\n') - 4);
    for (let left = rest; left > 0; left -= megabyte.length) {
      await connection.write(megabyte.subarray(0, Math.min(left, megabyte.length)));
    }
    const answer = await connection.all();
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
  });

  it('is read at once by a slow client that has sent the beginning', async () => {
    const { app } = await startApp(under);
    const connection = await openRaw(await listen(app));
    await connection.write(head(sendFormPath, form, 20 * megabyte.length) + fileHead + '%PDF-'.repeat(20));
    expect(await connection.until(/files to send-form$/)).toMatch(/^HTTP\/1.1 415 /);
    expect(connection.socket.readableEnded).toBe(false);
  });

  it('leaves the connection open when the whole body came with it', async () => {
    const { app } = await startApp(under);
    const connection = await openRaw(await listen(app));
    const body = JSON.stringify({ ...envelopeOf('inquiry'), user_id: 'x', template_params: inquiryParams() });
    const request = head(sendPath, 'application/json', Buffer.byteLength(body)) + body;
    await connection.write(request);
    expect(await connection.until(/docs\/operating\.md/)).toMatch(/^HTTP\/1.1 400 /);
    await connection.write(request);
    await connection.until(/docs\/operating\.md[\s\S]*docs\/operating\.md/);
  });
});

describe('R54 what is read after a refusal', () => {
  const limits = { bytes: 4 * megabyte.length, idleMs: 100, totalMs: 400 };

  async function refusing(given: Partial<typeof limits>) {
    const app = Fastify();
    addLinger(app, { ...lingerLimits, ...given });
    app.addContentTypeParser('*', (_request, _body, done) => done(null));
    app.post('/', (_request, reply) => reply.code(415).send('no'));
    onTestFinished(() => app.close());
    const connection = await openRaw(await listen(app));
    await connection.write(head('/', form, 10_000 * megabyte.length));
    await connection.until(/no$/);
    return connection;
  }

  it('ends after so many bytes, however fast they come', async () => {
    const connection = await refusing({ bytes: limits.bytes });
    let sent = 0;
    const endless = async () => {
      for (;;) {
        await connection.write(megabyte);
        sent += megabyte.length;
      }
    };
    await expect(endless()).rejects.toThrow(/EPIPE|ECONNRESET/);
    // The buffers of the operating systems take a few more.
    expect(sent).toBeLessThan(limits.bytes + 32 * megabyte.length);
  });

  it('ends when nothing comes any more', async () => {
    const connection = await refusing({ idleMs: limits.idleMs });
    expect(await connection.all()).toMatch(/no$/);
  });

  it('ends after its time, however slowly the rest comes', async () => {
    const connection = await refusing({ totalMs: limits.totalMs });
    const slow = setInterval(() => connection.socket.write('x'), 20);
    onTestFinished(() => clearInterval(slow));
    await Promise.race([
      connection.all(),
      new Promise((resolve) => void connection.socket.once('close', resolve)),
    ]).catch(() => undefined);
    expect(connection.socket.readableEnded || connection.socket.destroyed).toBe(true);
  });
});
