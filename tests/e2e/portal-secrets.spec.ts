/** Where secrets may be, and a check that they are nowhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page, Response } from '@playwright/test';
import { sendSmsPath } from '#contract/agent-request.ts';
import { currentRequestPath, sessionPath } from '#contract/portal.ts';
import { currentRequest, session } from '#contract/portal-endpoints.ts';
import { databaseFile } from '#server/database/open.ts';
import { requestEventsPath } from '../support/request-paths.ts';
import { anyDealership, askByText, card, enter, expect, linkIn, type PortalBoxline, test } from './portal.ts';

type Secrets = Readonly<Record<string, string>>;

/** The pattern of each kind of secret. */
const shapes: Readonly<Record<string, RegExp>> = {
  'an access code': /(?<![\w-])(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}(?![\w-])/,
  'a keyed hash, a token or the key': /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/,
  'the end of an agent’s link': /#[\w-]{22}(?![\w-])/,
  'an account of the text provider': /\bAC[0-9a-z]{30,32}\b/,
  'an address with a password': /\b[a-z]+:\/\/[^\s/:@'"`]+:[^\s/@'"`]+@/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
};

const built = resolve(import.meta.dirname, '../../dist/site');

const filesOfSite = (): string[] =>
  readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:html|js|css|json|txt|svg|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

/** What the server keeps: the hashes of codes, sessions and links, and the key that they are made with. */
function keptBy({ dataDir }: PortalBoxline): Secrets {
  const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  const hashes = Object.entries({
    access_codes: 'hash',
    portal_sessions: 'token_hash',
    agent_links: 'token_hash',
  }).flatMap(([table, column]) => {
    const rows = database.prepare(`select ${column} as hash from ${table}`).all();
    expect(rows.length, `rows in ${table}`).toBeGreaterThan(0);
    return rows.map(({ hash }, index) => [`${table} ${index}`, String(hash)] as const);
  });
  database.close();
  return { ...Object.fromEntries(hashes), 'the key': readFileSync(join(dataDir, 'secret.key'), 'utf8').trim() };
}

/** The names of the secrets that a text holds. */
const heldBy = (text: string, secrets: Secrets): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));

const storageOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]));

interface Heard {
  readonly call: string;
  readonly headers: string;
  readonly body: string;
}

/** Every address that a page requests, and every answer that it gets. */
function listenTo(page: Page) {
  const addresses: string[] = [];
  const answers: Promise<Heard>[] = [];
  const read = async (response: Response): Promise<Heard> => ({
    call: `${response.request().method()} ${new URL(response.url()).pathname}`,
    headers: JSON.stringify(await response.allHeaders()),
    // An answer that was cut off has no body. The stream, which always is, is read on its own.
    body: await response.text().catch(() => ''),
  });
  page.on('request', (request) => addresses.push(request.url()));
  page.on('response', (response) => answers.push(read(response)));
  return { addresses, heard: () => Promise.all(answers) };
}

/** The beginning of a request's stream, as whoever has its view token gets it. */
async function beginningOfStream(boxline: PortalBoxline, id: string, viewToken: string): Promise<string> {
  const stopped = new AbortController();
  const { body } = await fetch(boxline.server.url + requestEventsPath(id), {
    headers: { authorization: `Bearer ${viewToken}` },
    signal: stopped.signal,
  });
  const { value } = (await body?.getReader().read()) ?? {};
  stopped.abort();
  return new TextDecoder().decode(value);
}

test('R19 R20 codes, tokens and hashes are in no address, no log, no answer but their own, no storage but the view token', async ({
  page,
  boxline,
  browser,
}) => {
  test.slow();
  const dealer = listenTo(page);
  const dealership = anyDealership();
  await enter(page, boxline);
  await askByText(page, dealership);
  await expect(card(page)).toContainText('Live');
  const [text] = (await boxline.textsOf(dealership)).slice(-1);
  if (!text) throw new Error('There is a text');
  const theirs = await browser.newContext({ baseURL: boxline.server.url });
  const agentPage = await theirs.newPage();
  const agent = listenTo(agentPage);
  await agentPage.goto(linkIn(text));
  await expect(agentPage.getByRole('button', { name: 'Accept' })).toBeVisible();
  expect(agentPage.url()).toBe(`${boxline.server.url}/agent`);
  expect(await agentPage.evaluate(() => history.length)).toBe(2);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/$/);

  const heard = [...(await dealer.heard()), ...(await agent.heard())];
  const bodyOf = (call: string) => JSON.parse(heard.findLast((one) => one.call === call)?.body ?? 'null') as unknown;
  const sessionCall = `POST ${sessionPath}`;
  const currentCall = `GET ${currentRequestPath}`;
  const { request, viewToken } = currentRequest.parse(bodyOf(currentCall)) ?? {};
  if (!request || !viewToken) throw new Error('The session has a request');
  const everywhere: Secrets = {
    'the code': boxline.code,
    'the code without dashes': boxline.code.replaceAll('-', ''),
    'the agent’s token': linkIn(text).split('#')[1] ?? '',
    'the account’s secret': boxline.sms.authToken,
    ...keptBy(boxline),
  };
  const secrets: Secrets = {
    ...everywhere,
    'the session’s token': session.parse(bodyOf(sessionCall)).token,
    'the view token': viewToken,
  };
  for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThanOrEqual(12);

  const own: Readonly<Record<string, string>> = {
    [sessionCall]: 'the session’s token',
    [currentCall]: 'the view token',
    [`POST ${sendSmsPath}`]: 'the view token',
  };
  for (const { call, headers, body } of heard) {
    expect(
      heldBy(body, secrets).filter((name) => name !== own[call]),
      call,
    ).toEqual([]);
    expect(heldBy(headers, secrets), `the headers of ${call}`).toEqual([]);
  }
  const stream = await beginningOfStream(boxline, request.id, viewToken);
  expect(stream).toContain(request.reference);
  const places = {
    'the stream': stream,
    // A fragment is sent nowhere; the link's own is the one place where a token may stand in an address.
    'an address': [...dealer.addresses, ...agent.addresses].map((url) => url.split('#')[0]).join('\n'),
    'the log': boxline.server.output(),
    'the page': await page.content(),
    'the agent’s page': await agentPage.content(),
  };
  for (const [place, content] of Object.entries(places)) expect(heldBy(content, secrets), place).toEqual([]);
  expect(heldBy(await storageOf(page), secrets)).toEqual(['the view token']);
  expect(heldBy(await storageOf(agentPage), secrets)).toEqual(['the agent’s token']);
  await theirs.close();
});

test('R19 no file of the site holds what looks like a code, a token, a hash or an account, built or as it is served', {
  tag: '@long',
}, async ({ page, boxline }) => {
  await enter(page, boxline);
  await askByText(page, anyDealership());
  // The shapes know what they look for.
  const known = [boxline.code, ...Object.values(keptBy(boxline)), boxline.sms.env['TWILIO_ACCOUNT_SID'] ?? ''];
  const fits = (secret: string) => Object.values(shapes).some((shape) => shape.test(secret));
  expect(known.filter((secret) => !fits(secret))).toEqual([]);
  const secrets: Secrets = {
    'the code': boxline.code,
    'the account’s secret': boxline.sms.authToken,
    ...keptBy(boxline),
  };
  for (const file of filesOfSite()) {
    const path = file.slice(built.length);
    const response = await fetch(boxline.server.url + path.replace(/(?:index)?\.html$/, ''));
    const served = await response.text();
    expect(served, path).not.toBe('');
    expect(heldBy(served, secrets), path).toEqual([]);
    for (const [where, content] of [
      ['built', readFileSync(file, 'utf8')],
      ['served', served],
    ] as const) {
      const found = Object.entries(shapes).flatMap(([name, shape]) => {
        const [match] = shape.exec(content) ?? [];
        return match ? [`${name}: ${match}`] : [];
      });
      expect(found, `${path}, ${where}`).toEqual([]);
    }
  }
});
