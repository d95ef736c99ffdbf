/** The mail provider's published library, used against the product's gateway from another site's page. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { mail as brandMail } from '#brand/mail.ts';
import { sendPath } from '#contract/send.ts';
import { sendRefusals } from '#contract/send-refusals.ts';
import { inquiryParams } from '../support/answers.ts';
import { newDealership, withBoxline } from './support.ts';

const project = resolve(import.meta.dirname, '../..');
const { publicKey, serviceId } = brandMail;
const inquiry = brandMail.templateIds.inquiry;
const ok = { status: 200, text: 'OK' };

/** The library in its published form for a script element. */
const published = join(project, 'node_modules/@emailjs/browser/dist/email.min.js');

/** Another site that uses the library. */
async function startForeignSite() {
  const library = await readFile(published);
  const html = '<!doctype html><title>A dealer</title><script src="/email.min.js"></script><form id="f"></form>';
  const site = createServer((request, response) => {
    const isLibrary = request.url === '/email.min.js';
    response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html');
    response.end(isLibrary ? library : html);
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const { port } = site.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      site.closeAllConnections();
      return new Promise((closed) => site.close(closed));
    },
  };
}

type Library = Pick<typeof import('@emailjs/browser'), 'init' | 'send' | 'sendForm'>;

interface LibraryCall {
  readonly origin: string;
  readonly key?: string;
  readonly service?: string;
  readonly template?: string;
  readonly params?: unknown;
  readonly form?: Record<string, string>;
  /** Adds a file to the form. */
  readonly file?: boolean;
}

/** The value that the library resolves or rejects with in the open page. */
const callLibrary = (page: Page, given: LibraryCall): Promise<unknown> =>
  page.evaluate(
    async (given) => {
      const { emailjs } = window as unknown as { emailjs: Library };
      const { origin, key, service, template, params, form, file } = given;
      emailjs.init({ publicKey: key, origin });
      const element = document.querySelector('form') as HTMLFormElement;
      element.replaceChildren();
      for (const [name, value] of Object.entries(form ?? {})) {
        element.append(Object.assign(document.createElement('textarea'), { name, value }));
      }
      if (file) {
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'attachment' });
        const chosen = new DataTransfer();
        chosen.items.add(new File(['%PDF'], 'deal.pdf', { type: 'application/pdf' }));
        input.files = chosen.files;
        element.append(input);
      }
      const answer = form
        ? emailjs.sendForm(service, template, '#f')
        : emailjs.send(service, template, params as Record<string, unknown>);
      return answer.then(
        ({ status, text }) => ({ status, text }),
        (failure: unknown) =>
          failure instanceof Error ? failure.name : { ...(failure as { status: number; text: string }) },
      );
    },
    { key: publicKey, service: serviceId, template: inquiry, ...given },
  );

test.describe('R11 the published library against our gateway', () => {
  type Setting = { origin: string; leadsOf: Parameters<Parameters<typeof withBoxline>[0]>[0]['leadsOf'] };

  /** Opens the other site, which the server allows by default. */
  async function withLibrary(page: Page, use: (setting: Setting) => Promise<void>, env: Record<string, string> = {}) {
    const foreign = await startForeignSite();
    try {
      await withBoxline(
        async ({ server, leadsOf }) => {
          await page.goto(foreign.url);
          await use({ origin: server.url, leadsOf });
        },
        { ALLOWED_ORIGINS: foreign.url, ...env },
      );
    } finally {
      await foreign.stop();
    }
  }
  const asForm = (params: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

  test('R11 sends JSON and form data across origins, and equal answers are one lead', async ({ page }) => {
    await withLibrary(page, async ({ origin, leadsOf }) => {
      const [first, second] = [newDealership(), newDealership()];
      const json = inquiryParams({ dealership_name: first });
      expect(await callLibrary(page, { origin, params: json })).toEqual(ok);
      expect(await callLibrary(page, { origin, params: json })).toEqual(ok);
      const form = asForm(inquiryParams({ dealership_name: second }));
      expect(await callLibrary(page, { origin, form })).toEqual(ok);
      expect(await callLibrary(page, { origin, service: 'default_service', form })).toEqual(ok);
      expect(await leadsOf(first)).toHaveLength(1);
      expect(await leadsOf(second)).toHaveLength(1);
    });
  });

  test('R11 hears each refusal with its status and text', async ({ page }) => {
    await withLibrary(page, async ({ origin, leadsOf }) => {
      const dealership = newDealership();
      const params = inquiryParams({ dealership_name: dealership });
      const { userIdInvalid, serviceNotFound, templateNotFound, tooLarge, unsupported } = sendRefusals;
      const refused = {
        status: 422,
        text: 'dealer_type: Choose a dealer type. The list has changed: load the page again to see it\nunits_sold_per_month: Choose how many units you sell per month',
      };
      const unfinished = { ...params, dealer_type: 'Spaceships', units_sold_per_month: '' };
      const large = { ...params, dealer_address: 'x'.repeat(100_000) };
      const cases: [string, Omit<LibraryCall, 'origin'>, unknown][] = [
        ['key', { key: 'wrong' }, userIdInvalid],
        ['service', { service: 'wrong' }, serviceNotFound],
        ['template', { template: 'wrong' }, templateNotFound],
        ['answers', { params: unfinished, form: asForm(unfinished) }, refused],
        ['size', { params: large, form: asForm(large) }, tooLarge],
      ];
      for (const [name, { form, ...change }, answer] of cases) {
        expect(await callLibrary(page, { origin, params, ...change }), `${name}, JSON`).toEqual(answer);
        const sent = { origin, params, form: form ?? asForm(params), ...change };
        expect(await callLibrary(page, sent), `${name}, form`).toEqual(answer);
      }
      expect(await callLibrary(page, { origin, form: asForm(params), file: true })).toEqual(unsupported);
      expect(await leadsOf(dealership)).toEqual([]);
    });
  });

  test('R17 hears 429 when there were too many leads from its address', async ({ page }) => {
    await withLibrary(
      page,
      async ({ origin }) => {
        const inquiryFrom = (dealership: string) => inquiryParams({ dealership_name: dealership });
        const first = inquiryFrom(newDealership());
        expect(await callLibrary(page, { origin, params: first })).toEqual(ok);
        expect(await callLibrary(page, { origin, params: inquiryFrom(newDealership()) })).toEqual(sendRefusals.tooMany);
        expect(await callLibrary(page, { origin, params: first }), 'a replay is free').toEqual(ok);
      },
      { LIMIT_LEADS_PER_ADDRESS: '1/600' },
    );
  });

  test('R11 from an origin that is not allowed is refused with 403, and nothing is stored', async ({ page }) => {
    await withLibrary(
      page,
      async ({ origin, leadsOf }) => {
        const dealership = newDealership();
        const form = asForm(inquiryParams({ dealership_name: dealership }));
        // The browser hides the answer from a page that may not read it.
        expect(await callLibrary(page, { origin, form })).toBe('TypeError');
        expect(await callLibrary(page, { origin, params: form })).toBe('TypeError');
        const headers = { origin: new URL(page.url()).origin, 'content-type': 'application/json' };
        const answer = await fetch(origin + sendPath, { method: 'POST', headers, body: '{}' });
        expect({ status: answer.status, text: await answer.text() }).toEqual(sendRefusals.originRefused);
        expect(await leadsOf(dealership)).toEqual([]);
      },
      { ALLOWED_ORIGINS: '' },
    );
  });
});
