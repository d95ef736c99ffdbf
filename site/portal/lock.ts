/** The lock of the portal: locked, or open with a session whose token is nowhere but here (R20). */

import type { ServerClock } from '#client/lib/clock.ts';
import { createStore } from '#client/lib/store.ts';
import { accessCodeLength, readAccessCode } from '#contract/access-code.ts';
import { portalTexts, type Session } from '#contract/portal.ts';
import type { Api } from './api.ts';
import type { PortalEnv } from './env.ts';
import type { Kept } from './request/kept.ts';

/**
 * How the try with a code stands:
 * - `wrong`: `symbols` is how many of a code's letters and digits were typed;
 * - `waiting`: too many codes were wrong; the next try goes out by itself at `untilMs`, on the computer's steady clock;
 * - `unreachable`: no usable answer came.
 */
export type Trying =
  | { readonly state: 'ready' }
  | { readonly state: 'checking' }
  | { readonly state: 'wrong'; readonly attempt: number; readonly symbols: number }
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

/** What a try came to. `early`: too many codes were wrong, and the next is taken after a while. */
type Verdict =
  | { readonly kind: 'right'; readonly session: Session }
  | { readonly kind: 'wrong'; readonly symbols: number }
  | { readonly kind: 'early'; readonly waitMs: number }
  | { readonly kind: 'unreachable' };

const atRest: Locked = { state: 'locked', asked: false, trying: { state: 'ready' } };

/** A refusal of too many tries that names no time is taken for this long. */
const waitAtLeastMs = 1000;

/** How often the time left is reckoned anew: an answer may have put the clock right meanwhile. */
const reckonEveryMs = 60_000;

export type PortalLock = ReturnType<typeof createLock>;

export function createLock({ env, api, clock, kept, onOpen, onLocked }: LockOptions) {
  const store = createStore<Lock>(atRest);
  /** Aborted when the try that runs is given up, or the session that it opened is over. */
  let turn = new AbortController();
  let attempts = 0;
  /** The sessions with which something is under way, and whether each is to end at the server after that. */
  const held = new Map<string, 'open' | 'over'>();

  const say = (trying: Trying) => store.set({ state: 'locked', asked: true, trying });

  function endSession(token: string): void {
    if (held.has(token)) held.set(token, 'over');
    else api.endSession(token);
  }

  function release(token: string): void {
    if (held.get(token) === 'over') api.endSession(token);
    held.delete(token);
  }

  function lock(by?: LockedBy): void {
    turn.abort();
    const before = store.get();
    if (before.state === 'open' && by === undefined) endSession(before.session.token);
    store.set(by ? { ...atRest, asked: true, by } : atRest);
    if (before.state === 'open') onLocked();
  }

  /** Locks when the session ends, by the server's clock, even if nothing is asked of the server then. */
  async function lockInTime(signal: AbortSignal): Promise<void> {
    for (;;) {
      const now = store.get();
      if (signal.aborted || now.state !== 'open') return;
      const leftMs = Date.parse(now.session.expiresAt) - clock.now();
      if (leftMs <= 0) return lock('session ended');
      await env.sleep(Math.min(leftMs, reckonEveryMs), signal);
    }
  }

  function open(session: Session, signal: AbortSignal): void {
    store.set({ state: 'open', session });
    onOpen(session.token);
    void lockInTime(signal);
  }

  /** What a code comes to. Too few symbols are no code: that needs no question to the server, and is no try there. */
  async function check(typed: string): Promise<Verdict> {
    const symbols = readAccessCode(typed).length;
    if (symbols < accessCodeLength) return { kind: 'wrong', symbols };
    say({ state: 'checking' });
    const resume = kept();
    const answer = await api.openSession({ code: typed, ...(resume && { resume }) });
    if (answer.kind === 'ok') return { kind: 'right', session: answer.value };
    if (answer.kind === 'refused' && answer.status === 401) return { kind: 'wrong', symbols };
    if (answer.kind === 'refused' && answer.status === 429) {
      return { kind: 'early', waitMs: Math.max(waitAtLeastMs, answer.retryAfterMs) };
    }
    return { kind: 'unreachable' };
  }

  return {
    store,
    lock,
    /** Opens the dialog. */
    ask(): void {
      const now = store.get();
      if (now.state === 'locked' && !now.asked) store.set({ ...atRest, asked: true });
    },
    /**
     * Tries a code, and again by itself where the server says to wait. One try at a time: a second press while the first
     * is being checked is the same press.
     *
     * @param read what is typed, asked for anew at every try
     * @returns whether this try opened the portal
     */
    async tryCode(read: () => string): Promise<boolean> {
      const before = store.get();
      if (before.state === 'open' || before.trying.state === 'checking') return false;
      turn.abort();
      turn = new AbortController();
      const { signal } = turn;
      for (;;) {
        const attempt = ++attempts;
        const verdict = await check(read());
        if (signal.aborted) {
          if (verdict.kind === 'right') api.endSession(verdict.session.token);
          return false;
        }
        switch (verdict.kind) {
          case 'right':
            open(verdict.session, signal);
            return true;
          case 'wrong':
            say({ state: 'wrong', attempt, symbols: verdict.symbols });
            return false;
          case 'unreachable':
            say({ state: 'unreachable', attempt });
            return false;
          case 'early':
            say({ state: 'waiting', untilMs: env.clocks.steady() + verdict.waitMs });
            await env.sleep(verdict.waitMs, signal);
            if (signal.aborted) return false;
        }
      }
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
    /**
     * Keeps a session at the server until what is begun with it has its answer. The portal locks as ever; only the end of
     * the session waits.
     *
     * @returns ends it, if the portal was locked meanwhile
     */
    hold(token: string): () => void {
      held.set(token, 'open');
      return () => release(token);
    },
    /** The document is left, and what was begun with a session is cut off: nothing is waited for. */
    leave(): void {
      lock();
      for (const token of held.keys()) release(token);
    },
  };
}

/** What the dialog says when the portal locked itself. */
export const lockedByTexts: Record<LockedBy, string> = {
  'session ended': 'Your session has ended. Enter your access code again.',
  'failed request': portalTexts.sendFailed,
};
