/** The mail client in a browser: every row of its error catalogue, and its options when they come from the server's settings. */
import { join, resolve } from 'node:path';
import { test as bare, type Page } from '@playwright/test';
import { build } from 'vite';
import { mail as brandMail } from '#brand/mail.ts';
import { sendPath } from '#contract/send.ts';
import { sendRefusals } from '#contract/send-refusals.ts';
import type * as Client from '../../site/mail/client.ts';
import type { MailOptions } from '../../site/mail/options.ts';
import { envelopeOf, inquiryParams } from '../support/answers.ts';
import { control, fillIn, inquiryOf } from './forms.ts';
import { expect, hydrated, newDealership, test, withBoxline } from './support.ts';

const project = resolve(import.meta.dirname, '../..');
const { publicKey, serviceId } = brandMail;
const inquiry = brandMail.templateIds.inquiry;
const ok = { status: 200, text: 'OK' };

/** The mail client and the library in it as one module, which a page can import. */
async function bundleClient(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: project,
    build: {
      write: false,
      modulePreload: false,
      lib: { entry: join(project, 'site/mail/client.ts'), formats: ['es'], fileName: 'client' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [first] = [result].flat();
  const [module] = first && 'output' in first ? first.output : [];
  if (module?.type !== 'chunk') throw new Error('The mail client was not bundled');
  return module.code;
}

const bundled = bundleClient();
const clientUrl = '/bundled-mail-client.js';

/** A page of our site, with its policy, that can import the mail client. */
async function openPage(page: Page): Promise<void> {
  const body = await bundled;
  await page.route(`**${clientUrl}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.goto('/privacy');
}

interface Call {
  readonly options?: Partial<MailOptions>;
  readonly timeoutMs?: number;
  readonly service?: string;
  readonly template?: string;
  readonly params?: Record<string, unknown>;
  /** The fields of a form to post instead of JSON. */
  readonly form?: Record<string, string>;
  /** How many times to send. Each time gives one answer. */
  readonly times?: number;
}

/** What the client resolved with, or rejected with, in the page: `{status, text}` or a plain string. */
const call = (page: Page, given: Call): Promise<unknown[]> =>
  page.evaluate(
    async ({ url, key, given }) => {
      const { createMailClient } = (await import(url)) as typeof Client;
      const { options, service, template, params, form, times = 1, timeoutMs = 20_000 } = given;
      const element = document.createElement('form');
      for (const [name, value] of Object.entries(form ?? {})) {
        element.append(Object.assign(document.createElement('textarea'), { name, value }));
      }
      const answers: unknown[] = [];
      const client = createMailClient({ publicKey: key, ...options }, { timeoutMs });
      for (let time = 0; time < times; time++) {
        const answer = form ? client.sendForm(service, template, element) : client.send(service, template, params);
        answers.push(
          await answer.catch((failure: unknown) => {
            if (typeof failure === 'string') return failure;
            const { status, text } = failure as { status: number; text: string };
            return { status, text };
          }),
        );
      }
      return answers;
    },
    { url: clientUrl, key: publicKey, given: { service: serviceId, template: inquiry, ...given } },
  );

/** Both ways of sending the same parameters. */
const bothWays = (params: Record<string, unknown>): Call[] => [
  { params },
  { form: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])) },
];

test.describe('S8.5 the error catalogue in a browser', () => {
  test.use({ allowed: [/Failed to load resource/] });
  test.beforeEach(({ page }) => openPage(page));

  const params = () => inquiryParams({ dealership_name: newDealership() });

  test('S7.1 a send is answered with status 200 and OK, as JSON and as form data', async ({ page, boxline }) => {
    for (const way of ['JSON', 'form data']) {
      const dealership = newDealership();
      const [json, form] = bothWays(inquiryParams({ dealership_name: dealership })) as [Call, Call];
      expect(await call(page, way === 'JSON' ? json : form), way).toEqual([ok]);
      expect(await boxline.leadsOf(dealership), way).toHaveLength(1);
    }
  });

  test('S8.5 451 Unavailable For Headless Browser: the webdriver flag', async ({ page }) => {
    expect(await page.evaluate(() => navigator.webdriver)).toBe(true);
    for (const each of bothWays(params())) {
      const answers = await call(page, { ...each, options: { blockHeadless: true } });
      expect(answers).toEqual([{ status: 451, text: 'Unavailable For Headless Browser' }]);
    }
  });

  test('S8.5 451 Unavailable For Headless Browser: no languages', async ({ page }) => {
    const flag = (languages: string[]) =>
      page.evaluate((languages) => {
        Object.defineProperty(navigator, 'webdriver', { configurable: true, value: false });
        Object.defineProperty(navigator, 'languages', { configurable: true, value: languages });
      }, languages);
    await flag([]);
    const guarded: Call = { params: params(), options: { blockHeadless: true } };
    expect(await call(page, guarded)).toEqual([{ status: 451, text: 'Unavailable For Headless Browser' }]);
    await flag(['en-US']);
    expect(await call(page, guarded)).toEqual([ok]);
  });

  test('S8.5 403 Forbidden: the watched value is in the block list', async ({ page }) => {
    const options = { blockList: { list: ['ada@harborpoint.example'], watchVariable: 'email' } };
    for (const each of bothWays(params())) {
      expect(await call(page, { ...each, options })).toEqual([{ status: 403, text: 'Forbidden' }]);
    }
    const allowed = { params: { ...params(), email: 'grace@harborpoint.example' }, options };
    expect(await call(page, allowed)).toEqual([ok]);
  });

  test('S8.5 429 Too Many Requests: the throttle has not elapsed, over a reload too', async ({ page }) => {
    const limited = { params: params(), options: { limitRate: { throttle: 60_000, id: 'catalogue' } } };
    const tooMany = { status: 429, text: 'Too Many Requests' };
    expect(await call(page, { ...limited, times: 2 })).toEqual([ok, tooMany]);
    await page.reload();
    expect(await call(page, limited)).toEqual([tooMany]);
  });

  test('R10 a failed send does not use up the throttle', async ({ page }) => {
    const limited = { params: params(), options: { limitRate: { throttle: 60_000, id: 'given back' } } };
    await page.route(`**${sendPath}`, (route) => route.abort('failed'), { times: 1 });
    expect(await call(page, { ...limited, times: 2 })).toEqual([{ status: 0, text: 'Network Error' }, ok]);
  });

  test('S8.5 0 Network Error: no network, a cut connection, a server that never answers', async ({ page, context }) => {
    const lost = [{ status: 0, text: 'Network Error' }];
    await call(page, { params: params() });
    await context.setOffline(true);
    for (const each of bothWays(params())) expect(await call(page, each)).toEqual(lost);
    await context.setOffline(false);
    await page.route(`**${sendPath}`, (route) => route.abort('connectionreset'), { times: 1 });
    expect(await call(page, { params: params() })).toEqual(lost);
    await page.route(`**${sendPath}`, () => undefined, { times: 1 });
    expect(await call(page, { params: params(), timeoutMs: 300 })).toEqual(lost);
  });

  test('S8.5 a non-OK response has its status and its body', async ({ page }) => {
    const { userIdInvalid, serviceNotFound, templateNotFound } = sendRefusals;
    const wrong: [Call, unknown][] = [
      [{ options: { publicKey: 'wrong' } }, userIdInvalid],
      [{ service: 'wrong' }, serviceNotFound],
      [{ template: 'wrong' }, templateNotFound],
    ];
    for (const [change, answer] of wrong) {
      for (const each of bothWays(params())) expect(await call(page, { ...each, ...change })).toEqual([answer]);
    }
    const incomplete = { ...params(), first_name: '', email: 'ada@' };
    const text = 'first_name: Enter your first name\nemail: Enter an e-mail address like name@dealership.com';
    for (const each of bothWays(incomplete)) expect(await call(page, each)).toEqual([{ status: 422, text }]);
  });

  test('S8.5 missing configuration is a plain string that says what is required', async ({ page }) => {
    const missing: [Call, RegExp][] = [
      [{ options: { publicKey: '' } }, /^The public key is required/],
      [{ service: '' }, /^The service ID is required/],
      [{ template: '' }, /^The template ID is required/],
    ];
    for (const [change, text] of missing) {
      for (const each of bothWays(params())) {
        const [said] = await call(page, { ...each, ...change });
        expect(said).toMatch(text);
      }
    }
  });

  test('R10 a browser that refuses its storage sends, and throttles within the page', async ({ page }) => {
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException('The operation is insecure', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { configurable: true, get });
    });
    await page.reload();
    const limited = { params: params(), options: { limitRate: { throttle: 60_000 } }, times: 2 };
    expect(await call(page, limited)).toEqual([ok, { status: 429, text: 'Too Many Requests' }]);
  });
});

bare.describe('the configuration of the mail client', () => {
  /** Fills in an inquiry on the site of a server with these settings. `posts` are the requests that are made. */
  async function fillInFrom(page: Page, url: string, dealership: string) {
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(sendPath)) posts.push(request.url());
    });
    await page.goto(`${url}/inquiry`);
    await hydrated(page);
    await fillIn(page, inquiryOf(dealership));
    return { posts, send: () => page.getByRole('button', { name: 'Send inquiry' }).click() };
  }

  async function sendFrom(page: Page, url: string, dealership: string) {
    const { posts, send } = await fillInFrom(page, url, dealership);
    await send();
    return posts;
  }
  const receipt = (page: Page) => page.getByRole('region', { name: 'Dealer inquiry' });
  const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Submission Failed' });

  bare('S3.4 reaches the forms: a headless browser is refused before anything is posted', async ({ page }) => {
    await withBoxline(
      async ({ server }) => {
        const posts = await sendFrom(page, server.url, newDealership());
        await expect(failure(page)).toBeVisible();
        expect(posts).toEqual([]);
      },
      { MAIL_BLOCK_HEADLESS: 'true' },
    );
  });

  bare(
    'R53 an address in the server’s block list is refused, stands on no page, and another is sent',
    async ({ page }) => {
      await withBoxline(
        async ({ server, leadsOf }) => {
          const dealership = newDealership();
          const posts = await sendFrom(page, server.url, dealership);
          await expect(failure(page)).toBeVisible();
          // Once more, to read whose refusal it is (docs/decisions/0142).
          expect(posts).toHaveLength(2);
          expect(await (await fetch(`${server.url}/inquiry`)).text()).not.toContain('ada@harborpoint.example');
          await control(page, 'E-mail').fill('grace@harborpoint.example');
          await page.getByRole('button', { name: 'Send inquiry' }).click();
          await expect(receipt(page)).toBeVisible();
          expect(await leadsOf(dealership)).toHaveLength(1);
        },
        { MAIL_BLOCK_LIST: 'ada@harborpoint.example' },
      );
    },
  );

  bare('S3.4 reaches the forms: a second form within the throttle waits for its turn', async ({ page }) => {
    await withBoxline(
      async ({ server, leadsOf }) => {
        const [first, second] = [newDealership(), newDealership()];
        // Both are filled in before the first goes, because the throttle runs from then on.
        const other = await page.context().newPage();
        const { send: sendFirst } = await fillInFrom(page, server.url, first);
        const { posts, send: sendSecond } = await fillInFrom(other, server.url, second);
        await sendFirst();
        await expect(receipt(page)).toBeVisible();
        await sendSecond();
        await expect(other.getByText('goes out again by itself')).toBeVisible();
        expect(posts).toEqual([]);
        // The receipt of the first stays in sight, so it is the server that is asked.
        for (const dealership of [first, second])
          await expect.poll(async () => (await leadsOf(dealership)).length, { timeout: 15_000 }).toBe(1);
      },
      { MAIL_THROTTLE_MS: '8000' },
    );
  });

  bare('R17 a busy server is tried again by the page until it takes the form', async ({ page }) => {
    await withBoxline(
      async ({ server, leadsOf }) => {
        const [first, second] = [newDealership(), newDealership()];
        const body = JSON.stringify({
          ...envelopeOf('inquiry'),
          template_params: inquiryParams({ dealership_name: first }),
        });
        const headers = { 'content-type': 'application/json' };
        // It is filled in before the limit is used up, because that is for 6 s.
        const { posts, send } = await fillInFrom(page, server.url, second);
        expect((await fetch(server.url + sendPath, { method: 'POST', headers, body })).status).toBe(200);
        await send();
        await expect(page.getByText('goes out again by itself')).toBeVisible();
        await expect(receipt(page)).toBeVisible({ timeout: 20_000 });
        expect(await leadsOf(second)).toHaveLength(1);
        expect(posts.length).toBeGreaterThan(1);
      },
      { LIMIT_LEADS_PER_ADDRESS: '1/6' },
    );
  });
});
