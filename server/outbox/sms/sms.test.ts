import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createListener, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFakeSms, type TextFault } from '../../../tests/fakes/sms.ts';
import { readAnswer } from './answers.ts';
import { isSigned, signatureOf } from './signature.ts';
import { createTextTransport, type Text } from './transport.ts';

const text: Text = {
  to: '+12075550121',
  body: 'Boxline: Harbor Point Motors',
  statusCallback: 'https://desk.example/api/sms/reports/1',
  validForS: 900,
};

async function provider(baseUrl?: string) {
  const fake = await startFakeSms();
  const transport = createTextTransport({
    provider: {
      accountSid: fake.env['TWILIO_ACCOUNT_SID'] ?? '',
      authToken: fake.authToken,
      sender: { From: fake.env['TWILIO_FROM'] ?? '' },
      baseUrl: baseUrl ?? fake.url,
    },
    timeoutMs: 400,
  });
  return { fake, transport };
}

/** The address of somebody who takes connections, and treats each as it says. */
async function listenerThat(treat: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createListener((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    treat(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const error = (status: number, code?: number, retryAfterS?: number): TextFault => ({
  kind: 'error',
  status,
  ...(code !== undefined && { code }),
  ...(retryAfterS !== undefined && { retryAfterS }),
});

describe('a text', () => {
  it('is handed over as the provider’s API wants it', async () => {
    const { fake, transport } = await provider();
    expect(await transport.send(text)).toMatchObject({ kind: 'sent', providerId: fake.texts[0]?.sid });
    expect(fake.complaints).toEqual([]);
    expect(fake.texts).toMatchObject([text]);
  });

  it.each<[string, TextFault, object]>([
    ['429 with Retry-After', error(429, 20429, 7), { kind: 'retry', retryAfterMs: 7000 }],
    ['429 without', error(429), { kind: 'retry', retryAfterMs: undefined }],
    ['500', error(500), { kind: 'retry' }],
    ['503 with Retry-After', error(503, undefined, 3), { kind: 'retry', retryAfterMs: 3000 }],
    ['504, when it may have passed', error(504), { kind: 'unsure' }],
    ['a number that is none', error(400, 21211), { kind: 'permanent' }],
    ['a person who opted out', error(400, 21610), { kind: 'permanent' }],
    ['a number that is no mobile', error(400, 21614), { kind: 'permanent' }],
    ['an account that is refused', error(401, 20003), { kind: 'permanent' }],
    ['no answer', { kind: 'hang' }, { kind: 'unsure' }],
    ['a connection that ends', { kind: 'cut' }, { kind: 'unsure' }],
    ['something unreadable', { kind: 'garbage' }, { kind: 'unsure' }],
    ['a body that never ends', { kind: 'slow' }, { kind: 'unsure' }],
  ])('that meets %s is judged by whether it may have arrived', async (_, fault, outcome) => {
    const { fake, transport } = await provider();
    fake.meet(fault);
    expect(await transport.send(text)).toMatchObject(outcome);
    expect(fake.texts).toHaveLength(1);
  });

  it('R1132 is given an id by the provider that every database can store', () => {
    expect(readAnswer(201, '{"sid":"SM1\\u0000"}', undefined, new Date())).toMatchObject({ providerId: 'SM1' });
  });

  it('to a provider that is away was certainly not sent', async () => {
    const { fake, transport } = await provider();
    await fake.close();
    expect(await transport.send(text)).toMatchObject({ kind: 'retry', code: 'ECONNREFUSED' });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    ['speaks no TLS', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['ends the connection', (socket) => void socket.destroy()],
  ])('to a provider that %s before there is a safe connection was certainly not sent', async (_, treat) => {
    const { transport } = await provider(await listenerThat(treat));
    expect(await transport.send(text)).toMatchObject({ kind: 'retry', code: expect.stringMatching(/^E/) });
  });

  it('that the server’s stop met before there was a connection is no try, and after it may have arrived', async () => {
    const silent = await provider(await listenerThat(() => {}));
    expect(await silent.transport.send(text, AbortSignal.timeout(100))).toEqual({ kind: 'interrupted' });
    const { fake, transport } = await provider();
    fake.meet({ kind: 'hang' });
    expect(await transport.send(text, AbortSignal.timeout(200))).toMatchObject({ kind: 'unsure' });
  });

  it('follows no redirect, which would carry the account’s secret elsewhere', async () => {
    const { fake, transport } = await provider();
    const elsewhere = createServer((_request, response) => response.writeHead(200).end('{"sid":"x"}'));
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void elsewhere.close());
    let visits = 0;
    elsewhere.on('request', () => {
      visits += 1;
    });
    fake.meet(error(307));
    await transport.send(text);
    expect([(elsewhere.address() as AddressInfo).port > 0, visits]).toEqual([true, 0]);
  });

  it('whose provider only agrees to another protocol ends in time', { timeout: 5000 }, async () => {
    const url = await listenerThat((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
      ),
    );
    const { transport } = await provider(url.replace('https', 'http'));
    expect(await transport.send(text)).toMatchObject({ kind: 'unsure', code: 'ETIMEDOUT' });
  });

  it('that was not begun when the server stops is no try', async () => {
    const { fake, transport } = await provider();
    expect(await transport.send(text, AbortSignal.abort())).toEqual({ kind: 'interrupted' });
    expect(fake.texts).toEqual([]);
  });

  it('is not repeated in any outcome’s code or reason', async () => {
    const { fake, transport } = await provider();
    const faults: TextFault[] = [error(400, 21211), error(500), { kind: 'hang' }, { kind: 'garbage' }];
    fake.meet(...faults);
    for (const _ of faults) {
      const outcome = JSON.stringify(await transport.send(text));
      for (const secret of [text.to, text.body, fake.authToken]) expect(outcome).not.toContain(secret);
    }
  });
});

it('a text that the provider took and gave up at once is refused for good', () => {
  const body = JSON.stringify({ sid: 'SM1', status: 'failed', error_code: 30006 });
  expect(readAnswer(201, body, undefined, new Date())).toMatchObject({ kind: 'permanent' });
});

describe('the signature of a report', () => {
  // The example of the provider's own documentation ("Validating signatures are from Twilio").
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const params = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+12349013030',
    Digits: '1234',
    From: '+12349013030',
    To: '+18005551212',
  });

  it('is the one that the provider documents', () => {
    expect(signatureOf('12345', url, params)).toBe('0/KCTR6DLpKmkAf8muzZqo1nDgQ=');
    expect(isSigned('12345', url, params, '0/KCTR6DLpKmkAf8muzZqo1nDgQ=')).toBe(true);
  });

  it.each([
    ['https://desk.example/api/reports/1', 'https://desk.example:443/api/reports/1'],
    ['https://desk.example:443/api/reports/1', 'https://desk.example/api/reports/1'],
    ['http://desk.example/r?a=1:2', 'http://desk.example:80/r?a=1:2'],
    ['https://desk.example:8443/r', 'https://desk.example/r'],
    ['http://[2001:db8::1]/r', 'http://[2001:db8::1]:80/r'],
  ])('R54 is valid for %s with and without its port, as for the provider’s own validator', (ours, signed) => {
    expect(isSigned('12345', ours, params, signatureOf('12345', signed, params))).toBe(true);
    expect(isSigned('12345', ours, params, signatureOf('12345', ours, params))).toBe(true);
  });

  it('R970 is checked in a time that grows with the length of a report alone', () => {
    const url = 'https://desk.example/r';
    const leastMs = (names: number) => {
      const params = new URLSearchParams(Array.from({ length: names }, (_, at) => [`n${at}`, '']));
      const took: number[] = [];
      for (let time = 0; time < 4; time++) {
        const began = performance.now();
        expect(isSigned('12345', url, params, 'x')).toBe(false);
        took.push(performance.now() - began);
      }
      return Math.min(...took);
    };
    leastMs(4000);
    // Forty times as many names: looked for one by one, they would take hundreds of times as long.
    expect(leastMs(4000) / leastMs(100)).toBeLessThan(200);
  });

  it('is not valid for another port', () => {
    const signed = signatureOf('12345', 'https://desk.example:8443/r', params);
    expect(isSigned('12345', 'https://desk.example/r', params, signed)).toBe(false);
  });

  it('is not valid for anything else', () => {
    const right = '0/KCTR6DLpKmkAf8muzZqo1nDgQ=';
    const changed = new URLSearchParams(params);
    changed.set('Digits', '9999');
    expect(isSigned('12345', url, changed, right)).toBe(false);
    expect(isSigned('12345', url.replace('https', 'http'), params, right)).toBe(false);
    expect(isSigned('54321', url, params, right)).toBe(false);
    for (const none of [undefined, '', 'x', ['a']]) expect(isSigned('12345', url, params, none)).toBe(false);
  });
});
