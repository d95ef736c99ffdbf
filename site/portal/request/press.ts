/** One press of Request Agent, up to where somebody is told what became of it, wherever they are then. */

import { createStore } from '#client/lib/store.ts';
import type { PortalLock } from '../lock.ts';
import type { Asked, Asking, AskOutcome } from './ask-agent.ts';
import type { RunningRequest } from './running.ts';

/** What is to be told of a press whose portal was left before its answer came. */
export type LeftPress = { readonly state: 'none' } | { readonly state: 'sent' } | { readonly state: 'failed' };

/** `left`: the portal was locked meanwhile, and the press tells of itself. */
export type PressOutcome = AskOutcome | { readonly kind: 'left' };

export interface PressOptions {
  readonly lock: Pick<PortalLock, 'store' | 'hold'>;
  readonly running: Pick<RunningRequest, 'adopt'>;
  readonly asking: () => Asking;
  /** Brings onto the page what tells of a press that was left. */
  readonly onLeft: () => void;
}

export type Press = ReturnType<typeof createPress>;

export function createPress({ lock, running, asking, onLeft }: PressOptions) {
  const left = createStore<LeftPress>({ state: 'none' });

  const isOpen = (token: string): boolean => {
    const now = lock.store.get();
    return now.state === 'open' && now.session.token === token;
  };

  return {
    left,
    /** What was told is read. */
    read: () => left.set({ state: 'none' }),
    /** Sends a request. The session lives at the server until the answer is here, and the tab has the request's own token. */
    async send(token: string, asked: Asked): Promise<PressOutcome> {
      const release = lock.hold(token);
      try {
        const outcome = await asking().ask(token, asked);
        if (isOpen(token)) return outcome;
        if (outcome.kind === 'sent') await running.adopt(token);
        left.set({ state: outcome.kind === 'sent' ? 'sent' : 'failed' });
        onLeft();
        return { kind: 'left' };
      } finally {
        release();
      }
    },
  };
}
