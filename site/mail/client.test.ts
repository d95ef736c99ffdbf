import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMailClient, type MailEnvironment } from './client.ts';
import type { MailFailure } from './failure.ts';
import type { MailOptions, StorageProvider } from './options.ts';

/** A form as the package reads it: its name and its fields in order. */
const formOf = (fields: readonly (readonly [string, string])[]) =>
  ({ nodeName: 'FORM', fields }) as unknown as HTMLFormElement;

/** Node's `FormData` cannot be made from a form; this one can. */
class FormDataOfForm extends FormData {
  constructor(form: { fields: readonly (readonly [string, string])[] }) {
    super();
    for (const [name, value] of form.fields) this.append(name, value);
  }
}

const ok = () => new Response('OK');
const fetchFake = vi.fn<typeof fetch>();
const person = { languages: ['en-US'], webdriver: false };

beforeEach(() => {
  fetchFake.mockReset();
  fetchFake.mockImplementation(async () => ok());
  vi.stubGlobal('fetch', fetchFake);
  vi.stubGlobal('FormData', FormDataOfForm);
  vi.stubGlobal('location', { pathname: '/dealer-intake' });
  vi.stubGlobal('navigator', person);
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('document', { querySelector: (selector: string) => formsBySelector.get(selector) ?? null });
  return () => vi.unstubAllGlobals();
});

const formsBySelector = new Map<string, unknown>([
  ['#inquiry', formOf([['email', 'a@dealer.example']])],
  ['p', { nodeName: 'P' }],
]);

const memory = (): StorageProvider & { values: Map<string, string> } => {
  const values = new Map<string, string>();
  return {
    values,
    get: async (key) => values.get(key),
    set: async (key, value) => void values.set(key, value),
    remove: async (key) => void values.delete(key),
  };
};

const client = (options: Partial<MailOptions> = {}, environment?: MailEnvironment) =>
  createMailClient({ publicKey: 'key', ...options }, environment);

const params = { email: 'a@dealer.example' };
const send = (options?: Partial<MailOptions>, environment?: MailEnvironment) =>
  client(options, environment).send('service', 'template', params);

/** What a promise rejects with; fails when it resolves. */
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => expect.unreachable(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
const failure = async (promise: Promise<unknown>) => {
  const { status, text } = (await rejection(promise)) as MailFailure;
  return { status, text };
};

/** The requests made so far: address, and the body as it was sent. */
const requests = () => fetchFake.mock.calls.map(([url, init]) => ({ url, body: init?.body }));

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

describe('S5.3 the rules of the configuration', () => {
  const thrownBy = (options: object): unknown => {
    try {
      client(options);
    } catch (fault) {
      return fault;
    }
    return undefined;
  };

  it.each([
    [{ blockList: { list: 'a@dealer.example', watchVariable: 'email' } }, 'The BlockList list has to be an array'],
    [{ blockList: { list: undefined, watchVariable: 'email' } }, 'The BlockList list has to be an array'],
    [{ blockList: null }, 'The BlockList list has to be an array'],
    [{ blockList: { list: [] } }, 'The BlockList watchVariable has to be a string'],
    [{ limitRate: { throttle: -1 } }, 'The LimitRate throttle has to be a non-negative number'],
    [{ limitRate: { throttle: Number.NaN } }, 'The LimitRate throttle has to be a non-negative number'],
    [{ limitRate: { throttle: '5' } }, 'The LimitRate throttle has to be a non-negative number'],
    [{ limitRate: { throttle: 5, id: '' } }, 'The LimitRate ID has to be a non-empty string'],
    [{ limitRate: { throttle: 5, id: 7 } }, 'The LimitRate ID has to be a non-empty string'],
    [{ storageProvider: { get: async () => null } }, 'The storage provider has to have get, set and remove'],
  ])('S5.3 %j is refused', (options, fault) => {
    expect(thrownBy(options)).toBe(fault);
  });

  it.each([
    { blockList: { list: [], watchVariable: '' } },
    { limitRate: { throttle: 0 } },
    { limitRate: { throttle: 0.5, id: 'mail' } },
  ])('S5.3 %j is taken', (options) => {
    expect(thrownBy(options)).toBeUndefined();
  });

  it.each([null, 0, '', 'text', [params], new Date(), new Map(), { price: 1n }])(
    'S5.3 template parameters that are no plain object are refused: %o',
    async (wrong) => {
      const sent = client().send('service', 'template', wrong as unknown as Record<string, unknown>);
      expect(await rejection(sent)).toBe('The template params have to be a plain object');
      expect(requests()).toEqual([]);
    },
  );

  it('S5.3 template parameters may be absent', async () => {
    await client().send('service', 'template');
    expect(JSON.parse(String(requests()[0]?.body))).not.toHaveProperty('template_params');
  });

  it.each(['#nothing', 'p', formsBySelector.get('p'), null, undefined])(
    'S5.3 a form target that is no form is refused: %o',
    async (form) => {
      const sent = client().sendForm('service', 'template', form as HTMLFormElement);
      expect(await rejection(sent)).toBe('The form has to be a form element or the selector of one');
      expect(requests()).toEqual([]);
    },
  );

  it('S5.3 text that is no selector is refused as such, not as a network failure', async () => {
    vi.stubGlobal('document', {
      querySelector: () => {
        throw new SyntaxError("'##' is not a valid selector");
      },
    });
    const sent = client().sendForm('service', 'template', '##');
    expect(await rejection(sent)).toBe('The form has to be a form element or the selector of one');
  });
});

describe('S3.4 the throttle and its storage', () => {
  const limitRate = { throttle: 60_000, id: 'mail' };

  it('limits this page when no storage can be had', async () => {
    const limited = client({ limitRate });
    await limited.send('service', 'template', params);
    expect(await failure(limited.send('service', 'template', params))).toMatchObject({ status: 429 });
  });

  it('limits this page when the storage throws', async () => {
    const refusing = vi.fn<() => Promise<never>>(() => Promise.reject(new DOMException('refused', 'SecurityError')));
    const limited = client({ limitRate, storageProvider: { get: refusing, set: refusing, remove: refusing } });
    await limited.send('service', 'template', params);
    expect(await failure(limited.send('service', 'template', params))).toMatchObject({ status: 429 });
    expect(refusing).toHaveBeenCalled();
  });

  it("is kept in the given storage under its id, or under the page's path", async () => {
    const storageProvider = memory();
    await send({ limitRate, storageProvider });
    await send({ limitRate: { throttle: 60_000 }, storageProvider });
    expect([...storageProvider.values.keys()]).toEqual(['mail', '/dealer-intake']);
  });

  it.each([
    ['a network failure', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a refusal', async () => new Response('no', { status: 422 })],
  ])('a send that ends in %s does not use up the window', async (_, answer) => {
    const limited = client({ limitRate, storageProvider: memory() });
    fetchFake.mockImplementationOnce(answer);
    await rejection(limited.send('service', 'template', params));
    expect(await limited.send('service', 'template', params)).toEqual({ status: 200, text: 'OK' });
    expect(await failure(limited.send('service', 'template', params))).toMatchObject({ status: 429 });
  });

  it('R10 a failed send leaves the window of an earlier success as it was', async () => {
    let now = 1_000_000;
    vi.spyOn(Date, 'now').mockImplementation(() => now);
    const storageProvider = memory();
    const limited = client({ limitRate, storageProvider });
    await limited.send('service', 'template', params);
    now += 60_000;
    fetchFake.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await rejection(limited.send('service', 'template', params));
    expect(storageProvider.values.get('mail')).toBe('1000000');
  });

  it('a clock that was set back does not shut the window', async () => {
    const storageProvider = memory();
    await storageProvider.set('mail', String(Date.now() + 86_400_000));
    expect(await send({ limitRate, storageProvider })).toEqual({ status: 200, text: 'OK' });
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
