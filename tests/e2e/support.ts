/**
 * What every journey needs: the real server with a mailbox behind it, and a page that fails its test when it says anything
 * on the console, breaks its policy, throws, or asks another origin for something.
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
export interface Lead {
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

/** Starts a server of its own with a mailbox, hands both over, and clears them away. */
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
  /** What is in the database, not what a command says of it: starting one takes half a second. */
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

/** Everything wrong that a page said or did, in words. */
export function watchPage(page: Page, origin: string, allowed: readonly RegExp[]): string[] {
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!allowed.some((pattern) => pattern.test(text))) complaints.push(text);
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
  /** What a page may say in this test, because the test provokes it. */
  allowed: RegExp[];
  watched: undefined;
}

export const test = base.extend<Fixtures, { boxline: Boxline }>({
  boxline: [
    // Playwright reads what a fixture needs from this pattern, and wants one. This one needs nothing.
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

/** The page has nothing that axe finds wrong under WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in has its contrast when it has arrived. What never ends is not waited for.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
  expect(await axeFindings(page), 'what axe found').toEqual([]);
}

let dealerships = 0;

/** A name that no other test uses, so that each finds its own leads. */
export const newDealership = (): string => `Harbor Point ${process.pid}-${++dealerships}`;

/** Waits until the page's script has taken over, so that a click is the script's to answer. */
export const hydrated = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('#main') ?? {}).some((key) => key.startsWith('__react')),
  );

/** Waits until the browser has painted so many frames. */
export const framesPainted = (page: Page, frames: number): Promise<void> =>
  page.evaluate(async (count) => {
    for (let painted = 0; painted <= count; painted += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  }, frames);

/**
 * Gives the page the time to do what it must not do: what it began is painted, a request that it made has reached the
 * server before this one, and what came back is painted too.
 */
export async function momentPasses(page: Page): Promise<void> {
  await framesPainted(page, 2);
  await page.evaluate(async () => void (await fetch('/robots.txt', { cache: 'no-store' })));
  await framesPainted(page, 2);
}

/**
 * Waits until a module that the page has asked for has run, and what the page shows for it is painted. The page that asked
 * first is told first.
 */
export async function moduleHasRun(page: Page, url: string): Promise<void> {
  await page.evaluate(`import(${JSON.stringify(url)}).then(() => undefined)`);
  await framesPainted(page, 2);
}

/**
 * Cuts the browser off once it has the mail provider's package (`es-….js`), which it fetches when a form is begun: a file
 * that is cut off on its way is one more failure, and the browser reports it.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/es-/.test(name)),
  );
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
}

/**
 * For a test that repeats another one at a second width or with other data: whether it does. `npm test` tests each behaviour
 * once and leaves its repetitions to the long run (docs/decisions/0098).
 */
export const repeats = (isRepetition: boolean) => ({ tag: isRepetition ? '@long' : [] });

/** For journeys that are about what moves: by default the browser says that its user asked for less motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

export { expect };
