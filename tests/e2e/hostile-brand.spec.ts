/** An operator may be called O'Neil & Daughters: every value of the brand builds and is shown everywhere exactly as written. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { brand } from '#brand/brand.ts';
import { dealerships as sampleDealerships } from '#brand/dealerships.ts';
import { lists } from '#brand/lists.ts';
import { mail as brandMail } from '#brand/mail.ts';
import { requestTypes, sendSmsPath } from '#contract/agent-request.ts';
import { pages } from '#contract/pages.ts';
import { sessionPath } from '#contract/portal.ts';
import type { Session } from '#contract/portal-endpoints.ts';
import { sendPath } from '#contract/send.ts';
import { openFakeSms } from '../fakes/sms-provider.ts';
import { startFakeSmtp } from '../fakes/smtp.ts';
import { inquiryParams, intakeParams } from '../support/answers.ts';
import { startServer } from '../support/server-process.ts';
import { copyWithHostileBrand, namesInSource, sting } from './hostile-brand.ts';
import { hydrated, watchPage } from './support.ts';

const run = promisify(execFile);
const name = brand.name + sting;
const dealership = sampleDealerships[0].name + sting;
/** Traces of text that was escaped twice, or not at all. */
const scars = /&lt;|&gt;|&quot;|&#\w+;|&amp;amp;|\\u003c|\[object|undefined/;

/** What a person can read on a page, with its title and the texts of attributes. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const copy = document.querySelector('#root, body')?.cloneNode(true) as Element;
    // While script runs, what stands in `noscript` is markup that nobody reads.
    for (const unread of copy.querySelectorAll('noscript')) unread.remove();
    return {
      title: document.title,
      body: copy.textContent ?? '',
      attributes: [...document.querySelectorAll('[aria-label], [alt], [placeholder], option')].map(
        (one) => one.getAttribute('aria-label') ?? one.getAttribute('alt') ?? one.textContent,
      ),
      tags: document.querySelectorAll('hostile-tag').length,
    };
  });

async function expectAsWritten(page: Page, where: string): Promise<string> {
  const { title, body, attributes, tags } = await textsOf(page);
  expect(tags, `${where}: elements made of the brand`).toBe(0);
  for (const text of [title, body, ...attributes]) expect(text ?? '', where).not.toMatch(scars);
  return `${title}\n${body}`;
}

test('R67 every value of the brand is read as it was written: pages, mails, texts and commands', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(240_000);
  const folder = await mkdtemp(join(tmpdir(), 'boxline-brand-'));
  const [mailbox, sms] = [await startFakeSmtp(), await openFakeSms()];
  const copy = join(folder, 'copy');
  try {
    copyWithHostileBrand(copy);
    await run(process.execPath, ['scripts/build.mjs'], { cwd: copy });
    const env = {
      ...sms.env,
      DATA_DIR: join(folder, 'data'),
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'desk@boxline.example',
      MAIL_TO: 'operator@boxline.example',
      ON_SHIFT: 'Marlow Finch, +12075550121, marlow@boxline.example',
    };
    const server = await startServer({ project: copy, folder, env });
    const operate = async (command: string, ...words: string[]) =>
      (
        await run(process.execPath, [join(copy, 'scripts', `${command}.ts`), ...words], {
          cwd: folder,
          env: { PATH: process.env['PATH'], ...env },
        })
      ).stdout;
    const post = (path: string, body: object, token?: string) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      });
    try {
      const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
      const complaints: string[][] = [];
      context.on('page', (page) => complaints.push(watchPage(page, server.url, [/status of 404/])));
      const page = await context.newPage();
      for (const [which, path] of Object.entries(pages)) {
        if (which === 'thank-you') continue;
        await page.goto(path);
        await hydrated(page);
        const words = await expectAsWritten(page, path);
        expect(words, path).toContain(which === 'agent' ? "O'Neil" : name.replace(/\s+/g, ' '));
        const blocks = await page.locator('script[type$=json]').allTextContents();
        for (const block of blocks) JSON.parse(block);
      }
      await page.goto('/dealer-intake#form');
      const consent = page.locator('[data-field="sms_consent"]');
      await expect(consent).toContainText(`${name} may text this number`);

      const mail = { publicKey: `${brandMail.publicKey}'"<&🚗`, serviceId: `${brandMail.serviceId}'"<&🚗` };
      const template = (kind: 'inquiry' | 'intake') => `${brandMail.templateIds[kind]}'"<&🚗`;
      const send = (kind: 'inquiry' | 'intake', template_params: object) =>
        post(sendPath, {
          lib_version: '4.4.1',
          user_id: mail.publicKey,
          service_id: mail.serviceId,
          template_id: template(kind),
          template_params,
        });
      expect((await send('inquiry', inquiryParams())).status).toBe(200);
      const lender = lists.lenders[0] + sting;
      const intake = intakeParams({ representative: lists.representatives[0] + sting, current_lenders: [lender] });
      expect((await send('intake', intake)).status).toBe(200);

      await operate('settings', 'text-agent', 'on');
      const code = (await readFile(join(env.DATA_DIR, 'first-access-code'), 'utf8')).trim();
      const opened = (await (await post(sessionPath, { code })).json()) as Session;
      expect(opened.dealerships.map((one) => one.name)).toContain(dealership);
      const asked = {
        dealershipName: dealership,
        dealerPhone: '',
        requestType: requestTypes.active_deal,
        additionalInfo: '',
      };
      expect(await (await post(sendSmsPath, asked, opened.token)).json()).toEqual({ success: true });

      await mailbox.waitFor(6);
      const letter = await context.newPage();
      for (const { parsed } of mailbox.mails) {
        expect(parsed.from, parsed.subject).toMatchObject({ name, address: 'desk@boxline.example' });
        await letter.setContent(parsed.html ?? '');
        await expectAsWritten(letter, `the HTML of ${parsed.subject}`);
        expect(`${parsed.subject} ${parsed.text}`).not.toMatch(/&lt;|&quot;|&#\w+;|undefined/);
      }
      const texts = mailbox.mails.map(({ parsed }) => parsed.text).join('\n');
      for (const value of [name, dealership, lender]) expect(texts).toContain(value);
      await expect.poll(() => sms.texts.length).toBeGreaterThan(0);
      expect(sms.texts[0]?.body).toContain(dealership);

      expect(await operate('requests')).toContain("O'Neil");
      expect(await operate('leads', '--csv')).toContain(lender.replaceAll('"', '""'));
      expect(await operate('outbox')).toContain('sent');
      expect(await operate('codes', 'list')).not.toMatch(scars);
      await context.close();
      expect(complaints.flat(), 'what the pages complained about').toEqual([]);
    } finally {
      await server.stop();
    }
  } finally {
    await Promise.all([mailbox.stop(), sms.close()]);
    await rm(folder, { recursive: true, force: true });
  }
});

test('the name stands in one place of the brand: the words of the consent follow it', () => {
  expect(namesInSource(brand.name)).toBe(1);
  expect(lists.smsConsent.text).toContain(brand.name);
});
