/** A whole night at the desk: a server with an open portal, a dealership in one browser and the staff in others. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Role } from '#contract/desk/permissions.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { staffOf } from '../support/staff.ts';
import { test as base, expect, type PortalBoxline } from './portal.ts';
import { watchPage } from './support.ts';

/** Somebody of the staff with a browser of their own. */
export interface StaffMember {
  readonly name: string;
  readonly context: BrowserContext;
  readonly page: Page;
}

export interface Desk {
  /** The desk's address: browsers keep its cookie on plain http for `localhost` alone. */
  readonly origin: string;
  /** Opens the desk for somebody of a role who is signed in and available. */
  arrive(role: Role, name: string, viewport: { width: number; height: number }): Promise<StaffMember>;
}

const deskOf = (server: PortalBoxline['server']) => server.url.replace('127.0.0.1', 'localhost');

async function openDesk(browser: Browser, { server, dataDir }: PortalBoxline, allowed: readonly RegExp[]) {
  const origin = deskOf(server);
  const context = createContext(readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://desk.example' }));
  const { signInAs } = staffOf(context);
  const complaints: string[][] = [];
  const contexts: BrowserContext[] = [];

  async function arrive(role: Role, name: string, viewport: { width: number; height: number }): Promise<StaffMember> {
    const { cookie } = await signInAs(role, { name });
    const [cookieName = '', value = ''] = cookie.split('=');
    const browserContext = await browser.newContext({ viewport, baseURL: origin, reducedMotion: 'reduce' });
    contexts.push(browserContext);
    await browserContext.addCookies([{ name: cookieName, value, url: origin }]);
    browserContext.on('page', (page) => complaints.push(watchPage(page, origin, allowed)));
    const page = await browserContext.newPage();
    await page.goto('/desk');
    await expect(page.getByRole('heading', { name: 'Deal board', level: 1 })).toBeAttached();
    if (role !== 'viewer') await page.getByLabel('Your presence').selectOption('Available');
    return { name, context: browserContext, page };
  }

  return {
    desk: { origin, arrive } satisfies Desk,
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
