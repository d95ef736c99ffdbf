/** A server with one link, and a browser that visits its page. */
import { createStorage } from '#client/lib/storage.ts';
import { FakeStorage } from '#client/lib/testing/fake-storage.ts';
import { codeFromLinkPath, codeLinkPath, codeLinkRefusals } from '#contract/code-link.ts';
import { type CodePageEnv, createCodePage } from '../code-page.ts';

export const token = 'T'.repeat(43);
export const view = {
  dealershipName: 'Harbor Point Motors',
  expiresAt: '2026-11-28T21:06:00.000Z',
  serverNow: '2026-11-21T21:06:00.000Z',
};
export const made = {
  dealershipName: view.dealershipName,
  code: '7K2M-90QF-3XVD',
  earlierHoldsUntil: null,
  timeZone: 'America/New_York',
};

/** A storage that outlives its pages, as a browser's does. */
function browserStorage() {
  const { values: kept, open } = new FakeStorage();
  return { kept, open: () => createStorage(open) };
}

/** A server with one link. It makes one code, for the first key with which a press comes. */
export function linkServer(token = 'T'.repeat(43)) {
  const calls: string[] = [];
  let claimed: string | undefined;
  /** `isTooLate`: a code that was made is not repeated any more. */
  const state = { losesAnswers: false, away: false, refusesLooks: false, isTooLate: false };
  const tooMany = () => {
    const { text, status } = codeLinkRefusals.tooManyTries;
    return new Response(text, { status, headers: { 'retry-after': '30' } });
  };
  const dead = () => new Response(codeLinkRefusals.deadLink.text, { status: codeLinkRefusals.deadLink.status });
  const answer = (path: string, body: { token: string; key?: string }): Response => {
    if (body.token !== token) return dead();
    if (path === codeLinkPath) return claimed === undefined ? Response.json(view) : dead();
    if (claimed !== undefined && (state.isTooLate || claimed !== body.key)) return dead();
    claimed = body.key;
    return Response.json(made);
  };
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const path = String(url);
    calls.push(path);
    if (state.away) throw new TypeError('Failed to fetch');
    if (state.refusesLooks && path === codeLinkPath) return tooMany();
    const response = answer(path, JSON.parse(String(init?.body)) as { token: string; key?: string });
    if (state.losesAnswers && path === codeFromLinkPath) throw new TypeError('Failed to fetch');
    return response;
  };
  return { calls, state, fetch };
}

export function visit(
  server: ReturnType<typeof linkServer>,
  device = browserStorage(),
  tab = browserStorage(),
  hash = `#${token}`,
) {
  const clock = { ms: Date.parse(view.serverNow) };
  const location = { hash, pathname: '/access-code' };
  const addresses: string[] = [];
  const env: CodePageEnv = {
    fetch: server.fetch as CodePageEnv['fetch'],
    location,
    history: {
      state: null,
      replaceState: (_state, _title, url) => {
        addresses.push(String(url));
        location.hash = '';
      },
    },
    tab: tab.open(),
    device: device.open(),
    random: crypto,
    now: () => clock.ms,
    loadEndpoints: () => import('#contract/code-link-endpoints.ts'),
  };
  return { ...createCodePage(env), addresses, clock, device, tab };
}
