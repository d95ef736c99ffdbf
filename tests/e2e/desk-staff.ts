/** A whole night at the desk: a server with an open portal, a dealership in one browser and staff in others. */
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

interface Viewport {
  readonly width: number;
  readonly height: number;
}

/** A member of the staff with their own browser. */
export interface StaffMember {
  readonly personId: string;
  readonly name: string;
  readonly context: BrowserContext;
  readonly page: Page;
}

/** A person on the sign-in page, with what they know and have. */
export interface Newcomer extends StaffMember {
  readonly mail: string;
  readonly password: string;
  /** The code that their authenticator app shows now. */
  code(): string;
}

interface Desk {
  /** The desk's address. On plain http, browsers keep its cookie only for `localhost`. */
  readonly origin: string;
  /** Opens the desk for a signed-in, available person with a role. `at` is an address of the server other than its own. */
  arrive(role: Role, name: string, viewport: Viewport, at?: string): Promise<StaffMember>;
  /** Opens the desk in another browser of a person who has arrived. */
  arriveAgain(member: StaffMember, role: Role, device: string): Promise<StaffMember>;
  /** Moves a time of a member's sessions into the past by `ms` milliseconds, as if that time had passed. */
  pass(member: StaffMember, time: 'active_at' | 'proved_at', ms: number): Promise<void>;
  beginShift(member: StaffMember): Promise<void>;
  /** Opens the sign-in page for a person with a role and their own factors. */
  comeToSignIn(role: Role, name: string, options: BrowserContextOptions): Promise<Newcomer>;
}

const deskOf = (server: PortalBoxline['server']) => server.url.replace('127.0.0.1', 'localhost');

/** The desk of a server, with the browsers of its staff. `close` reports the complaints of their pages. */
export async function openDesk(
  browser: Browser,
  { server, dataDir }: Pick<PortalBoxline, 'server' | 'dataDir'>,
  allowed: readonly RegExp[],
) {
  const origin = deskOf(server);
  const context = createContext(readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://desk.example' }));
  const { addPerson, beginSession, signInAs, enrol } = staffOf(context);
  const { db } = context.storage;
  const complaints: string[][] = [];
  const contexts: BrowserContext[] = [];
  const onShift: string[] = [];
  const came: string[] = [];

  async function openBrowser(options: BrowserContextOptions, at = origin): Promise<BrowserContext> {
    const browserContext = await browser.newContext({ ...options, baseURL: at, reducedMotion: 'reduce' });
    contexts.push(browserContext);
    browserContext.on('page', (page) => complaints.push(watchPage(page, at, allowed)));
    return browserContext;
  }

  async function comeToSignIn(role: Role, name: string, options: BrowserContextOptions): Promise<Newcomer> {
    // A desk without an admin asks for one and shows no sign-in.
    await addPerson('admin');
    const { secret, ...known } = await enrol(role, name, readFileSync(join(dataDir, 'secret.key'), 'utf8').trim());
    came.push(known.personId);
    const browserContext = await openBrowser(options);
    const page = await browserContext.newPage();
    await page.goto('/desk');
    return { name, context: browserContext, page, ...known, code: () => totpCodeAt(secret, new Date()) };
  }

  async function openAs(
    { personId, name }: Omit<StaffMember, 'context' | 'page'>,
    cookie: string,
    viewport: Viewport,
    at = origin,
  ) {
    const [cookieName = '', value = ''] = cookie.split('=');
    const browserContext = await openBrowser({ viewport }, at);
    await browserContext.addCookies([{ name: cookieName, value, url: at }]);
    const page = await browserContext.newPage();
    await page.goto('/desk');
    await expect(page.getByRole('heading', { name: 'Deal board', level: 1 })).toBeAttached();
    return { personId, name, context: browserContext, page } satisfies StaffMember;
  }

  async function arrive(role: Role, name: string, viewport: Viewport, at?: string): Promise<StaffMember> {
    const { cookie, personId } = await signInAs(role, { name });
    came.push(personId);
    const member = await openAs({ personId, name }, cookie, viewport, at);
    if (role !== 'viewer') await member.page.getByLabel('Your presence').selectOption('Available');
    return member;
  }

  async function arriveAgain(member: StaffMember, role: Role, device: string): Promise<StaffMember> {
    const { cookie } = await beginSession(member.personId, role, { device });
    return openAs(member, cookie, { width: 1440, height: 900 });
  }

  async function pass({ personId }: StaffMember, time: 'active_at' | 'proved_at', ms: number): Promise<void> {
    const then = new Date(Date.now() - ms).toISOString();
    await db
      .updateTable('staff_sessions')
      .set({ [time]: then })
      .where('person_id', '=', personId)
      .execute();
  }

  const beginShift = async ({ personId }: StaffMember) => {
    const on_shift_at = new Date().toISOString();
    await db.updateTable('people').set({ on_shift_at }).where('id', '=', personId).execute();
    onShift.push(personId);
  };
  /**
   * Ends the shifts of this test's people. A person left on shift would get the requests of the next test, and that test's last
   * person on shift would not be the last.
   */
  const endShifts = () => db.updateTable('people').set({ on_shift_at: null }).where('id', 'in', onShift).execute();

  /** Renames this test's people, because the next test may use the same names, and names are unique. */
  async function leaveNames(): Promise<void> {
    for (const id of came) {
      await db
        .updateTable('people')
        .set({ name: `Earlier ${id}` })
        .where('id', '=', id)
        .execute();
    }
  }

  return {
    desk: { origin, arrive, arriveAgain, pass, beginShift, comeToSignIn } satisfies Desk,
    async close() {
      for (const each of contexts) await each.close();
      await endShifts();
      await leaveNames();
      await context.storage.close();
      expect(complaints.flat(), 'what the pages of the desk complained about').toEqual([]);
    },
  };
}

export const test = base.extend<{ desk: Desk; watched: undefined }>({
  // The desk's pages have another origin than the dealership's, and are watched for that origin.
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
