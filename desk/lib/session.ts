/**
 * The state of this browser's session at the desk. There is one store for the document, because everything depends on it: which
 * page is shown, what the person may do, whether the event stream runs. The server decides: after any refusal that contradicts the
 * store, it asks again.
 */
import { createContext, use } from 'react';
import { browserClocks, createServerClock } from '#client/lib/clock.ts';
import { call } from '#client/lib/http.ts';
import { createStore, useStore } from '#client/lib/store.ts';
import type { Permission } from '#contract/desk/permissions.ts';
import { type SessionView, viewDeskSession } from '#contract/desk/session-view-endpoints.ts';

export type SignedIn = Extract<SessionView, { state: 'signed-in' }>;

/** `unknown` until the server has answered; `unreachable` when it did not. */
export type SessionState = SessionView | { readonly state: 'unknown' } | { readonly state: 'unreachable' };

const sessionState = createStore<SessionState>({ state: 'unknown' });

/** The server's time. Ages on the screen count by it. */
export const deskClock = createServerClock(browserClocks);

export const currentSessionState = (): SessionState => sessionState.get();

/** The person whose session it is; undefined before somebody is known. */
export function currentPersonId(): string | undefined {
  const now = sessionState.get();
  return 'person' in now ? now.person.id : undefined;
}

export const useSessionState = (): SessionState => useStore(sessionState);
export const onSessionState = (listener: () => void): (() => void) => sessionState.subscribe(listener);

/** Counts the answered steps. The answer to a question that was asked before the newest step is out of date. */
let steps = 0;

function keep(view: SessionState): void {
  if ('serverNow' in view) deskClock.onEvent(view.serverNow);
  sessionState.set(view);
}

/** Takes a view from the server's answer to a step. */
export function setSessionState(view: SessionState): void {
  steps += 1;
  keep(view);
}

async function ask(signal: AbortSignal): Promise<void> {
  const sentAtMs = browserClocks.steady();
  const stepsBefore = steps;
  const result = await call(fetch, viewDeskSession, { signal });
  // Whoever gave this question up asks another one.
  if (signal.aborted) return;
  if (steps !== stepsBefore) return ask(signal);
  if (result.kind === 'ok') {
    const view: SessionView = result.value;
    if ('serverNow' in view) deskClock.onResponse(view.serverNow, sentAtMs);
    return keep(view);
  }
  // A signed-in person keeps their screen, which says by itself that it cannot be refreshed.
  const { state } = sessionState.get();
  if (state === 'unknown' || state === 'unreachable') sessionState.set({ state: 'unreachable' });
}

/** How long a question may go on once another one waits behind it: its connection may be dead. In milliseconds. */
const patienceMs = 3000;

let asking: { readonly ended: Promise<void>; readonly giveUp: () => void } | undefined;
/** The question that follows `asking`. */
let waiting: Promise<void> | undefined;

/**
 * Asks the server for the state of this browser's session. If a question is under way, its answer may be older than what the caller
 * knows of, so one more question follows it. All callers meanwhile share that one.
 */
export function refreshSessionState(): Promise<void> {
  if (!asking) {
    const stopping = new AbortController();
    const ended = ask(stopping.signal).finally(() => {
      asking = undefined;
    });
    asking = { ended, giveUp: () => stopping.abort() };
    return ended;
  }
  const { ended, giveUp } = asking;
  if (!waiting) {
    const timer = setTimeout(giveUp, patienceMs);
    waiting = ended.then(() => {
      clearTimeout(timer);
      waiting = undefined;
      return refreshSessionState();
    });
  }
  return waiting;
}

export const SessionContext = createContext<SignedIn | undefined>(undefined);

/** The session of the signed-in person. Only for components inside the shell; throws elsewhere. */
export function useSession(): SignedIn {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession is for screens inside the shell');
  return session;
}

/** Whether the signed-in person may do something. */
export const useMay = (permission: Permission): boolean => useSession().can[permission] === true;
