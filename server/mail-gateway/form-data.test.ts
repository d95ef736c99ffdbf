import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendFormPath } from '#contract/send.ts';
import { startApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';

// Refused requests never reach the database, so one engine is enough.
const under = engineUnderTest('sqlite');

describe('R11 form data of more than 64 kB', () => {
  const begin = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const tooLarge = { statusCode: 413, body: 'The request is too large' };
  const forms = [
    ['in many fields', Array.from({ length: 24 }, (_, at) => `${begin(`f${at}`)}${'x'.repeat(3000)}\r\n`)],
    ['in one field', [begin('f'), 'x'.repeat(70_000)]],
  ] as const;

  it.each(forms)('is refused by its length, %s', async (_where, parts) => {
    const { app } = await startApp(under);
    const payload = `${parts.join('')}\r\n--x--\r\n`;
    expect(await app.inject({ method: 'POST', url: sendFormPath, headers, payload })).toMatchObject(tooLarge);
  });

  it.each(forms)(
    'is refused without a length as soon as it is more, and its end is not waited for, %s',
    async (_where, parts) => {
      const { app } = await startApp(under);
      const [origin, beganMs] = [await app.listen({ port: 0, host: '127.0.0.1' }), performance.now()];
      const sending = httpRequest(`${origin}${sendFormPath}`, { method: 'POST', headers });
      // The server ends the connection, possibly in the middle of a write.
      sending.on('error', () => undefined);
      const more = setInterval(() => sending.write('x'), 20);
      onTestFinished(() => clearInterval(more));
      for (const part of parts) sending.write(part);
      const [answer] = (await once(sending, 'response')) as [IncomingMessage];
      expect({ statusCode: answer.statusCode, body: await readText(answer) }).toEqual(tooLarge);
      expect(answer.headers.connection).toBe('close');
      await expect.poll(() => sending.closed).toBe(true);
      expect(performance.now() - beganMs).toBeLessThan(10_000);
    },
  );
});
