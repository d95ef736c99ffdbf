/** The portal as a dealership and an agent see it: a server with an access code, people on shift and a text provider. */
import { DatabaseSync } from 'node:sqlite';
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { dealerships as sampleDealerships } from '#brand/dealerships.ts';
import { type AgentStep, agentPagePath } from '#contract/agent.ts';
import { requestTimings } from '#contract/agent-request.ts';
import { databaseFile } from '#server/database/open.ts';
import type { FakeSms, TakenText } from '../fakes/sms-provider.ts';
import { startPortalServer } from '../support/portal-server.ts';
import { agentStepPath } from '../support/request-paths.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { watchPage } from './support.ts';

export interface PortalBoxline {
  readonly server: ServerProcess;
  readonly sms: FakeSms;
  /** The folder of the server's database and key. */
  readonly dataDir: string;
  /** The shared access code that the server showed. */
  readonly code: string;
  /** Waits for `count` texts about a dealership's requests, counted since `anyDealership` gave its name. Returns them. */
  textsOf(dealership: string, count?: number): Promise<TakenText[]>;
  /** The number of a dealership's requests stored since `anyDealership` gave its name. */
  requestsOf(dealership: string): number;
  /** The notes of those requests that are neither closing nor ended. */
  running(dealership: string): unknown[];
  /** What a test leaves to later tests on the same server: the names of the people on shift, and the settings. */
  leftBehind(): unknown;
  /** Every session opened by a code, oldest first. */
  sessions(): { readonly isOpen: boolean }[];
  /** Sends the provider's report about a text. */
  report(text: TakenText, status: string): Promise<void>;
  /** Runs an operator's command as `npm run` does. Returns its output. */
  operate(command: string, ...words: string[]): Promise<string>;
  setTextAgent(on: boolean): Promise<void>;
  /** Issues a dealership its own code, at a moment when none of its requests runs. */
  ownCode(dealership: string): Promise<string>;
  /** Revokes a code. */
  revoke(code: string): Promise<void>;
  /** Ends the minute in which closing can be taken back. */
  endClosing(): void;
  /** Moves the acceptance of a dealership's requests five minutes into the past. */
  makeLate(dealership: string): void;
}

/** Starts a server with Text Agent switched on, passes it to `use`, and removes it afterwards. */
export async function withPortal(
  use: (boxline: PortalBoxline) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
) {
  const portal = await startPortalServer(env);
  const { server, sms, dataDir, code, operate } = portal;
  const setTextAgent = async (on: boolean) => void (await operate('settings', 'text-agent', on ? 'on' : 'off'));
  /** Ends the requests that earlier tests left at a dealership, because a visitor with the dealership's own code sees them. */
  const endRequestsOf = (dealership: string) => {
    const database = new DatabaseSync(databaseFile(dataDir), { timeout: 10_000 });
    database
      .prepare(
        "update agent_requests set ended_at = ?, outcome = 'expired' where dealership_name = ? and ended_at is null",
      )
      .run(new Date().toISOString(), dealership);
    database.close();
  };
  const ownCode = async (dealership: string) => {
    endRequestsOf(dealership);
    const said = await operate('codes', 'issue', '--dealership', dealership);
    return /\b(?:[0-9A-Z]{4}-){2}[0-9A-Z]{4}\b/.exec(said)?.[0] ?? '';
  };
  const revoke = async (revoked: string) => void (await operate('codes', 'revoke', revoked));
  const textsOf = async (dealership: string, count = 2) => {
    const sinceMs = givenAtMs.get(dealership) ?? 0;
    const about = () => sms.texts.filter(({ body, atMs }) => body.includes(dealership) && atMs >= sinceMs);
    await expect.poll(() => about().length).toBeGreaterThanOrEqual(count);
    return about();
  };
  const stored = (dealership: string) => {
    const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
    const since = new Date(givenAtMs.get(dealership) ?? 0).toISOString();
    const rows = database
      .prepare('select * from agent_requests where dealership_name = ? and created_at >= ?')
      .all(dealership, since);
    database.close();
    return rows;
  };
  const requestsOf = (dealership: string) => stored(dealership).length;
  const running = (dealership: string) =>
    stored(dealership)
      .filter((row) => row['closing_at'] === null && row['ended_at'] === null)
      .map((row) => row['additional_info']);
  const leftBehind = () => {
    const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
    const onShift = database
      .prepare('select name from people where on_shift_at is not null and removed_at is null order by name')
      .all();
    const settings = database.prepare('select name, value from settings order by name').all();
    database.close();
    return { onShift: onShift.map(({ name }) => name), settings };
  };
  const sessions = () => {
    const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
    const rows = database.prepare('select ended_at from portal_sessions order by created_at, rowid').all();
    database.close();
    return rows.map((row) => ({ isOpen: row['ended_at'] === null }));
  };
  const report = async (text: TakenText, status: string) => {
    const { headers, payload } = sms.report(text, status);
    const url = server.url + new URL(text.statusCallback).pathname;
    const { status: answered } = await fetch(url, { method: 'POST', headers, body: payload });
    expect(answered).toBe(204);
  };
  /** Moves a time of requests that have not ended into the past. The server's next sweep sees it. */
  const age = (
    column: 'closing_at' | 'accepted_at' | 'expires_at',
    byMs: number,
    condition: string,
    ...values: string[]
  ) => {
    const database = new DatabaseSync(databaseFile(dataDir), { timeout: 10_000 });
    const rows = database
      .prepare(
        `select id, ${column} as at from agent_requests where ended_at is null and ${column} is not null and ${condition}`,
      )
      .all(...values) as { id: string; at: string }[];
    const write = database.prepare(`update agent_requests set ${column} = ? where id = ?`);
    for (const { id, at } of rows) write.run(new Date(Date.parse(at) - byMs).toISOString(), id);
    database.close();
    expect(rows.length).toBeGreaterThan(0);
  };
  const endClosing = () => age('closing_at', requestTimings.takeBackForMs, 'true');
  const makeLate = (dealership: string) => {
    // A clock counts back from the end of the request, so both times move.
    for (const column of ['accepted_at', 'expires_at'] as const)
      age(column, requestTimings.connectWithinMs, 'dealership_name = ?', dealership);
  };
  try {
    await use({
      server,
      sms,
      dataDir,
      code,
      textsOf,
      requestsOf,
      running,
      leftBehind,
      sessions,
      report,
      operate,
      setTextAgent,
      ownCode,
      revoke,
      endClosing,
      makeLate,
    });
  } finally {
    await portal.stop();
  }
}

/** The sizes of a telephone and of a computer screen. */
export const screens = [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1440, height: 900 }],
] as const;

interface Fixtures {
  /** Console messages that this test provokes and therefore allows. */
  allowed: RegExp[];
  watched: undefined;
  /** One server serves many tests, so a person left on shift would also get the requests of the next test. */
  leftAsFound: undefined;
}

let addresses = 0;

export const test = base.extend<Fixtures, { boxline: PortalBoxline }>({
  boxline: [
    // Playwright reads the fixture's dependencies from this pattern and requires one. This fixture has none.
    async ({ browserName: _ }, use) => withPortal(use, { TRUST_PROXY: 'loopback' }),
    { scope: 'worker', timeout: 90_000 },
  ],
  // Each test has its own address, because wrong codes from an address delay the right code from it.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    addresses += 1;
    const address = `10.0.${addresses >> 8}.${addresses & 255}`;
    await use({ ...extraHTTPHeaders, 'x-forwarded-for': address });
  },
  allowed: [[], { option: true }],
  leftAsFound: [
    async ({ boxline }, use) => {
      const found = boxline.leftBehind();
      await use(undefined);
      expect(boxline.leftBehind(), 'what the test leaves to the next one').toEqual(found);
    },
    { auto: true },
  ],
  baseURL: async ({ boxline }, use) => use(boxline.server.url),
  watched: [
    async ({ browser, context, boxline, allowed }, use) => {
      const complaints: string[][] = [];
      const watch = (watched: BrowserContext) =>
        watched.on('page', (page) => complaints.push(watchPage(page, boxline.server.url, allowed)));
      watch(context);
      // An agent uses another browser context, which is watched too.
      browser.on('context', watch);
      await use(undefined);
      browser.off('context', watch);
      expect(complaints.flat(), 'what the pages complained about').toEqual([]);
    },
    { auto: true },
  ],
});

let next = 0;

/** The time at which each name was last given. A worker that runs more tests than there are dealerships gives names again. */
const givenAtMs = new Map<string, number>();

/** A dealership of the list that no other running test uses, so that each test finds its own texts. */
export const anyDealership = (): string =>
  giveDealership(sampleDealerships[next++ % sampleDealerships.length]?.name ?? '');

/** This dealership of the list, for a test to which its name matters. */
export function giveDealership(name: string): string {
  givenAtMs.set(name, Date.now());
  return name;
}

export const accessDialog = (page: Page) => page.getByRole('dialog', { name: 'Dealer Portal' });
export const codeField = (page: Page) => page.getByLabel('Access code', { exact: true });
export const card = (page: Page) => page.locator('.live');

/** Enters the portal on its page with the right code. */
export async function enter(page: Page, { code }: Pick<PortalBoxline, 'code'>): Promise<void> {
  await page.goto('/portal');
  await expect(codeField(page)).toBeFocused();
  await codeField(page).fill(code);
  await page.getByRole('button', { name: 'Access Portal' }).click();
  await expect(page.getByRole('button', { name: 'Request An Agent' })).toBeVisible();
}

/** Opens the form that asks for an agent by text, and chooses the dealership if one is given. */
export async function openTextForm(page: Page, dealership?: Parameters<Locator['selectOption']>[0]): Promise<void> {
  await page.getByRole('button', { name: 'Request An Agent' }).click();
  await page.getByRole('button', { name: 'Text Agent' }).click();
  if (dealership !== undefined) await page.getByLabel('Dealership').selectOption(dealership);
}

/** Asks for an agent by text, through all steps up to Got It. */
export async function askByText(page: Page, dealership: string, info = ''): Promise<void> {
  await openTextForm(page, dealership);
  if (info) await page.getByLabel('Additional info').fill(info);
  await page.getByRole('button', { name: 'Request Agent' }).click();
  await expect(page.getByRole('heading', { name: 'Agent Requested!' })).toBeFocused();
  await page.getByRole('button', { name: 'Got It' }).click();
}

/** The path of the agent's link in a text. */
export function linkIn(text: TakenText | undefined): string {
  const link = /https?:\S+/.exec(text?.body ?? '')?.[0];
  if (!link) throw new Error(`There is no link in: ${text?.body}`);
  const { pathname, hash } = new URL(link);
  expect(pathname).toBe(agentPagePath);
  return pathname + hash;
}

/** Takes a step through the agent's link, without a page. Done also sends how the request ended. */
export async function agentTakes({ server }: PortalBoxline, link: string, step: AgentStep): Promise<void> {
  const { status } = await fetch(`${server.url}${agentStepPath(step)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${link.split('#')[1]}`, 'content-type': 'application/json' },
    body: JSON.stringify(step === 'done' ? { disposition: 'help_only' } : {}),
  });
  expect(status, step).toBe(200);
}

export { people } from '../support/portal-server.ts';
export { expect };
