/**
 * What every journey needs: the real server with a mailbox behind it, and a page that fails its test when it logs to the console,
 * breaks its policy, throws, or sends a request to another origin.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test as base, expect, type Page } from '@playwright/test';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { memoryFolder } from '../support/postgres-server.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { wideLimits } from '../support/wide-limits.ts';
import { axeFindings } from './axe.ts';

/** A lead as the server stored it. */
interface Lead {
  readonly id: string;
  readonly kind: 'inquiry' | 'intake';
  readonly reference: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly flags: readonly string[];
}

type StoredLead = Omit<Lead, 'answers' | 'flags'> & { readonly answers: string; readonly flags: string };

export interface Boxline {
  readonly server: ServerProcess;
  readonly mailbox: FakeSmtp;
  /** The leads whose dealership has this name. */
  leadsOf(dealership: string): Promise<Lead[]>;
}

/** Starts a server with a mailbox, passes both to `use`, and removes them afterwards. */
export async function withBoxline(
  use: (boxline: Boxline) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
) {
  const folder = await mkdtemp(join(memoryFolder(), 'boxline-e2e-'));
  const mailbox = await startFakeSmtp();
  const server = await startServer({
    folder,
    env: {
      DATA_DIR: join(folder, 'data'),
      ...wideLimits,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'desk@boxline.example',
      MAIL_TO: 'operator@boxline.example',
      ...env,
    },
  });
  /** Reads the database directly and not through a command, because starting a command takes half a second. */
  const leadsOf = async (dealership: string) => {
    const database = new DatabaseSync(join(folder, 'data/boxline.sqlite'), { readOnly: true });
    const rows = database.prepare('select id, kind, reference, answers, flags from leads').all() as StoredLead[];
    database.close();
    const leads = rows.map(({ answers, flags, ...lead }): Lead => {
      return { ...lead, answers: JSON.parse(answers) as Lead['answers'], flags: JSON.parse(flags) as string[] };
    });
    return leads.filter(({ answers }) => [answers['dealership_name'], answers['business_name']].includes(dealership));
  };
  try {
    await use({ server, mailbox, leadsOf });
  } finally {
    await server.stop();
    await mailbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Leaves the interception of a page's requests on once a test has used it. Playwright switches it off with the last route, and
 * Chromium forgets about one in a hundred requests that are made at that moment (microsoft/playwright#41802): they never end.
 */
function keepIntercepting(page: Page): void {
  const route = page.route.bind(page);
  let isKept = false;
  page.route = async (...given) => {
    if (!isKept) await route('http://nothing.invalid/**', (request) => request.fallback());
    isKept = true;
    return route(...given);
  };
}

/** Chromium says so when axe measures the particles, which home leaves out behind a dialog. The pages themselves never do. */
const measuredHidden = /^console verbose: Rendering was performed in a subtree hidden by content-visibility\./;

/** Watches a page and keeps its requests intercepted. Returns everything that it did wrong, in words, as that is recorded. */
export function watchPage(page: Page, origin: string, allowed: readonly RegExp[]): string[] {
  const complaints: string[] = [];
  keepIntercepting(page);
  const complain = (text: string) => {
    if (![measuredHidden, ...allowed].some((pattern) => pattern.test(text))) complaints.push(text);
  };
  page.on('console', (message) => complain(`console ${message.type()}: ${message.text()} (${message.location().url})`));
  page.on('pageerror', (error) => complain(`page error: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol.startsWith('http') && asked !== origin) complain(`request to ${asked}`);
  });
  return complaints;
}

interface Fixtures {
  /** Console messages that this test provokes and therefore allows. */
  allowed: RegExp[];
  watched: undefined;
}

export const test = base.extend<Fixtures, { boxline: Boxline }>({
  boxline: [
    // Playwright reads the fixture's dependencies from this pattern and requires one. This fixture has none.
    async ({ browserName: _ }, use) => withBoxline(use),
    { scope: 'worker', timeout: 90_000 },
  ],
  allowed: [[], { option: true }],
  baseURL: async ({ boxline }, use) => use(boxline.server.url),
  watched: [
    async ({ context, boxline, allowed }, use) => {
      const complaints: string[][] = [];
      context.on('page', (page) => complaints.push(watchPage(page, boxline.server.url, allowed)));
      await use(undefined);
      expect(complaints.flat(), 'what the pages complained about').toEqual([]);
    },
    { auto: true },
  ],
});

/** Checks that axe finds nothing wrong under WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page): Promise<void> {
  // Text that fades in has its final contrast only when the animation ends. Endless animations are not waited for.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
  expect(await axeFindings(page), 'what axe found').toEqual([]);
}

let dealerships = 0;

/** A name that no other test uses, so that each test finds its own leads. */
export const newDealership = (): string => `Harbor Point ${process.pid}-${++dealerships}`;

/** Waits until the page's script has taken over, so that the script handles a click. */
export const hydrated = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('#main') ?? {}).some((key) => key.startsWith('__react')),
  );

/** Waits until the browser has painted `frames` frames. An animation ends with a frame, also while a test stops the page's clock. */
export const framesPainted = (page: Page, frames: number): Promise<void> =>
  page.evaluate(async (count) => {
    for (let painted = 0; painted <= count; painted += 1) await document.documentElement.animate(null, 1).finished;
  }, frames);

/**
 * Gives the page time to do what it must not do: what it began is painted, any request that it sent has reached the server before
 * this one, and the result is painted too.
 */
export async function momentPasses(page: Page): Promise<void> {
  await framesPainted(page, 2);
  await page.evaluate(async () => void (await fetch('/robots.txt', { cache: 'no-store' })));
  await framesPainted(page, 2);
}

/**
 * Stops the page's clock. What comes or goes by itself after a time does so only when the test lets that time pass, by
 * `page.clock.runFor` or `page.clock.resume`, however long the test itself takes.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  // The page's time goes on until it stops, and cannot go back.
  await page.clock.pauseAt(Date.now() + 10_000);
}

/**
 * Waits until a module that the page has requested has run and its result is painted. The page requested the module first, so it is
 * told first.
 */
export async function moduleHasRun(page: Page, url: string): Promise<void> {
  await page.evaluate(`import(${JSON.stringify(url)}).then(() => undefined)`);
  await framesPainted(page, 2);
}

/**
 * Takes the browser offline once it has the mail provider's package (`es-….js`), which it fetches when a form is begun. A file cut
 * off on its way would be one more failure, which the browser reports.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/es-/.test(name)),
  );
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
}

/**
 * Tags a test that repeats another one at a second width or with other data. `npm test` tests each behaviour once and leaves the
 * repetitions to the long run (docs/decisions/0200).
 */
export const repeats = (isRepetition: boolean) => ({ tag: isRepetition ? '@long' : [] });

/** For journeys about motion. By default the tests' browser asks for reduced motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

export { expect };
