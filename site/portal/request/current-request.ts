/** Finds and follows this tab's requests: the current one, on the card, and those beside it. The portal's store has them. */
import type { ServerClock } from '#client/lib/clock.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import type { RunningRequest } from '#contract/portal-endpoints.ts';
import { isOver } from '#contract/request-state.ts';
import type { Api } from '../api.ts';
import type { PortalEnv } from '../env.ts';
import type { Connection } from '../state.ts';
import { allIn, createViewTokens, tokenIn, type ViewToken } from '../view-token.ts';
import { createBeside, withoutView } from './beside.ts';
import { createChanges } from './changes.ts';
import { type FollowEnd, type Following, followRequest } from './follow-request.ts';
import { createKnownViews, loading, type Seen } from './known-views.ts';
import { createSearch, searchEveryMs } from './search.ts';
import { createShownBySession } from './shown-by-session.ts';

interface CurrentRequestOptions {
  readonly env: Pick<PortalEnv, 'storage' | 'sleep' | 'log'>;
  readonly api: Api;
  readonly clock: Pick<ServerClock, 'onEvent'>;
  readonly get: () => Seen;
  readonly set: (next: Partial<Seen>) => void;
  /** The token of the open session; `undefined` while the portal is locked. */
  readonly sessionToken: () => string | undefined;
  /** Whether a request that the session has sent without an answer may still arrive. */
  readonly isAwaited: (token: string) => boolean;
  /** Called with the requests that a session has. */
  readonly onNamed: (found: readonly RunningRequest[]) => void;
  /** Called when the server no longer accepts the session's token. `answer`: what said so, if it is at hand. */
  readonly onSessionEnded: (answer?: unknown) => void;
}

interface FindOptions {
  /** Whether there certainly is a request, so that the person is told when the connection fails. */
  readonly mustExist?: boolean;
  /** `newest`: the newest request goes on the card; `same`: the one on the card stays, if it is one of those found. */
  readonly shows?: 'newest' | 'same';
  /** The wait before the server is asked: it may name the request again that it no longer shows. */
  readonly pauseMs?: number;
  /** Whether the server is only asked for what is missing. What is followed already stays as it is. */
  readonly isAgain?: boolean;
}

export function createCurrentRequest(options: CurrentRequestOptions) {
  const { env, api, clock, get, set, sessionToken, isAwaited, onNamed, onSessionEnded } = options;
  const tokens = createViewTokens(env.storage);
  const bySession = createShownBySession(sessionToken);
  const search = createSearch({ env, api });
  const views = createKnownViews({ get, set, dropToken: tokens.drop });
  const { newestOf, viewOf, versionOf, loseSightOf, showBeside, moveBeside, isEnded } = views;
  /** The request on the card. */
  let shownId: string | undefined;
  /** The followed request, and the token that shows it: the session's, or its view token while the portal is locked. */
  let following: (Following & { readonly id: string; readonly token: string }) | undefined;
  /** Whether the portal's page is shown, where a card can be seen while the portal is locked. */
  let onScreen = false;

  const beside = createBeside({
    env,
    api,
    tokens: () => tokens.all().filter(({ id }) => id !== shownId),
    tokenFor: bySession.tokenFor,
    versionOf,
    onView: showBeside,
    onGone: (id, end, token) => {
      if (token === sessionToken()) return end === 'unauthorized' ? onSessionEnded() : bySession.forget();
      if (end === 'unauthorized') loseSightOf(id);
      tokens.drop(id);
      set({ beside: withoutView(get().beside, id) });
      lookForMissing();
    },
  });

  /** Shows a version of the request on the card. `asked`: the version that the tab had when it asked for this one. */
  function show(received: RequestView, asked?: number): void {
    const known = get();
    const { connection } = { ...loading, ...known.request };
    const view = newestOf(received, asked);
    shownId = view.id;
    set({ request: { status: 'known', view, connection }, beside: withoutView(known.beside, view.id) });
    // An ended request stays visible until the person dismisses it. Its token is dropped, so it is gone after a reload.
    if (isOver(view)) tokens.drop(view.id);
  }

  /**
   * Keeps the view token of a request that a session has made. The requests of the open session come first, and it shows its own by
   * itself. The request of a session that was left or has ended is shown now, where a card can be seen.
   */
  function keepCreated(created: ViewToken, by: string): void {
    const open = sessionToken();
    if (open === undefined || open === by) tokens.keepFirst(created);
    else tokens.keepBeside(created);
    if (open === by) return;
    if (open === undefined) {
      if (onScreen) followByViewToken();
    } else if (get().request.status === 'none') find(open, { mustExist: true });
    else beside.start();
  }

  function stop(): void {
    search.stop();
    following?.stop();
    following = undefined;
  }

  /** Forgets the request on the card with its token, and shows another one that still runs. */
  function dismiss(pauseMs = 0): void {
    stop();
    if (shownId !== undefined) tokens.drop(shownId);
    shownId = undefined;
    set({ request: { status: 'none' } });
    const next = tokens.all()[0]?.id ?? get().beside[0]?.id;
    const open = sessionToken();
    if (next !== undefined) putOnCard(next);
    // The dealership may have a request that this tab has not seen.
    else if (open !== undefined) find(open, { pauseMs });
  }

  /**
   * Handles the end of following. If the request's own view token no longer shows it, the request is forgotten. If the session's
   * token is refused, the session has ended. If the session no longer has the request, a copy of this tab has taken it over, and
   * its view token shows it.
   */
  function onFollowEnd(token: string, end: FollowEnd): void {
    stop();
    if (end === 'over') lookForMissing();
    else if (token !== sessionToken()) {
      if (end === 'unauthorized' && shownId !== undefined) loseSightOf(shownId);
      dismiss(searchEveryMs);
    } else if (end === 'unauthorized') onSessionEnded();
    else {
      bySession.forget();
      putOnCard(shownId ?? '');
    }
  }

  function setConnection(connection: Connection): void {
    const { request } = get();
    if (request.status !== 'none') set({ request: { ...request, connection } });
  }

  function follow(id: string, token: string): void {
    stop();
    shownId = id;
    const { request } = get();
    // What was known of the connection before says nothing of this one, which may hang for long.
    if (request.status !== 'none' && request.connection !== 'offline') setConnection('asking');
    const started = followRequest(
      { ...env, api },
      { id, token, seen: () => viewOf(id) },
      {
        onView: (view, asked) => {
          clock.onEvent(view.serverNow);
          show(view, asked);
        },
        onConnection: setConnection,
        onEnd: (end) => onFollowEnd(token, end),
      },
    );
    following = { ...started, id, token };
    beside.start();
  }

  /** Puts a request on the card. The one that was there moves beside it. */
  function putOnCard(id: string): void {
    const token = tokens.all().find((kept) => kept.id === id);
    const view = get().beside.find((other) => other.id === id);
    if (get().request.status !== 'none' && shownId !== id) moveBeside();
    if (view) show(view);
    else if (shownId !== id) set({ request: loading });
    if (token) {
      tokens.keepFirst(token);
      follow(id, bySession.tokenFor(token));
    } else {
      // A request without a view token is over, so its known state is final.
      stop();
      beside.start();
    }
    lookForMissing();
  }

  /** Follows the requests for which the tab has view tokens. Requests that are over are removed. */
  function followByViewToken(): void {
    const kept = tokens.all();
    const isKept = (id: string) => kept.some((token) => token.id === id);
    if (shownId !== undefined && !isKept(shownId)) {
      shownId = undefined;
      set({ request: { status: 'none' } });
    }
    set({ beside: get().beside.filter(({ id }) => isKept(id)) });
    const [first] = kept;
    if (first) putOnCard(first.id);
    else {
      stop();
      beside.stop();
      set({ request: { status: 'none' } });
    }
  }

  /** Shows the session's requests as soon as the server has named them. */
  function find(token: string, { mustExist = false, shows = 'same', pauseMs = 0, isAgain = false }: FindOptions): void {
    void search.start(token, pauseMs, {
      onFound: (found) => {
        views.noteFound(new Set(found.map(({ request }) => request.id)));
        onNamed(found);
        if (found.length > 0) onFound(token, found, shows, isAgain);
        // A request that this tab made with another code stays visible.
        else if (!isAgain && !isEnded()) followByViewToken();
        lookForMissing();
      },
      onUnauthorized: onSessionEnded,
      onUnreachable: () => {
        if (mustExist && get().request.status !== 'known') set({ request: { ...loading, connection: 'offline' } });
      },
    });
  }

  /** Asks the open session for what went out of sight or may still arrive, unless it is being asked already. */
  function lookForMissing(): void {
    const open = sessionToken();
    if (open === undefined || search.isUnderWay()) return;
    if (views.isToBeFound() || isAwaited(open)) find(open, { pauseMs: searchEveryMs, isAgain: true });
  }

  /** Shows the requests of a session. Requests that were made with another code stay beside them. */
  function onFound(token: string, found: readonly RunningRequest[], shows: 'newest' | 'same', isAgain: boolean): void {
    const ids = new Set(found.map(({ request }) => request.id));
    bySession.name(token, ids);
    const kept = tokens.all();
    const onCard = shownId ?? kept[0]?.id;
    const same = shows === 'same' ? found.find(({ request }) => request.id === onCard) : undefined;
    const shown = same ?? found[0];
    if (!shown) return;
    tokens.keep([...found.map(tokenIn), ...kept.filter(({ id }) => !ids.has(id))]);
    for (const one of found) if (one.request.id !== shownId) showBeside(one.request);
    // The person may not have read yet how the request on the card ended.
    if (!same && isEnded()) beside.start();
    else {
      if (shown.request.id === shownId) show(shown.request);
      if (isAgain && following?.id === shown.request.id && following.token === token) beside.start();
      else putOnCard(shown.request.id);
    }
  }

  const changes = createChanges({
    api,
    log: env.log,
    followed: () => following,
    shown: () => get().request,
    onView: (view) => {
      // Another request may be on the card now, or none.
      const now = get().request;
      if (now.status === 'known' && now.view.id === view.id) show(view);
      else if (get().beside.some(({ id }) => id === view.id)) showBeside(view);
    },
    onEnd: onFollowEnd,
  });

  return {
    /** The view tokens of the running requests; the one of the card's request is first. */
    viewTokens: tokens.all,
    /**
     * Call it when the portal was opened, or when a session may have a request that this tab has not seen. Following by view token goes
     * on until the session's own request is found.
     */
    onOpened(token: string): void {
      find(token, { mustExist: tokens.all().length > 0 });
    },
    /** Call it when the portal was locked or its page was loaded. */
    onLocked(): void {
      onScreen = true;
      views.forgetNotFound();
      followByViewToken();
    },
    /** Call it when the session has just created a request. */
    onCreated(token: string, id: string | undefined): void {
      stop();
      if (isEnded()) set({ request: loading });
      else moveBeside();
      shownId = id;
      find(token, { mustExist: true, shows: 'newest' });
    },
    keepCreated,
    /** Call it when the portal's page was left. Nothing is followed any more; the view tokens stay for the next visit. */
    onLeft(): void {
      stop();
      beside.stop();
      onScreen = false;
      shownId = undefined;
      set({ request: { status: 'none' }, beside: [], outOfSight: [] });
    },
    /** Keeps the view token of a request whose session was left meanwhile, if it is theirs. False when it must be tried again. */
    async adopt(leftToken: string, isTheirs: (view: RequestView) => boolean): Promise<boolean> {
      const result = await api.current(leftToken);
      if (result.kind !== 'ok') return result.kind === 'refused' && result.status === 401;
      const theirs = allIn(result.value).find(({ request }) => isTheirs(request));
      if (theirs) keepCreated(tokenIn(theirs), leftToken);
      return true;
    },
    /** Puts another of the requests on the card. */
    showOther: putOnCard,
    ...changes,
    dismiss: () => dismiss(),
    /** Retries the connection now instead of after its pause. */
    reconnect(): void {
      following?.reconnect();
      if (get().beside.length > 0) beside.start();
    },
    /** Connects anew, also when the connection seems open. */
    renew: (): void => following?.renew(),
    /** Asks the server for the request on the card now, whatever the stream says, and reconnects. */
    async refresh(): Promise<void> {
      const before = following;
      if (!before) return;
      before.renew();
      const asked = versionOf(before.id);
      const result = await api.request(before.id, before.token);
      if (result.kind === 'ok' && following === before) show(result.value, asked);
    },
  };
}
