import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MailEnvironment } from './client.ts';
import type { MailFailure } from './failure.ts';
import {
  client,
  failure,
  fetchFake,
  formOf,
  memory,
  params,
  rejection,
  requests,
  send,
  stubBrowser,
} from './testing.ts';

beforeEach(stubBrowser);

describe('S7.1 sending', () => {
  it('S7.1 posts the five fields as JSON and reads status and text', async () => {
    expect(await send({ origin: 'https://mail.example' })).toEqual({ status: 200, text: 'OK' });
    const [url, init] = fetchFake.mock.calls[0] ?? [];
    expect(url).toBe('https://mail.example/api/v1.0/email/send');
    expect(init?.headers).toEqual({ 'Content-type': 'application/json' });
    expect(JSON.parse(String(init?.body))).toEqual({
      lib_version: '4.4.1',
      user_id: 'key',
      service_id: 'service',
      template_id: 'template',
      template_params: params,
    });
  });

  it('S7.1 posts the fields of a form, given by element or selector, as form data', async () => {
    for (const form of ['#inquiry', formOf([['email', 'a@dealer.example']])]) {
      await client().sendForm('service', 'template', form);
    }
    const bodies = requests().map(({ url, body }) => [url, [...(body as FormData)]]);
    const fields = [
      ['email', 'a@dealer.example'],
      ['lib_version', '4.4.1'],
      ['service_id', 'service'],
      ['template_id', 'template'],
      ['user_id', 'key'],
    ];
    expect(bodies).toEqual([
      ['/api/v1.0/email/send-form', fields],
      ['/api/v1.0/email/send-form', fields],
    ]);
  });

  it.each([
    ['', '/api/v1.0/email/send'],
    ['https://mail.example/', 'https://mail.example/api/v1.0/email/send'],
  ])('S3.4 the origin %o posts to %s', async (origin, url) => {
    await send({ origin });
    expect(requests()[0]?.url).toBe(url);
  });

  it('keeps the options of two clients apart', async () => {
    const one = client({ blockList: { list: ['a@dealer.example'], watchVariable: 'email' } });
    const other = client({ publicKey: 'other' });
    expect(await failure(one.send('service', 'template', params))).toMatchObject({ status: 403 });
    await other.send('service', 'template', params);
    expect(JSON.parse(String(requests()[0]?.body))).toMatchObject({ user_id: 'other' });
  });
});

describe('S8.5 the error catalogue of the mail client', () => {
  it.each([
    ['a webdriver flag', { languages: ['en'], webdriver: true }],
    ['no languages', { languages: [], webdriver: false }],
    ['languages that are absent', { webdriver: false }],
  ])('S8.5 451 for a headless browser: %s', async (_, browser) => {
    vi.stubGlobal('navigator', browser);
    const headless = { status: 451, text: 'Unavailable For Headless Browser' };
    const guarded = client({ blockHeadless: true });
    expect(await failure(guarded.send('service', 'template', params))).toEqual(headless);
    expect(await failure(guarded.sendForm('service', 'template', '#inquiry'))).toEqual(headless);
    expect(requests()).toEqual([]);
    expect(await send({ blockHeadless: false })).toEqual({ status: 200, text: 'OK' });
  });

  it('S8.5 403 when the watched value is in the block list, in both variants', async () => {
    const guarded = client({ blockList: { list: ['a@dealer.example'], watchVariable: 'email' } });
    expect(await failure(guarded.send('service', 'template', params))).toEqual({ status: 403, text: 'Forbidden' });
    expect(await failure(guarded.sendForm('service', 'template', '#inquiry'))).toEqual({
      status: 403,
      text: 'Forbidden',
    });
    expect(await guarded.send('service', 'template', { email: 'A@dealer.example' })).toEqual({
      status: 200,
      text: 'OK',
    });
    expect(requests()).toHaveLength(1);
  });

  it('S8.5 429 until the throttle has elapsed, and it says for how long', async () => {
    let now = 1_000_000;
    vi.spyOn(Date, 'now').mockImplementation(() => now);
    const limited = client({ limitRate: { throttle: 1_000, id: 'mail' }, storageProvider: memory() });
    await limited.send('service', 'template', params);
    now += 400;
    const refused = (await rejection(limited.send('service', 'template', params))) as MailFailure;
    expect(refused).toMatchObject({ status: 429, text: 'Too Many Requests', throttledForMs: 600 });
    now += 600;
    expect(await limited.send('service', 'template', params)).toEqual({ status: 200, text: 'OK' });
    expect(requests()).toHaveLength(2);
  });

  it("S8.5 a server's 429 is not the throttle's", async () => {
    fetchFake.mockImplementation(async () => new Response('Too Many Requests', { status: 429 }));
    const refused = (await rejection(send({ limitRate: { throttle: 1_000 } }))) as MailFailure;
    expect(refused).toMatchObject({ status: 429, text: 'Too Many Requests', throttledForMs: undefined });
  });

  it('S8.5 a network failure is status 0 and Network Error, in both variants', async () => {
    fetchFake.mockRejectedValue(new TypeError('Failed to fetch'));
    const offline = { status: 0, text: 'Network Error' };
    expect(await failure(send())).toEqual(offline);
    expect(await failure(client().sendForm('service', 'template', '#inquiry'))).toEqual(offline);
  });

  it('S8.5 a package that cannot be fetched is a network failure', async () => {
    const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    const stranded = client({}, { load });
    await stranded.prepare();
    expect(await failure(stranded.send('service', 'template', params))).toEqual({ status: 0, text: 'Network Error' });
  });

  it.each([
    [422, 'email: Enter an e-mail address'],
    [400, 'The Public Key is invalid'],
    [503, ''],
  ])('S8.5 a non-OK response rejects with its status %i and its body', async (status, text) => {
    fetchFake.mockImplementation(async () => new Response(text, { status }));
    expect(await failure(send())).toEqual({ status, text });
    expect(await failure(client().sendForm('service', 'template', '#inquiry'))).toEqual({ status, text });
  });

  it.each([
    ['The public key is required', '', 'service', 'template'],
    ['The service ID is required', 'key', '', 'template'],
    ['The template ID is required', 'key', 'service', ''],
    ['The service ID is required', 'key', 7 as unknown as string, 'template'],
  ])('S8.5 throws the plain string %o', async (text, publicKey, service, template) => {
    const bare = client({ publicKey });
    for (const sent of [bare.send(service, template, params), bare.sendForm(service, template, '#inquiry')]) {
      const thrown = await rejection(sent);
      expect(thrown).toBeTypeOf('string');
      expect(thrown).toContain(text);
    }
    expect(requests()).toEqual([]);
  });
});

describe('a request without an answer', () => {
  const silent: MailEnvironment = { timeoutMs: 20 };

  it('ends as Network Error when its time is over', async () => {
    fetchFake.mockImplementation(() => new Promise(() => undefined));
    expect(await failure(send({}, silent))).toEqual({ status: 0, text: 'Network Error' });
  });

  it('is not sent at all when the package arrives after the end', async () => {
    const late = Promise.withResolvers<typeof import('@emailjs/browser')>();
    const slow = client({}, { ...silent, load: () => late.promise });
    expect(await failure(slow.send('service', 'template', params))).toEqual({ status: 0, text: 'Network Error' });
    late.resolve(await import('@emailjs/browser'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(requests()).toEqual([]);
  });
});
