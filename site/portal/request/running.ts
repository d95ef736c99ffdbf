/** The request that runs, as this tab knows it: found, followed, changed, and let go of. */

import type { ServerClock } from '#client/lib/clock.ts';
import { createStore } from '#client/lib/store.ts';
import { isOver, type RequestView } from '#contract/agent-request.ts';
import { anydeskError } from '#contract/anydesk.ts';
import { portalRefusals } from '#contract/portal.ts';
import type { Api, RequestResult } from '../api.ts';
import type { PortalEnv } from '../env.ts';
import { type Ending, type Following, followRequest, type Hearing } from './follow.ts';
import { isOlder } from './is-older.ts';
import { createKeeping, type Kept } from './kept.ts';

/**
 * - `none`: nothing runs that this tab knows of;
 * - `finding`: there is one, and nothing of it has come yet; `late` when that takes long;
 * - `known`: as it stood last.
 */
export type Running =
  | { readonly state: 'none' }
  | { readonly state: 'finding'; readonly hearing: Hearing }
  | {
      readonly state: 'known';
      readonly view: RequestView;
      readonly hearing: Hearing;
    };

/** What a change of the request came to. */
export type Change =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly text: string }
  | { kind: 'failed' };

export interface RunningOptions {
  readonly env: Pick<PortalEnv, 'fetch' | 'storage' | 'sleep' | 'log'>;
  readonly api: Api;
  readonly clock: Pick<ServerClock, 'onEvent'>;
  /** The session's token turned out to be dead. */
  readonly onLocked: () => void;
}

const findEveryMs = 3000;

/** What the person reads of a refusal. Whatever else a server or a proxy answers is for the console (R39). */
const refusalTexts: Readonly<Record<number, string>> = {
  [portalRefusals.tooLate.status]: portalRefusals.tooLate.text,
  [portalRefusals.anydesk.status]: anydeskError,
};

export type RunningRequest = ReturnType<typeof createRunning>;

export function createRunning({ env, api, clock, onLocked }: RunningOptions) {
  const store = createStore<Running>({ state: 'none' });
  const keeping = createKeeping(env);
  let session: string | undefined;
  /** What is followed, and the token that shows it: the session's, or the request's own where there is no session. */
  let following: (Following & { readonly id: string; readonly token: string }) | undefined;
  let finding: AbortController | undefined;
  /** Whether the portal's page is on the screen, where a card can be seen. */
  let onScreen = false;

  /** Shows a request. What is older than what is shown of it already never replaces it, whatever it came by. */
  function show(told: RequestView): void {
    const known = store.get();
    const hearing = known.state === 'none' ? 'live' : known.hearing;
    const isLate = known.state === 'known' && known.view.id === told.id && isOlder(told, known.view);
    const view = isLate ? known.view : told;
    clock.onEvent(told.serverNow);
    store.set({ state: 'known', view, hearing });
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
      { ...env, api },
      { id, token },
      {
        onView: show,
        onHearing: (hearing) => {
          const known = store.get();
          if (known.state !== 'none') store.set({ ...known, hearing });
        },
        onEnd: (ending) => endOf(token, ending),
      },
    );
    following = { ...started, id, token };
  }

  /** Following ended. A request that its own token no longer shows is forgotten; a dead session locks. */
  function endOf(token: string, ending: Ending): void {
    stop();
    if (ending === 'over') return;
    if (token === session && ending === 'locked') onLocked();
    else forget();
  }

  /** Looks on with the view token, as far as there is one. */
  function lookOn(): void {
    onScreen = true;
    session = undefined;
    lookAt(keeping.get());
  }

  function lookAt(kept: Kept | undefined): void {
    const known = store.get();
    if (!kept) {
      stop();
      store.set({ state: 'none' });
      return;
    }
    if (known.state !== 'known' || known.view.id !== kept.id) store.set({ state: 'finding', hearing: 'live' });
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
        // A request of another code in this tab stays in sight.
        if (!answer.value) return lookAt(keeping.get());
        const { request, viewToken } = answer.value;
        keeping.set({ id: request.id, viewToken });
        show(request);
        return follow(request.id, token);
      }
      if (answer.kind === 'refused' && answer.status === 401) return onLocked();
      if (surely && store.get().state !== 'known') store.set({ state: 'finding', hearing: 'cut off' });
      await env.sleep(findEveryMs, search.signal);
    }
  }

  /** Changes the request in sight by the token that shows it. Without a session that is the request's own (R20). */
  async function change(make: (id: string, token: string) => Promise<RequestResult>): Promise<Change> {
    if (!following) return { kind: 'failed' };
    const { id, token } = following;
    const answer = await make(id, token);
    if (answer.kind === 'ok') {
      // Another request may be in sight by now, or none.
      const now = store.get();
      if (now.state === 'known' && now.view.id === id) show(answer.value);
      return { kind: 'done' };
    }
    if (answer.kind === 'unreachable') return { kind: 'failed' };
    if (answer.status === 401 && following?.token === token) endOf(token, 'locked');
    const text = refusalTexts[answer.status];
    if (text !== undefined) return { kind: 'refused', text };
    env.log(`${answer.status} for a change of the request: ${answer.text}`);
    return { kind: 'failed' };
  }

  return {
    store,
    /** What the tab kept, to be given back to a new session. */
    kept: () => keeping.get(),
    /** The portal was opened: the session may have a request that runs. */
    unlock(token: string): void {
      // What the tab follows by the request's own token goes on until the session has found its own.
      finding?.abort();
      session = token;
      void find(token, keeping.get() !== undefined);
    },
    /** The portal was locked, or the page was loaded without a session. */
    lookOn,
    /** The portal is not on the screen: nothing is followed, and what was kept is there for the next time. */
    rest(): void {
      stop();
      onScreen = false;
      session = undefined;
      store.set({ state: 'none' });
    },
    /** A request was stored for a session that was left meanwhile: the tab goes on with it by the request's own token. */
    async adopt(left: string): Promise<void> {
      const answer = await api.current(left);
      if (answer.kind !== 'ok' || !answer.value || (session !== undefined && keeping.get())) return;
      keeping.set({ id: answer.value.request.id, viewToken: answer.value.viewToken });
      if (onScreen && session === undefined) lookAt(keeping.get());
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
    /** Takes that cancel back within its minute. */
    takeBack: () => change(api.takeBack),
    /** Puts an ended request away. */
    dismiss: forget,
    hurry: () => following?.hurry(),
    /** Asks how the request in sight stands now, whatever the stream says. */
    async look(): Promise<void> {
      const asked = following;
      if (!asked) return;
      const answer = await api.request(asked.id, asked.token);
      if (answer.kind === 'ok' && following === asked) show(answer.value);
    },
  };
}
