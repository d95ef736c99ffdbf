/** Polls the requests of this person that run beside the one on the card. The portal's store holds their views. */
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { isOver } from '#contract/request-state.ts';
import type { Api } from '../api.ts';
import type { PortalEnv } from '../env.ts';
import type { ViewToken } from '../view-token.ts';
import { endOf, type NotShown } from './follow-request.ts';

interface BesideOptions {
  readonly env: Pick<PortalEnv, 'sleep'>;
  readonly api: Pick<Api, 'request'>;
  /** The view tokens of the requests beside the one on the card. */
  readonly tokens: () => readonly ViewToken[];
  /** The token that shows a request now: the session's, or its own. */
  readonly tokenFor: (kept: ViewToken) => string;
  /** The version that the tab has of a request, 0 for none. */
  readonly versionOf: (id: string) => number;
  /** @param asked the version that the tab had when it asked */
  readonly onView: (view: RequestView, asked: number) => void;
  /** Called when a token no longer shows its request. */
  readonly onGone: (id: string, end: NotShown, token: string) => void;
}

/** A line says who has a request and since when, so seconds do not matter, and each request costs one call. In milliseconds. */
const pollEveryMs = 5000;

export function createBeside({ env, api, tokens, tokenFor, versionOf, onView, onGone }: BesideOptions) {
  let watching: AbortController | undefined;

  async function look(kept: ViewToken, signal: AbortSignal): Promise<void> {
    const { id } = kept;
    const shownBy = tokenFor(kept);
    const asked = versionOf(id);
    const result = await api.request(id, shownBy);
    // The request may be on the card by now. That one is followed by `follow-request.ts`.
    if (signal.aborted || !tokens().some((token) => token.id === id)) return;
    if (result.kind === 'ok') onView(result.value, asked);
    const end = result.kind === 'refused' && endOf(result.status);
    if (end) onGone(id, end, shownBy);
  }

  async function watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && tokens().length > 0) {
      await Promise.all(tokens().map((token) => look(token, signal)));
      await env.sleep(pollEveryMs, signal);
    }
  }

  function stop(): void {
    watching?.abort();
    watching = undefined;
  }

  return {
    /** Polls each request now, and every few seconds from then on. */
    start(): void {
      stop();
      watching = new AbortController();
      void watch(watching.signal);
    },
    stop,
  };
}

/** The views with one added or replaced. The newest request comes first. */
export const withView = (views: readonly RequestView[], view: RequestView): RequestView[] =>
  [...withoutView(views, view.id), view].sort((one, other) => other.createdAt.localeCompare(one.createdAt));

/** The views without one request's. */
export const withoutView = (views: readonly RequestView[], id: string): RequestView[] =>
  views.filter((view) => view.id !== id);

/** The requests that go on: neither over nor about to be. */
export const running = (views: readonly RequestView[]): readonly RequestView[] =>
  views.filter((view) => !isOver(view) && view.closing === null);
