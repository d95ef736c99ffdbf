/** Finds the caller by a token that is for one request. */
import { idPattern } from '#contract/reference.ts';
import { hasRequest, type Portal } from '#server/access/service.ts';
import type { Authenticators } from '#server/http/caller.ts';
import type { Grant } from './live.ts';
import type { AgentRequest, AgentRequests, Linked } from './service.ts';

/** The dealership that asked for a request. Its access is a session, or the request's view token. */
export interface RequestCaller {
  readonly found: AgentRequest;
  readonly grant: Grant;
}

/** Somebody with a link to a request. */
export interface LinkCaller extends Linked {
  readonly token: string;
}

declare module '#server/http/caller.ts' {
  interface Callers {
    'portal-request': RequestCaller;
    'agent-link': LinkCaller;
  }
}

/**
 * Finds the request that the path names, by its own id or by the id of a press whose answers it got. The token must be a session that
 * has the request, or the request's view token. With either, a dealership sees its request, gives the AnyDesk address and cancels.
 */
export const portalRequestAuthenticator =
  (portal: Portal, requests: Pick<AgentRequests, 'findOfPress'>): Authenticators['portal-request'] =>
  async (token, { id = '' }) => {
    const found = idPattern.test(id) ? await requests.findOfPress(id) : undefined;
    if (found && portal.verifyViewToken(token, found)) {
      const active = await portal.activeCodeIds([found.code_id]);
      if (!active.has(found.code_id)) return { refused: 'deadToken' };
      return { caller: { found, grant: { kind: 'view', codeId: found.code_id } } };
    }
    const session = await portal.findSession(token);
    if (!session) return { refused: 'deadToken' };
    if (!found || !hasRequest(session, found)) return { refused: 'notFound' };
    return { caller: { found, grant: { kind: 'session', sessionId: session.id } } };
  };

export const agentLinkAuthenticator =
  (requests: Pick<AgentRequests, 'byLink'>): Authenticators['agent-link'] =>
  async (token) => {
    const linked = await requests.byLink(token);
    return linked ? { caller: { ...linked, token } } : { refused: 'deadToken' };
  };
