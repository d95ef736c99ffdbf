/** The request that runs, as this tab knows it: found, followed, changed, and let go of. */
import { isOver, type RequestView } from '#contract/agent-request.ts';
import type { Answer, Api } from '../api.ts';
import type { PortalEnv } from '../env.ts';
import { createStore } from '../store.ts';
import { type Following, followRequest, type Hearing } from './follow.ts';
import { isOlder } from './is-older.ts';
import { createKeeping, type Kept } from './kept.ts';

/**
 * - `none`: nothing runs that this tab knows of;
 * - `finding`: there is one, and nothing of it has come yet; `late` when that takes long;
 * - `known`: as it stood last. `ahead` is how far the server's clock is ahead of ours, in milliseconds; `may` says whether
 *   the session may change it or the tab may only look.
 */
export type Running =
  | { readonly state: 'none' }
  | { readonly state: 'finding'; readonly hearing: Hearing }
  | {
      readonly state: 'known';
      readonly view: RequestView;
      readonly aheadMs: number;
      readonly hearing: Hearing;
      readonly may: 'change' | 'look';
    };

/** What a change of the request came to. */
export type Change =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly text: string }
  | { kind: 'failed' };

export interface RunningOptions {
  readonly env: Pick<PortalEnv, 'fetch' | 'storage' | 'now' | 'sleep'>;
  readonly api: Api;
  /** The session's token turned out to be dead. */
  readonly onLocked: () => void;
}

const findEveryMs = 3000;

export type RunningRequest = ReturnType<typeof createRunning>;

export function createRunning({ env, api, onLocked }: RunningOptions) {
  const store = createStore<Running>({ state: 'none' });
  const keeping = createKeeping(env);
  let session: string | undefined;
  /** Whether the session has the request, or the tab only knows its view token. */
  let owned = false;
  let following: (Following & { readonly id: string }) | undefined;
  let finding: AbortController | undefined;

  const may = () => (session !== undefined && owned ? 'change' : 'look');

  /** Shows a request. What is older than what is shown of it already never replaces it, whatever it came by. */
  function show(told: RequestView): void {
    const known = store.get();
    const hearing = known.state === 'none' ? 'live' : known.hearing;
    const isLate = known.state === 'known' && known.view.id === told.id && isOlder(told, known.view);
    const view = isLate ? known.view : told;
    const aheadMs = isLate ? known.aheadMs : Date.parse(view.serverNow) - env.now();
    store.set({ state: 'known', view, aheadMs, hearing, may: may() });
    // An ended request stays on the screen until the person puts it away, and is not found again after that.
    if (isOver(view)) keeping.clear();
  }

  function stop(): void {
    finding?.abort();
    finding = undefined;
    following?.stop();
    following = undefined;
  }

  function forget(): void {
    stop();
    keeping.clear();
    store.set({ state: 'none' });
  }

  function follow(id: string, token: string): void {
    stop();
    const started = followRequest(
      env,
      { id, token },
      {
        onView: show,
        onHearing: (hearing) => {
          const known = store.get();
          if (known.state !== 'none') store.set({ ...known, hearing });
        },
        onEnd: (ending) => {
          following = undefined;
          if (ending === 'over') return;
          if (token === session && ending === 'locked') return onLocked();
          forget();
        },
      },
    );
    following = { ...started, id };
  }

  /** Looks on with the view token, as far as there is one. */
  function lookOn(): void {
    session = undefined;
    owned = false;
    lookAt(keeping.get());
  }

  function lookAt(kept: Kept | undefined): void {
    const known = store.get();
    if (!kept) {
      stop();
      store.set({ state: 'none' });
      return;
    }
    if (known.state === 'known' && known.view.id === kept.id) store.set({ ...known, may: 'look' });
    else store.set({ state: 'finding', hearing: 'live' });
    follow(kept.id, kept.viewToken);
  }

  /** Finds the newest request of the session, for as long as it takes. */
  async function find(token: string, surely: boolean): Promise<void> {
    const search = new AbortController();
    finding = search;
    for (;;) {
      const answer = await api.current(token);
      if (search.signal.aborted) return;
      if (answer.kind === 'ok') {
        // A request of another code in this tab stays in sight, to look at.
        if (!answer.value) return lookAt(keeping.get());
        const { request, viewToken } = answer.value;
        keeping.set({ id: request.id, viewToken });
        owned = true;
        show(request);
        return follow(request.id, token);
      }
      if (answer.kind === 'refused' && answer.status === 401) return onLocked();
      if (surely) store.set({ state: 'finding', hearing: 'cut off' });
      await env.sleep(findEveryMs, search.signal);
    }
  }

  async function change(make: (id: string, token: string) => Promise<Answer<RequestView>>): Promise<Change> {
    const before = store.get();
    const token = session;
    if (before.state !== 'known' || token === undefined) return { kind: 'failed' };
    const { id } = before.view;
    const answer = await make(id, token);
    if (answer.kind === 'ok') {
      const now = store.get();
      // Another request may be in sight by now, or none.
      if (now.state === 'known' && now.view.id === id) show(answer.value);
      return { kind: 'done' };
    }
    if (answer.kind === 'unreachable') return { kind: 'failed' };
    if (answer.status === 401 && token === session) onLocked();
    return answer.status < 500 ? { kind: 'refused', text: answer.text } : { kind: 'failed' };
  }

  return {
    store,
    /** What the tab kept, to be given back to a new session. */
    kept: () => keeping.get(),
    /** The portal was opened: a request that runs is the session's to change. */
    unlock(token: string): void {
      stop();
      session = token;
      void find(token, keeping.get() !== undefined);
    },
    /** The portal was locked, or the page was loaded without a session. */
    lookOn,
    /** The portal is not on the screen: nothing is followed, and what was kept is there for the next time. */
    rest(): void {
      stop();
      session = undefined;
      owned = false;
      store.set({ state: 'none' });
    },
    /** A request was just stored. */
    asked(token: string): void {
      stop();
      session = token;
      store.set({ state: 'finding', hearing: 'live' });
      void find(token, true);
    },
    giveAnydesk: (address: string) => change((id, token) => api.giveAnydesk(id, token, address)),
    cancel: () => change(api.cancel),
    /** Puts an ended request away. */
    dismiss: forget,
    hurry: () => following?.hurry(),
  };
}
