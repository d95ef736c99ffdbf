/** People of the staff with real factors: the first admin, and invited people. */
import * as linkEndpoints from '#contract/desk/link-endpoints.ts';
import type { Role } from '#contract/desk/permissions.ts';
import type { TestApp } from './app.ts';
import { type DeskBrowser, goodPassword, openBrowser } from './desk-browser.ts';

/** The token of a link's address. */
export const tokenOf = (url: string): string => url.slice(url.indexOf('#') + 1);

interface StaffMember {
  readonly browser: DeskBrowser;
  readonly email: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** The token of a link to set the desk up. */
export async function setUpToken({ context }: Pick<TestApp, 'context'>): Promise<string> {
  const made = await context.signIn.firstAdmin.makeSetUpLink(true);
  if (made.kind !== 'made') throw new Error(`no set-up link: ${made.kind}`);
  return tokenOf(made.link.url);
}

/** Sets the desk up, as its first admin does. */
export async function setUpAdmin(
  server: Pick<TestApp, 'app' | 'context'>,
  browser = openBrowser(server),
): Promise<StaffMember> {
  const email = 'ada@boxline.example';
  const body = { token: await setUpToken(server), name: 'Ada Quill', email, password: goodPassword };
  await browser.need(linkEndpoints.setUp, { body });
  const { secret, recoveryCodes } = await browser.addApp(server.context.now);
  return { browser, email, secret, recoveryCodes };
}

/** Invites a person, accepts the invitation for them, and confirms it. */
export async function inviteMember(
  server: Pick<TestApp, 'app' | 'context'>,
  admin: StaffMember,
  role: Role,
  name = 'Bo Tanner',
  browser = openBrowser(server, { from: '10.7.0.1' }),
): Promise<StaffMember> {
  const email = `${name.split(' ')[0]?.toLowerCase()}@boxline.example`;
  const { link, invitation } = await admin.browser.need(linkEndpoints.invite, {
    body: { personId: null, name, email, role, by: 'link' },
  });
  await browser.need(linkEndpoints.acceptInvitation, {
    body: { token: tokenOf(link ?? ''), name, password: goodPassword },
  });
  const { secret, recoveryCodes, session } = await browser.addApp(server.context.now);
  if (session.state !== 'waiting-for-confirmation') throw new Error(`the invited is ${session.state}`);
  await admin.browser.need(linkEndpoints.confirmInvitation, {
    params: { id: invitation.id },
    body: { code: session.code },
  });
  await browser.need(linkEndpoints.enter, { body: {} });
  return { browser, email, secret, recoveryCodes };
}
