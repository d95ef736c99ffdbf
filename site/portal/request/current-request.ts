/** Finds, follows and changes the current request of this tab. The portal's store holds what is known of it. */
import type { ServerClock } from '#client/lib/clock.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { portalRefusals } from '#contract/portal.ts';
import { isOver } from '#contract/request-state.ts';
import type { Api, RequestResult } from '../api.ts';
import type { PortalEnv } from '../env.ts';
import type { CurrentRequest } from '../state.ts';
import { createViewTokenStore } from '../view-token.ts';
import { type FollowEnd, type Following, followRequest, isOlder } from './follow-request.ts';

/** The result of a change of the request. `refused`: a text for the person says why. */
export type Change =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'failed' };

export interface CurrentRequestOptions {
  readonly env: Pick<PortalEnv, 'storage' | 'sleep' | 'log'>;
  readonly api: Api;
  readonly clock: Pick<ServerClock, 'onEvent'>;
  readonly get: () => CurrentRequest;
  readonly set: (next: CurrentRequest) => void;
  /** The token of the open session; `undefined` while the portal is locked. */
  readonly sessionToken: () => string | undefined;
  /** Called when the server no longer accepts the session's token. */
  readonly onSessionEnded: () => void;
}

const searchEveryMs = 3000;

/** The refusals that a person can act on. Any other text of a server or proxy goes to the console (R39). */
const refusalTexts: Readonly<Record<number, string>> = {
  [portalRefusals.tooLate.status]: portalRefusals.tooLate.text,
  [portalRefusals.anydesk.status]: portalRefusals.anydesk.text,
};

export function createCurrentRequest(options: CurrentRequestOptions) {
  const { env, api, clock, get, set, sessionToken, onSessionEnded } = options;
  const viewToken = createViewTokenStore(env.storage);
  /** The followed request, and the token that shows it: the session's, or its view token while the portal is locked. */
  let following: (Following & { readonly id: string; readonly token: string }) | undefined;
  let search: AbortController | undefined;
  /** Whether the portal's page is shown, where a card can be seen. */
  let onScreen = false;

  /** Shows a version of the request. An older version never replaces a newer one, whatever way it came (R59). */
  function show(received: RequestView): void {
    const known = get();
    const connection = known.status === 'none' ? 'live' : known.connection;
    const isLate = known.status === 'known' && known.view.id === received.id && isOlder(received, known.view);
    const view = isLate ? known.view : received;
    clock.onEvent(received.serverNow);
    set({ status: 'known', view, connection });
    // An ended request stays visible until the person dismisses it. After a reload it is gone.
    if (isOver(view)) viewToken.clear();
  }

  function stop(): void {
    search?.abort();
    search = undefined;
    following?.stop();
    following = undefined;
  }

  /** Forgets the request and its token. */
  function dismiss(): void {
    stop();
    viewToken.clear();
    set({ status: 'none' });
  }

  /** A request that its own token no longer shows is forgotten. A session whose token is refused has ended. */
  function onFollowEnd(token: string, end: FollowEnd): void {
    stop();
    if (end === 'over') return;
    if (token === sessionToken() && end === 'unauthorized') onSessionEnded();
    else dismiss();
  }

  function follow(id: string, token: string): void {
    stop();
    const started = followRequest(
      { ...env, api },
      { id, token },
      {
        onView: show,
        onConnection: (connection) => {
          const known = get();
          if (known.status !== 'none') set({ ...known, connection });
        },
        onEnd: (end) => onFollowEnd(token, end),
      },
    );
    following = { ...started, id, token };
  }

  /** Follows the request of the tab's view token, if there is one. */
  function followByViewToken(): void {
    const kept = viewToken.get();
    const known = get();
    if (!kept) {
      stop();
      set({ status: 'none' });
      return;
    }
    if (known.status !== 'known' || known.view.id !== kept.id) set({ status: 'loading', connection: 'live' });
    follow(kept.id, kept.viewToken);
  }

  /**
   * Finds the newest request of the session, however long that takes.
   *
   * @param mustExist whether there is a request for certain, so that the person is told of a connection that fails
   */
  async function find(token: string, mustExist: boolean): Promise<void> {
    const mine = new AbortController();
    search = mine;
    for (;;) {
      const result = await api.current(token);
      if (mine.signal.aborted) return;
      if (result.kind === 'ok') {
        // Without one, a request that this tab made with another code stays visible.
        if (!result.value) return followByViewToken();
        const { request } = result.value;
        viewToken.set({ id: request.id, viewToken: result.value.viewToken });
        show(request);
        return follow(request.id, token);
      }
      if (result.kind === 'refused' && result.status === 401) return onSessionEnded();
      if (mustExist && get().status !== 'known') set({ status: 'loading', connection: 'offline' });
      await env.sleep(searchEveryMs, mine.signal);
    }
  }

  function findAnew(token: string, mustExist: boolean): void {
    search?.abort();
    void find(token, mustExist);
  }

  /** Changes the visible request with the token that shows it (R20). */
  async function change(send: (id: string, token: string) => Promise<RequestResult>): Promise<Change> {
    if (!following) return { kind: 'failed' };
    const { id, token } = following;
    const result = await send(id, token);
    if (result.kind === 'ok') {
      // Another request may be visible by now, or none.
      const now = get();
      if (now.status === 'known' && now.view.id === id) show(result.value);
      return { kind: 'done' };
    }
    if (result.kind === 'unreachable') {
      const { foreign } = result;
      if (foreign) env.log(`${foreign.status} for a change of the request: ${foreign.text}`);
      return { kind: 'failed' };
    }
    if (result.status === 401 && following?.token === token) onFollowEnd(token, 'unauthorized');
    const text = refusalTexts[result.status];
    if (text !== undefined) return { kind: 'refused', text };
    env.log(`${result.status} for a change of the request: ${result.text}`);
    return { kind: 'failed' };
  }

  return {
    viewToken: viewToken.get,
    /** The portal was opened. What is followed by a view token goes on until the session's own request is found. */
    onOpened(token: string): void {
      findAnew(token, viewToken.get() !== undefined);
    },
    /** The portal was locked, or its page was loaded. */
    onLocked(): void {
      onScreen = true;
      followByViewToken();
    },
    /** The session has just created a request. */
    onCreated(token: string): void {
      stop();
      set({ status: 'loading', connection: 'live' });
      void find(token, true);
    },
    /** The portal's page was left. Nothing is followed; the view token stays for the next visit. */
    onLeft(): void {
      stop();
      onScreen = false;
      set({ status: 'none' });
    },
    /** Keeps the view token of a request that was created with a session which was left meanwhile. */
    async adopt(leftToken: string): Promise<void> {
      const result = await api.current(leftToken);
      const open = sessionToken();
      if (result.kind !== 'ok' || !result.value || (open !== undefined && viewToken.get())) return;
      viewToken.set({ id: result.value.request.id, viewToken: result.value.viewToken });
      if (!onScreen) return;
      if (open === undefined) followByViewToken();
      // The session's own request comes first; without one, this is shown.
      else if (get().status === 'none') findAnew(open, true);
    },
    giveAnydesk: (address: string) => change((id, token) => api.giveAnydesk(id, token, address)),
    cancel: () => change(api.cancel),
    /** Takes a cancel back within its minute. */
    takeBackCancel: () => change(api.takeBack),
    dismiss,
    /** Retries the connection now instead of after its pause. */
    reconnect: (): void => following?.reconnect(),
    /** Connects anew, also when the connection seems open. */
    renew: (): void => following?.renew(),
    /** Asks the server for the visible request now, whatever the stream says, and connects anew. */
    async refresh(): Promise<void> {
      const before = following;
      if (!before) return;
      before.renew();
      const result = await api.request(before.id, before.token);
      if (result.kind === 'ok' && following === before) show(result.value);
    },
  };
}
