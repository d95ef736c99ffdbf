/** A page whose document or script arrived in part: a server was killed meanwhile, or a proxy cut it off. */
import type { IncomingMessage } from 'node:http';
import type { Page } from '@playwright/test';
import { deskPath } from '#contract/desk/session.ts';
import { pages } from '#contract/pages.ts';
import { type Cut, type CuttingProxy, startCuttingProxy } from '../fakes/cutting-proxy.ts';
import { deskOrigin } from './desk.ts';
import { control } from './forms.ts';
import { test as base, expect, hydrated } from './support.ts';

/** A proxy in front of the server, and pages that know nothing but the proxy. */
const test = base.extend<{ cutter: CuttingProxy; visit: () => Promise<Page> }>({
  cutter: async ({ boxline }, use) => {
    const proxy = await startCuttingProxy(boxline.server.url);
    await use(proxy);
    await proxy.stop();
  },
  // Without the interception of requests, with which Chromium keeps nothing.
  visit: async ({ browser, cutter }, use) => {
    const context = await browser.newContext({ baseURL: cutter.url, reducedMotion: 'reduce' });
    await use(() => context.newPage());
    await context.close();
  },
});

const isDocument = ({ headers }: IncomingMessage) => headers['sec-fetch-dest'] === 'document';
const isEntry = ({ url = '' }: IncomingMessage) => /\/client-[^/]*\.js/.test(url);
const isDeskEntry = ({ url = '' }: IncomingMessage) => /\/shell-[^/]*\.js/.test(url);
/** A file that the page's module imports. */
const isImported = ({ url = '' }: IncomingMessage) => /\/(?:fields|requests|schemas|portal)-[^/]*\.js/.test(url);

/** Cuts off the first answer to each such request. */
function cutOnce(proxy: CuttingProxy, is: (request: IncomingMessage) => boolean, cut: Cut): void {
  const seen = new Set<string>();
  proxy.cut((request) => {
    const { url = '' } = request;
    if (!is(request) || seen.has(url)) return undefined;
    seen.add(url);
    return cut;
  });
}

const begin = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

test('R855 a page that a proxy cut off is whole once somebody loads it again, although the browser keeps the half', async ({
  cutter,
  visit,
}) => {
  const page = await visit();
  // So little of it comes that the page cannot mend itself.
  cutOnce(cutter, isDocument, { at: 0.02, inOrder: true });
  await page.goto(pages.portal);
  await expect(page.locator('#root')).toHaveCount(0);
  await page.reload();
  await hydrated(page);
  expect(cutter.cuts).toBe(1);
});

type Part = readonly [string, (request: IncomingMessage) => boolean, number];

const documentParts: readonly Part[] = [
  ['the document, in its head', isDocument, 0.3],
  ['the document, in its content', isDocument, 0.95],
];
const siteParts: readonly Part[] = [
  ...documentParts,
  ['the script', isEntry, 0.5],
  ['what its script imports', isImported, 0.5],
];
const deskParts: readonly Part[] = [
  ['the document, in its head', isDocument, 0.8],
  ['the document, in its content', isDocument, 0.97],
  ['the script', isDeskEntry, 0.5],
];

const hydratedMain = () => Object.keys(document.querySelector('#main') ?? {}).some((key) => key.startsWith('__react'));
const signInShown = () => document.querySelector('#root h1') !== null;

for (const { path, parts, isStarted } of [
  { path: pages.portal, parts: siteParts, isStarted: hydratedMain },
  { path: pages.agent, parts: siteParts, isStarted: hydratedMain },
  { path: deskPath, parts: deskParts, isStarted: signInShown },
]) {
  for (const [part, is, at] of parts) {
    for (const inOrder of [true, false]) {
      const how = inOrder ? 'by a proxy that says it is the whole' : 'by a connection that breaks';
      test(`R856 a page whose file is cut off loads itself again: ${path}, ${part}, ${how}`, async ({
        cutter,
        visit,
      }) => {
        const page = await visit();
        cutOnce(cutter, is, { at, inOrder });
        await begin(page, deskOrigin(cutter.url) + path);
        await page.waitForFunction(isStarted, undefined, { timeout: 30_000 });
        expect(cutter.cuts).toBeGreaterThan(0);
      });
    }
  }
}

test('R856 a form whose script was cut off keeps what is typed, and is not loaded again', async ({ cutter, visit }) => {
  const page = await visit();
  cutOnce(cutter, isEntry, { at: 0.5, inOrder: true });
  const fetched = page.waitForResponse(
    (response) => /\/client-[^/]*\.js/.test(response.url()) && response.request().resourceType() === 'fetch',
  );
  await page.goto(pages.inquiry);
  await control(page, 'First name').fill('Ada');
  await (await fetched).finished();
  await expect(control(page, 'First name')).toHaveValue('Ada');
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().type)).toBe('navigate');
  // The browser has the whole script by now.
  await page.reload();
  await hydrated(page);
});
