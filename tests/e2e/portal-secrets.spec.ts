import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { anyDealership, askByText, card, enter, expect, linkIn, test } from './portal.ts';

const built = resolve(import.meta.dirname, '../../dist/site');

const textsOfSite = (): string[] =>
  readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:html|js|css|json|txt|svg)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

test('R19 R20 codes and tokens are in no file of the site, no address, no storage but the view token, no log', async ({
  page,
  desk,
  browser,
}) => {
  const urls: string[] = [];
  const tokens = new Set<string>();
  const listen = (watched: typeof page) =>
    watched.on('request', (request) => {
      urls.push(request.url());
      const bearer = /^Bearer (.+)$/.exec(request.headers()['authorization'] ?? '')?.[1];
      if (bearer) tokens.add(bearer);
    });
  listen(page);
  const dealership = anyDealership();
  await enter(page, desk);
  await askByText(page, dealership);
  await expect(card(page)).toBeVisible();
  const [text] = (await desk.textsOf(dealership)).slice(-1);
  if (!text) throw new Error('There is a text');
  const theirs = await browser.newContext({ baseURL: desk.server.url });
  const agent = await theirs.newPage();
  listen(agent);
  await agent.goto(linkIn(text));
  await expect(agent.getByRole('button', { name: 'Accept' })).toBeVisible();
  expect(agent.url()).toBe(`${desk.server.url}/agent`);
  expect(await agent.evaluate(() => history.length)).toBe(2);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/$/);

  const agentToken = linkIn(text).split('#')[1] ?? '';
  const secrets = [desk.code, desk.code.replaceAll('-', ''), agentToken, ...tokens].filter((secret) => secret !== '');
  expect(tokens.size, 'a session, a view and an agent spoke').toBeGreaterThanOrEqual(2);
  const storage = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
  );
  const places: Record<string, string> = {
    'the site': textsOfSite().join('\n'),
    // A fragment is sent nowhere; the link's own is the one place where a token may stand in an address.
    'an address': urls.map((url) => url.split('#')[0]).join('\n'),
    'the log': desk.server.output(),
    'the page': await page.content(),
  };
  for (const [place, content] of Object.entries(places)) {
    for (const secret of secrets) expect(content.includes(secret), `${place} holds a secret`).toBe(false);
  }
  const kept = [...tokens, desk.code].filter((secret) => storage.includes(secret));
  expect(kept.length, 'the view token at most').toBeLessThanOrEqual(1);
  await theirs.close();
});
