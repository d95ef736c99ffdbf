/** The tries with an access code: one at a time, and again by themselves when the server says to wait. */
import type { Session } from '#contract/portal-endpoints.ts';
import type { Api } from '../api.ts';
import type { PortalEnv } from '../env.ts';
import type { AccessFormState, PortalState } from '../state.ts';
import type { ViewToken } from '../view-token.ts';
import { checkCode, isComplete, symbolsOf } from './check-code.ts';

interface CodeTriesOptions {
  readonly env: Pick<PortalEnv, 'clocks' | 'sleep'>;
  readonly api: Pick<Api, 'openSession' | 'endSession'>;
  readonly get: () => PortalState;
  readonly setForm: (form: AccessFormState) => void;
  /** The requests that this tab already has, which the new session takes over. */
  readonly viewTokens: () => readonly ViewToken[];
  /** Called with the session that a right code opened. The signal is aborted when the session is over. */
  readonly onRight: (session: Session, signal: AbortSignal) => void;
}

export function createCodeTries({ env, api, get, setForm, viewTokens, onRight }: CodeTriesOptions) {
  /** Aborted when the current try is given up, or when the session that it opened is over. */
  let current = new AbortController();
  let attempts = 0;
  return {
    /** Gives up the current try, or says that the session which it opened is over. */
    end: (): void => current.abort(),
    /**
     * Tries a code. While a code is being checked, a second call does nothing.
     *
     * @param read returns what is typed; called anew for every try
     * @param loadScreen loads the code of the open portal; rejects when it cannot be loaded
     * @returns whether this call opened the portal
     */
    async submit(read: () => string, loadScreen: () => Promise<void>): Promise<boolean> {
      const before = get();
      if (before.status === 'open' || before.form.status === 'checking') return false;
      current.abort();
      current = new AbortController();
      const { signal } = current;
      for (;;) {
        const attempt = ++attempts;
        const typed = read();
        if (!isComplete(typed)) {
          setForm({ status: 'wrong', attempt, symbols: symbolsOf(typed), isChanged: false });
          return false;
        }
        setForm({ status: 'checking' });
        const result = await checkCode(loadScreen, api, typed, viewTokens());
        if (signal.aborted) {
          if (result.kind === 'right') api.endSession(result.session.token);
          return false;
        }
        switch (result.kind) {
          case 'right':
            onRight(result.session, signal);
            return true;
          case 'wrong':
            setForm({ status: 'wrong', attempt, symbols: result.symbols, isChanged: read() !== typed });
            return false;
          case 'unreachable':
            setForm({ status: 'unreachable', attempt });
            return false;
          case 'too many':
            setForm({ status: 'waiting', untilMs: env.clocks.steady() + result.waitMs });
            await env.sleep(result.waitMs, signal);
            if (signal.aborted) return false;
        }
      }
    },
  };
}
