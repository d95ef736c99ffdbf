/** The lock of the portal: locked, or open with a session whose token is nowhere but here (R20). */
import { portalTexts, type Session } from '#contract/portal.ts';
import type { Api } from './api.ts';
import type { PortalEnv } from './env.ts';
import type { Kept } from './request/kept.ts';
import type { ServerClock } from './server-clock.ts';
import { createStore } from './store.ts';

/**
 * How the try with a code stands:
 * - `waiting`: too many codes were wrong; the next try goes out by itself at `untilMs`, on the computer's steady clock;
 * - `unreachable`: no usable answer came.
 */
export type Trying =
  | { readonly state: 'ready' }
  | { readonly state: 'checking' }
  | { readonly state: 'wrong'; readonly attempt: number }
  | { readonly state: 'waiting'; readonly untilMs: number }
  | { readonly state: 'unreachable'; readonly attempt: number };

/** Why the portal locked itself, when the person has not done it. */
export type LockedBy = 'session ended' | 'failed request';

export interface Locked {
  readonly state: 'locked';
  /** Whether the dialog is open. */
  readonly asked: boolean;
  readonly trying: Trying;
  readonly by?: LockedBy;
}

export type Lock = Locked | { readonly state: 'open'; readonly session: Session };

export interface LockOptions {
  readonly env: Pick<PortalEnv, 'clocks' | 'sleep'>;
  readonly api: Api;
  readonly clock: Pick<ServerClock, 'now'>;
  /** A request that this tab kept, for the new session to have. */
  readonly kept: () => Kept | undefined;
  readonly onOpen: (token: string) => void;
  readonly onLocked: () => void;
}

const atRest: Locked = { state: 'locked', asked: false, trying: { state: 'ready' } };

/** A refusal of too many tries that names no time is taken for this long. */
const waitAtLeastMs = 1000;

/** How often the time left is reckoned anew: an answer may have put the clock right meanwhile. */
const reckonEveryMs = 60_000;

export type PortalLock = ReturnType<typeof createLock>;

export function createLock({ env, api, clock, kept, onOpen, onLocked }: LockOptions) {
  const store = createStore<Lock>(atRest);
  /** Grows when a try is given up, so that its answer is known to be late. */
  let turn = 0;
  let attempts = 0;
  /** Aborted when the session that is open is over. */
  let opened = new AbortController();

  const say = (trying: Trying) => store.set({ state: 'locked', asked: true, trying });

  function lock(by?: LockedBy): void {
    turn += 1;
    opened.abort();
    const before = store.get();
    if (before.state === 'open' && by === undefined) api.endSession(before.session.token);
    store.set(by ? { ...atRest, asked: true, by } : atRest);
    if (before.state === 'open') onLocked();
  }

  /** Locks when the session ends, by the server's clock, even if nothing is asked of the server then. */
  async function lockInTime(): Promise<void> {
    const { signal } = opened;
    for (;;) {
      const now = store.get();
      if (signal.aborted || now.state !== 'open') return;
      const leftMs = Date.parse(now.session.expiresAt) - clock.now();
      if (leftMs <= 0) return lock('session ended');
      await env.sleep(Math.min(leftMs, reckonEveryMs), signal);
    }
  }

  return {
    store,
    lock,
    /** Opens the dialog. */
    ask(): void {
      const now = store.get();
      if (now.state === 'locked' && !now.asked) store.set({ ...atRest, asked: true });
    },
    /** Tries a code. One try at a time: what is pressed meanwhile is the same press. */
    async tryCode(typed: string): Promise<void> {
      const before = store.get();
      if (before.state === 'open' || before.trying.state === 'checking') return;
      const mine = ++turn;
      attempts += 1;
      // Nothing typed is no code: that needs no question to the server, and counts as no try there.
      if (typed.trim() === '') return say({ state: 'wrong', attempt: attempts });
      say({ state: 'checking' });
      const resume = kept();
      const answer = await api.openSession({ code: typed, ...(resume && { resume }) });
      if (mine !== turn) {
        if (answer.kind === 'ok') api.endSession(answer.value.token);
        return;
      }
      if (answer.kind === 'ok') {
        store.set({ state: 'open', session: answer.value });
        opened = new AbortController();
        onOpen(answer.value.token);
        return void lockInTime();
      }
      if (answer.kind === 'refused' && answer.status === 401) return say({ state: 'wrong', attempt: attempts });
      if (answer.kind === 'refused' && answer.status === 429) {
        const untilMs = env.clocks.steady() + Math.max(waitAtLeastMs, answer.retryAfterMs);
        return say({ state: 'waiting', untilMs });
      }
      say({ state: 'unreachable', attempt: attempts });
    },
    /** Asks how the portal stands now: whether the session still holds, and whether Text Agent is on. */
    async refresh(): Promise<void> {
      const before = store.get();
      if (before.state !== 'open') return;
      const answer = await api.view(before.session.token);
      const now = store.get();
      if (now.state !== 'open' || now.session.token !== before.session.token) return;
      if (answer.kind === 'ok') store.set({ state: 'open', session: { ...now.session, ...answer.value } });
      else if (answer.kind === 'refused' && answer.status === 401) lock('session ended');
    },
  };
}

/** What the dialog says when the portal locked itself. */
export const lockedByTexts: Record<LockedBy, string> = {
  'session ended': 'Your session has ended. Enter your access code again.',
  'failed request': portalTexts.sendFailed,
};
