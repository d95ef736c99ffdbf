/** Follows a request as it changes: by its event stream, opened again after every break, and by polling while there is none. */
import { anySignal } from '#client/lib/any-signal.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { streamEvents } from '#contract/portal.ts';
import { isOver } from '#contract/request-state.ts';
import type { Api } from '../api.ts';
import type { PortalEnv } from '../env.ts';
import type { Connection } from '../state.ts';

/** Why a token shows no request: it is not accepted, or there is no such request for it. */
export type NotShown = 'unauthorized' | 'not found';

/** Why following ended. `over`: the request is over. */
export type FollowEnd = 'over' | NotShown;

/** Why the token shows no request, by an HTTP status; undefined when the status does not say that. */
export const endOf = (status: number | undefined): NotShown | undefined =>
  status === 401 ? 'unauthorized' : status === 404 ? 'not found' : undefined;

interface Follower {
  /** @param asked the version that the page had when it asked */
  readonly onView: (view: RequestView, asked: number) => void;
  readonly onConnection: (connection: Connection) => void;
  readonly onEnd: (end: FollowEnd) => void;
}

export interface Following {
  stop(): void;
  /** Call it when the person looks at the page again. It retries now, unless the stream is open and was heard lately. */
  reconnect(): void;
  /** Call it when the network came back or the computer slept. It reopens the stream, which may be dead although it seems open. */
  renew(): void;
  /** Call it when a change got no answer. It does as `renew`, and waits only a moment for the answer to the next poll. */
  doubt(): void;
}

/** In the place of the version that the page had when it asked: the view comes on a stream, after a higher version. */
const comesNext = Number.POSITIVE_INFINITY;

/**
 * Whether a version of a request is older than another. Versions come by stream, by polling and as responses to changes,
 * and they overtake each other. Two views of one version differ in what the server computes when it writes them, such as
 * whether texts can be sent; the view that was written first is the older one. A lower version is the newer one when the server
 * wrote it later, for a page that had the higher version when it asked: the database came back with an older state. When it comes on
 * a stream after the higher one, the clock of the server does not count.
 *
 * @param asked the version that the page had when it asked for `view`
 */
export function isOlder(view: RequestView, than: RequestView, asked = 0): boolean {
  if (asked === comesNext) return false;
  const isEarlier = view.version < than.version;
  const hasGoneBack = isEarlier && asked >= than.version;
  const [writtenAt, thanAt] = [Date.parse(view.serverNow), Date.parse(than.serverNow)];
  return hasGoneBack ? writtenAt <= thanAt : isEarlier || (view.version === than.version && writtenAt < thanAt);
}

/**
 * A stream that lasted this long, in milliseconds, is opened again soon. One that ended sooner may have been closed by the server
 * in favour of another tab with this request. Without longer pauses, many tabs would close each other's streams all the time.
 */
const steadyMs = 10_000;
const pollEveryMs = 3000;
/** How long a poll may take when a change has got no answer. */
const doubtWithinMs = 4000;
/** How long a stream may be silent before it counts as dead, whatever the state of its connection. */
const maxSilenceMs = 2 * streamEvents.heartbeatMs;

const versionOf = (view: RequestView | undefined): number => view?.version ?? 0;

/** The pause before the stream is opened again, in milliseconds, by the number of earlier streams in a row that ended too soon. */
const backoffAfter = (breaks: number): number => Math.min(500 * 2 ** breaks, 15_000);

/**
 * Begins to follow a request at once. The returned object stops it or reconnects.
 *
 * @param seen the view that the page has now, from whatever source it came; undefined for none
 */
export function followRequest(
  { sleep, api }: Pick<PortalEnv, 'sleep'> & { readonly api: Pick<Api, 'request' | 'follow'> },
  { id, token, seen }: { readonly id: string; readonly token: string; readonly seen: () => RequestView | undefined },
  { onView, onConnection, onEnd }: Follower,
): Following {
  const ended = new AbortController();
  /** Aborted to end the current pause, stream or poll early. */
  let retry = new AbortController();
  /** Whether the stream sent what seems older than what the page has. A poll tells whether the database has gone back. */
  let isDoubtful = false;
  /** How often in a row the stream ended too soon (`steadyMs`). */
  let breaks = 0;
  let connection: Connection | undefined;
  /** Whether the stream is open. */
  let isLive = false;
  /** The time limit of the next poll. */
  let withinMs: number | undefined;
  /** When the stream was last heard, by this browser's clock: timers alone stand still while the computer sleeps. */
  let heardAtMs = Date.now();

  const setConnection = (next: Connection) => {
    if (connection === next || ended.signal.aborted) return;
    connection = next;
    onConnection(next);
  };
  const finish = (end: FollowEnd) => {
    if (ended.signal.aborted) return;
    ended.abort();
    onEnd(end);
  };
  /** Shows a view unless it is older than what the page has. Returns whether it was shown. */
  const show = (view: RequestView, asked: number): boolean => {
    const known = seen();
    if (ended.signal.aborted || (known && isOlder(view, known, asked))) return false;
    onView(view, asked);
    if (isOver(view)) finish('over');
    return true;
  };
  const pause = (ms: number) => sleep(ms, anySignal([ended.signal, retry.signal]));

  /** Reads the stream until it breaks. */
  async function readUntilBroken(): Promise<void> {
    const broken = new AbortController();
    /** What the page had when it opened the stream, then the last event: events come in their order. */
    let from = seen();
    let silence = setTimeout(() => broken.abort(), maxSilenceMs);
    const status = await api.follow(id, token, {
      signal: anySignal([ended.signal, retry.signal, broken.signal]),
      onPiece: () => {
        clearTimeout(silence);
        silence = setTimeout(() => broken.abort(), maxSilenceMs);
        heardAtMs = Date.now();
        isLive = true;
        setConnection('live');
      },
      onView: (view) => {
        const known = seen();
        const goesBack = versionOf(from) >= versionOf(known) && view.version < versionOf(known);
        isDoubtful = !show(view, goesBack ? comesNext : versionOf(from));
        from = view;
      },
      onLocked: () => finish('unauthorized'),
    });
    clearTimeout(silence);
    const end = endOf(status);
    if (end) finish(end);
  }

  async function stream(): Promise<void> {
    while (!ended.signal.aborted) {
      const openedAtMs = Date.now();
      await readUntilBroken();
      if (ended.signal.aborted) return;
      if (isLive && Date.now() - openedAtMs >= steadyMs) breaks = 0;
      isLive = false;
      if (connection === 'live') setConnection('asking');
      const backoffMs = backoffAfter(breaks);
      breaks += 1;
      await pause(backoffMs);
    }
  }

  async function poll(): Promise<void> {
    while (!ended.signal.aborted) {
      if (!isLive || isDoubtful) {
        const asked = versionOf(seen());
        const { signal } = retry;
        const limits = { signal, timeoutMs: withinMs };
        withinMs = undefined;
        const result = await api.request(id, token, limits);
        if (signal.aborted) continue;
        if (result.kind === 'ok') {
          if (show(result.value, asked)) isDoubtful = false;
        } else if (result.kind === 'refused') {
          const end = endOf(result.status);
          if (end) finish(end);
        }
        // The stream may have come back while the response was on its way.
        if (!isLive) setConnection(result.kind === 'ok' ? 'polling' : 'offline');
      }
      await pause(pollEveryMs);
    }
  }

  void stream();
  // The stream begins with the current state of the request. Polling is the fallback.
  void pause(pollEveryMs).then(poll);

  function renew(): void {
    breaks = 0;
    retry.abort();
    retry = new AbortController();
  }

  return {
    stop: () => ended.abort(),
    reconnect: () => {
      if (!isLive || Date.now() - heardAtMs > maxSilenceMs) renew();
    },
    renew,
    doubt: () => {
      isLive = false;
      withinMs = doubtWithinMs;
      renew();
    },
  };
}
