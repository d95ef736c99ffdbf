/** A whole night at the desk: a server with an open portal, a dealership in one browser and the staff in others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { Role } from '#contract/desk/permissions.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { totpCodeAt } from '#server/sign-in/totp.ts';
import { staffOf } from '../support/staff.ts';
import { test as base, expect, type PortalBoxline } from './portal.ts';
import { watchPage } from './support.ts';

/** Somebody of the staff with a browser of their own. */
export interface StaffMember {
  readonly name: string;
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Somebody at the sign-in, with what they know and have. */
export interface Newcomer extends StaffMember {
  readonly mail: string;
  readonly password: string;
  /** The code that their authenticator app shows now. */
  code(): string;
}

export interface Desk {
  /** The desk's address: browsers keep its cookie on plain http for `localhost` alone. */
  readonly origin: string;
  /** Opens the desk for somebody of a role who is signed in and available. */
  arrive(role: Role, name: string, viewport: { width: number; height: number }): Promise<StaffMember>;
  /** Opens the sign-in for somebody of a role with factors of their own. */
  comeToSignIn(role: Role, name: string, options: BrowserContextOptions): Promise<Newcomer>;
}

const deskOf = (server: PortalBoxline['server']) => server.url.replace('127.0.0.1', 'localhost');

/** The desk of a server, with the browsers of its staff; `close` says what their pages complained about. */
export async function openDesk(browser: Browser, { server, dataDir }: PortalBoxline, allowed: readonly RegExp[]) {
  const origin = deskOf(server);
  const context = createContext(readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://desk.example' }));
  const { addPerson, signInAs, enrol } = staffOf(context);
  const complaints: string[][] = [];
  const contexts: BrowserContext[] = [];

  async function openBrowser(options: BrowserContextOptions): Promise<BrowserContext> {
    const browserContext = await browser.newContext({ ...options, baseURL: origin, reducedMotion: 'reduce' });
    contexts.push(browserContext);
    browserContext.on('page', (page) => complaints.push(watchPage(page, origin, allowed)));
    return browserContext;
  }

  async function comeToSignIn(role: Role, name: string, options: BrowserContextOptions): Promise<Newcomer> {
    // Where nobody is an admin the desk asks for one, and shows no sign-in.
    await addPerson('admin');
    const { secret, ...known } = await enrol(role, name, readFileSync(join(dataDir, 'secret.key'), 'utf8').trim());
    const browserContext = await openBrowser(options);
    const page = await browserContext.newPage();
    await page.goto('/desk');
    return { name, context: browserContext, page, ...known, code: () => totpCodeAt(secret, new Date()) };
  }

  async function arrive(role: Role, name: string, viewport: { width: number; height: number }): Promise<StaffMember> {
    const { cookie } = await signInAs(role, { name });
    const [cookieName = '', value = ''] = cookie.split('=');
    const browserContext = await openBrowser({ viewport });
    await browserContext.addCookies([{ name: cookieName, value, url: origin }]);
    const page = await browserContext.newPage();
    await page.goto('/desk');
    await expect(page.getByRole('heading', { name: 'Deal board', level: 1 })).toBeAttached();
    if (role !== 'viewer') await page.getByLabel('Your presence').selectOption('Available');
    return { name, context: browserContext, page };
  }

  return {
    desk: { origin, arrive, comeToSignIn } satisfies Desk,
    async close() {
      for (const each of contexts) await each.close();
      await context.storage.close();
      expect(complaints.flat(), 'what the pages of the desk complained about').toEqual([]);
    },
  };
}

export const test = base.extend<{ desk: Desk; watched: undefined }>({
  // The pages of the desk are at another origin than the dealership's, and are watched for that one.
  watched: async ({ context, boxline, allowed }, use) => {
    const complaints: string[][] = [];
    context.on('page', (page) => complaints.push(watchPage(page, boxline.server.url, allowed)));
    await use(undefined);
    expect(complaints.flat(), 'what the pages complained about').toEqual([]);
  },
  desk: async ({ browser, boxline, allowed }, use) => {
    const { desk, close } = await openDesk(browser, boxline, allowed);
    await use(desk);
    await close();
  },
});

export { expect };
