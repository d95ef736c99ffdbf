/**
 * Where this browser stands at the desk. One store for the document, because everything depends on it: which page is shown, what
 * the person may do, whether the event stream runs. The server has the last word: any refusal that says otherwise makes it ask again.
 */
import { createContext, use } from 'react';
import { browserClocks, createServerClock } from '#client/lib/clock.ts';
import { call } from '#client/lib/http.ts';
import { createStore, useStore } from '#client/lib/store.ts';
import type { Permission } from '#contract/desk/permissions.ts';
import { type SessionView, viewDeskSession } from '#contract/desk/session-view-endpoints.ts';

export type SignedIn = Extract<SessionView, { state: 'signed-in' }>;

/** `unknown` until the server has answered; `unreachable` when it did not. */
export type Standing = SessionView | { readonly state: 'unknown' } | { readonly state: 'unreachable' };

const standing = createStore<Standing>({ state: 'unknown' });

/** The server's time. Ages on the screen count by it. */
export const deskClock = createServerClock(browserClocks);

export const currentStanding = (): Standing => standing.get();

/** The person whose session it is; undefined before somebody is known. */
export function currentPersonId(): string | undefined {
  const now = standing.get();
  return 'person' in now ? now.person.id : undefined;
}

export const useStanding = (): Standing => useStore(standing);
export const onStanding = (listener: () => void): (() => void) => standing.subscribe(listener);

/** Takes a view that the server answered with. */
export function setStanding(view: Standing): void {
  if ('serverNow' in view) deskClock.onEvent(view.serverNow);
  standing.set(view);
}

let running: Promise<void> | undefined;

async function ask(): Promise<void> {
  const sentAtMs = browserClocks.steady();
  const result = await call(fetch, viewDeskSession, {});
  if (result.kind === 'ok') {
    const view: SessionView = result.value;
    if ('serverNow' in view) deskClock.onResponse(view.serverNow, sentAtMs);
    setStanding(view);
    return;
  }
  // A person who is at work stays at work: what is shown says by itself that it cannot be refreshed.
  const { state } = standing.get();
  if (state === 'unknown' || state === 'unreachable') standing.set({ state: 'unreachable' });
}

/** Asks the server where this browser stands. Callers at the same time share one question. */
export function refreshStanding(): Promise<void> {
  running ??= ask().finally(() => {
    running = undefined;
  });
  return running;
}

export const SessionContext = createContext<SignedIn | undefined>(undefined);

/** The session of the signed-in person. For what is inside the shell, where there is one. */
export function useSession(): SignedIn {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession is for screens inside the shell');
  return session;
}

/** Whether the signed-in person may do something. */
export const useMay = (permission: Permission): boolean => useSession().can[permission] === true;
