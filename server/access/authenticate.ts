/** Who calls with the token of a portal session. */
import type { Authenticators } from '#server/http/caller.ts';
import type { Portal, PortalSession } from './service.ts';

declare module '#server/http/caller.ts' {
  interface Callers {
    'portal-session': PortalSession;
  }
}

export const portalSessionAuthenticator =
  (portal: Portal): Authenticators['portal-session'] =>
  async (token) => {
    const session = await portal.findSession(token);
    return session ? { caller: session } : { refused: await portal.whyRefused(token) };
  };
