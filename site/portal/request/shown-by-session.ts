import type { ViewToken } from '../view-token.ts';

/**
 * The requests that the server last named for a session. The session's token shows them, also when their own tokens have ended with
 * the code that they were made with, and the session is of a newer code.
 *
 * @param sessionToken the token of the open session; `undefined` while the portal is locked
 */
export function createShownBySession(sessionToken: () => string | undefined) {
  let named: { readonly token: string; readonly ids: ReadonlySet<string> } | undefined;
  return {
    /** Remembers the requests that the server named for the session of a token. */
    name(token: string, ids: ReadonlySet<string>): void {
      named = { token, ids };
    },
    /** Call it when the session does not show one of them any more. */
    forget(): void {
      named = undefined;
    },
    /** The token that shows a request now: the session's, otherwise the request's own. */
    tokenFor: ({ id, viewToken }: ViewToken): string =>
      named?.token === sessionToken() && named?.ids.has(id) ? named.token : viewToken,
  };
}
