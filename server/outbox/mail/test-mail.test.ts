import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type FakeSmtp, type Fault, type Stage, startFakeSmtp } from '../../../tests/fakes/smtp.ts';
import { localhostCertificate, localhostKey } from '../../../tests/support/localhost-certificate.ts';
import type { SmtpStep } from './classify.ts';
import { sendTestMail, smtpAdvice } from './test-mail.ts';

const timeouts = { connectMs: 10_000, greetingMs: 400, silenceMs: 1500, mailMs: 5000 };
const from = { name: 'Boxline', address: 'desk@boxline.example' };
const mail = { subject: 'A test mail', text: 'It can.\n' };

let smtp: FakeSmtp;
const send = (url = smtp.url, requireTls = false) =>
  sendTestMail({ url, requireTls, from, timeouts }, 'you@example.com', mail);

beforeAll(async () => {
  smtp = await startFakeSmtp();
});
afterEach(async () => {
  await smtp.repair();
  smtp.clear();
});
afterAll(() => smtp.stop());

it('arrives, and what the server said is told', async () => {
  expect(await send()).toMatchObject({ taken: true, said: expect.stringMatching(/^250 /) });
  expect(smtp.mails.map(({ to, parsed }) => [to, parsed.subject])).toEqual([[['you@example.com'], 'A test mail']]);
});

const reply = (at: Stage, code: number): Fault => ({ kind: 'reply', at, code, text: 'told to refuse' });

it.each<[SmtpStep, Fault, string]>([
  ['connection', { kind: 'refuse' }, 'ECONNREFUSED'],
  ['greeting', reply('greeting', 554), '554 '],
  ['greeting', { kind: 'silent', at: 'greeting', forMs: 2000 }, 'Greeting'],
  ['sender', reply('sender', 550), '550 '],
  ['recipient', reply('recipient', 550), '550 '],
  ['text', reply('data', 554), '554 '],
])('at the %s it fails, the step and the answer are named', async (step, fault, said) => {
  await smtp.misbehave(fault);
  const result = await send();
  expect(result).toMatchObject({ taken: false, step, said: expect.stringContaining(said) });
  expect('advice' in result && result.advice).toMatch(/\.$/);
});

it.each<Stage>(['greeting', 'sender', 'recipient', 'data'])(
  'R965 a refusal for now at the %s is told as one, before what to check',
  async (stage) => {
    await smtp.misbehave({ kind: 'reply', at: stage, code: 451, text: '4.7.1 Greylisted' });
    const now = await send();
    await smtp.repair();
    await smtp.misbehave(reply(stage, 554));
    const forGood = await send();
    expect(
      [now, forGood].map((result) => 'advice' in result && /test again in some minutes/.test(result.advice)),
    ).toEqual([true, false]);
  },
);

it('R966 a connection that ends while the mail is handed over is told as that, and that the mail may have arrived', async () => {
  await smtp.misbehave({ kind: 'cut', at: 'after-data' });
  expect(await send()).toMatchObject({
    taken: false,
    step: 'text',
    advice: expect.stringContaining('may have arrived'),
  });
});

it('at the login it fails, the password is not repeated', async () => {
  await smtp.misbehave(reply('login', 535));
  const result = await send(smtp.url.replace('//', '//desk:SENTINEL@'));
  expect(result).toMatchObject({ taken: false, step: 'login', said: expect.stringContaining('535') });
  expect(JSON.stringify(result)).not.toContain('SENTINEL');
});

it('at the encryption it fails when a password needs TLS and the server has none', async () => {
  const result = await send(smtp.url.replace('//', '//desk:secret@'), true);
  expect(result).toMatchObject({ taken: false, step: 'encryption' });
  expect(smtp.logins()).toEqual([]);
});

it('at the encryption it fails when the server speaks no TLS on a port of smtps', async () => {
  expect(await send(smtp.url.replace('smtp:', 'smtps:'))).toMatchObject({ taken: false, step: 'encryption' });
});

it.each([
  ['smtps', true],
  ['smtp', false],
])('R975 a certificate of the mail server that is refused at %s:// is told as that', async (scheme, secure) => {
  const server = new SMTPServer({ secure, key: localhostKey, cert: localhostCertificate, authOptional: true });
  server.on('error', () => {});
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  expect(await send(`${scheme}://localhost:${port}`)).toMatchObject({
    taken: false,
    step: 'encryption',
    said: expect.stringContaining('self-signed'),
    advice: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
});

it.each([
  'certificate has expired',
  'self-signed certificate in certificate chain (ESOCKET)',
  'unable to verify the first certificate',
  "Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames: DNS:mail.example",
])('R975 what to do about “%s” is about the certificate', (said) => {
  expect(smtpAdvice('encryption', said)).toMatch(/certificate .* refused/);
  expect(smtpAdvice('encryption', 'wrong version number')).not.toContain('certificate');
});

it('at the look-up it fails when there is no such host', async () => {
  expect(await send('smtp://no-such-host.invalid')).toMatchObject({ taken: false, step: 'look-up' });
});
